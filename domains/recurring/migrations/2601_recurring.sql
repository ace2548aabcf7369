-- Plans. What is bought and when does not change; a user who wants something else creates another plan.
create table recurring_plans (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  market_id integer not null,
  -- What each purchase spends, in the quote currency.
  amount numeric(38, 10) not null check (amount > 0),
  frequency text not null check (frequency in ('daily', 'weekly', 'biweekly', 'monthly')),
  -- 1 to 7 from Monday, or 1 to 31 of a month; 0 for every day.
  day smallint not null,
  hour smallint not null check (hour between 0 and 23),
  -- IANA time zone.
  zone text not null,
  -- Maximum relative distance of the price from the index.
  slippage numeric(38, 10) not null check (slippage > 0 and slippage < 1),
  state text not null default 'active' check (state in ('active', 'paused', 'ended')),
  -- The next date in the zone, when it is due and when it is bought: a stock waits for its session.
  next_date text not null check (next_date ~ '^\d{4}-\d\d-\d\d$'),
  due_at timestamptz not null,
  buy_at timestamptz not null check (buy_at >= due_at),
  -- When the next purchase is tried; later than buy_at while it is tried again.
  attempt_at timestamptz check (attempt_at >= buy_at),
  -- Whether an order for next_date may have been placed.
  is_placing boolean not null default false,
  -- Why it is tried again.
  waiting text check (waiting in ('not_traded')),
  purchases integer not null default 0 check (purchases >= 0),
  skips integer not null default 0 check (skips >= 0),
  -- Sums of its orders: quote spent, base bought, fee in base.
  spent numeric(38, 10) not null default 0 check (spent >= 0),
  bought numeric(38, 10) not null default 0 check (bought >= 0),
  fee numeric(38, 10) not null default 0 check (fee >= 0 and fee <= bought),
  created_at timestamptz not null,
  ended_at timestamptz,
  check (case frequency when 'daily' then day = 0 when 'monthly' then day between 1 and 31 else day between 1 and 7 end),
  check ((state = 'active') = (attempt_at is not null)),
  check ((state = 'ended') = (ended_at is not null)),
  check (state = 'active' or (not is_placing and waiting is null))
) with (fillfactor = 60);
create index recurring_plans_due on recurring_plans (attempt_at, id) where state = 'active';
create index recurring_plans_of_user on recurring_plans (user_id, id desc);
create index recurring_plans_of_market on recurring_plans (market_id, id desc);

-- Plans of a user that have not ended: the limit holds however many are created at once.
create table recurring_users (
  user_id bigint primary key,
  plans integer not null check (plans >= 0)
);

-- Results of dates. A date of a plan has one, so nothing is bought twice.
create table recurring_executions (
  plan_id bigint not null references recurring_plans (id),
  date text not null,
  due_at timestamptz not null,
  outcome text not null
    check (outcome in ('bought', 'no_funds', 'not_traded', 'no_liquidity', 'refused', 'missed', 'skipped')),
  order_id bigint,
  spent numeric(38, 10) not null check (spent >= 0),
  bought numeric(38, 10) not null check (bought >= 0),
  fee numeric(38, 10) not null check (fee >= 0 and fee <= bought),
  executed_at timestamptz not null,
  primary key (plan_id, date),
  check ((outcome = 'bought') = (bought > 0)),
  check (outcome <> 'bought' or order_id is not null)
);
create unique index recurring_executions_order on recurring_executions (order_id) where order_id is not null;
create index recurring_executions_recent on recurring_executions (executed_at);

create function recurring_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state = 'ended'
    or (new.user_id, new.market_id, new.amount, new.frequency, new.day, new.hour, new.zone, new.slippage, new.created_at)
      is distinct from
      (old.user_id, old.market_id, old.amount, old.frequency, old.day, old.hour, old.zone, old.slippage, old.created_at)
    or new.purchases < old.purchases or new.spent < old.spent or new.bought < old.bought or new.next_date < old.next_date
  then raise exception 'recurring plan %: terms and results do not change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger recurring_plans_fixed before update on recurring_plans for each row execute function recurring_refuse_change();

create function recurring_refuse_any() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger recurring_executions_fixed before update or delete or truncate on recurring_executions
  for each statement execute function recurring_refuse_any();
create trigger recurring_plans_permanent before delete or truncate on recurring_plans
  for each statement execute function recurring_refuse_any();
