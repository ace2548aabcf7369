-- The NFT marketplace: artists, artworks, their editions with an unbroken chain of owners, sales, bids, margins, orders and blind boxes.

create table nft_artists (
  user_id bigint primary key,
  name text not null check (char_length(name) between 2 and 40),
  bio text not null check (char_length(bio) <= 500),
  state text not null check (state in ('review', 'approved', 'rejected', 'hidden')),
  reason text,
  note text,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  check ((state = 'review') = (decided_at is null))
);
create unique index nft_artists_name on nft_artists (lower(name)) where state <> 'rejected';

create table nft_collections (
  id integer generated always as identity primary key,
  artist_id bigint not null references nft_artists,
  name text not null check (char_length(name) between 2 and 60),
  description text not null check (char_length(description) <= 1000),
  hidden boolean not null default false,
  note text,
  created_at timestamptz not null
);
create index nft_collections_of_artist on nft_collections (artist_id, id desc);

-- Files that an artist has uploaded; `pictures` are the addresses of the WebP versions.
create table nft_uploads (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  purpose text not null check (purpose in ('work', 'cover')),
  type smallint not null check (type between 1 and 4),
  url text not null,
  mime text not null,
  bytes integer not null check (bytes > 0),
  width integer,
  height integer,
  duration_ms integer,
  sha256 text not null,
  pictures jsonb,
  used boolean not null default false,
  created_at timestamptz not null
);
create index nft_uploads_of_user on nft_uploads (user_id) where not used;

create table nft_artworks (
  id integer generated always as identity primary key,
  artist_id bigint not null references nft_artists,
  collection_id integer references nft_collections,
  name text not null check (char_length(name) between 2 and 60),
  description text not null check (char_length(description) <= 1000),
  type smallint not null check (type between 1 and 4),
  rarity text not null check (rarity in ('N', 'R', 'SR')),
  editions integer not null check (editions between 1 and 10000),
  royalty_rate numeric(38, 10) not null check (royalty_rate >= 0 and royalty_rate <= 0.5),
  media_url text not null,
  mime text not null,
  bytes integer not null,
  duration_ms integer,
  -- Of the file that the artist uploaded.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  pictures jsonb not null,
  state text not null check (state in ('review', 'approved', 'rejected', 'hidden')),
  reason text,
  note text,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  check ((state = 'review') = (decided_at is null))
);
create unique index nft_artworks_file on nft_artworks (sha256) where state <> 'rejected';
create index nft_artworks_of_artist on nft_artworks (artist_id, id desc);
create index nft_artworks_of_collection on nft_artworks (collection_id, id desc);
create index nft_artworks_state on nft_artworks (state, id desc);

create table nft_series (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^S[0-9A-Z]{11}$'),
  artist_id bigint not null references nft_artists,
  name text not null,
  description text not null,
  pictures jsonb not null,
  -- `artwork:editions,...`: all boxes, and what no box has drawn yet.
  contents text not null,
  remaining text not null,
  total integer not null check (total > 0),
  sold integer not null default 0 check (sold between 0 and total),
  opened integer not null default 0 check (opened between 0 and sold),
  user_max integer not null check (user_max > 0),
  -- The server seed under the server's key, its hash and the hash of the contents; in clear text from the reveal on.
  sealed_seed bytea not null,
  seed_hash text not null,
  contents_hash text not null,
  server_seed text,
  revealed_at timestamptz,
  end_at timestamptz not null,
  likes integer not null default 0,
  created_at timestamptz not null,
  check ((server_seed is null) = (revealed_at is null))
) with (fillfactor = 70);
create index nft_series_hidden on nft_series (end_at) where revealed_at is null;

-- One edition of an artwork.
create table nft_items (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^W[0-9A-Z]{11}$'),
  artwork_id integer not null references nft_artworks,
  edition integer not null check (edition > 0),
  owner_id bigint not null,
  -- The series whose boxes contain it, from the commitment until it is drawn and opened or the series ends.
  series_id integer references nft_series,
  -- Number and hash of the newest step of ownership.
  steps integer not null,
  head text not null,
  likes integer not null default 0,
  created_at timestamptz not null,
  unique (artwork_id, edition)
) with (fillfactor = 80);
create index nft_items_of_owner on nft_items (owner_id, id desc);
create index nft_items_of_series on nft_items (series_id, artwork_id, edition) where series_id is not null;

-- Ownership: a chain for each item. Each step begins where the one before ended; the newest names the owner.
create table nft_steps (
  item_id bigint not null references nft_items,
  step integer not null check (step > 0),
  before_step integer generated always as (step - 1) stored,
  cause text not null check (cause in ('mint', 'sale', 'auction', 'box')),
  from_id bigint,
  to_id bigint not null,
  order_id bigint,
  price numeric(38, 10),
  currency_id integer,
  hash text not null,
  at timestamptz not null,
  primary key (item_id, step),
  unique (item_id, step, to_id),
  foreign key (item_id, before_step, from_id) references nft_steps (item_id, step, to_id),
  check ((step = 1) = (from_id is null) and (step = 1) = (cause = 'mint')),
  check ((price is null) = (currency_id is null) and (cause = 'mint') = (order_id is null))
);
alter table nft_items add foreign key (id, steps, owner_id) references nft_steps (item_id, step, to_id)
  deferrable initially deferred;

