-- Seconds options are offered on everything whose index moves within minutes; a coin that stands for a dollar does not.
update market_markets set open_microtrade = true where base_name <> 'USDC';
