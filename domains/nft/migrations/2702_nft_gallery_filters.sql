-- Filters of the gallery that few works match, so that neither a page nor its count reads every work.

create index nft_gallery_type on nft_listings (type, rarity, id desc) where newest and not hidden and state = 'open';
create index nft_gallery_rarity on nft_listings (rarity, id desc) where newest and not hidden and state = 'open';
create index nft_gallery_pay_type on nft_listings (pay_type, id desc) where newest and not hidden and state = 'open';
create index nft_gallery_currency on nft_listings (currency_id, id desc) where newest and not hidden and state = 'open';
create index nft_gallery_start on nft_listings (start_at) where newest and not hidden and state = 'open';
create index nft_gallery_ended on nft_listings (id desc)
  where newest and not hidden and state in ('due', 'sold', 'expired');
