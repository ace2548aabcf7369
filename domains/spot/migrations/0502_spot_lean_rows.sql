-- PostgreSQL reads the text of every check anew for every statement that writes the table: one check costs less than
-- eight, and words are checked by their type, which is read once in a session.
create domain spot_order_type as text check (value in ('limit', 'market', 'stop_limit', 'stop_market', 'oco'));
create domain spot_time_in_force as text check (value in ('GTC', 'IOC', 'FOK'));

do $$
declare
  old record;
begin
  for old in
    select conrelid::regclass as tab, conname from pg_constraint
    where contype = 'c' and conrelid in ('spot_orders'::regclass, 'spot_fills'::regclass)
  loop
    execute format('alter table %s drop constraint %I', old.tab, old.conname);
  end loop;
end $$;

alter table spot_orders
  alter column order_type type spot_order_type,
  alter column time_in_force type spot_time_in_force,
  add constraint spot_orders_sound check (
    least(price, stop_price, quantity, quote_budget) > 0
    and least(filled, filled_quote, fee, held) >= 0
    and greatest(quantity, filled) is not distinct from coalesce(quantity, filled)
    and side between 1 and 2
    -- Open or partly filled somewhere, or ended nowhere with nothing held.
    and case when place = 0 then held = 0 and status in (2, 3, 5) else place between 1 and 3 and status in (1, 4) end
  );

alter table spot_fills
  add constraint spot_fills_sound check (
    least(price, quantity, quote) > 0 and least(maker_fee, taker_fee) >= 0
    and taker_side between 1 and 2 and maker_user <> taker_user
  );

-- Stops a batch whose lease is another's, or that was to change an order without a row. An error of the statement, so
-- that the commit may be sent along with it.
create function spot_check_written(leased bigint, changed bigint, wanted bigint) returns boolean language plpgsql as $$
begin
  if leased <> 1 then raise exception 'the lease is held by another engine' using errcode = 'KS001'; end if;
  if changed <> wanted then
    raise exception '% of % changed orders have a row', changed, wanted using errcode = 'KS002';
  end if;
  return true;
end $$;
