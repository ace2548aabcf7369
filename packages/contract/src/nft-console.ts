import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { NFT_REPORT_REASONS, NFT_REPORT_STATES } from './nft-artists.ts';
import {
  NFT_LISTING_STATES,
  NFT_ORDER_STATES,
  NFT_REVIEW_REASONS,
  NFT_REVIEW_STATES,
  nftPayType,
  nftPictures,
  nftRarity,
  nftType,
} from './nft-shapes.ts';
import {
  amountText,
  currencyIdText,
  decimalText,
  done,
  flag,
  momentText,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  userIdText,
} from './scalars.ts';
import { changeRefusals } from './refusal-groups.ts';

const state = z.enum(NFT_REVIEW_STATES);
/** `approve` and `reject` what is under review; `hide` and `show` what was approved. */
export const NFT_DECISIONS = ['approve', 'reject', 'hide', 'show'] as const;
export type NftDecision = (typeof NFT_DECISIONS)[number];

const decision = {
  decision: z.enum(NFT_DECISIONS),
  /** Required to reject and to hide. */
  reason: optional(z.enum(NFT_REVIEW_REASONS)),
  note: optional(text(500)),
};
const decisionRefusals = ['nft_decided', 'reason_required'] as const;

const review = {
  state,
  reason: z.enum(NFT_REVIEW_REASONS).nullable(),
  note: z.string().nullable(),
  created_ms: timeMs,
  decided_ms: timeMs.nullable(),
  decided_by: z.string().nullable(),
};

/** `12:5,13:20`: artworks with the number of editions that go into boxes. */
const contentsText = text(2_000, 3).refine((value) => /^\d{1,12}:\d{1,6}(,\d{1,12}:\d{1,6})*$/.test(value));

