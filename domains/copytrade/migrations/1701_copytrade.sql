-- People who may be copied.
create table copytrade_traders (
  user_id bigint primary key,
  state text not null check (state in ('applied', 'accepted', 'rejected', 'suspended')),
  about text not null,
  reason text,
  -- Share of a follower's new profit, relative.
  share_ratio numeric(38, 10) not null check (share_ratio >= 0 and share_ratio <= 0.5),
  created_at timestamptz not null,
  decided_at timestamptz,
  -- Figures of closed positions, reckoned hourly.
  total_profit numeric(38, 10) not null default 0,
  roi numeric(38, 10) not null default 0,
  accuracy numeric(38, 10) not null default 0,
  max_drawdown numeric(38, 10) not null default 0,
  sharpe numeric(38, 10),
  trades integer not null default 0,
  curve numeric(38, 10)[] not null default '{}',
  figures_at timestamptz
);
create index copytrade_traders_accepted on copytrade_traders (total_profit desc, user_id) where state = 'accepted';

-- Who copies whom, and how. One row for each time that somebody begins.
create table copytrade_follows (
  id bigint generated always as identity primary key,
  trader_id bigint not null references copytrade_traders (user_id),
  user_id bigint not null,
  mode text not null check (mode in ('multiple', 'lots')),
  number numeric(38, 10) not null check (number > 0),
  order_cap numeric(38, 10) check (order_cap > 0),
  total_cap numeric(38, 10) check (total_cap > 0),
  slippage numeric(38, 10) not null check (slippage > 0),
  stop_loss numeric(38, 10) check (stop_loss > 0),
  active boolean not null default true,
  ended text check (ended in ('user', 'stop_loss', 'trader')),
  -- Net profit up to which the trader has had their share.
  high_water numeric(38, 10) not null default 0 check (high_water >= 0),
  -- What the copies brought so far after fees, their margin now, and how many are open.
  profit numeric(38, 10) not null default 0,
  margin numeric(38, 10) not null default 0 check (margin >= 0),
  open_copies integer not null default 0 check (open_copies >= 0),
  skipped integer not null default 0,
  shared numeric(38, 10) not null default 0 check (shared >= 0),
  created_at timestamptz not null,
  ended_at timestamptz,
  check (user_id <> trader_id),
  check (active = (ended is null))
);
create unique index copytrade_follows_active on copytrade_follows (trader_id, user_id) where active;
create index copytrade_follows_of_user on copytrade_follows (user_id, id desc);

-- What waits to be done for followers; written in the transaction of the trader's fill, or of the stop.
create table copytrade_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('opened', 'closed', 'stopped')),
  -- The trader's position as it was filled, and what is left of it.
  position_id bigint,
  trader_id bigint,
  market_id integer,
  side text check (side in ('long', 'short')),
  mode text check (mode in ('cross', 'isolated')),
  multiple integer,
  origin_lots numeric(38, 10),
  lots numeric(38, 10),
  price numeric(38, 10),
  -- Whose copies are all closed.
  follow_id bigint references copytrade_follows (id),
  created_at timestamptz not null,
  try_at timestamptz not null,
  done_at timestamptz,
  check (case kind when 'stopped' then follow_id is not null else
    num_nulls(position_id, trader_id, market_id, side, mode, multiple, origin_lots, lots, price) = 0 end)
);
create index copytrade_events_waiting on copytrade_events (try_at, id) where done_at is null;

-- A follower's copy of a trader's position. One a trader's position and follow, so that nothing is copied twice.
create table copytrade_copies (
  trader_position bigint not null,
  follow_id bigint not null references copytrade_follows (id),
  position_id bigint unique,
  -- Why it was not copied.
  skipped text,
  market_id integer not null,
  side text not null check (side in ('long', 'short')),
  origin_lots numeric(38, 10) not null,
  -- The follower took it over.
  own boolean not null default false,
  id bigint generated always as identity unique,
  created_at timestamptz not null,
  primary key (trader_position, follow_id),
  check ((position_id is null) <> (skipped is null))
);
create index copytrade_copies_of_follow on copytrade_copies (follow_id, id desc);

-- Shares of profit that were paid.
create table copytrade_shares (
  id bigint generated always as identity primary key,
  follow_id bigint not null references copytrade_follows (id),
  trader_id bigint not null,
  user_id bigint not null,
  day date not null,
  profit numeric(38, 10) not null,
  high_water numeric(38, 10) not null,
  amount numeric(38, 10) not null check (amount > 0),
  created_at timestamptz not null,
  unique (follow_id, day)
);
create index copytrade_shares_of_trader on copytrade_shares (trader_id, id desc);
create index copytrade_shares_of_user on copytrade_shares (user_id, id desc);
