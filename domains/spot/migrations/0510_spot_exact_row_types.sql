-- Amounts travel with the type that their columns have, so that a batch's statement converts none of them once more.
alter type spot_order_placed
  alter attribute price type numeric(38, 10),
  alter attribute stop_price type numeric(38, 10),
  alter attribute quantity type numeric(38, 10),
  alter attribute quote_budget type numeric(38, 10),
  alter attribute filled type numeric(38, 10),
  alter attribute filled_quote type numeric(38, 10),
  alter attribute fee type numeric(38, 10),
  alter attribute held type numeric(38, 10);
alter type spot_order_changed
  alter attribute filled type numeric(38, 10),
  alter attribute filled_quote type numeric(38, 10),
  alter attribute fee type numeric(38, 10),
  alter attribute held type numeric(38, 10),
  alter attribute quantity type numeric(38, 10);
alter type spot_fill_traded
  alter attribute price type numeric(38, 10),
  alter attribute quantity type numeric(38, 10),
  alter attribute quote type numeric(38, 10),
  alter attribute maker_fee type numeric(38, 10),
  alter attribute taker_fee type numeric(38, 10);
