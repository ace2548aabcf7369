-- Sums of a day read the orders that it accepted alone. Orders lie in the order of their acceptance.
create index options_orders_by_time on options_orders using brin (accepted_at) with (pages_per_range = 32, autosummarize = on);
