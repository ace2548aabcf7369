-- Room for orders that wait far from the price: the band is there against slips of the finger.
update market_markets set band = 0.3 where kind = 'coin' and band = 0.1;
update market_markets set band = 0.2 where kind = 'stock' and band = 0.1;
