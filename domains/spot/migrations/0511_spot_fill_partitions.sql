-- Fills by month. A key of all months would need the time in it; the engine's counter gives each id once.
alter table spot_fills drop constraint spot_fills_pkey;
create unique index spot_fills_id on spot_fills (market_id, id, at);
select platform_partition('spot_fills', 'at');
