-- What operators have stopped, by whom and why; a row is deleted when two operators let it go on.
create table operators_stops (
  id bigint generated always as identity,
  target text not null check (target in
    ('product', 'market', 'contract', 'network', 'custody', 'user', 'bot', 'trader')),
  subject text not null,
  level text not null check (level in ('reduce', 'halt')),
  reason text not null,
  stopped_by text not null,
  stopped_at timestamptz not null,
  primary key (target, subject)
);

-- A row to hold while something is stopped or resumed, so that one happens after the other.
create table operators_stop_gates (
  target text not null,
  subject text not null,
  primary key (target, subject)
);
