-- A row to lock while somebody's unfinished purchases and proofs are counted.
create table fiat_buyers (user_id bigint primary key);

create table fiat_orders (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  -- Creditor reference of ISO 11649, the payer's word for the order.
  reference text not null unique,
  state text not null check (state in
    ('to_be_paid', 'proof_sent', 'successful', 'rejected', 'expired', 'cancelled', 'refunded')),
  reason text,
  note text not null default '',
  country text not null,
  currency_id int not null,
  currency text not null,
  method text not null check (method in ('swift', 'card', 'third_party')),
  amount numeric(38, 10) not null check (amount > 0),
  -- Units for one USDT, locked at ordering.
  price numeric(38, 10) not null check (price > 0),
  received numeric(38, 10) not null check (received > 0),
  payer jsonb not null,
  -- Where it is to be paid to, as it was shown; none for providers.
  bank jsonb,
  bank_account text,
  provider text,
  payment text,
  proof text,
  proof_sha256 bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index fiat_orders_user on fiat_orders (user_id, id);
create index fiat_orders_state on fiat_orders (state, id);
create index fiat_orders_proof on fiat_orders (proof_sha256) where proof_sha256 is not null;

create table fiat_steps (
  order_id bigint not null references fiat_orders (id),
  state text not null,
  actor text not null,
  at timestamptz not null,
  primary key (order_id, state)
);

create table fiat_statements (
  id bigint generated always as identity primary key,
  account text not null,
  format text not null,
  sha256 bytea not null,
  imported_by text not null,
  at timestamptz not null
);

create table fiat_lines (
  id bigint generated always as identity primary key,
  statement_id bigint not null references fiat_statements (id),
  account text not null,
  bank_reference text not null,
  booked_on date not null,
  amount numeric(38, 10) not null check (amount > 0),
  currency text not null,
  payer text not null,
  remittance text not null,
  -- A valid reference found in what the payer wrote.
  reference text,
  state text not null check (state in ('unmatched', 'matched', 'used', 'set_aside')),
  order_id bigint references fiat_orders (id),
  note text not null default '',
  unique (account, bank_reference),
  check ((state = 'used') <= (order_id is not null))
);
create index fiat_lines_state on fiat_lines (state, id);
create index fiat_lines_reference on fiat_lines (reference) where reference is not null;
-- One line pays one order, and one order is paid by one line.
create unique index fiat_lines_order on fiat_lines (order_id) where state = 'used';

create table fiat_events (
  provider text not null,
  event_id text not null,
  order_id bigint references fiat_orders (id),
  kind text not null check (kind in ('succeeded', 'failed', 'refunded')),
  payment text not null,
  amount numeric(38, 10) not null,
  currency text not null,
  outcome text not null,
  at timestamptz not null,
  primary key (provider, event_id)
);
create index fiat_events_order on fiat_events (order_id, at);
