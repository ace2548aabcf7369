-- Result of a trader at each full hour, open positions at the index included. A row follows from fills and index ticks alone,
-- so that a late run writes the same one.
create table copytrade_snapshots (
  trader_id bigint not null references copytrade_traders (user_id),
  hour timestamptz not null check (extract(epoch from hour)::bigint % 3600 = 0),
  -- Net result of all fills so far.
  realised numeric(38, 10) not null,
  -- Unrealised profit of open positions at the index.
  unrealised numeric(38, 10) not null,
  primary key (trader_id, hour)
);

-- Statistics of the last snapshot, and the trader's settings.
alter table copytrade_traders
  add column unrealised numeric(38, 10) not null default 0,
  add column capital numeric(38, 10) not null default 0,
  add column roi_7 numeric(38, 10) not null default 0,
  add column roi_30 numeric(38, 10) not null default 0,
  add column roi_90 numeric(38, 10) not null default 0,
  -- The first snapshot.
  add column history_from timestamptz,
  -- Average time from opening to closing.
  add column holding_ms bigint,
  add column risk smallint check (risk between 1 and 10),
  add column risk_drawdown numeric(38, 10) not null default 0,
  add column risk_deviation numeric(38, 10) not null default 0,
  add column risk_leverage numeric(38, 10) not null default 0,
  -- Who sees open positions: everyone at once, everyone after a delay, or nobody.
  add column positions text not null default 'live' check (positions in ('live', 'delayed', 'hidden')),
  -- Maximum number of followers.
  add column places integer not null default 10000 check (places between 1 and 10000),
  -- A strategy of the demonstration trades, not a person.
  add column simulated boolean not null default false;
