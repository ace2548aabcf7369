-- What is sold. Terms change for later orders only: an order has a copy of its own.
create table mining_products (
  id integer generated always as identity primary key,
  currency_id integer not null,
  category text not null check (category in ('lockup', 'defi', 'cloud', 'flexible')),
  -- Term in days; 0 is flexible.
  days smallint not null check (days between 0 and 720),
  -- Yield of a day and penalty of a remaining day, for one unit of principal.
  rate numeric(38, 10) not null check (rate > 0 and rate <= 0.1),
  penalty_ratio numeric(38, 10) not null check (penalty_ratio >= 0 and penalty_ratio <= 1),
  -- Days of yield that are set aside at the purchase: the whole term, or what a flexible order always has ahead of it.
  reserve_days smallint not null check (reserve_days > 0),
  order_min numeric(38, 10) not null check (order_min > 0),
  user_max numeric(38, 10) not null check (user_max >= order_min),
  total_max numeric(38, 10) not null check (total_max >= user_max),
  -- Principal of all open orders.
  sold numeric(38, 10) not null default 0 check (sold >= 0),
  vip_only boolean not null,
  opens_at timestamptz not null,
  closes_at timestamptz check (closes_at > opens_at),
  check ((category = 'flexible') = (days = 0)),
  check (days = 0 or reserve_days = days),
  check (days > 0 or penalty_ratio = 0)
) with (fillfactor = 50);

create table mining_orders (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  product_id integer not null references mining_products (id),
  currency_id integer not null,
  decimals smallint not null,
  category text not null,
  days smallint not null,
  rate numeric(38, 10) not null check (rate > 0),
  penalty_ratio numeric(38, 10) not null check (penalty_ratio >= 0),
  amount numeric(38, 10) not null check (amount > 0),
  reserve_days smallint not null,
  -- Subscribed from the idle balance by the user's standing instruction.
  auto boolean not null,
  opened_at timestamptz not null,
  -- Held in the user's exchange account; falls by redemptions.
  principal numeric(38, 10) not null check (principal >= 0 and principal <= amount),
  -- Yield of a day on the principal as it is.
  daily numeric(38, 10) not null check (daily >= 0),
  -- Days of yield that the interest account holds for this order.
  reserved_days smallint not null check (reserved_days >= 0),
  days_paid integer not null default 0 check (days_paid >= 0),
  interest numeric(38, 10) not null default 0 check (interest >= 0),
  next_at timestamptz,
  redemptions integer not null default 0,
  returned numeric(38, 10) not null default 0,
  penalty numeric(38, 10) not null default 0,
  outcome text check (outcome in ('matured', 'redeemed', 'closed')),
  closed_at timestamptz,
  check (days = 0 or days_paid <= days),
  check ((outcome is null) = (closed_at is null) and (outcome is null) = (next_at is not null)),
  check ((outcome is null) = (principal > 0)),
  check (outcome is null or reserved_days = 0),
  check (returned + penalty + principal = amount),
  check (next_at is null or next_at = opened_at + (days_paid + 1) * interval '24 hours')
) with (fillfactor = 60);
create index mining_orders_due on mining_orders (next_at, id) where outcome is null;
create index mining_orders_of_user on mining_orders (user_id, id desc);
create index mining_orders_of_product on mining_orders (product_id, user_id) where outcome is null;

-- The terms of an order and what has ended do not change.
create function mining_refuse_change() returns trigger language plpgsql as $$
begin
  if old.outcome is not null
    or (new.user_id, new.product_id, new.currency_id, new.decimals, new.category, new.days, new.rate, new.penalty_ratio, new.amount,
        new.reserve_days, new.auto, new.opened_at)
      is distinct from
      (old.user_id, old.product_id, old.currency_id, old.decimals, old.category, old.days, old.rate, old.penalty_ratio, old.amount,
        old.reserve_days, old.auto, old.opened_at)
    or new.days_paid < old.days_paid or new.principal > old.principal or new.interest < old.interest
  then raise exception 'mining order %: terms and results do not change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger mining_orders_fixed before update on mining_orders for each row execute function mining_refuse_change();

-- One row for each yield that was paid: a day of an order is paid once.
create table mining_accruals (
  order_id bigint not null,
  day integer not null check (day > 0),
  due_at timestamptz not null,
  principal numeric(38, 10) not null,
  amount numeric(38, 10) not null check (amount >= 0),
  paid_at timestamptz not null,
  primary key (order_id, day)
);
create function mining_refuse_any() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger mining_accruals_fixed before update or delete or truncate on mining_accruals
  for each statement execute function mining_refuse_any();
create trigger mining_orders_permanent before delete or truncate on mining_orders
  for each statement execute function mining_refuse_any();

-- Standing instructions to subscribe the idle balance of a currency every day.
create table mining_auto (
  user_id bigint not null,
  currency_id integer not null,
  product_id integer not null references mining_products (id),
  next_at timestamptz not null,
  primary key (user_id, currency_id)
);
create index mining_auto_due on mining_auto (next_at);
