import * as z from 'zod';
import { decimalText, text, timeMs, timeText } from './scalars.ts';

/** Rarity of an artwork, common to rare. */
export const NFT_RARITIES = ['N', 'R', 'SR'] as const;
export type NftRarity = (typeof NFT_RARITIES)[number];

/** `expired`: ended without a sale or not paid in time; `due`: an auction that waits for the winner's payment. */
export const NFT_LISTING_STATES = ['open', 'due', 'sold', 'expired', 'cancelled'] as const;
export type NftListingState = (typeof NFT_LISTING_STATES)[number];

/** `due` waits for payment; `forfeited`: not paid within the time limit, the margin went to the seller. */
export const NFT_ORDER_STATES = ['due', 'paid', 'forfeited'] as const;
export type NftOrderState = (typeof NFT_ORDER_STATES)[number];

/** States of an application, an artwork or a collection under moderation. */
export const NFT_REVIEW_STATES = ['review', 'approved', 'rejected', 'hidden'] as const;
export type NftReviewState = (typeof NFT_REVIEW_STATES)[number];

/** Why an operator rejects or hides something. */
export const NFT_REVIEW_REASONS = [
  'rights',
  'quality',
  'content',
  'duplicate',
  'misleading',
  'other',
] as const;
export type NftReviewReason = (typeof NFT_REVIEW_REASONS)[number];

/** How an owner came by a work. */
export const NFT_TRANSFER_CAUSES = ['mint', 'sale', 'auction', 'box'] as const;
export type NftTransferCause = (typeof NFT_TRANSFER_CAUSES)[number];

/** 1 image, 2 gif, 3 audio, 4 video. */
export const nftType = z.literal([1, 2, 3, 4]);
/** 1 fixed price, 2 auction, 3 blind box. */
export const nftPayType = z.literal([1, 2, 3]);
/** 2 not started, 1 started, 0 ended. */
export const nftStatus = z.literal([0, 1, 2]);
export const nftRarity = z.enum(NFT_RARITIES);
/** Code of a work (`W`), of a box (`B`) or of a series of boxes (`S`). */
export const nftCode = text(16, 8).refine((value) => /^[WBS][0-9A-Z]{11}$/.test(value));

export const nftArtistRef = z.object({
  uid: z.number(),
  name: z.string(),
  /** Address of the picture; null without one. */
  avatar: z.string().nullable(),
});
export const nftCollectionRef = z.object({ id: z.number(), name: z.string() });

/** WebP pictures of a work by their longest side, and the colour to show until one is loaded. */
export const nftPictures = z.object({
  /** 160 pixels. */
  small: z.string(),
  /** 480 pixels. */
  medium: z.string(),
  /** 1,080 pixels. */
  large: z.string(),
  width: z.number(),
  height: z.number(),
  /** Dominant colour, `#rrggbb`. */
  colour: z.string(),
});

/** A work, box or series as a tile of a list. */
export const nftTile = z.object({
  /** Number of the newest listing; null for a work that was never listed. */
  id: z.number().nullable(),
  code: z.string(),
  name: z.string(),
  /** Null for boxes and series. */
  type: nftType.nullable(),
  /** Null for unopened boxes and series. */
  rarity: nftRarity.nullable(),
  /** Number of this edition and number of editions; null for boxes and series. */
  edition: z.number().nullable(),
  editions: z.number().nullable(),
  image: nftPictures,
  artist: nftArtistRef,
  collection: nftCollectionRef.nullable(),
  /** Null if it is not for sale and was never. */
  pay_type: nftPayType.nullable(),
  status: nftStatus.nullable(),
  state: z.enum(NFT_LISTING_STATES).nullable(),
  /** Fixed price, start price of an auction, price of one box; null if it was never listed. */
  price: decimalText.nullable(),
  /** Highest bid; null without one. */
  now_price: decimalText.nullable(),
  bids: z.number(),
  currency_id: z.number().nullable(),
  currency_name: z.string().nullable(),
  /** Unix s. */
  start_time: z.number().nullable(),
  end_time: z.number().nullable(),
  likes: z.number(),
  /** 1 if the caller likes it. */
  is_collect: z.literal([0, 1]),
  /** 1 while an owner other than the artist sells it. */
  resell_nft_status: z.literal([0, 1]),
  /** 0 unopened box, 1 opened or no box. */
  rarity_status: z.literal([0, 1]),
  /** Boxes of a series that are left, and all; null for works. */
  left: z.number().nullable(),
  total: z.number().nullable(),
});
export type NftTile = z.output<typeof nftTile>;

