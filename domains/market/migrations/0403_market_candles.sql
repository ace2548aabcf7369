-- Candles with trades in them (or labelled history); stretches without trades are filled flat when read.
create table market_candles (
  market_id integer not null references market_markets (id),
  -- Place of the period in the list of periods, from 1min 0 to 1mon 8.
  period smallint not null check (period between 0 and 8),
  -- Unix seconds of its beginning.
  start bigint not null,
  open numeric(38, 10) not null,
  high numeric(38, 10) not null,
  low numeric(38, 10) not null,
  close numeric(38, 10) not null,
  -- Traded in base and in quote.
  vol numeric(38, 10) not null,
  amount numeric(38, 10) not null,
  backfilled boolean not null,
  primary key (market_id, period, start),
  check (low > 0 and low <= open and low <= close and high >= open and high >= close and vol >= 0 and amount >= 0)
) with (fillfactor = 80);

-- The last trade that is in the candles; written together with them.
create table market_candle_cursors (
  market_id integer primary key references market_markets (id),
  trade_id bigint not null
);
