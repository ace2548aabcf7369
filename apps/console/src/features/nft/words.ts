import type { NftDecision, NftReportReason, NftReviewReason, NftReviewState, ReplyOf } from '@karat/contract';

export type Artist = ReplyOf<'console/nft_artists'>['data'][number];
export type Artwork = ReplyOf<'console/nft_artworks'>['data'][number];
export type Collection = ReplyOf<'console/nft_collections'>['data'][number];
export type Series = ReplyOf<'console/nft_series'>['data'][number];
export type Auction = ReplyOf<'console/nft_auctions'>['data'][number];
export type Order = ReplyOf<'console/nft_orders'>['data'][number];
export type Report = ReplyOf<'console/nft_reports'>['data'][number];

export const PAGE = 10;
export const REFRESH_MS = 5_000;

export const REVIEW_STATES: readonly { readonly value: NftReviewState; readonly label: string }[] = [
  { value: 'review', label: 'Queue' },
  { value: 'approved', label: 'Approved' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'rejected', label: 'Rejected' },
];
export const REVIEW_COLOURS = {
  review: 'blue',
  approved: 'green',
  hidden: 'gold',
  rejected: 'red',
} as const satisfies Readonly<Record<NftReviewState, string>>;

/** Possible decisions by state. */
export const CHOICES: Readonly<Record<NftReviewState, readonly NftDecision[]>> = {
  review: ['approve', 'reject'],
  approved: ['hide'],
  hidden: ['show'],
  rejected: [],
};

export const REASONS: Readonly<Record<NftReviewReason, string>> = {
  rights: 'Rights of somebody else',
  quality: 'Quality of the file',
  content: 'Forbidden content',
  duplicate: 'Copy of another work',
  misleading: 'Misleading',
  other: 'Something else',
};

export const REPORT_REASONS: Readonly<Record<NftReportReason, string>> = {
  rights: 'Rights of somebody else',
  content: 'Forbidden content',
  misleading: 'Misleading',
  payment: 'Payment',
  other: 'Something else',
};

export const TYPES: Readonly<Record<Artwork['type'], string>> = {
  1: 'image',
  2: 'GIF',
  3: 'audio',
  4: 'video',
};
export const PAY_TYPES: Readonly<Record<Order['pay_type'], string>> = {
  1: 'fixed price',
  2: 'auction',
  3: 'blind box',
};
