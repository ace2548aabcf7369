-- Coupons for trial margin: the house pays margin and opening fee of one futures position, the user keeps the profit.
alter table growth_coupon_campaigns
  drop constraint growth_coupon_campaigns_kind_check,
  drop constraint growth_campaign_yield,
  add constraint growth_coupon_campaigns_kind_check check (kind in ('fee', 'yield', 'trial')),
  add constraint growth_campaign_yield check ((kind = 'yield') = (yield_days is not null) and (kind <> 'yield' or ratio <= 0.01)),
  add column multiple_max integer check (multiple_max between 1 and 200),
  add column hold_hours integer check (hold_hours between 1 and 720),
  -- Null for all markets.
  add column markets integer[] check (cardinality(markets) between 1 and 50),
  add constraint growth_campaign_trial check (
    (kind = 'trial') = (multiple_max is not null) and (kind = 'trial') = (hold_hours is not null)
    and (kind = 'trial' or markets is null) and (kind <> 'trial' or ratio = 1));
alter table growth_coupons
  drop constraint growth_coupons_kind_check,
  add constraint growth_coupons_kind_check check (kind in ('fee', 'yield', 'trial')),
  add column multiple_max integer,
  add column hold_hours integer,
  add column markets integer[],
  -- The futures position that it paid for. What it has returned is then what the house has paid and not got back.
  add column position_id bigint unique,
  add constraint growth_coupon_trial check (
    (kind = 'trial') = (multiple_max is not null) and (kind = 'trial') = (hold_hours is not null)),
  add constraint growth_coupon_position check ((kind = 'trial' and state = 'used') = (position_id is not null));
