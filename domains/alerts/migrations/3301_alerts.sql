-- Price alerts of users.
create table alerts_alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  market_id integer not null,
  kind text not null check (kind in ('price', 'rise_24h', 'fall_24h')),
  -- A price in the quote currency, or percent.
  target numeric(38, 10) not null check (target > 0),
  -- When the target was set: a split since then changes the size of a share.
  target_at timestamptz not null,
  -- Minimum time between two notifications; 0: it notifies once.
  repeat_minutes integer not null check (repeat_minutes >= 0),
  state text not null default 'active' check (state in ('active', 'paused', 'fired')),
  -- On which side of the target the user knows the index to be; another side is a crossing.
  side text not null check (side in ('below', 'above', 'none')),
  -- The tick of that side.
  side_at timestamptz not null,
  -- Until when an alert that has notified stays silent.
  quiet_until timestamptz,
  -- Grows with every change.
  version integer not null default 1,
  firings integer not null default 0,
  fired_at timestamptz,
  fired_price numeric(38, 10),
  created_at timestamptz not null,
  unique (user_id, market_id, kind, target),
  check ((firings = 0) = (fired_at is null)),
  check ((fired_at is null) = (fired_price is null)),
  check (state <> 'fired' or (repeat_minutes = 0 and firings > 0))
) with (fillfactor = 80);
create index alerts_alerts_active on alerts_alerts (market_id, id) where state = 'active';

-- Locked while alerts of a user are added, so that the limit holds however many are created at once.
create table alerts_users (user_id bigint primary key);
