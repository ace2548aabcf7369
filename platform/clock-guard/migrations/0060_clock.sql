-- Whether what settles by time runs. A jump of the clock halts it, two operators resume it; all processes follow this row.
create table platform_clock (
  only_row boolean primary key default true check (only_row),
  -- By the clock of the database.
  halted_at timestamptz,
  reason text check (reason in ('jumped', 'database_differs', 'behind_last_tick')),
  drift_ms bigint,
  -- Grows with every resume.
  resumes integer not null default 0,
  -- A price tick up to this moment, ahead of the clock, was accepted by whoever resumed.
  accepted_until timestamptz,
  check ((halted_at is null) = (reason is null)),
  check ((halted_at is null) = (drift_ms is null))
);
insert into platform_clock default values;
