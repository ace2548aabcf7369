-- Paid fees that wait for the counting, for products whose rows do not commit in the order of their ids. Counting deletes them, in
-- the transaction that adds them to volumes and rebates.
create table growth_fees_due (
  id bigint generated always as identity primary key,
  product text not null check (product in ('conversion')),
  user_id bigint not null,
  -- Day of the payment, UTC.
  day date not null,
  currency_id integer not null,
  fee numeric(38, 10) not null check (fee > 0),
  volume_currency_id integer not null,
  volume numeric(38, 10) not null check (volume >= 0)
);

alter table growth_rebates drop constraint growth_rebates_product_check;
alter table growth_rebates add constraint growth_rebates_product_check check (product in ('spot', 'contracts', 'conversion'));
