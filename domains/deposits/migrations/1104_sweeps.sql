-- Sweeps: the balance of a user's deposit address is moved to the payout address.
create table deposits_sweeps (
  id bigint generated always as identity primary key,
  network text not null check (network in ('bitcoin', 'ethereum', 'tron')),
  currency_id int not null,
  address text not null,
  -- Number of the address in its account, by which the signer derives it.
  number bigint not null,
  -- The current transfer: gas to the address, or the collection of its balance.
  leg text not null default 'collect' check (leg in ('gas', 'collect')),
  state text not null default 'planned'
    check (state in ('planned', 'signing', 'signed', 'sent', 'done', 'failed')),
  -- What the current transfer moves and its nonce, fixed before the signer is asked.
  units numeric(78, 0) check (units > 0),
  nonce bigint,
  -- Deposits up to this height are collected.
  as_of bigint,
  confirmations int not null default 0,
  -- The block of the last transfer, while a reorganisation could undo it.
  mined_height bigint,
  -- Since which height another transaction has its nonce.
  replaced_height bigint,
  -- What keeps it from going on, for operators.
  problem text not null default '',
  reason text check (reason in ('nothing', 'reverted', 'replaced')),
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((state in ('done', 'failed')) = (finished_at is not null)),
  check ((state = 'failed') = (reason is not null)),
  check ((state in ('signing', 'signed', 'sent')) <= (units is not null and nonce is not null))
);
-- One open sweep of an address: its nonces belong to one sweep after the other.
create unique index deposits_sweeps_open on deposits_sweeps (network, address) where finished_at is null;
create unique index deposits_sweeps_gas_nonce on deposits_sweeps (network, nonce)
  where leg = 'gas' and state in ('signing', 'signed', 'sent');
create index deposits_sweeps_settled on deposits_sweeps (network, mined_height) where mined_height is not null;
create index deposits_sweeps_address on deposits_sweeps (network, address, currency_id);

-- Signed transfers, stored before any node sees them. A replacement has the same nonce.
create table deposits_sweep_transactions (
  txid text primary key,
  sweep_id bigint not null references deposits_sweeps,
  leg text not null check (leg in ('gas', 'collect')),
  network text not null,
  source text not null,
  nonce bigint not null,
  attempt int not null check (attempt >= 1),
  raw text not null,
  terms jsonb not null,
  units numeric(78, 0) not null check (units > 0),
  -- What was booked for it, in the smallest units of the chain's coin; null while nothing is.
  network_fee numeric(78, 0),
  at timestamptz not null,
  unique (sweep_id, leg, nonce, attempt)
);
create index deposits_sweep_transactions_source on deposits_sweep_transactions (network, source, nonce);

-- Networks on which operators have stopped sweeping.
create table deposits_sweep_halts (
  network text primary key,
  reason text not null,
  by text not null,
  since timestamptz not null
);

-- Serialises the nonces of the gas station of a network.
create table deposits_sweep_nonces (
  network text primary key
);

-- The sweep that collected a deposit.
alter table deposits_deposits add column sweep_id bigint references deposits_sweeps;
create index deposits_deposits_unswept on deposits_deposits (network, currency_id, address)
  where state = 'credited' and sweep_id is null and network = 'ethereum';
