-- The spot market that a project's listing opens, as two operators approved it. Without a row the tokens stay in the assets.
create table launchpad_markets (
  project_id integer primary key references launchpad_projects,
  quote_currency integer not null,
  tick numeric(38, 10) not null check (tick > 0),
  lot numeric(38, 10) not null check (lot > 0),
  min_notional numeric(38, 10) not null check (min_notional > 0),
  -- The index until the first trade.
  reference_price numeric(38, 10) not null check (reference_price > 0),
  -- Written once, by the transaction that lists the project.
  market_id integer unique,
  opened_at timestamptz,
  check ((market_id is null) = (opened_at is null))
);

create function launchpad_refuse_market_change() returns trigger language plpgsql as $$
begin
  if old.opened_at is not null then
    raise exception 'market of launchpad project %: it is opened once', old.project_id using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger launchpad_markets_fixed before update or delete on launchpad_markets
  for each row execute function launchpad_refuse_market_change();
