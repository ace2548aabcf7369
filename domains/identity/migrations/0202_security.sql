-- What a code may be for.
alter table identity_codes drop constraint identity_codes_purpose_check;
alter table identity_codes add constraint identity_codes_purpose_check
  check (purpose in ('register', 'forget', 'password', 'pay_password', 'receiver', 'bind', 'unfreeze'));

-- The owner's own name for a device.
alter table identity_sessions add column name text not null default '';

alter table identity_users
  -- Words of the owner that every mail carries.
  add column anti_phishing text,
  -- Who froze the account, and when its owner proved to want it back.
  add column frozen_by text check (frozen_by in ('user', 'operator')),
  add column unfreeze_asked_at timestamptz;
update identity_users set frozen_by = 'operator' where status = 'frozen';
alter table identity_users add check ((status = 'frozen') = (frozen_by is not null));
create index identity_users_unfreeze on identity_users (unfreeze_asked_at) where unfreeze_asked_at is not null;

-- Tries to log in to an account.
create table identity_logins (
  id bigint generated always as identity primary key,
  user_id bigint not null references identity_users (id),
  outcome text not null check (outcome in ('ok', 'password_wrong', 'code_wrong', 'frozen')),
  way text not null check (way in ('password', 'passkey')),
  device text not null,
  address text not null,
  -- An IPv4 address or the /64 of an IPv6 one: what counts as one place.
  network text not null,
  new_device boolean not null default false,
  created_at timestamptz not null
);
create index identity_logins_user on identity_logins (user_id, id desc);
create index identity_logins_age on identity_logins (created_at);
