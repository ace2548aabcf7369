-- The last trade of a market is its latest fill: a table of its own was written with every batch and told nothing more.
drop table spot_last_trades;

-- The same as before, said with fewer comparisons: it is worked out for every row that a batch writes.
alter table spot_orders drop constraint spot_orders_sound;
alter table spot_orders add constraint spot_orders_sound check (
  least(price, stop_price, quantity, quote_budget) > 0
  and least(filled, filled_quote, fee, held) >= 0
  and filled <= quantity
  and side between 1 and 2
  and case when place = 0 then held = 0 and status in (2, 3, 5) else place between 1 and 3 and status in (1, 4) end
);
