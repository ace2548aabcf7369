-- A pending order is amended: limit price and lots change with the row. The former type stays for engines of the last version.
create type contracts_position_change as (
  id bigint, version int, status smallint, target numeric, origin_lots numeric, lots numeric, price numeric, margin numeric,
  origin_margin numeric, hold numeric, take_profit numeric, stop_loss numeric, trigger_reason text, trigger_tick bigint,
  profit numeric, fee numeric, overnight numeric, insurance numeric, close_price numeric, close_reason text, open_tick bigint,
  close_tick bigint, opened_ms bigint, closed_ms bigint, charged_ms bigint
);
