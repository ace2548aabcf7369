-- Dividends and splits, decided by two operators, carried out once at a moment when stocks do not trade.
create table stocks_actions (
  id bigint generated always as identity primary key,
  market_id integer not null references market_markets (id),
  kind text not null check (kind in ('dividend', 'split')),
  -- Quote currency per share of a dividend.
  per_share numeric(38, 10),
  -- So many new shares for so many old ones.
  ratio_new integer,
  ratio_old integer,
  effective_at timestamptz not null,
  note text not null,
  -- The operators' request that planned it.
  approval_id bigint not null unique,
  state text not null default 'planned' check (state in ('planned', 'done', 'cancelled')),
  -- What simulated prices are multiplied by from that moment on; set when it is done.
  price_numerator numeric(38, 10),
  price_denominator numeric(38, 10),
  done_at timestamptz,
  check (case kind
    when 'dividend' then per_share > 0 and ratio_new is null and ratio_old is null
    else per_share is null and ratio_new > 0 and ratio_old > 0 and ratio_new <> ratio_old end),
  check ((state = 'done') = (done_at is not null and price_numerator > 0 and price_denominator > 0))
);
-- Two of a kind at one moment would be one decision made twice.
create unique index stocks_actions_once on stocks_actions (market_id, kind, effective_at) where state <> 'cancelled';

-- What an action did to each holder.
create table stocks_entitlements (
  id bigint generated always as identity primary key,
  action_id bigint not null references stocks_actions (id),
  user_id bigint not null,
  quantity_before numeric(38, 10) not null,
  quantity_after numeric(38, 10) not null,
  paid numeric(38, 10) not null,
  unique (action_id, user_id)
);
create index stocks_entitlements_of_user on stocks_entitlements (user_id, id desc);
