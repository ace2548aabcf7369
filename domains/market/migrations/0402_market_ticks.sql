-- One index tick a second and instrument. The hash chain is not stored row by row: it follows from the rows, and the heads
-- below hold it each minute with a signature, so a changed row shows.
create table market_ticks (
  market_id integer not null references market_markets (id),
  -- Unix seconds.
  time bigint not null,
  price numeric(38, 10) not null check (price > 0),
  source text not null check (source in ('live', 'simulated')),
  -- What each source said, `name=price;name=price`, as it went into the hash.
  quotes text not null,
  primary key (market_id, time)
);

-- Head of a chain after the last tick of a minute.
create table market_tick_heads (
  market_id integer not null references market_markets (id),
  time bigint not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  signature text not null,
  public_key text not null,
  primary key (market_id, time)
);

-- Seeds of the simulated walk: the commitment is public from the start, seed and base prices after the day is over.
create table market_seeds (
  day date primary key,
  seed text not null check (seed ~ '^[0-9a-f]{64}$'),
  -- Price of each instrument when the day begins, canonical text `BTC/USDT=92000.5;...`.
  base text not null,
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  committed_at timestamptz not null
);
