-- Portfolios are derived from the postings of the ledger, user by user, when they are asked for. Every row can be counted again.

create table portfolio_users (
  user_id bigint primary key,
  -- Number of the last event.
  seq bigint not null default 0,
  -- Counted journals.
  counted bigint not null default 0,
  first_at timestamptz,
  counted_at timestamptz,
  -- Postings up to this id were read.
  scan_id bigint not null default 0,
  -- Whether every posting was counted at the last look.
  complete boolean not null default false,
  -- Last fill whose fee was read, as maker and as taker.
  maker_fill bigint not null default 0,
  taker_fill bigint not null default 0
);

-- What the counted postings of a balance sum to: equal to the ledger once a portfolio is complete.
create table portfolio_balances (
  user_id bigint not null,
  account_id bigint not null,
  currency_id int not null,
  -- Last counted posting.
  posting_id bigint not null,
  available numeric(38, 10) not null,
  held numeric(38, 10) not null,
  primary key (user_id, account_id, currency_id)
);

-- All values in USDT.
create table portfolio_assets (
  user_id bigint not null,
  currency_id int not null,
  quantity numeric(38, 10) not null default 0,
  held numeric(38, 10) not null default 0,
  cost_average numeric(38, 10) not null default 0,
  cost_fifo numeric(38, 10) not null default 0,
  realised_average numeric(38, 10) not null default 0,
  realised_fifo numeric(38, 10) not null default 0,
  income numeric(38, 10) not null default 0,
  fees numeric(38, 10) not null default 0,
  owed numeric(38, 10) not null default 0,
  primary key (user_id, currency_id)
);

-- Open lots, first in, first out. USDT is the unit of account and has none.
create table portfolio_lots (
  user_id bigint not null,
  currency_id int not null,
  -- The event that acquired it.
  seq bigint not null,
  acquired_at timestamptz not null,
  type text not null,
  kind text not null,
  acquired numeric(38, 10) not null check (acquired > 0),
  quantity numeric(38, 10) not null check (quantity > 0),
  cost numeric(38, 10) not null check (cost >= 0),
  estimated boolean not null,
  primary key (user_id, currency_id, seq)
);

-- Borrowed and not paid back, by loan, with its value when it was borrowed.
create table portfolio_debts (
  user_id bigint not null,
  reference text not null,
  currency_id int not null,
  owed numeric(38, 10) not null check (owed > 0),
  value numeric(38, 10) not null,
  primary key (user_id, reference)
);

create table portfolio_events (
  user_id bigint not null,
  seq bigint not null,
  at timestamptz not null,
  journal_id bigint not null,
  kind text not null,
  currency_id int not null,
  type text not null check (
    type in ('buy', 'sell', 'transfer_in', 'transfer_out', 'income', 'expense', 'result', 'split')
  ),
  -- Signed.
  quantity numeric(38, 10) not null,
  -- Cost of what was acquired, proceeds of what was given, the new total after a split.
  value numeric(38, 10) not null,
  price numeric(38, 10),
  fee numeric(38, 10) not null,
  estimated boolean not null,
  -- What it realised besides a sale: profit or loss of contracts, options and games; gain on a debt.
  result numeric(38, 10) not null,
  cost_average numeric(38, 10) not null,
  cost_fifo numeric(38, 10) not null,
  realised_average numeric(38, 10) not null,
  realised_fifo numeric(38, 10) not null,
  primary key (user_id, seq)
);
create index portfolio_events_sales on portfolio_events (user_id, currency_id, seq)
  where type in ('sell', 'result');
create index portfolio_events_all_sales on portfolio_events (user_id, seq) where type in ('sell', 'result');
create index portfolio_events_estimated on portfolio_events (user_id, seq) where estimated;
create index portfolio_events_time on portfolio_events (user_id, at);

-- Closing quantities and sums of each hour (span 1) and day (span 24) in which something moved.
create table portfolio_periods (
  user_id bigint not null,
  span smallint not null check (span in (1, 24)),
  currency_id int not null,
  start timestamptz not null,
  quantity numeric(38, 10) not null,
  owed numeric(38, 10) not null,
  transfers numeric(38, 10) not null,
  realised_average numeric(38, 10) not null,
  realised_fifo numeric(38, 10) not null,
  income numeric(38, 10) not null,
  fees numeric(38, 10) not null,
  primary key (user_id, span, currency_id, start)
);
create index portfolio_periods_time on portfolio_periods (user_id, span, start);
