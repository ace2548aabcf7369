-- Bots that operators have paused, so that a restart does not set them going again.
create table operators_paused_bots (
  name text primary key,
  paused_at timestamptz not null
);
