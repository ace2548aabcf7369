-- Passkeys: the public half of a key pair that an authenticator of the owner keeps.
create table credentials_passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null,
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
create index credentials_passkeys_user on credentials_passkeys (user_id, id);

-- What authenticators were asked to sign; each good once.
create table credentials_challenges (
  challenge text primary key,
  -- Whose passkey is added; null at a login, where nobody is known yet.
  user_id bigint,
  expires_at timestamptz not null
);
create index credentials_challenges_age on credentials_challenges (expires_at);

-- Keys with which programs sign their requests.
create table credentials_api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  key text not null unique,
  -- HMAC key, sealed with a key of the house: a signature cannot be verified with a hash of it.
  secret_sealed bytea not null,
  label text not null,
  trade boolean not null,
  withdraw boolean not null,
  networks text[] not null default '{}',
  created_at timestamptz not null,
  used_at timestamptz,
  used_from text,
  removed_at timestamptz
);
create index credentials_api_keys_user on credentials_api_keys (user_id, id) where removed_at is null;
