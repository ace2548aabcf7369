-- Fees and minimums of withdrawals that two operators decided, one row for each change; withdrawals_routes has the present values.
-- A route without a row has never been changed. Requests keep the fee that they were made with.
create table withdrawals_route_versions (
  id bigint generated always as identity primary key,
  type smallint not null check (type in (0, 1, 2)),
  currency_id int not null,
  network text not null,
  fee numeric(38, 10) not null check (fee >= 0),
  minimum numeric(38, 10) not null check (minimum > fee),
  asked_by text not null,
  approved_by text not null check (approved_by <> asked_by),
  at timestamptz not null
);
create index withdrawals_route_versions_of on withdrawals_route_versions (type, currency_id, network, id desc);
create trigger withdrawals_route_versions_append_only before update or delete or truncate on withdrawals_route_versions
  for each statement execute function withdrawals_refuse_change();
