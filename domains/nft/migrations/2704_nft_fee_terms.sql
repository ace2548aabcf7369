-- The fee rate before the VIP discount and the discount, which the receipt of a sale states. Earlier listings state their rate alone.
alter table nft_listings
  add column full_fee_rate numeric(38, 10),
  add column fee_discount numeric(38, 10) not null default 0 check (fee_discount between 0 and 1);
update nft_listings set full_fee_rate = fee_rate;
alter table nft_listings
  alter column full_fee_rate set not null,
  add check (full_fee_rate >= fee_rate);
