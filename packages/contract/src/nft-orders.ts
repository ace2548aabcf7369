import * as z from 'zod';
import { get, post } from './call.ts';
import { oneTime } from './identity.ts';
import {
  NFT_ORDER_STATES,
  nftCode,
  nftListing,
  nftPayType,
  nftPictures,
  nftRarity,
  nftTile,
} from './nft-shapes.ts';
import { confirmationRefusals } from './pay-password.ts';
import {
  amountText,
  currencyIdText,
  decimalText,
  done,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  timeText,
} from './scalars.ts';

/** Lists of the own page. */
export const NFT_OWN_LISTS = ['owned', 'listed', 'sold', 'liked', 'boxes', 'created'] as const;
export type NftOwnList = (typeof NFT_OWN_LISTS)[number];

const order = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  image: nftPictures,
  price: decimalText,
  currency_id: z.number(),
  currency_name: z.string(),
  pay_type: nftPayType,
  state: z.enum(NFT_ORDER_STATES),
  is_read: z.literal([0, 1]),
  is_pay: z.literal([0, 1]),
  is_expired: z.literal([0, 1]),
  /** When payment is due, unix s; 0 where it was paid at once. */
  overtime: z.number(),
  /** Held of an auction; it returns with the payment, or goes to the seller. */
  margin: decimalText.nullable(),
  /** 1 if the caller bought, 0 if the caller sold. */
  is_buyer: z.literal([0, 1]),
  /** What the caller received of the price as seller; null for the buyer and before the payment. */
  received: decimalText.nullable(),
  fee: decimalText.nullable(),
  royalty: decimalText.nullable(),
  created_at: timeText,
  created_ms: timeMs,
  paid_ms: timeMs.nullable(),
  /** Number of the signed receipt of the seller; null for the buyer and before the payment. */
  receipt: z.string().nullable(),
});

const ownBid = z.object({
  code: z.string(),
  name: z.string(),
  image: nftPictures,
  /** The own highest bid. */
  price: decimalText,
  now_price: decimalText,
  currency_name: z.string(),
  margin: decimalText,
  /** 1 while the margin is held. */
  is_margin: z.literal([0, 1]),
  is_leader: z.literal([0, 1]),
  listing: nftListing.shape.state,
  status: nftListing.shape.status,
  end_time: z.number(),
  end_ms: timeMs,
  created_at: timeText,
  created_ms: timeMs,
});

const draw = z.object({
  code: z.string(),
  series: z.string(),
  /** Number of the box in its series, and of the caller's boxes in it. */
  box: z.number(),
  nonce: z.number(),
  buyer_seed: z.string(),
  seed_hash: z.string(),
  contents_hash: z.string(),
  opened: z.literal([0, 1]),
  /** What the box contained; null until it is opened. */
  work: nftTile.nullable(),
  rarity: nftRarity.nullable(),
  /** Null until the reveal. */
  server_seed: z.string().nullable(),
  /** When the seed is revealed at the latest. */
  reveal_ms: timeMs,
  /** Number of the signed receipt; null before the reveal. */
  receipt: z.string().nullable(),
});

/** Confirms that money may change hands. API keys trade no works: a sale reaches any receiver, which their allow-list would not. */
const confirmation = { pay_password: optional(z.string().max(128)), pay_code: optional(oneTime) };
const payRefusals = [
  ...confirmationRefusals,
  ...(['insufficient_balance', 'account_frozen', 'outflow_paused', 'outflow_protected'] as const),
  ...(['withdrawal_held', 'currency_disabled'] as const),
] as const;
const bidRefusals = [
  ...payRefusals,
  ...(['nft_unknown', 'nft_not_on_sale', 'nft_own_listing', 'clock_untrusted'] as const),
] as const;

