-- Extra yield of an order from a coupon: one for each order, one order for each coupon. The interest account holds all of it from the
-- start.
create table mining_boosts (
  order_id bigint primary key references mining_orders (id),
  coupon_id bigint not null unique,
  user_id bigint not null,
  currency_id integer not null,
  decimals smallint not null,
  -- Extra yield of a day for one unit of principal.
  rate numeric(38, 10) not null check (rate > 0 and rate <= 0.01),
  -- Days of the order whose yield is raised, both included.
  from_day integer not null check (from_day > 0),
  to_day integer not null check (to_day >= from_day),
  -- Most that is paid, set aside at the start.
  reserve numeric(38, 10) not null check (reserve > 0),
  paid numeric(38, 10) not null default 0 check (paid >= 0 and paid <= reserve),
  -- The last day that was paid or left out.
  last_day integer not null check (last_day >= from_day - 1 and last_day <= to_day),
  created_at timestamptz not null,
  finished_at timestamptz
) with (fillfactor = 70);
create index mining_boosts_open on mining_boosts (order_id) where finished_at is null;

create function mining_keep_boost() returns trigger language plpgsql as $$
begin
  if old.finished_at is not null
    or (new.order_id, new.coupon_id, new.user_id, new.currency_id, new.rate, new.from_day, new.to_day, new.reserve, new.created_at)
      is distinct from
      (old.order_id, old.coupon_id, old.user_id, old.currency_id, old.rate, old.from_day, old.to_day, old.reserve, old.created_at)
    or new.paid < old.paid or new.last_day < old.last_day
  then raise exception 'boost of order %: terms and results do not change', old.order_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger mining_boosts_fixed before update on mining_boosts for each row execute function mining_keep_boost();
create trigger mining_boosts_permanent before delete or truncate on mining_boosts
  for each statement execute function mining_refuse_any();
