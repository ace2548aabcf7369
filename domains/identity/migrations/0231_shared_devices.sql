-- Accounts that were opened or used on one device, as its signed device token showed.
create table identity_shared_devices (
  user_id bigint not null references identity_users (id),
  other_id bigint not null references identity_users (id),
  seen_at timestamptz not null,
  primary key (user_id, other_id),
  check (user_id < other_id)
);
