-- Positions whose margin and opening fee a coupon pays, from the promotion account.
alter table contracts_positions
  -- A coupon pays for one position.
  add column coupon_id bigint unique,
  add column coupon_paid numeric(38, 10) not null default 0 check (coupon_paid >= 0),
  add column coupon_returned numeric(38, 10) not null default 0,
  -- The position is closed at the first tick from then on.
  add column coupon_ends_at timestamptz,
  add constraint contracts_positions_coupon check ((coupon_id is null) = (coupon_ends_at is null)),
  add constraint contracts_positions_coupon_isolated check (coupon_id is null or (mode = 'isolated' and order_type = 1 and target is null)),
  add constraint contracts_positions_coupon_returned check (coupon_returned >= 0 and coupon_returned <= coupon_paid),
  add constraint contracts_positions_coupon_paid check ((coupon_id is null) = (coupon_paid = 0));
-- One coupon position of a user runs at a time.
create unique index contracts_positions_coupon_running on contracts_positions (user_id) where coupon_id is not null and status < 3;
-- Counting of fees leaves these positions out.
create index contracts_positions_by_coupon on contracts_positions (id) where coupon_id is not null;
