-- Seconds options. Terms that operators may change by two; orders keep the terms of their acceptance. What an order came to
-- is written once, by its settlement, from the kept index ticks.

create table options_durations (
  id integer generated always as identity primary key,
  seconds integer not null unique check (seconds between 5 and 3000),
  -- Profit of a win for one unit of stake.
  ratio numeric(38, 10) not null check (ratio > 0 and ratio <= 1),
  min_stake numeric(38, 10) not null check (min_stake > 0),
  max_stake numeric(38, 10) not null check (max_stake >= min_stake),
  enabled boolean not null
);
insert into options_durations (seconds, ratio, min_stake, max_stake, enabled) values
  (30, 0.60, 1, 5000, true), (60, 0.75, 1, 5000, true), (120, 0.80, 1, 5000, true),
  (180, 0.85, 1, 10000, true), (300, 0.90, 1, 10000, true);

create table options_currencies (
  currency_id integer primary key,
  min_stake numeric(38, 10) not null check (min_stake > 0),
  max_stake numeric(38, 10) not null check (max_stake >= min_stake),
  -- Stakes of one user that may be open at once.
  user_max numeric(38, 10) not null check (user_max >= max_stake),
  -- What the pool may owe for one instrument and expiry (orders settled by the same ticks).
  window_max numeric(38, 10) not null check (window_max > 0),
  -- What the pool may owe in all.
  pool_max numeric(38, 10) not null check (pool_max > 0),
  enabled boolean not null
);
insert into options_currencies (currency_id, min_stake, max_stake, user_max, window_max, pool_max, enabled) values
  (3, 1, 10000, 50000, 100000, 2000000, true), (45, 1, 10000, 50000, 100000, 1000000, true);

-- How much more the pool may owe, in parts so that two orders rarely want the same row; together: pool_max - what is owed.
-- A part is refilled from the others when it is short. Below zero only after the cap was lowered under what is owed.
create table options_rooms (
  currency_id integer not null references options_currencies (currency_id),
  shard smallint not null check (shard between 0 and 15),
  room numeric(38, 10) not null,
  primary key (currency_id, shard)
) with (fillfactor = 50);
insert into options_rooms (currency_id, shard, room)
  select currency_id, shard, pool_max / 16 from options_currencies, generate_series(0, 15) as shard;

-- Owed by instrument and the last second of the ticks that settle. Rows of the past are of no use.
create table options_windows (
  market_id integer not null,
  currency_id integer not null,
  second bigint not null,
  owed numeric(38, 10) not null check (owed >= 0),
  primary key (market_id, currency_id, second)
);

-- Regions (ISO 3166-1 alpha-2) without options.
create table options_regions (
  region text primary key check (region ~ '^[A-Z]{2}$')
);
insert into options_regions (region) values ('AU'), ('BE'), ('CA'), ('GB'), ('IL'), ('US');

-- One row per user: quiz, limits of their own, counters of the day and for good. Dollar coins count one to one.
create table options_people (
  user_id bigint primary key,
  country text,
  quiz_version integer,
  quiz_passed_at timestamptz,
  open_stake numeric(38, 10) not null default 0 check (open_stake >= 0),
  -- The day (UTC) that the two counters belong to.
  day date not null,
  day_staked numeric(38, 10) not null default 0,
  -- Returned less staked of what was settled on the day.
  day_net numeric(38, 10) not null default 0,
  wins bigint not null default 0,
  losses bigint not null default 0,
  ties bigint not null default 0,
  voids bigint not null default 0,
  staked numeric(38, 10) not null default 0,
  returned numeric(38, 10) not null default 0,
  limit_stake numeric(38, 10),
  next_stake numeric(38, 10),
  next_stake_at timestamptz,
  limit_loss numeric(38, 10),
  next_loss numeric(38, 10),
  next_loss_at timestamptz,
  cooling_until timestamptz
) with (fillfactor = 70);

create table options_orders (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  market_id integer not null,
  currency_id integer not null,
  -- Decimals of the currency, as the formula needs them.
  decimals smallint not null,
  direction text not null check (direction in ('up', 'down')),
  seconds integer not null,
  stake numeric(38, 10) not null check (stake > 0),
  ratio numeric(38, 10) not null check (ratio > 0),
  -- stake x ratio: what the pool owes while the order is open.
  profit numeric(38, 10) not null check (profit >= 0),
  -- Part of the pool that owes it.
  shard smallint not null,
  accepted_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > accepted_at),
  -- Written by the entry and by the settlement alone, from index ticks.
  entry_second bigint,
  entry_price numeric(38, 10),
  outcome text check (outcome in ('win', 'lose', 'tie', 'void')),
  settlement numeric(38, 10),
  returned numeric(38, 10),
  receipt text,
  settled_at timestamptz,
  check ((outcome is null) = (settled_at is null) and (outcome is null) = (returned is null) and (outcome is null) = (receipt is null)),
  check (returned is null or returned = case outcome when 'win' then stake + profit when 'lose' then 0 else stake end)
) with (fillfactor = 80);
create index options_orders_due on options_orders (expires_at, id) where outcome is null;
create index options_orders_entering on options_orders (accepted_at, id) where outcome is null and entry_second is null;
create index options_orders_of_user on options_orders (user_id, id desc);
create index options_orders_settled on options_orders (settled_at) where outcome is not null;

-- What was settled stays as it is, and nobody changes what was agreed.
create function options_refuse_change() returns trigger language plpgsql as $$
begin
  if old.outcome is not null
    or (old.entry_second is not null and (new.entry_second, new.entry_price) is distinct from (old.entry_second, old.entry_price))
    or (new.user_id, new.market_id, new.currency_id, new.decimals, new.direction, new.seconds, new.stake, new.ratio, new.profit, new.shard,
        new.accepted_at, new.expires_at)
      is distinct from
      (old.user_id, old.market_id, old.currency_id, old.decimals, old.direction, old.seconds, old.stake, old.ratio, old.profit, old.shard,
        old.accepted_at, old.expires_at)
  then raise exception 'option %: what was agreed or settled does not change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger options_orders_fixed before update on options_orders for each row execute function options_refuse_change();
create function options_refuse_delete() returns trigger language plpgsql as $$
begin
  raise exception 'options_orders is append-only' using errcode = 'restrict_violation';
end $$;
create trigger options_orders_kept before delete or truncate on options_orders for each statement execute function options_refuse_delete();
