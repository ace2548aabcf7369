-- Public block explorers that transactions link to, as two operators decided it; the newest row of a network counts. Without a row a
-- real network has its built-in one, a test chain none.
create table currencies_explorer_versions (
  id bigint generated always as identity primary key,
  network text not null check (network in ('bitcoin', 'ethereum', 'tron')),
  -- Address with {tx} in the place of the transaction; empty for no link.
  link text not null check (link = '' or link ~ '^https://[^{}]+\{tx\}[^{}]*$'),
  asked_by text not null,
  approved_by text not null check (approved_by <> asked_by),
  at timestamptz not null
);
create index currencies_explorer_versions_of on currencies_explorer_versions (network, id desc);
create trigger currencies_explorer_versions_append_only before update or delete or truncate on currencies_explorer_versions
  for each statement execute function currencies_refuse_change();
