-- Gift codes count in the limits of their senders.
alter table outflow_movements drop constraint outflow_movements_kind_check;
alter table outflow_movements add constraint outflow_movements_kind_check check (kind in ('withdrawal', 'send', 'gift'));
-- Who claimed a gift: set once, and never on one that returned.
alter table outflow_movements add column received_by bigint;
alter table outflow_movements add constraint outflow_movements_received
  check (received_by is null or (kind = 'gift' and released_at is null and received_by <> user_id));
