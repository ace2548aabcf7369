-- The rows of changed orders that the statement returns.
alter type spot_order_changed rename attribute told to requested;
