-- Terms of deposits that two operators decided; the newest row of a currency on a network counts. Without a row the built-in terms
-- do. Deposits that were seen keep the minimum and the confirmations that they were seen with.
create table deposits_method_versions (
  id bigint generated always as identity primary key,
  network text not null check (network in ('bitcoin', 'ethereum', 'tron')),
  currency_id int not null,
  minimum numeric(38, 10) not null check (minimum > 0),
  confirmations int not null check (confirmations between 1 and 1000),
  -- The token of a currency that operators added to the network; null for those that the server is configured with.
  contract text,
  decimals int check (decimals between 0 and 18),
  asked_by text not null,
  approved_by text not null check (approved_by <> asked_by),
  at timestamptz not null,
  check ((contract is null) = (decimals is null))
);
create index deposits_method_versions_of on deposits_method_versions (network, currency_id, id desc);
create function deposits_refuse_method_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger deposits_method_versions_append_only before update or delete or truncate on deposits_method_versions
  for each statement execute function deposits_refuse_method_change();
