-- Names of a listed pair at outside sources, as two operators decided them: {"binance": "ABCUSDT"}. Null for a market of the first day,
-- whose names come with the release, and for one that is priced by its own book.
alter table market_markets
  add column source_products jsonb check (jsonb_typeof(source_products) = 'object'),
  add constraint market_markets_products check (source_products is null or (pricing = 'sources' and listed_at is not null)),
  add constraint market_markets_origin check (pricing = 'book' or listed_at is null or source_products is not null);
