import type {
  CurrencyId,
  NftListingState,
  NftOrderState,
  NftRarity,
  NftReviewReason,
  NftReviewState,
  NftTransferCause,
  UserId,
} from '@karat/contract';
import type { Amount, Rate } from '@karat/money';
import type { BoxContent } from '@karat/rules';

/** WebP pictures by their longest side, and the dominant colour. */
export interface Pictures {
  readonly small: string;
  readonly medium: string;
  readonly large: string;
  readonly width: number;
  readonly height: number;
  readonly colour: string;
}

/** 1 image, 2 gif, 3 audio, 4 video. */
export type MediaType = 1 | 2 | 3 | 4;
/** 1 fixed price, 2 auction, 3 blind box. */
export type PayType = 1 | 2 | 3;

/** One edition of an artwork, with what its artwork says. */
export interface Item {
  readonly id: number;
  readonly code: string;
  readonly artworkId: number;
  readonly edition: number;
  readonly owner: UserId;
  readonly seriesId: number | undefined;
  readonly steps: number;
  readonly head: string;
  readonly artist: UserId;
  readonly sha256: string;
  readonly royaltyRate: Rate;
  readonly likes: number;
  /** Whether operators have hidden the artwork. */
  readonly isHidden: boolean;
}

export interface Artist {
  readonly user: UserId;
  readonly name: string;
  readonly bio: string;
  readonly state: NftReviewState;
  readonly reason: NftReviewReason | undefined;
  readonly note: string | undefined;
  readonly createdMs: number;
  readonly decidedMs: number | undefined;
  readonly decidedBy: string | undefined;
}

export interface Artwork {
  readonly id: number;
  readonly artist: UserId;
  readonly collectionId: number | undefined;
  readonly name: string;
  readonly description: string;
  readonly type: MediaType;
  readonly rarity: NftRarity;
  readonly editions: number;
  readonly royaltyRate: Rate;
  readonly mediaUrl: string;
  readonly mime: string;
  readonly bytes: number;
  readonly durationMs: number | undefined;
  readonly sha256: string;
  readonly pictures: Pictures;
  readonly state: NftReviewState;
  readonly reason: NftReviewReason | undefined;
  readonly note: string | undefined;
  readonly createdMs: number;
  readonly decidedMs: number | undefined;
  readonly decidedBy: string | undefined;
}

export interface Step {
  readonly step: number;
  readonly cause: NftTransferCause;
  readonly from: UserId | undefined;
  readonly to: UserId;
  readonly price: Amount | undefined;
  readonly currency: CurrencyId | undefined;
  readonly hash: string;
  readonly at: number;
}

/** Terms and state of a sale. */
export interface Listing {
  readonly id: number;
  readonly itemId: number | undefined;
  readonly seriesId: number | undefined;
  readonly code: string;
  readonly payType: PayType;
  readonly seller: UserId;
  readonly artist: UserId;
  readonly isResale: boolean;
  readonly currency: CurrencyId;
  readonly decimals: number;
  readonly price: Amount;
  readonly increment: Amount | undefined;
  readonly margin: Amount | undefined;
  readonly feeRate: Rate;
  /** Fee rate before the seller's VIP discount, and the discount. */
  readonly fullFeeRate: Rate;
  readonly feeDiscount: Rate;
  readonly royaltyRate: Rate;
  readonly startMs: number;
  readonly endMs: number;
  readonly state: NftListingState;
  readonly bid: Amount | undefined;
  readonly leader: UserId | undefined;
  readonly leaderBid: number | undefined;
  readonly bids: number;
  readonly bidders: number;
  readonly extensions: number;
}

export interface Order {
  readonly id: number;
  readonly listingId: number;
  readonly payType: PayType;
  readonly code: string;
  readonly itemId: number | undefined;
  readonly buyer: UserId;
  readonly seller: UserId;
  readonly artist: UserId;
  readonly currency: CurrencyId;
  readonly price: Amount;
  readonly received: Amount;
  readonly royalty: Amount;
  readonly fee: Amount;
  readonly margin: Amount | undefined;
  readonly state: NftOrderState;
  readonly isRead: boolean;
  readonly createdMs: number;
  readonly dueMs: number | undefined;
  readonly paidMs: number | undefined;
}

export interface Series {
  readonly id: number;
  readonly code: string;
  readonly artist: UserId;
  readonly name: string;
  readonly description: string;
  readonly pictures: Pictures;
  readonly contents: string;
  readonly remaining: string;
  readonly total: number;
  readonly sold: number;
  readonly opened: number;
  readonly userMax: number;
  readonly sealedSeed: Buffer;
  readonly seedHash: string;
  readonly contentsHash: string;
  readonly serverSeed: string | undefined;
  readonly revealedMs: number | undefined;
  readonly endMs: number;
  readonly createdMs: number;
}

export interface Box {
  readonly id: number;
  readonly code: string;
  readonly seriesId: number;
  readonly box: number;
  readonly nonce: number;
  readonly buyerSeed: string;
  readonly owner: UserId;
  readonly orderId: number;
  readonly artworkId: number;
  readonly itemId: number;
  readonly remaining: string;
  readonly openedMs: number | undefined;
  readonly receipt: string | undefined;
}

export interface Page {
  readonly page: number;
  readonly limit: number;
}
export interface Found<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** Terms of a series as its approval stores them. */
export interface SeriesTerms {
  readonly artist: number;
  readonly name: string;
  readonly description: string;
  readonly currency: number;
  readonly price: string;
  readonly userMax: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly contents: readonly BoxContent[];
}
