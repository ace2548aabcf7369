-- Where users may be paid. What is deleted stays as a row: withdrawals refer to it.
create table payees_addresses (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  currency_id int not null,
  network text not null,
  name text not null,
  -- Canonical form: two texts of one address are one address.
  address text not null,
  -- Keyed hash of network and address: equal over accounts, and telling nothing.
  payee_hash bytea not null,
  created_at timestamptz not null,
  -- From when it may be paid to while the allow-list is on.
  usable_at timestamptz not null,
  deleted_at timestamptz
);
create unique index payees_addresses_once on payees_addresses (user_id, currency_id, network, address)
  where deleted_at is null;
create index payees_addresses_of_user on payees_addresses (user_id, id desc) where deleted_at is null;
create index payees_addresses_by_hash on payees_addresses (payee_hash);

create table payees_cards (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  -- 1 domestic, 2 international, as the wire has it.
  type smallint not null check (type in (1, 2)),
  -- The fields as JSON, encrypted for this user.
  sealed bytea not null,
  payee_hash bytea not null,
  -- What lists show: the bank and the last digits.
  title text not null,
  masked text not null,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index payees_cards_of_user on payees_cards (user_id, id desc) where deleted_at is null;
create index payees_cards_by_hash on payees_cards (payee_hash);

-- No row: withdrawals may go anywhere.
create table payees_rules (
  user_id bigint primary key,
  -- Until when the allow-list holds; null without end.
  allow_list_ends_at timestamptz
);
