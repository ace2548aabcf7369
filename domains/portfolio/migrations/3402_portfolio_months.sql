-- Movements of each balance by month, with opening and closing balances: the statements. A posting belongs to the month in which it
-- was counted in order, so that months follow each other without a gap.
create table portfolio_months (
  user_id bigint not null,
  month date not null,
  account_id bigint not null,
  currency_id int not null,
  opening numeric(38, 10) not null,
  closing numeric(38, 10) not null,
  held numeric(38, 10) not null,
  arrived numeric(38, 10) not null,
  departed numeric(38, 10) not null,
  movements bigint not null,
  first_posting bigint not null,
  last_posting bigint not null,
  primary key (user_id, month, account_id, currency_id),
  check (opening + arrived - departed = closing)
);
create index portfolio_months_balance on portfolio_months (user_id, account_id, currency_id, month);

-- Everything is counted again, with months.
truncate portfolio_users, portfolio_balances, portfolio_assets, portfolio_lots, portfolio_debts, portfolio_events,
  portfolio_periods;
