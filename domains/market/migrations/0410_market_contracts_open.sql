-- Every instrument has contracts. Whether they take orders at a moment is said by the contracts' own state.
update market_markets set open_lever = true;
