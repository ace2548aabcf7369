-- Figures of complete days (UTC) for the dashboard of the console. A day is computed once and never changes.
create table operators_daily_figures (
  day date primary key,
  registrations int not null check (registrations >= 0),
  active_users int not null check (active_users >= 0),
  -- In USDT.
  deposits numeric(38, 10) not null check (deposits >= 0),
  deposits_count int not null check (deposits_count >= 0),
  withdrawals numeric(38, 10) not null check (withdrawals >= 0),
  withdrawals_count int not null check (withdrawals_count >= 0),
  -- Currencies without a price at the end of the day, whose amounts are left out.
  unvalued text[] not null,
  computed_at timestamptz not null
);

create table operators_daily_products (
  day date not null references operators_daily_figures (day),
  product text not null check (product in ('spot', 'contracts', 'options', 'stocks')),
  -- In USDT.
  volume numeric(38, 10) not null check (volume >= 0),
  fees numeric(38, 10) not null check (fees >= 0),
  primary key (day, product)
);

create function operators_daily_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a complete day never changes', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger operators_daily_figures_append_only before update or delete or truncate on operators_daily_figures
  for each statement execute function operators_daily_refuse_change();
create trigger operators_daily_products_append_only before update or delete or truncate on operators_daily_products
  for each statement execute function operators_daily_refuse_change();
