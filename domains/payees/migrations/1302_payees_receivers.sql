-- Users who may be paid while the allow-list is on, as they were named. A name that nobody has is kept like any other, so that
-- accounts cannot be searched for; it never matches.
create table payees_receivers (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  receiver_id bigint,
  named text not null,
  name text not null,
  created_at timestamptz not null,
  usable_at timestamptz not null,
  deleted_at timestamptz
);
create unique index payees_receivers_once on payees_receivers (user_id, named) where deleted_at is null;
create index payees_receivers_of_user on payees_receivers (user_id, id desc) where deleted_at is null;

-- A card waits like an address while the allow-list is on, and again when another account is written into it.
alter table payees_cards add column usable_at timestamptz;
update payees_cards set usable_at = created_at;
alter table payees_cards alter column usable_at set not null;
