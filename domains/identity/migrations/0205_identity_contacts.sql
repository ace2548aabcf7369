-- What a code may be for.
alter table identity_codes drop constraint identity_codes_purpose_check;
alter table identity_codes add constraint identity_codes_purpose_check
  check (purpose in ('register', 'forget', 'password', 'pay_password', 'receiver', 'security', 'bind', 'unfreeze'));

-- Contacts that were linked to an account after it was opened, and what they replaced. A recent one recovers nothing.
create table identity_contact_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references identity_users (id),
  kind text not null check (kind in ('email', 'phone')),
  -- Null: operators took a contact away again.
  contact text,
  -- Null: the account had no contact of that kind.
  previous text,
  -- What the owner proved themselves with beside the password; or operators decided it.
  proof text not null check (proof in ('code', 'authenticator', 'passkey', 'operators')),
  device text not null,
  address text not null,
  changed_at timestamptz not null,
  -- When a contact of before said that it was not the owner.
  reported_at timestamptz,
  check (contact is not null or proof = 'operators')
);
create index identity_contact_changes_user on identity_contact_changes (user_id, id desc);
create index identity_contact_changes_contact on identity_contact_changes (contact, changed_at);

-- Links by which a contact of before freezes the account, each good once; only hashes of their tokens.
create table identity_report_links (
  token_hash text primary key,
  change_id bigint not null references identity_contact_changes (id),
  contact text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index identity_report_links_age on identity_report_links (expires_at);
