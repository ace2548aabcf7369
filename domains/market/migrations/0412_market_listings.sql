-- Markets that are listed while the exchange runs: tokens of subscriptions. Ids up to 1,000 belong to migrations.
create sequence market_market_ids as int minvalue 1001 maxvalue 1000000000;

alter table market_markets
  -- What the index is made of: outside sources, or the market's own order book and trades.
  add column pricing text not null default 'sources' check (pricing in ('sources', 'book')),
  -- Index of a market without outside sources until its first trade.
  add column reference_price numeric(38, 10) check (reference_price > 0),
  -- When the market was listed; null for those of the first day.
  add column listed_at timestamptz,
  add constraint market_markets_reference check ((pricing = 'book') = (reference_price is not null)),
  -- A price that its own traders make alone settles no leveraged product.
  add constraint market_markets_spot_only check (pricing = 'sources' or not (open_lever or open_microtrade));

-- Existing ticks have one of the two older labels; reading them all again would only hold up the start.
alter table market_ticks drop constraint market_ticks_source_check;
alter table market_ticks add constraint market_ticks_source_check
  check (source in ('live', 'simulated', 'book')) not valid;
