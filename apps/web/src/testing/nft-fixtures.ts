import type { ReplyOf } from '../lib/calls.ts';

type Detail = ReplyOf<'bind_box/getBoxDetail'>;
type Tile = Detail['tile'];
type Listing = NonNullable<Detail['listing']>;
type Series = NonNullable<Detail['series']>;
type Order = ReplyOf<'bind_box/order'>;
type Draw = ReplyOf<'bind_box/getDraw'>;

/** 2027-01-15 08:00 UTC: the sales of the fixtures end there. */
export const END_MS = 1_800_000_000_000;
const START_MS = END_MS - 86_400_000;
const CREATED = '2026-11-01 10:00:00';
const CREATED_MS = 1_793_527_200_000;
const HASH = 'a3'.repeat(32);

export const PICTURES: Tile['image'] = {
  small: '/api/files/small.webp',
  medium: '/api/files/medium.webp',
  large: '/api/files/large.webp',
  width: 720,
  height: 720,
  colour: '#305060',
};

export const ARTIST = { uid: 1_000_021, name: 'Mira Solano', avatar: null };

export const TILE: Tile = {
  id: 51,
  code: 'W0000000HUM1',
  name: 'Humboldt',
  type: 1,
  rarity: 'R',
  edition: 3,
  editions: 10,
  image: PICTURES,
  artist: ARTIST,
  collection: { id: 4, name: 'Currents' },
  pay_type: 1,
  status: 1,
  state: 'open',
  price: '250',
  now_price: null,
  bids: 0,
  currency_id: 3,
  currency_name: 'USDT',
  start_time: START_MS / 1_000,
  end_time: END_MS / 1_000,
  likes: 12,
  is_collect: 0,
  resell_nft_status: 0,
  rarity_status: 1,
  left: null,
  total: null,
};

/** A sale at a fixed price, which the caller can pay. */
export const LISTING: Listing = {
  id: 51,
  pay_type: 1,
  status: 1,
  state: 'open',
  seller: { uid: ARTIST.uid, name: 'Mira Solano' },
  is_own: 0,
  resell: 0,
  currency_id: 3,
  currency_name: 'USDT',
  decimals: 6,
  price: '250',
  now_price: null,
  leader: null,
  is_leader: 0,
  own_price: null,
  min_bid: null,
  per_increase: null,
  margin: null,
  is_margin: 0,
  bids: 0,
  bidders: 0,
  extensions: 0,
  max_extensions: 24,
  fee_percent: '2.5',
  royalty_percent: '5',
  pay_hours: 24,
  start_time: START_MS / 1_000,
  end_time: END_MS / 1_000,
  start_ms: START_MS,
  end_ms: END_MS,
  now_ms: Date.now(),
  available: '1234.5',
};

/** A running auction: 400 bid, at least 410 next, a margin of 30. */
export const AUCTION: Listing = {
  ...LISTING,
  pay_type: 2,
  price: '300',
  now_price: '400',
  leader: 'a***n',
  min_bid: '410',
  per_increase: '10',
  margin: '30',
  bids: 5,
  bidders: 3,
};

export const DETAIL: Detail = {
  tile: TILE,
  description: 'Fifteen hundred lines, each drawn in one go.',
  media: {
    url: '/api/files/original.webp',
    mime: 'image/webp',
    bytes: 175_728,
    duration_ms: null,
    sha256: HASH,
  },
  owner: 'M***o',
  is_owner: 0,
  can_sell: 0,
  royalty_percent: '5',
  listing: LISTING,
  series: null,
  created_at: CREATED,
  created_ms: CREATED_MS,
};

export const AUCTION_DETAIL: Detail = {
  ...DETAIL,
  tile: { ...TILE, pay_type: 2, price: '300', now_price: '400', bids: 5 },
  listing: AUCTION,
};

export const SERIES: Series = {
  code: 'S0000000BOX1',
  total: 100,
  left: 63,
  opened: 20,
  user_max: 5,
  bought: 1,
  contents: [
    {
      artwork_id: 7,
      name: 'Seedhead',
      type: 1,
      rarity: 'N',
      image: PICTURES,
      count: 90,
      odds: '90',
      drawn: 18,
    },
    {
      artwork_id: 8,
      name: 'Golden Section',
      type: 1,
      rarity: 'SR',
      image: PICTURES,
      count: 10,
      odds: '10',
      drawn: 2,
    },
  ],
  odds_by_rarity: [
    { rarity: 'N', count: 90, odds: '90' },
    { rarity: 'SR', count: 10, odds: '10' },
  ],
  seed_hash: 'b4'.repeat(32),
  contents_text: `karat-boxes-v1|S0000000BOX1|${'b4'.repeat(32)}|7:90,8:10`,
  contents_hash: 'c5'.repeat(32),
  server_seed: null,
  revealed_ms: null,
};

/** A series with boxes at 20 USDT. */
export const SERIES_DETAIL: Detail = {
  ...DETAIL,
  tile: {
    ...TILE,
    code: SERIES.code,
    name: 'First Series',
    type: null,
    rarity: null,
    edition: null,
    editions: null,
    pay_type: 3,
    price: '20',
    left: 63,
    total: 100,
  },
  media: null,
  listing: { ...LISTING, pay_type: 3, price: '20' },
  series: SERIES,
};

/** A won auction: 410, of which 30 are held. */
export const ORDER: Order = {
  id: 77,
  code: TILE.code,
  name: TILE.name,
  image: PICTURES,
  price: '410',
  currency_id: 3,
  currency_name: 'USDT',
  pay_type: 2,
  state: 'due',
  is_read: 1,
  is_pay: 0,
  is_expired: 0,
  overtime: END_MS / 1_000,
  margin: '30',
  is_buyer: 1,
  received: null,
  fee: null,
  royalty: null,
  created_at: CREATED,
  created_ms: CREATED_MS,
  paid_ms: null,
  receipt: null,
};

/** An own box that was not opened. */
export const DRAW: Draw = {
  code: 'B0000000BOX7',
  series: SERIES.code,
  box: 38,
  nonce: 2,
  buyer_seed: 'my-seed-1',
  seed_hash: SERIES.seed_hash,
  contents_hash: SERIES.contents_hash,
  opened: 0,
  work: null,
  rarity: null,
  server_seed: null,
  reveal_ms: END_MS,
  receipt: null,
};
