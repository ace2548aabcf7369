-- What operators set of a contract market, two of them together. Spread, fees and lots stand with the instrument.
create table contracts_markets (
  market_id integer primary key,
  -- Closing only keeps people able to leave; halted stops everything, close-outs too.
  state text not null default 'open' check (state in ('open', 'close_only', 'halted')),
  multiples integer[] not null,
  -- Step of lots.
  lot_step numeric(38, 10) not null default 1 check (lot_step > 0),
  -- Most in quote: of one side beyond the other, of both together, of one user.
  net_cap numeric(38, 10) not null check (net_cap >= 0),
  gross_cap numeric(38, 10) not null check (gross_cap >= 0),
  user_cap numeric(38, 10) not null check (user_cap >= 0),
  version integer not null default 1
);

insert into contracts_markets (market_id, multiples, net_cap, gross_cap, user_cap)
select id, '{1,2,5,10,20,50,100}', case when kind = 'coin' then 10000000 else 3000000 end,
  case when kind = 'coin' then 50000000 else 15000000 end, case when kind = 'coin' then 5000000 else 1000000 end
from market_markets;

-- Highest leverage by the user's verification level.
create table contracts_levels (
  level integer primary key,
  multiple_max integer not null check (multiple_max >= 1)
);
insert into contracts_levels values (0, 50), (1, 100), (2, 100);

create table contracts_settings (
  only_row boolean primary key default true check (only_row),
  -- Positions and waiting orders of one user.
  positions_max integer not null check (positions_max > 0)
);
insert into contracts_settings (positions_max) values (200);

create sequence contracts_ids;

-- A position from its order to its end. What was agreed at the order stays with it.
create table contracts_positions (
  id bigint primary key,
  user_id bigint not null,
  market_id integer not null,
  side text not null check (side in ('long', 'short')),
  mode text not null check (mode in ('cross', 'isolated')),
  -- 1 own, 2 copied.
  order_type smallint not null check (order_type in (1, 2)),
  source_id bigint,
  -- 0 pending, 1 open, 2 closing, 3 closed, 4 cancelled.
  status smallint not null check (status between 0 and 4),
  target numeric(38, 10) check (target > 0),
  multiple integer not null check (multiple > 0),
  lot_size numeric(38, 10) not null check (lot_size > 0),
  spread numeric(38, 10) not null check (spread >= 0),
  fee_rate numeric(38, 10) not null check (fee_rate >= 0),
  overnight_rate numeric(38, 10) not null check (overnight_rate >= 0),
  origin_lots numeric(38, 10) not null check (origin_lots > 0),
  lots numeric(38, 10) not null check (lots > 0 and lots <= origin_lots),
  price numeric(38, 10) check (price > 0),
  margin numeric(38, 10) not null check (margin >= 0),
  origin_margin numeric(38, 10) not null check (origin_margin >= 0),
  hold numeric(38, 10) not null check (hold >= 0),
  take_profit numeric(38, 10) check (take_profit > 0),
  stop_loss numeric(38, 10) check (stop_loss > 0),
  trigger_reason text check (trigger_reason in ('take_profit', 'stop_loss')),
  trigger_tick bigint,
  profit numeric(38, 10) not null,
  fee numeric(38, 10) not null check (fee >= 0),
  overnight numeric(38, 10) not null check (overnight >= 0),
  insurance numeric(38, 10) not null check (insurance >= 0),
  close_price numeric(38, 10) check (close_price > 0),
  close_reason text,
  -- Unix seconds of the index ticks.
  open_tick bigint,
  close_tick bigint,
  created_at timestamptz not null,
  opened_at timestamptz,
  closed_at timestamptz,
  -- The last overnight cut-off that was charged.
  charged_at timestamptz,
  -- Grows with every change; a writer that has seen an older one changes nothing.
  version integer not null,
  check ((status in (1, 2, 3)) = (price is not null)),
  check ((status = 2) = (trigger_reason is not null and trigger_tick is not null)),
  check (status <> 0 or (target is not null and hold > 0)),
  check (status = 0 or hold = 0),
  check (status in (1, 2) or margin = 0)
) with (fillfactor = 70);
create index contracts_positions_live on contracts_positions (user_id) where status < 3;
create index contracts_positions_of_user on contracts_positions (user_id, id desc);
create index contracts_positions_source on contracts_positions (source_id) where source_id is not null;

-- What was filled of a position, with the tick that it was filled at.
create table contracts_fills (
  id bigint generated always as identity primary key,
  position_id bigint not null references contracts_positions (id),
  user_id bigint not null,
  market_id integer not null,
  kind text not null check (kind in ('open', 'close')),
  reason text,
  lots numeric(38, 10) not null check (lots > 0),
  quantity numeric(38, 10) not null check (quantity > 0),
  price numeric(38, 10) not null check (price > 0),
  index_price numeric(38, 10) not null check (index_price > 0),
  tick bigint not null,
  margin numeric(38, 10) not null,
  profit numeric(38, 10) not null,
  fee numeric(38, 10) not null check (fee >= 0),
  insurance numeric(38, 10) not null check (insurance >= 0),
  -- What nobody paid: the fund was empty and the pool received less.
  absorbed numeric(38, 10) not null check (absorbed >= 0),
  at timestamptz not null
);
create index contracts_fills_of_position on contracts_fills (position_id);
create index contracts_fills_by_time on contracts_fills (at);
create index contracts_fills_insured on contracts_fills (id) where insurance > 0;

-- Overnight fees, once per position and cut-off.
create table contracts_overnights (
  position_id bigint not null references contracts_positions (id),
  cutoff timestamptz not null,
  index_price numeric(38, 10) not null check (index_price > 0),
  tick bigint not null,
  from_available numeric(38, 10) not null check (from_available >= 0),
  from_margin numeric(38, 10) not null check (from_margin >= 0),
  primary key (position_id, cutoff)
);

-- Cut-offs that every position has been charged for.
create table contracts_cutoffs (
  at timestamptz primary key,
  done_at timestamptz not null
);

-- The first answer to a request with a key.
create table contracts_requests (
  user_id bigint not null,
  key text not null,
  hash text not null,
  reply jsonb not null,
  at timestamptz not null,
  primary key (user_id, key)
);
create index contracts_requests_by_time on contracts_requests (at);
