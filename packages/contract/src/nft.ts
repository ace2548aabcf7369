import * as z from 'zod';
import { get, post } from './call.ts';
import {
  nftArtistRef,
  nftCode,
  nftCollectionRef,
  nftListing,
  nftPictures,
  nftRarity,
  nftSeries,
  nftStep,
  nftTile,
  nftType,
} from './nft-shapes.ts';
import {
  amountText,
  currencyIdText,
  decimalText,
  oneOf,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  timeText,
  userIdText,
} from './scalars.ts';

/** Orders of a gallery list. */
export const NFT_SORTS = ['newest', 'price_up', 'price_down', 'ending', 'likes'] as const;
export type NftSort = (typeof NFT_SORTS)[number];

export const nftArtist = nftArtistRef.extend({
  bio: z.string(),
  works: z.number(),
  /** Sales of the artist's works, and what they brought by currency. */
  sales: z.number(),
  turnover: z.array(z.object({ currency_name: z.string(), amount: decimalText })),
  likes: z.number(),
});

export const nftCollection = nftCollectionRef.extend({
  description: z.string(),
  artist: nftArtistRef,
  works: z.number(),
  /** The newest work's pictures; null while it is empty. */
  image: nftPictures.nullable(),
});

const bid = z.object({
  id: z.number(),
  /** Masked name. */
  name: z.string(),
  price: decimalText,
  /** 1 for the highest. */
  is_leader: z.literal([0, 1]),
  is_own: z.literal([0, 1]),
  created_at: timeText,
  created_ms: timeMs,
});

const media = z.object({
  /** Address of the file; it answers range requests. */
  url: z.string(),
  mime: z.string(),
  bytes: z.number(),
  /** Null for images. */
  duration_ms: z.number().nullable(),
  /** SHA-256 of the file that the artist uploaded. */
  sha256: z.string(),
});

const detail = z.object({
  tile: nftTile,
  description: z.string(),
  /** Null for boxes and series. */
  media: media.nullable(),
  /** Masked name. */
  owner: z.string(),
  /** 1 if the caller owns it. */
  is_owner: z.literal([0, 1]),
  /** 1 if the caller can list it now. */
  can_sell: z.literal([0, 1]),
  /** What the artist receives of the price when the present owner sells it, in percent; null for boxes and series. */
  royalty_percent: decimalText.nullable(),
  /** The newest listing; null if it was never for sale. */
  listing: nftListing.nullable(),
  /** Null except for a series and its boxes. */
  series: nftSeries.nullable(),
  created_at: timeText,
  created_ms: timeMs,
});

const gallery = {
  type: optional(oneOf(1, 2, 3, 4)),
  pay_type: optional(oneOf(1, 2, 3)),
  status: optional(oneOf(0, 1, 2)),
  rarity: optional(nftRarity),
  uid: optional(userIdText),
  collection_id: optional(rowId),
  currency_id: optional(currencyIdText),
  price_min: optional(amountText),
  price_max: optional(amountText),
  /** Part of a name of work, artist or collection. */
  keyword: optional(text(40)),
  sort: optional(z.enum(NFT_SORTS)),
  ...paging,
};

/** Reading the NFT marketplace. */
export const nft = {
  'bind_box/getBoxList': get({
    who: 'visitor',
    effect: 'read',
    summary:
      'Works and series that are or were for sale, with filters; without `status` those that are for sale now or soon. `total` counts up to 1,000 rows from the page on; the list ends after 10,000.',
    input: z.object(gallery),
    reply: pageOf(nftTile),
  }),
  'bind_box/getBoxDetail': get({
    who: 'visitor',
    effect: 'read',
    summary:
      'A work, box or series by the number of a listing (`id`) or by `code`. Boxes are shown to their owner alone.',
    input: z.object({ id: optional(rowId), code: optional(nftCode) }),
    reply: detail,
    refusals: ['nft_unknown'],
  }),
  'bind_box/getProvenance': get({
    who: 'visitor',
    effect: 'read',
    summary: 'The ownership of a work, newest step first.',
    input: z.object({ code: nftCode, ...paging }),
    reply: pageOf(nftStep),
    refusals: ['nft_unknown'],
  }),
  'bind_box/exportProvenance': get({
    who: 'visitor',
    effect: 'read',
    summary: 'The ownership of a work as a JSON document with the signature of the exchange.',
    replyKind: 'file',
    perMinute: 30,
    input: z.object({ code: nftCode }),
    reply: z.unknown(),
    refusals: ['nft_unknown'],
  }),
  'bind_box/getArtist': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Artists, those with the most sales first.',
    input: z.object({ keyword: optional(text(40)), ...paging }),
    reply: pageOf(nftArtist),
  }),
  'bind_box/getArtistDetail': get({
    who: 'visitor',
    effect: 'read',
    summary: 'An artist with totals and collections.',
    input: z.object({ uid: userIdText }),
    reply: nftArtist.extend({ collections: z.array(nftCollection) }),
    refusals: ['nft_artist_unknown'],
  }),
  'bind_box/getCollection': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Collections, of one artist or of all, newest first.',
    input: z.object({ uid: optional(userIdText), keyword: optional(text(40)), ...paging }),
    reply: pageOf(nftCollection),
  }),
  'bind_box/getCollectionDetail': get({
    who: 'visitor',
    effect: 'read',
    summary: 'One collection; its works come from `bind_box/getBoxList`.',
    input: z.object({ id: rowId }),
    reply: nftCollection.extend({ created_at: timeText, created_ms: timeMs }),
    refusals: ['nft_collection_unknown'],
  }),
  'bind_box/getNftCurrency': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Currencies of sales, and the terms that every sale has.',
    input: z.object({}),
    reply: z.object({
      currencies: z.array(z.object({ id: z.number(), name: z.string(), decimals: z.number() })),
      fee_percent: decimalText,
      margin_percent: decimalText,
      max_royalty_percent: decimalText,
      pay_hours: z.number(),
      extension_minutes: z.number(),
      max_extensions: z.number(),
      /** Longest duration of a sale. */
      max_days: z.number(),
    }),
  }),
  'bind_box/getBindBoxQuotationLog': post({
    who: 'visitor',
    effect: 'read',
    summary: 'Bids of the newest auction of a work, highest first.',
    input: z.object({ code: nftCode, ...paging }),
    reply: pageOf(bid),
    refusals: ['nft_unknown'],
  }),
  'bind_box/getSeriesDraws': get({
    who: 'visitor',
    effect: 'read',
    summary: 'The draws of a series in order: opened boxes, after the reveal of the server seed all of them.',
    input: z.object({ code: nftCode, ...paging }),
    reply: pageOf(
      z.object({
        /** Number of the box in the series, from 1. */
        box: z.number(),
        buyer_seed: z.string(),
        nonce: z.number(),
        artwork_id: z.number(),
        name: z.string(),
        rarity: nftRarity,
        type: nftType,
        /** Number of the signed receipt; null before the reveal. */
        receipt: z.string().nullable(),
      }),
    ),
    refusals: ['nft_unknown'],
  }),
  'bind_box/collect': post({
    who: 'user',
    effect: 'write',
    summary: 'Likes a work or series, or takes the like back.',
    perMinute: 120,
    input: z.object({ code: nftCode }),
    reply: z.object({ is_collect: z.literal([0, 1]), likes: z.number() }),
    refusals: ['nft_unknown'],
  }),
};
