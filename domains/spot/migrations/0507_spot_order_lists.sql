-- A list of ended orders is read by status, and by market and status: whatever is asked for lies next to each other in one of
-- these, however many orders the user has. All ended orders are those of the three statuses together.
create index spot_orders_ended_status on spot_orders (user_id, status, id) where place = 0;
create index spot_orders_ended_market on spot_orders (user_id, market_id, status, id) where place = 0;
drop index spot_orders_ended;
