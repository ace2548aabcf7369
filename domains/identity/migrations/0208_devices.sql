-- Devices on which an account has logged in. Their tokens are signed; the row says which of them still count.
create table identity_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references identity_users (id),
  -- That of the newest token.
  serial integer not null default 1,
  created_at timestamptz not null,
  seen_at timestamptz not null
);
create index identity_devices_user on identity_devices (user_id, seen_at);
create index identity_devices_age on identity_devices (seen_at);

alter table identity_sessions add column device_id bigint references identity_devices (id) on delete set null;
create index identity_sessions_device on identity_sessions (device_id) where device_id is not null;

alter table identity_codes drop constraint identity_codes_purpose_check;
alter table identity_codes add constraint identity_codes_purpose_check
  check (purpose in ('register', 'forget', 'password', 'pay_password', 'receiver', 'security', 'bind', 'unfreeze', 'login'));
