-- Sweeping of a network can be stopped by itself.
alter table operators_stops drop constraint operators_stops_target_check;
alter table operators_stops add constraint operators_stops_target_check check (target in
  ('product', 'market', 'contract', 'network', 'custody', 'sweeping', 'user', 'bot', 'trader'));
