-- Entries of a user's log have one numbering, whether a chain or a voucher brought them.
create sequence deposits_ids as bigint;
-- Which address of the account comes next; a number is never used again.
create sequence deposits_address_numbers as bigint minvalue 0 start 0 maxvalue 2147483647;

-- Where money comes in. A user has one address per network; without a user it is the house's own.
create table deposits_addresses (
  id bigint generated always as identity primary key,
  network text not null check (network in ('bitcoin', 'ethereum', 'tron')),
  address text not null,
  user_id bigint,
  number bigint not null,
  created_at timestamptz not null,
  unique (network, address)
);
create unique index deposits_addresses_user on deposits_addresses (network, user_id);
create unique index deposits_addresses_number on deposits_addresses (network, number) where user_id is not null;

-- How far each chain has been read: the last block, whose hash the next one must name as its parent.
create table deposits_watchers (
  network text primary key,
  height bigint not null,
  hash text not null,
  node_height bigint not null,
  failure text,
  seen_at timestamptz not null
);

-- The last blocks that were read, to walk back along after a reorganisation.
create table deposits_blocks (
  network text not null,
  height bigint not null,
  hash text not null,
  primary key (network, height)
);

create table deposits_deposits (
  id bigint primary key default nextval('deposits_ids'),
  network text not null,
  transaction text not null,
  output int not null,
  height bigint not null,
  block_hash text not null,
  address text not null,
  user_id bigint,
  currency_id int not null,
  -- As the chain counts, and what of it the ledger can count.
  units numeric(78, 0) not null check (units > 0),
  amount numeric(38, 10) not null check (amount >= 0),
  minimum numeric(38, 10) not null,
  confirmations int not null check (confirmations > 0),
  state text not null check (state in ('pending', 'credited', 'below_minimum', 'orphaned', 'house')),
  journal_id bigint,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- One payment of a transaction is credited once, whatever block holds it.
  constraint deposits_once unique (network, transaction, output),
  check ((state = 'credited') = (journal_id is not null)),
  check (state = 'house' or user_id is not null)
);
create index deposits_deposits_user on deposits_deposits (user_id, id desc);
create index deposits_deposits_pending on deposits_deposits (network, height) where state = 'pending';

-- Outputs of a chain without accounts that pay to any of the addresses, the house's change included.
create table deposits_outputs (
  network text not null,
  transaction text not null,
  output int not null,
  address text not null,
  units numeric(78, 0) not null,
  height bigint not null,
  spent boolean not null default false,
  primary key (network, transaction, output)
);
create index deposits_outputs_unspent on deposits_outputs (network) where not spent;

-- Transactions by which the house moves its own money between its addresses; they credit nobody.
create table deposits_own_transactions (
  network text not null,
  transaction text not null,
  primary key (network, transaction)
);

-- The last comparison of books and chain.
create table deposits_custody (
  network text not null,
  currency_id int not null,
  booked numeric(38, 10) not null,
  unbooked numeric(38, 10) not null,
  outgoing numeric(38, 10) not null,
  chain numeric(38, 10) not null,
  height bigint not null,
  matches boolean not null,
  checked_at timestamptz not null,
  primary key (network, currency_id)
);

-- Networks on which nothing leaves because books and chain differ.
create table deposits_halts (
  network text primary key,
  reason text not null,
  since timestamptz not null
);

-- Payments by hand. 1 pending, 2 approved, 3 rejected.
create table deposits_vouchers (
  id bigint primary key default nextval('deposits_ids'),
  user_id bigint not null,
  currency_id int not null,
  amount numeric(38, 10) not null check (amount > 0),
  account text not null,
  image text,
  image_hash bytea,
  status smallint not null default 1 check (status in (1, 2, 3)),
  asked bigint,
  reason text,
  note text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz
);
create index deposits_vouchers_user on deposits_vouchers (user_id, id desc);
create index deposits_vouchers_image on deposits_vouchers (image_hash) where image_hash is not null;
-- One proof is paid for once.
create unique index deposits_vouchers_proof on deposits_vouchers (image_hash) where status = 2;
