-- Passkeys of operators: the public half of a key pair that an authenticator keeps.
create table operators_passkeys (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators_accounts (id),
  -- base64url, as WebAuthn names it.
  credential_id text not null unique,
  public_key bytea not null,
  -- Signatures that the authenticator has counted; 0 where it does not count.
  counter bigint not null,
  transports text[] not null default '{}',
  synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index operators_passkeys_operator on operators_passkeys (operator_id, id);

-- What authenticators were asked to sign; each good once.
create table operators_challenges (
  challenge text primary key,
  -- Whose session asked; null at a login, where nobody is known yet.
  operator_id bigint references operators_accounts (id),
  expires_at timestamptz not null
);
create index operators_challenges_age on operators_challenges (expires_at);
