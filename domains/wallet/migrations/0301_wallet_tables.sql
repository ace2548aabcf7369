create table wallet_transfers (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  currency_id int not null,
  number numeric(38, 10) not null check (number > 0),
  from_account text not null,
  to_account text not null check (to_account <> from_account),
  at timestamptz not null
);
create index wallet_transfers_user on wallet_transfers (user_id, id);

-- Prices and fee as they were: a conversion explains itself for good.
create table wallet_conversions (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  from_currency_id int not null,
  to_currency_id int not null check (to_currency_id <> from_currency_id),
  number numeric(38, 10) not null check (number > 0),
  fee numeric(38, 10) not null check (fee >= 0),
  received numeric(38, 10) not null check (received > 0),
  from_price numeric(38, 10) not null check (from_price > 0),
  to_price numeric(38, 10) not null check (to_price > 0),
  at timestamptz not null
);
create index wallet_conversions_user on wallet_conversions (user_id, id);

-- Units of a fiat currency to the US dollar, with where and when they come from.
create table wallet_fiat_rates (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  symbol text not null,
  position int not null,
  rate numeric(38, 10) not null check (rate > 0),
  source text not null,
  saved_at timestamptz not null
);
-- Market rates of 28 June 2024, shown with that date until a provider has answered.
insert into wallet_fiat_rates (code, symbol, position, rate, source, saved_at)
select code, symbol, position, rate, 'fixed', '2024-06-28T14:00:00Z'
from (values
  ('USD', '$', 1, 1),
  ('EUR', '€', 2, 0.9341),
  ('GBP', '£', 3, 0.7906),
  ('JPY', '¥', 4, 160.62),
  ('HKD', 'HK$', 5, 7.8089),
  ('SGD', 'S$', 6, 1.3557),
  ('VND', '₫', 7, 25455)
) as fixed (code, symbol, position, rate);
