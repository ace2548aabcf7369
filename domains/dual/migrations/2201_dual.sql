-- Dual currency products, the orders on them, and one settlement per market and maturity. Terms of a product change by two
-- operators and hold for orders to come; an order keeps the terms of its purchase.

create table dual_settlements (
  market_id integer not null,
  -- 16:00 in Hong Kong, which has no daylight saving time: 08:00 UTC.
  maturity_at timestamptz not null check (extract(epoch from maturity_at)::bigint % 86400 = 28800),
  -- Index ticks of the half hour before maturity: how many, their sum, and the first and the last of them as JSON.
  ticks integer check (ticks between 0 and 1800),
  tick_sum numeric(38, 10),
  tick_ends text,
  -- Where the price comes from. With fewer than half of the ticks two operators decide.
  basis text check (basis in ('ticks', 'source', 'void')),
  source_price numeric(38, 10) check (source_price > 0),
  source text,
  decided_at timestamptz,
  -- When the last order was paid out.
  finished_at timestamptz,
  primary key (market_id, maturity_at),
  check ((ticks is null) = (tick_sum is null) and (ticks is null) = (tick_ends is null)),
  check (basis is null or ticks is not null),
  check (basis is null or (basis = 'ticks') = (ticks >= 900)),
  check ((basis is not distinct from 'source') = (source_price is not null) and (source_price is null) = (source is null)),
  check ((basis is null) = (decided_at is null)),
  check (finished_at is null or basis is not null)
);
create index dual_settlements_due on dual_settlements (maturity_at) where finished_at is null;

create table dual_products (
  id integer generated always as identity primary key,
  market_id integer not null,
  type text not null check (type in ('call', 'put')),
  strike numeric(38, 10) not null check (strike > 0),
  -- Rate per year: 0.73 is 73 %.
  apr numeric(38, 10) not null check (apr > 0 and apr <= 10),
  -- In the coin for a call, in the quote currency for a put.
  share_price numeric(38, 10) not null check (share_price > 0),
  total_shares integer not null check (total_shares > 0),
  sold_shares integer not null default 0 check (sold_shares between 0 and total_shares),
  user_max_shares integer not null check (user_max_shares between 1 and total_shares),
  sale_start_at timestamptz not null,
  sale_end_at timestamptz not null check (sale_end_at > sale_start_at),
  maturity_at timestamptz not null,
  enabled boolean not null,
  created_at timestamptz not null,
  foreign key (market_id, maturity_at) references dual_settlements,
  -- The sale ends on an earlier date in Hong Kong, so that every order earns at least one day.
  check (sale_end_at < maturity_at - interval '16 hours')
) with (fillfactor = 80);
create index dual_products_of_market on dual_products (market_id, type, maturity_at);

create table dual_orders (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  product_id integer not null references dual_products,
  market_id integer not null,
  maturity_at timestamptz not null,
  coin_id integer not null,
  quote_id integer not null,
  coin_decimals smallint not null,
  quote_decimals smallint not null,
  type text not null check (type in ('call', 'put')),
  strike numeric(38, 10) not null check (strike > 0),
  apr numeric(38, 10) not null,
  days integer not null check (days > 0),
  shares integer not null check (shares > 0),
  principal numeric(38, 10) not null check (principal > 0),
  -- What the user receives (rounded down) and the house is charged (rounded up), in either outcome.
  coin_payout numeric(38, 10) not null,
  coin_cost numeric(38, 10) not null check (coin_cost >= coin_payout),
  quote_payout numeric(38, 10) not null,
  quote_cost numeric(38, 10) not null check (quote_cost >= quote_payout),
  purchased_at timestamptz not null check (purchased_at < maturity_at),
  -- Written once, by the settlement.
  outcome text check (outcome in ('coin', 'quote', 'void')),
  payout numeric(38, 10),
  receipt text,
  settled_at timestamptz,
  foreign key (market_id, maturity_at) references dual_settlements,
  check ((outcome is null) = (settled_at is null) and (outcome is null) = (payout is null) and (outcome is null) = (receipt is null)),
  check (payout is null or payout = case outcome when 'coin' then coin_payout when 'quote' then quote_payout else principal end)
) with (fillfactor = 80);
create index dual_orders_open on dual_orders (market_id, maturity_at, id) where outcome is null;
create index dual_orders_of_user on dual_orders (user_id, id desc);
create index dual_orders_of_product on dual_orders (product_id, user_id);

create function dual_refuse_order_change() returns trigger language plpgsql as $$
begin
  if old.outcome is not null
    or (to_jsonb(new) - '{outcome,payout,receipt,settled_at}'::text[]) is distinct from (to_jsonb(old) - '{outcome,payout,receipt,settled_at}'::text[])
  then raise exception 'dual order %: its terms and its settlement do not change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger dual_orders_fixed before update on dual_orders for each row execute function dual_refuse_order_change();

create function dual_refuse_product_change() returns trigger language plpgsql as $$
begin
  if (new.market_id, new.type, new.strike, new.share_price, new.maturity_at, new.sale_start_at)
    is distinct from (old.market_id, old.type, old.strike, old.share_price, old.maturity_at, old.sale_start_at)
  then raise exception 'dual product %: what it is does not change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger dual_products_fixed before update on dual_products for each row execute function dual_refuse_product_change();

create function dual_refuse_settlement_change() returns trigger language plpgsql as $$
begin
  if (old.ticks is not null and (new.ticks, new.tick_sum, new.tick_ends) is distinct from (old.ticks, old.tick_sum, old.tick_ends))
    or (old.basis is not null and (new.basis, new.source_price, new.source) is distinct from (old.basis, old.source_price, old.source))
    or old.finished_at is not null
  then raise exception 'dual settlement of market % at %: its price does not change', old.market_id, old.maturity_at
    using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger dual_settlements_fixed before update on dual_settlements for each row execute function dual_refuse_settlement_change();

create function dual_refuse_delete() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger dual_orders_kept before delete or truncate on dual_orders for each statement execute function dual_refuse_delete();
create trigger dual_products_kept before delete or truncate on dual_products for each statement execute function dual_refuse_delete();
create trigger dual_settlements_kept before delete or truncate on dual_settlements for each statement execute function dual_refuse_delete();
