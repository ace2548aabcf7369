-- How a batch travels: rows of a table in one array. The columns stand as the statements name them.
create type spot_order_placed as (
  id bigint, user_id bigint, market_id integer, client_key text, side smallint, order_type text, time_in_force text,
  post_only boolean, price numeric, stop_price numeric, pair_id bigint, quantity numeric, quote_budget numeric,
  filled numeric, filled_quote numeric, fee numeric, held numeric, status smallint, reason text, place smallint,
  priority bigint, first_fill bigint, last_fill bigint
);
create type spot_order_changed as (
  id bigint, told boolean, filled numeric, filled_quote numeric, fee numeric, held numeric, status smallint, reason text,
  place smallint, quantity numeric, priority bigint, first_fill bigint, last_fill bigint
);
create type spot_fill_traded as (
  id bigint, market_id integer, price numeric, quantity numeric, quote numeric, taker_side smallint, maker_order bigint,
  taker_order bigint, maker_user bigint, taker_user bigint, maker_fee numeric, taker_fee numeric, house boolean
);
