-- Coupons that return a part of trading fees. A campaign is what two operators decided; each user has at most one coupon of it.

create table growth_coupon_campaigns (
  id integer generated always as identity primary key,
  -- Part of the fee that is returned: 0.5 is 50 %.
  ratio numeric(38, 10) not null check (ratio > 0 and ratio <= 1),
  -- Most that one coupon returns, in USDT.
  face numeric(38, 10) not null check (face > 0),
  -- Days from the issue until a coupon expires.
  days integer not null check (days between 1 and 365),
  audience text not null check (audience in ('user', 'everyone', 'verified', 'vip', 'code')),
  code text unique check (code ~ '^[A-Z0-9]{6,20}$'),
  coupons_max integer not null check (coupons_max > 0),
  issued integer not null default 0 check (issued between 0 and coupons_max),
  -- Codes are accepted until then.
  ends_at timestamptz not null,
  created_at timestamptz not null,
  check ((audience = 'code') = (code is not null))
);

create table growth_coupons (
  id bigint generated always as identity primary key,
  campaign_id integer not null references growth_coupon_campaigns (id),
  user_id bigint not null,
  ratio numeric(38, 10) not null check (ratio > 0 and ratio <= 1),
  face numeric(38, 10) not null check (face > 0),
  -- What it has returned so far, in USDT.
  returned numeric(38, 10) not null default 0 check (returned >= 0 and returned <= face),
  state text not null default 'open' check (state in ('open', 'active', 'used', 'expired')),
  issued_at timestamptz not null,
  activated_at timestamptz,
  expires_at timestamptz not null,
  unique (campaign_id, user_id),
  check (state <> 'active' or activated_at is not null)
) with (fillfactor = 70);
-- One coupon of a user works at a time.
create unique index growth_coupons_active on growth_coupons (user_id) where state = 'active';
create index growth_coupons_user on growth_coupons (user_id, id desc);
create index growth_coupons_expiry on growth_coupons (expires_at) where state in ('open', 'active');