/** Buying, bidding and selling. */
export const nftOrders = {
  'bind_box/buyNFT': post({
    who: 'verified',
    effect: 'money',
    summary:
      'Buys a work at its fixed price, or one box of a series. `price` as shown: another one refuses. Money and ownership change together.',
    perMinute: 60,
    input: z.object({ code: nftCode, price: optional(amountText), ...confirmation }),
    proofs: ['pay_password', 'pay_code'],
    reply: z.object({ order, box: z.string().nullable() }),
    refusals: [
      ...payRefusals,
      ...(['nft_unknown', 'nft_not_on_sale', 'nft_own_listing', 'nft_sold', 'nft_sold_out'] as const),
      ...(['nft_price_changed', 'nft_user_limit', 'clock_untrusted'] as const),
    ],
  }),
  'bind_box/marginNFT': post({
    who: 'verified',
    effect: 'money',
    summary:
      'Holds the margin of an auction, which its seller gets if a winner does not pay. A first bid does the same; a second call changes nothing.',
    perMinute: 60,
    input: z.object({ code: nftCode, ...confirmation }),
    proofs: ['pay_password', 'pay_code'],
    reply: nftListing,
    refusals: bidRefusals,
  }),
  'bind_box/auctionNFT': post({
    who: 'verified',
    effect: 'order',
    summary:
      'Bids `price`, the whole bid. The first bid holds the margin and needs the pay password; later ones do not. A bid in the last minutes extends the auction. The same `Idempotency-Key` again answers the first bid.',
    input: z.object({ code: nftCode, price: amountText, ...confirmation }),
    proofs: ['pay_password', 'pay_code'],
    reply: nftListing,
    refusals: [...bidRefusals, 'nft_bid_low', 'amount_too_precise', 'idempotency_conflict', 'busy'],
  }),
  'bind_box/payNFTOrder': post({
    who: 'verified',
    effect: 'money',
    summary: 'Pays a won auction: the margin returns, the price is paid, the work is yours.',
    perMinute: 60,
    input: z.object({ id: rowId, ...confirmation }),
    proofs: ['pay_password', 'pay_code'],
    reply: order,
    refusals: [
      ...payRefusals,
      ...(['nft_order_unknown', 'nft_order_paid', 'nft_order_expired', 'clock_untrusted'] as const),
    ],
  }),
  'bind_box/getNeedPayNFTOrder': post({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Won auctions: those to be paid first, then newest first. `unread` counts those not read.',
    input: z.object({ ...paging }),
    reply: pageOf(order).extend({ unread: z.number() }),
  }),
  'bind_box/readNFTOrderMessage': post({
    who: 'user',
    effect: 'write',
    summary: 'Marks a won auction as read.',
    input: z.object({ id: rowId }),
    reply: done,
    refusals: ['nft_order_unknown'],
  }),
  'bind_box/readAllNFTOrderMessages': post({
    who: 'user',
    effect: 'write',
    summary: 'Marks all won auctions as read.',
    input: z.object({}),
    reply: done,
  }),
  'bind_box/orders': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own purchases and sales, newest first.',
    input: z.object({ side: optional(z.enum(['buy', 'sell'])), ...paging }),
    reply: pageOf(order),
  }),
  'bind_box/order': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'One of the own purchases or sales.',
    input: z.object({ id: rowId }),
    reply: order,
    refusals: ['nft_order_unknown'],
  }),
  'bind_box/getMyBindBoxQuotationLog': post({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Auctions in which the caller has bid, newest first.',
    input: z.object({ ...paging }),
    reply: pageOf(ownBid),
  }),
  'bind_box/getMyNFTs': post({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own page: works owned (default), listed, sold, liked, created, and boxes.',
    input: z.object({ list: optional(z.enum(NFT_OWN_LISTS)), ...paging }),
    reply: pageOf(nftTile),
  }),
  'bind_box/resellNFT': post({
    who: 'verified',
    effect: 'money',
    summary:
      'Lists an own work until `end_time` (unix s): with `per_increase` as an auction that starts at `price`, else at a fixed price. A resale cannot be undone.',
    perMinute: 60,
    input: z.object({
      code: nftCode,
      price: amountText,
      currency_id: optional(currencyIdText),
      /** Unix s; absent: now. */
      start_time: optional(rowId),
      end_time: rowId,
      per_increase: optional(amountText),
    }),
    reply: nftListing,
    refusals: [
      ...(['nft_unknown', 'nft_not_owner', 'nft_listed', 'nft_time_invalid', 'nft_price_invalid'] as const),
      ...(['nft_currency', 'nft_hidden', 'amount_too_precise', 'clock_untrusted'] as const),
    ],
  }),
  'bind_box/cancelNFT': post({
    who: 'user',
    effect: 'money',
    summary: 'Takes an own first sale back while nobody has bid. A resale cannot be undone.',
    perMinute: 60,
    input: z.object({ code: nftCode }),
    reply: nftListing,
    refusals: ['nft_unknown', 'nft_not_owner', 'nft_not_on_sale', 'nft_resale_final', 'nft_has_bids'],
  }),
  'bind_box/openBlindBox': post({
    who: 'user',
    effect: 'money',
    summary: 'Opens an own box: the work that was drawn at the purchase is yours.',
    perMinute: 120,
    input: z.object({ code: nftCode }),
    reply: draw,
    refusals: ['nft_unknown', 'nft_box_opened'],
  }),
  'bind_box/getDraw': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The draw of an own box with everything that is needed to check it.',
    input: z.object({ code: nftCode }),
    reply: draw,
    refusals: ['nft_unknown'],
  }),
  'bind_box/getSeed': get({
    who: 'user',
    effect: 'write',
    summary: 'The own seed of draws of boxes to come; a random one until it is set.',
    input: z.object({}),
    reply: z.object({ seed: z.string() }),
  }),
  'bind_box/setSeed': post({
    who: 'user',
    effect: 'write',
    summary: 'Sets the own seed: 8 to 64 letters, digits, `-` and `_`. It counts from the next box.',
    perMinute: 30,
    input: z.object({ seed: text(64) }),
    reply: z.object({ seed: z.string() }),
    refusals: ['nft_seed_invalid'],
  }),
};
