-- Notices that must not be lost: written in the transaction of what they tell about, read in commit order by consumers
-- that each remember how far they came.
create table platform_outbox (
  id bigint generated always as identity primary key,
  -- The writing transaction. Ids are given out before commit, so a smaller one may appear later; transactions below the
  -- oldest running one are complete, and reading stops there.
  writer xid8 not null default pg_current_xact_id(),
  topic text not null,
  payload jsonb not null,
  at timestamptz not null
);
create index platform_outbox_order on platform_outbox (writer, id);

create table platform_outbox_consumers (
  name text primary key,
  writer xid8 not null,
  id bigint not null,
  attempts integer not null default 0,
  try_at timestamptz not null,
  last_error text
);

-- Events that a consumer gave up after its last attempt.
create table platform_outbox_refused (
  consumer text not null,
  event bigint not null,
  topic text not null,
  payload jsonb not null,
  error text not null,
  at timestamptz not null,
  primary key (consumer, event)
);
