-- Orders as acknowledged. One row lives from placement to its end; `place` says where it waits meanwhile.
create table spot_orders (
  id bigint primary key,
  user_id bigint not null,
  market_id integer not null,
  client_key text,
  -- 1 buy, 2 sell.
  side smallint not null check (side in (1, 2)),
  order_type text not null check (order_type in ('limit', 'market', 'stop_limit', 'stop_market', 'oco')),
  time_in_force text not null check (time_in_force in ('GTC', 'IOC', 'FOK')),
  post_only boolean not null,
  price numeric(38, 10) check (price > 0),
  stop_price numeric(38, 10) check (stop_price > 0),
  -- The other leg of an OCO pair; both share one hold, which lies on the limit leg until the stop is triggered.
  pair_id bigint,
  -- In base; null for a market order by quote amount.
  quantity numeric(38, 10) check (quantity > 0),
  quote_budget numeric(38, 10) check (quote_budget > 0),
  filled numeric(38, 10) not null check (filled >= 0),
  filled_quote numeric(38, 10) not null check (filled_quote >= 0),
  -- In what is received: base for a buy, quote for a sell.
  fee numeric(38, 10) not null check (fee >= 0),
  -- What the ledger holds for it: quote for a buy, base for a sell.
  held numeric(38, 10) not null check (held >= 0),
  -- 1 open, 2 complete, 3 cancelled, 4 partly filled, 5 expired.
  status smallint not null check (status between 1 and 5),
  reason text,
  -- 0 ended, 1 in the book, 2 waiting for its trigger, 3 waiting for the market to open.
  place smallint not null check (place between 0 and 3),
  -- Time priority in the book: its own id, or the number drawn when a trigger or an opening put it there.
  priority bigint not null,
  -- Its fills lie between these two.
  first_fill bigint,
  last_fill bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (quantity is null or filled <= quantity),
  check ((place <> 0) = (status in (1, 4))),
  check (place <> 0 or held = 0)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);

-- A row is in exactly one of the two: open orders for the user's list and the rebuild, ended ones for the history.
create index spot_orders_open on spot_orders (user_id, id) where place <> 0;
create index spot_orders_ended on spot_orders (user_id, id) where place = 0;

-- Client order ids. A table of its own: it is written once, while its order is updated.
create table spot_client_keys (
  user_id bigint not null,
  client_key text not null,
  -- Everything that was asked for, in one canonical text: the same key must come with the same input.
  input text not null,
  order_id bigint not null,
  primary key (user_id, client_key)
);

-- One row for each trade, with both its sides. Ids grow in the order of commits.
create table spot_fills (
  id bigint not null,
  market_id integer not null,
  price numeric(38, 10) not null check (price > 0),
  quantity numeric(38, 10) not null check (quantity > 0),
  quote numeric(38, 10) not null check (quote > 0),
  -- 1 buy, 2 sell.
  taker_side smallint not null check (taker_side in (1, 2)),
  maker_order bigint not null,
  taker_order bigint not null,
  maker_user bigint not null,
  taker_user bigint not null,
  maker_fee numeric(38, 10) not null check (maker_fee >= 0),
  taker_fee numeric(38, 10) not null check (taker_fee >= 0),
  -- Both sides are accounts of the house.
  house boolean not null,
  at timestamptz not null,
  primary key (market_id, id),
  check (maker_user <> taker_user)
);
create index spot_fills_maker on spot_fills (maker_user, id);
create index spot_fills_taker on spot_fills (taker_user, id);

-- Last trade of each market: what stop orders are compared with after a restart.
create table spot_last_trades (
  market_id integer primary key,
  price numeric(38, 10) not null,
  fill_id bigint not null
) with (fillfactor = 50);

-- The one writer. Every batch updates this row and names its fence: whoever lost the lease writes nothing more, and after
-- a lost connection `batch` tells whether the batch in flight was committed.
create table spot_engine (
  only_row boolean primary key default true check (only_row),
  fence bigint not null,
  holder text,
  expires_at timestamptz not null,
  batch bigint not null,
  -- Last ids given out.
  order_id bigint not null,
  fill_id bigint not null
) with (fillfactor = 20);
insert into spot_engine (fence, expires_at, batch, order_id, fill_id) values (0, to_timestamp(0), 0, 0, 0);
