-- Ticks by month.
alter table market_ticks validate constraint market_ticks_source_check;
select platform_partition('market_ticks', 'time');
