-- Coupons that raise the yield of one Earn order: the ratio is the extra yield of a day, the amount the most that it pays.
alter table growth_coupon_campaigns
  add column kind text not null default 'fee' check (kind in ('fee', 'yield')),
  -- Days whose yield is raised, at most.
  add column yield_days integer check (yield_days between 1 and 365),
  add constraint growth_campaign_yield check ((kind = 'yield') = (yield_days is not null) and (kind = 'fee' or ratio <= 0.01));
alter table growth_coupons
  add column kind text not null default 'fee' check (kind in ('fee', 'yield')),
  add column yield_days integer check (yield_days between 1 and 365),
  -- The order that it raised.
  add column order_id bigint unique,
  add constraint growth_coupon_yield check ((kind = 'yield') = (yield_days is not null)),
  add constraint growth_coupon_order check ((kind = 'yield' and state = 'used') = (order_id is not null)),
  add constraint growth_coupon_active_kind check (state <> 'active' or kind = 'fee');