/** Moderation and supervision of the NFT marketplace. Nothing here reaches a draw, a bid or an owner. */
export const nftConsole = {
  'console/nft': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'What waits for operators, what runs, and what sales brought.',
    input: z.object({}),
    reply: z.object({
      artists: z.number(),
      artworks: z.number(),
      reports: z.number(),
      auctions: z.number(),
      due: z.number(),
      currencies: z.array(
        z.object({
          currency_name: z.string(),
          /** Margins held for auctions. */
          margins: decimalText,
          sales: z.number(),
          turnover: decimalText,
          fees: decimalText,
          royalties: decimalText,
          forfeited: decimalText,
        }),
      ),
    }),
  }),
  'console/nft_artists': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Artists and applications, those under review first.',
    input: z.object({ state: optional(state), ...paging }),
    reply: pageOf(
      z.object({ uid: z.number(), name: z.string(), bio: z.string(), works: z.number(), ...review }),
    ),
  }),
  'console/nft_artist': post({
    who: desk.people,
    effect: 'write',
    summary: 'Decides on an artist. A hidden artist keeps works and sales and can list nothing new.',
    input: z.object({ uid: userIdText, ...decision }),
    reply: done,
    refusals: ['nft_artist_unknown', ...decisionRefusals],
  }),
  'console/nft_artworks': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Artworks, those under review first, with the hash of the file.',
    input: z.object({ state: optional(state), uid: optional(userIdText), ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        uid: z.number(),
        artist: z.string(),
        name: z.string(),
        description: z.string(),
        type: nftType,
        rarity: nftRarity,
        editions: z.number(),
        royalty_percent: decimalText,
        image: nftPictures,
        media: z.string(),
        mime: z.string(),
        bytes: z.number(),
        duration_ms: z.number().nullable(),
        sha256: z.string(),
        ...review,
      }),
    ),
  }),
  'console/nft_artwork': post({
    who: desk.people,
    effect: 'write',
    summary:
      'Decides on an artwork. Approval mints its editions; a hidden work cannot be listed and its fixed-price sales end.',
    input: z.object({ id: rowId, ...decision }),
    reply: done,
    refusals: ['nft_unknown', ...decisionRefusals],
  }),
  'console/nft_collections': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Collections, newest first.',
    input: z.object({ uid: optional(userIdText), ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        uid: z.number(),
        artist: z.string(),
        name: z.string(),
        description: z.string(),
        works: z.number(),
        hidden: z.boolean(),
        created_ms: timeMs,
      }),
    ),
  }),
  'console/nft_collection': post({
    who: desk.people,
    effect: 'write',
    summary: 'Hides a collection or shows it again; its works stay.',
    input: z.object({ id: rowId, hidden: flag, note: text(500, 3) }),
    reply: done,
    refusals: ['nft_collection_unknown', 'no_change'],
  }),
  'console/nft_series': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Series of blind boxes with contents, odds and commitments, newest first.',
    input: z.object({ ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        code: z.string(),
        name: z.string(),
        uid: z.number(),
        artist: z.string(),
        price: decimalText,
        currency_name: z.string(),
        total: z.number(),
        sold: z.number(),
        opened: z.number(),
        user_max: z.number(),
        start_ms: timeMs,
        end_ms: timeMs,
        seed_hash: z.string(),
        contents_hash: z.string(),
        revealed_ms: timeMs.nullable(),
        contents: z.array(
          z.object({
            artwork_id: z.number(),
            name: z.string(),
            rarity: nftRarity,
            count: z.number(),
            odds: decimalText,
          }),
        ),
      }),
    ),
  }),
  'console/nft_new_series': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for a series of boxes from works of one artist; a second operator approves. Contents and odds are committed with the hash of a new seed at the approval and never change.',
    input: z.object({
      uid: userIdText,
      name: text(60, 2),
      description: text(1_000),
      currency_id: currencyIdText,
      price: amountText,
      user_max: rowId,
      start_ms: momentText,
      end_ms: momentText,
      contents: contentsText,
      reason: text(500, 3),
    }),
    reply: approval,
    refusals: [
      ...changeRefusals,
      'nft_artist_unknown',
      'nft_unknown',
      'nft_series_editions',
      'nft_currency',
      'nft_time_invalid',
      'amount_too_precise',
    ],
  }),
  'console/nft_auctions': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Auctions by their end, the next first; running ones by default.',
    input: z.object({ state: optional(z.enum(NFT_LISTING_STATES)), ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        code: z.string(),
        name: z.string(),
        seller: z.number(),
        state: z.enum(NFT_LISTING_STATES),
        price: decimalText,
        now_price: decimalText.nullable(),
        leader: z.number().nullable(),
        bids: z.number(),
        bidders: z.number(),
        margins: decimalText,
        currency_name: z.string(),
        extensions: z.number(),
        start_ms: timeMs,
        end_ms: timeMs,
      }),
    ),
  }),
  'console/nft_orders': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Sales, newest first; `due` are unpaid, `forfeited` were not paid in time.',
    input: z.object({ state: optional(z.enum(NFT_ORDER_STATES)), uid: optional(userIdText), ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        code: z.string(),
        name: z.string(),
        pay_type: nftPayType,
        buyer: z.number(),
        seller: z.number(),
        price: decimalText,
        fee: decimalText,
        royalty: decimalText,
        currency_name: z.string(),
        state: z.enum(NFT_ORDER_STATES),
        created_ms: timeMs,
        due_ms: timeMs.nullable(),
        paid_ms: timeMs.nullable(),
      }),
    ),
  }),
  'console/nft_reports': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Reports of users, open ones first.',
    input: z.object({ state: optional(z.enum(NFT_REPORT_STATES)), ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        uid: z.number(),
        code: z.string(),
        name: z.string(),
        artwork_id: z.number().nullable(),
        order: z.number().nullable(),
        reason: z.enum(NFT_REPORT_REASONS),
        text: z.string(),
        state: z.enum(NFT_REPORT_STATES),
        answer: z.string().nullable(),
        created_ms: timeMs,
        decided_ms: timeMs.nullable(),
        decided_by: z.string().nullable(),
      }),
    ),
  }),
  'console/nft_report': post({
    who: desk.people,
    effect: 'write',
    summary:
      'Closes a report with an answer that its user reads. `hidden` hides the work with it; a correction of the books is a request of its own.',
    input: z.object({
      id: rowId,
      state: z.enum(['dismissed', 'hidden', 'corrected']),
      answer: text(500, 3),
    }),
    reply: done,
    refusals: ['nft_report_unknown', 'nft_report_closed'],
  }),
};
