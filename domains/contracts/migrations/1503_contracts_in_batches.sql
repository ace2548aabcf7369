-- How a batch of positions and fills travels: rows in one array for each table.
create type contracts_position_new as (
  id bigint, user_id bigint, market_id int, side text, mode text, order_type smallint, source_id bigint, status smallint,
  target numeric, multiple int, lot_size numeric, spread numeric, fee_rate numeric, overnight_rate numeric,
  origin_lots numeric, lots numeric, price numeric, margin numeric, origin_margin numeric, hold numeric,
  take_profit numeric, stop_loss numeric, fee numeric, open_tick bigint, created_ms bigint, opened_ms bigint
);
create type contracts_position_changed as (
  id bigint, version int, status smallint, lots numeric, price numeric, margin numeric, origin_margin numeric, hold numeric,
  take_profit numeric, stop_loss numeric, trigger_reason text, trigger_tick bigint, profit numeric, fee numeric,
  overnight numeric, insurance numeric, close_price numeric, close_reason text, open_tick bigint, close_tick bigint,
  opened_ms bigint, closed_ms bigint, charged_ms bigint
);
create type contracts_fill_new as (
  position_id bigint, user_id bigint, market_id int, kind text, reason text, lots numeric, quantity numeric, price numeric,
  index_price numeric, tick bigint, margin numeric, profit numeric, fee numeric, insurance numeric, absorbed numeric
);

-- Fills are written with their position and never without it: looking each one up again costs more than the row.
alter table contracts_fills drop constraint contracts_fills_position_id_fkey;
-- Copies are found through those who copy them; nobody asks by what was copied.
drop index contracts_positions_source;