/** One step of ownership. */
export const nftStep = z.object({
  step: z.number(),
  cause: z.enum(NFT_TRANSFER_CAUSES),
  /** Masked names; null as giver of the first step. */
  from: z.string().nullable(),
  to: z.string(),
  price: decimalText.nullable(),
  currency_name: z.string().nullable(),
  /** Hash of this step over the one before and the hash of the original. */
  hash: z.string(),
  created_at: timeText,
  created_ms: timeMs,
});

/** Terms of a sale for the caller. */
export const nftListing = z.object({
  id: z.number(),
  pay_type: nftPayType,
  status: nftStatus,
  state: z.enum(NFT_LISTING_STATES),
  seller: z.object({ uid: z.number(), name: z.string() }),
  /** 1 if the caller sells it. */
  is_own: z.literal([0, 1]),
  resell: z.literal([0, 1]),
  currency_id: z.number(),
  currency_name: z.string(),
  decimals: z.number(),
  price: decimalText,
  /** Highest bid and its bidder's masked name. */
  now_price: decimalText.nullable(),
  leader: z.string().nullable(),
  /** 1 if the caller's bid is the highest. */
  is_leader: z.literal([0, 1]),
  /** The caller's highest bid. */
  own_price: decimalText.nullable(),
  /** Minimum of the next bid; null if it is no running auction. */
  min_bid: decimalText.nullable(),
  per_increase: decimalText.nullable(),
  margin: decimalText.nullable(),
  /** 1 if the caller's margin is held. */
  is_margin: z.literal([0, 1]),
  bids: z.number(),
  bidders: z.number(),
  extensions: z.number(),
  max_extensions: z.number(),
  /** What the house keeps and the artist receives of the price, in percent. */
  fee_percent: decimalText,
  royalty_percent: decimalText,
  /** Hours that the winner has to pay. */
  pay_hours: z.number(),
  /** Unix s. */
  start_time: z.number(),
  end_time: z.number(),
  start_ms: timeMs,
  end_ms: timeMs,
  /** The server's time of this reply. */
  now_ms: timeMs,
  /** What the caller can spend of the currency; null for a visitor. */
  available: decimalText.nullable(),
});

/** What a series contains and the odds of a first draw. */
export const nftSeries = z.object({
  code: z.string(),
  total: z.number(),
  left: z.number(),
  opened: z.number(),
  user_max: z.number(),
  /** Boxes of the caller. */
  bought: z.number(),
  contents: z.array(
    z.object({
      artwork_id: z.number(),
      name: z.string(),
      type: nftType,
      rarity: nftRarity,
      image: nftPictures,
      count: z.number(),
      /** Percent of the first draw, rounded down at four decimals. */
      odds: decimalText,
      /** How many have been drawn from opened boxes. */
      drawn: z.number(),
    }),
  ),
  odds_by_rarity: z.array(z.object({ rarity: nftRarity, count: z.number(), odds: decimalText })),
  /** SHA-256 of the server seed, published before the sale. */
  seed_hash: z.string(),
  /** The text whose SHA-256 is `contents_hash`: seed hash and contents. */
  contents_text: z.string(),
  contents_hash: z.string(),
  /** The server seed; null until it is revealed. */
  server_seed: z.string().nullable(),
  revealed_ms: timeMs.nullable(),
});
