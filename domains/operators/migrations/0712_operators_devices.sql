-- Devices on which an operator has logged in.
create table operators_devices (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators_accounts (id),
  -- That of the newest token.
  serial integer not null default 1,
  created_at timestamptz not null,
  seen_at timestamptz not null
);
create index operators_devices_operator on operators_devices (operator_id, seen_at);

-- Wrong proofs of an open session count by the session: what others try at the login never concerns it.
alter table operators_sessions
  add column device_id bigint references operators_devices (id) on delete set null,
  add column failures integer not null default 0,
  add column failed_at timestamptz not null default to_timestamp(0),
  add column blocked_until timestamptz not null default to_timestamp(0);
-- Failed logins count by device and network, in identity_attempts.
alter table operators_accounts drop column failures, drop column locked_until;
