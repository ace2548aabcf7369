-- Pages of the gallery are read from the index of their order alone: each holds what filters and searches compare.

-- Words of the searched text, computed once. Without `fastupdate`, a search does not read a list of entries that wait to be sorted in.
alter table nft_listings add column words tsvector generated always as (to_tsvector('simple', search)) stored;
drop index nft_gallery_search;
create index nft_gallery_search on nft_listings using gin (words) with (fastupdate = off) where newest and not hidden;

drop index nft_gallery_open;
drop index nft_gallery_price;
drop index nft_gallery_ending;
drop index nft_gallery_likes;
create index nft_gallery_open on nft_listings (id desc)
  include (code, type, rarity, pay_type, artist_id, collection_id, currency_id, current_price, start_at, end_at, words)
  where newest and not hidden and state = 'open';
create index nft_gallery_price on nft_listings (current_price, id)
  include (code, type, rarity, pay_type, artist_id, collection_id, currency_id, start_at, end_at, words)
  where newest and not hidden and state = 'open';
create index nft_gallery_ending on nft_listings (end_at, id)
  include (code, type, rarity, pay_type, artist_id, collection_id, currency_id, current_price, start_at, words)
  where newest and not hidden and state = 'open';
create index nft_gallery_likes on nft_listings (likes, id)
  include (code, type, rarity, pay_type, artist_id, collection_id, currency_id, current_price, start_at, end_at, words)
  where newest and not hidden and state = 'open';
