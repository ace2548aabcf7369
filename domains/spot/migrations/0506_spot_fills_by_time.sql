-- Sums of a day read its fills alone. Fills lie in the order of their time, so a summary per block range finds them and costs the
-- engine next to nothing.
create index spot_fills_by_time on spot_fills using brin (at) with (pages_per_range = 32, autosummarize = on);