create function nft_refuse_step_change() returns trigger language plpgsql as $$
begin
  raise exception 'ownership of NFT item % does not change backwards', old.item_id using errcode = 'restrict_violation';
end $$;
create trigger nft_steps_fixed before update or delete on nft_steps for each row execute function nft_refuse_step_change();

create table nft_listings (
  id bigint generated always as identity primary key,
  item_id bigint references nft_items,
  series_id integer references nft_series,
  code text not null,
  -- The newest listing of its item; lists show this one.
  newest boolean not null default true,
  pay_type smallint not null check (pay_type between 1 and 3),
  seller_id bigint not null,
  artist_id bigint not null,
  resell boolean not null,
  currency_id integer not null,
  decimals smallint not null,
  price numeric(38, 10) not null check (price > 0),
  increment numeric(38, 10) check (increment > 0),
  margin numeric(38, 10) check (margin > 0 and margin <= price),
  fee_rate numeric(38, 10) not null check (fee_rate >= 0),
  royalty_rate numeric(38, 10) not null check (royalty_rate >= 0 and fee_rate + royalty_rate < 1),
  start_at timestamptz not null,
  end_at timestamptz not null check (end_at > start_at),
  state text not null default 'open' check (state in ('open', 'due', 'sold', 'expired', 'cancelled')),
  bid numeric(38, 10) check (bid >= price),
  leader_id bigint check (leader_id <> seller_id),
  leader_bid_id bigint,
  bids integer not null default 0,
  bidders integer not null default 0,
  extensions smallint not null default 0,
  -- Margins are still to be returned.
  settling boolean not null default false,
  closed_at timestamptz,
  created_at timestamptz not null,
  -- What lists filter by.
  artwork_id integer,
  type smallint,
  rarity text,
  collection_id integer,
  search text not null,
  likes integer not null default 0,
  hidden boolean not null default false,
  current_price numeric(38, 10) generated always as (coalesce(bid, price)) stored,
  check ((pay_type = 3) = (series_id is not null) and (series_id is null) = (item_id is not null)),
  check ((pay_type = 2) = (increment is not null) and (pay_type = 2) = (margin is not null)),
  check ((bid is null) = (leader_id is null) and (bid is null) = (bids = 0)),
  check ((state in ('open', 'due')) = (closed_at is null)),
  check (state <> 'due' or bid is not null)
) with (fillfactor = 70);
-- One sale of an item at a time.
create unique index nft_listings_one on nft_listings (item_id) where state in ('open', 'due');
create unique index nft_listings_newest on nft_listings (code) where newest;
create index nft_listings_end on nft_listings (end_at) where state = 'open';
create index nft_listings_settling on nft_listings (id) where settling;
create index nft_listings_seller on nft_listings (seller_id, id desc);
create index nft_gallery_newest on nft_listings (id desc) where newest and not hidden;
create index nft_gallery_open on nft_listings (id desc) where newest and not hidden and state = 'open';
create index nft_gallery_price on nft_listings (current_price, id) where newest and not hidden and state = 'open';
create index nft_gallery_ending on nft_listings (end_at, id) where newest and not hidden and state = 'open';
create index nft_gallery_likes on nft_listings (likes, id) where newest and not hidden and state = 'open';
create index nft_gallery_artist on nft_listings (artist_id, id desc) where newest and not hidden;
create index nft_gallery_collection on nft_listings (collection_id, id desc) where newest and not hidden;
create index nft_gallery_search on nft_listings using gin (to_tsvector('simple', search)) where newest and not hidden;

create function nft_refuse_terms_change() returns trigger language plpgsql as $$
begin
  if (new.item_id, new.series_id, new.pay_type, new.seller_id, new.currency_id, new.price, new.increment, new.margin, new.fee_rate, new.royalty_rate, new.start_at)
      is distinct from (old.item_id, old.series_id, old.pay_type, old.seller_id, old.currency_id, old.price, old.increment, old.margin, old.fee_rate, old.royalty_rate, old.start_at)
    or new.end_at < old.end_at or (old.state <> 'open' and new.bid is distinct from old.bid)
    or (old.state not in ('open', 'due') and new.state <> old.state)
  then raise exception 'NFT listing %: its terms and its outcome do not change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger nft_listings_fixed before update on nft_listings for each row execute function nft_refuse_terms_change();

create table nft_bids (
  id bigint generated always as identity primary key,
  listing_id bigint not null references nft_listings,
  user_id bigint not null,
  price numeric(38, 10) not null check (price > 0),
  -- Names the request, so that repeating it bids once.
  request_key text,
  at timestamptz not null,
  unique (listing_id, price)
);
create unique index nft_bids_request on nft_bids (user_id, request_key) where request_key is not null;

