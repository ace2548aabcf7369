-- Work that falls due: one row per (kind, subject, due_at), done at most once.
create table platform_work (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  due_at timestamptz not null,
  payload jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  -- When it may be tried next: due_at at first, later after a back-off.
  try_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  done_at timestamptz,
  unique (kind, subject, due_at)
);
create index platform_work_waiting on platform_work (try_at, id) where state = 'waiting';
create index platform_work_failed on platform_work (id) where state = 'failed';
create index platform_work_done on platform_work (done_at) where state = 'done';
