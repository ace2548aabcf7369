-- How currencies are shown, as two operators decided it; the newest row of a currency counts. Code, kind and scale are fixed in
-- ledger_currencies. Without a row a currency has its first title, its scale as decimals, and the logo of its code.
create table currencies_versions (
  id bigint generated always as identity primary key,
  currency_id int not null,
  title text not null check (length(title) between 1 and 40),
  -- Decimals of rounded amounts; amounts that matter are shown with all of theirs.
  display_decimals smallint not null check (display_decimals between 0 and 10),
  -- Address of an uploaded picture; null for the logo of the code.
  logo text check (logo like '/files/%'),
  asked_by text not null,
  approved_by text not null check (approved_by <> asked_by),
  at timestamptz not null
);
create index currencies_versions_of on currencies_versions (currency_id, id desc);
create function currencies_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger currencies_versions_append_only before update or delete or truncate on currencies_versions
  for each statement execute function currencies_refuse_change();

-- A row to hold while a currency is changed, so that of two approvals at once the second one finds another version.
create table currencies_gates (currency_id int primary key);
