-- Instruments: what is traded against what, in which steps, at which fees.
create table market_markets (
  id integer primary key,
  base_currency integer not null,
  quote_currency integer not null,
  base_name text not null,
  quote_name text not null,
  title text not null,
  kind text not null check (kind in ('coin', 'stock')),
  -- The price step, the quantity step; one step of each multiplied must fit the quote currency's decimals.
  tick numeric(38, 10) not null check (tick > 0),
  lot numeric(38, 10) not null check (lot > 0),
  min_notional numeric(38, 10) not null check (min_notional > 0),
  -- How far from the index a limit price may lie, relative (0.1 is 10 %).
  band numeric(38, 10) not null check (band > 0 and band < 1),
  maker_fee numeric(38, 10) not null check (maker_fee >= 0 and maker_fee <= 0.05),
  taker_fee numeric(38, 10) not null check (taker_fee >= 0 and taker_fee <= 0.05),
  -- Decimals of the published index.
  index_decimals integer not null check (index_decimals between 0 and 10),
  state text not null default 'open' check (state in ('open', 'cancel_only', 'halted')),
  -- Contracts against the house: an absolute spread, daily rate, contract size, fee rate, lots at least and at most.
  spread numeric(38, 10) not null check (spread >= 0),
  overnight numeric(38, 10) not null check (overnight >= 0),
  lever_share_num numeric(38, 10) not null check (lever_share_num > 0),
  lever_trade_fee numeric(38, 10) not null check (lever_trade_fee >= 0),
  lever_min_share numeric(38, 10) not null check (lever_min_share > 0),
  lever_max_share numeric(38, 10) not null,
  open_lever boolean not null default false,
  open_microtrade boolean not null default false,
  open_coin_trade boolean not null default true,
  -- Order of appearance.
  position integer not null,
  -- Grows with every change; a change names the version that it was decided on.
  version integer not null default 1,
  unique (base_currency, quote_currency),
  check (lever_max_share >= lever_min_share)
);

insert into market_markets (
  id, base_currency, quote_currency, base_name, quote_name, title, kind, tick, lot, min_notional, band, maker_fee, taker_fee,
  index_decimals, spread, overnight, lever_share_num, lever_trade_fee, lever_min_share, lever_max_share, position
) values
  (1, 1, 3, 'BTC', 'USDT', 'Bitcoin', 'coin', 0.1, 0.00001, 5, 0.1, 0.001, 0.001, 3, 10, 0.0001, 0.001, 0.0005, 1, 50000, 1),
  (2, 2, 3, 'ETH', 'USDT', 'Ethereum', 'coin', 0.01, 0.0001, 5, 0.1, 0.001, 0.001, 4, 0.5, 0.0001, 0.01, 0.0005, 1, 100000, 2),
  (3, 4, 3, 'SOL', 'USDT', 'Solana', 'coin', 0.01, 0.001, 5, 0.1, 0.001, 0.001, 4, 0.05, 0.0001, 0.1, 0.0005, 1, 200000, 3),
  (4, 5, 3, 'BNB', 'USDT', 'BNB', 'coin', 0.01, 0.001, 5, 0.1, 0.001, 0.001, 4, 0.2, 0.0001, 0.1, 0.0005, 1, 50000, 4),
  (5, 6, 3, 'XRP', 'USDT', 'XRP', 'coin', 0.0001, 0.1, 5, 0.1, 0.001, 0.001, 6, 0.0008, 0.0001, 10, 0.0005, 1, 200000, 5),
  (6, 7, 3, 'DOGE', 'USDT', 'Dogecoin', 'coin', 0.00001, 1, 5, 0.1, 0.001, 0.001, 7, 0.00006, 0.0001, 100, 0.0005, 1, 300000, 6),
  (7, 8, 3, 'ADA', 'USDT', 'Cardano', 'coin', 0.0001, 0.1, 5, 0.1, 0.001, 0.001, 6, 0.0002, 0.0001, 10, 0.0005, 1, 500000, 7),
  (8, 45, 3, 'USDC', 'USDT', 'USD Coin', 'coin', 0.0001, 0.01, 5, 0.02, 0.0005, 0.0005, 6, 0.0001, 0.0001, 100, 0.0005, 1, 50000, 8),
  (101, 61, 3, 'AAPL', 'USDT', 'Apple', 'stock', 0.01, 0.0001, 1, 0.1, 0.001, 0.001, 4, 0.05, 0.0002, 1, 0.0005, 1, 10000, 101),
  (102, 62, 3, 'MSFT', 'USDT', 'Microsoft', 'stock', 0.01, 0.0001, 1, 0.1, 0.001, 0.001, 4, 0.1, 0.0002, 1, 0.0005, 1, 10000, 102),
  (103, 63, 3, 'NVDA', 'USDT', 'NVIDIA', 'stock', 0.01, 0.0001, 1, 0.1, 0.001, 0.001, 4, 0.04, 0.0002, 1, 0.0005, 1, 10000, 103),
  (104, 64, 3, 'TSLA', 'USDT', 'Tesla', 'stock', 0.01, 0.0001, 1, 0.1, 0.001, 0.001, 4, 0.1, 0.0002, 1, 0.0005, 1, 10000, 104),
  (105, 65, 3, 'AMZN', 'USDT', 'Amazon', 'stock', 0.01, 0.0001, 1, 0.1, 0.001, 0.001, 4, 0.05, 0.0002, 1, 0.0005, 1, 10000, 105),
  (106, 66, 3, 'GOOGL', 'USDT', 'Alphabet', 'stock', 0.01, 0.0001, 1, 0.1, 0.001, 0.001, 4, 0.05, 0.0002, 1, 0.0005, 1, 10000, 106);

create table market_favourites (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  currency_id integer not null,
  created_at timestamptz not null,
  unique (user_id, currency_id)
);

-- Look-ups of a market by the hour, for the hot search.
create table market_views (
  market_id integer not null references market_markets (id),
  hour timestamptz not null,
  views bigint not null check (views > 0),
  primary key (market_id, hour)
);
