-- What was ordered, where another amount was paid and credited; empty for all other orders.
alter table fiat_orders
  add column ordered_amount numeric(38, 10),
  add column ordered_received numeric(38, 10);

-- Money that arrived in another amount and goes back to its payer.
alter table fiat_lines drop constraint fiat_lines_state_check;
alter table fiat_lines add constraint fiat_lines_state_check
  check (state in ('unmatched', 'matched', 'used', 'set_aside', 'returned', 'discarded'));