-- One margin of each bidder of an auction, held in the bidder's account.
create table nft_margins (
  listing_id bigint not null references nft_listings,
  user_id bigint not null,
  currency_id integer not null,
  amount numeric(38, 10) not null check (amount > 0),
  -- The bidder's highest bid; null while only the margin is held.
  best numeric(38, 10),
  state text not null default 'held' check (state in ('held', 'returned', 'paid', 'forfeited')),
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (listing_id, user_id),
  check ((state = 'held') = (closed_at is null))
) with (fillfactor = 80);
create index nft_margins_held on nft_margins (listing_id) where state = 'held';
create index nft_margins_of_user on nft_margins (user_id, created_at desc);

create table nft_orders (
  id bigint generated always as identity primary key,
  listing_id bigint not null references nft_listings,
  pay_type smallint not null,
  code text not null,
  item_id bigint references nft_items,
  buyer_id bigint not null,
  seller_id bigint not null check (seller_id <> buyer_id),
  artist_id bigint not null,
  currency_id integer not null,
  price numeric(38, 10) not null check (price > 0),
  received numeric(38, 10) not null,
  royalty numeric(38, 10) not null,
  fee numeric(38, 10) not null,
  margin numeric(38, 10),
  state text not null check (state in ('due', 'paid', 'forfeited')),
  is_read boolean not null default false,
  reminded boolean not null default false,
  created_at timestamptz not null,
  due_at timestamptz,
  paid_at timestamptz,
  check (price = received + royalty + fee),
  check ((pay_type = 2) = (due_at is not null) and (pay_type = 2) = (margin is not null)),
  check ((state = 'paid') = (paid_at is not null))
) with (fillfactor = 80);
create unique index nft_orders_one on nft_orders (listing_id) where pay_type <> 3;
create index nft_orders_of_buyer on nft_orders (buyer_id, id desc);
create index nft_orders_of_seller on nft_orders (seller_id, id desc);
create index nft_orders_of_artist on nft_orders (artist_id) where state = 'paid';
create index nft_orders_due on nft_orders (due_at) where state = 'due';

create table nft_boxes (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^B[0-9A-Z]{11}$'),
  series_id integer not null references nft_series,
  box integer not null check (box > 0),
  nonce integer not null check (nonce > 0),
  buyer_seed text not null,
  owner_id bigint not null,
  order_id bigint not null references nft_orders,
  artwork_id integer not null references nft_artworks,
  item_id bigint not null unique references nft_items,
  -- What no box had drawn before this one.
  remaining text not null,
  opened_at timestamptz,
  receipt text,
  created_at timestamptz not null,
  unique (series_id, box),
  unique (series_id, owner_id, nonce),
  check (receipt is null or opened_at is not null)
) with (fillfactor = 80);
create index nft_boxes_of_owner on nft_boxes (owner_id, id desc);
create index nft_boxes_unproved on nft_boxes (series_id) where opened_at is not null and receipt is null;

create function nft_refuse_draw_change() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{opened_at,receipt}'::text[]) is distinct from (to_jsonb(old) - '{opened_at,receipt}'::text[])
    or (old.opened_at is not null and new.opened_at is distinct from old.opened_at)
    or (old.receipt is not null and new.receipt is distinct from old.receipt)
  then raise exception 'NFT box %: its draw does not change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger nft_boxes_fixed before update on nft_boxes for each row execute function nft_refuse_draw_change();

create function nft_refuse_series_change() returns trigger language plpgsql as $$
begin
  if (new.contents, new.total, new.sealed_seed, new.seed_hash, new.contents_hash, new.code) is distinct from
      (old.contents, old.total, old.sealed_seed, old.seed_hash, old.contents_hash, old.code)
    or (old.revealed_at is not null and new.server_seed is distinct from old.server_seed)
  then raise exception 'NFT series %: its contents and its seed do not change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger nft_series_fixed before update on nft_series for each row execute function nft_refuse_series_change();

create table nft_seeds (
  user_id bigint primary key,
  seed text not null check (seed ~ '^[A-Za-z0-9_-]{8,64}$')
);

create table nft_likes (
  user_id bigint not null,
  code text not null,
  at timestamptz not null,
  primary key (user_id, code)
);
create index nft_likes_of_user on nft_likes (user_id, at desc);

create table nft_reports (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  code text not null,
  artwork_id integer,
  order_id bigint references nft_orders,
  reason text not null,
  text text not null,
  state text not null default 'open' check (state in ('open', 'dismissed', 'hidden', 'corrected')),
  answer text,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  check ((state = 'open') = (answer is null))
);
create unique index nft_reports_one on nft_reports (user_id, code) where state = 'open';
create index nft_reports_state on nft_reports (state, id desc);
