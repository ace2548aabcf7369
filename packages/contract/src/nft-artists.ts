import * as z from 'zod';
import { get, post } from './call.ts';
import {
  NFT_REVIEW_REASONS,
  NFT_REVIEW_STATES,
  nftCode,
  nftPictures,
  nftRarity,
  nftType,
} from './nft-shapes.ts';
import { nftCollection } from './nft.ts';
import {
  amountOrZeroText,
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

/** Subjects of a report to the operators. */
export const NFT_REPORT_REASONS = ['rights', 'content', 'misleading', 'payment', 'other'] as const;
export type NftReportReason = (typeof NFT_REPORT_REASONS)[number];
/** `dismissed`: nothing was found; `hidden`: the work was hidden; `corrected`: the books were corrected. */
export const NFT_REPORT_STATES = ['open', 'dismissed', 'hidden', 'corrected'] as const;
export type NftReportState = (typeof NFT_REPORT_STATES)[number];

const upload = z.object({
  id: z.number(),
  type: nftType,
  mime: z.string(),
  bytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  duration_ms: z.number().nullable(),
  /** SHA-256 of the uploaded file. */
  sha256: z.string(),
  /** Address of the file, for its owner. */
  url: z.string(),
  /** Pictures of an image; null for others, which need a cover. */
  image: nftPictures.nullable(),
});

const artwork = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  type: nftType,
  rarity: nftRarity,
  editions: z.number(),
  royalty_percent: decimalText,
  collection_id: z.number().nullable(),
  image: nftPictures,
  sha256: z.string(),
  state: z.enum(NFT_REVIEW_STATES),
  reason: z.enum(NFT_REVIEW_REASONS).nullable(),
  note: z.string().nullable(),
  /** Codes of its editions; empty before the approval. */
  codes: z.array(z.string()),
  created_at: timeText,
  created_ms: timeMs,
});

const ownArtist = z.object({
  uid: z.number(),
  /** `none`: no application. */
  state: z.enum(['none', ...NFT_REVIEW_STATES]),
  reason: z.enum(NFT_REVIEW_REASONS).nullable(),
  note: z.string().nullable(),
  name: z.string(),
  bio: z.string(),
  limits: z.object({
    image_bytes: z.number(),
    gif_bytes: z.number(),
    audio_bytes: z.number(),
    audio_seconds: z.number(),
    video_bytes: z.number(),
    video_seconds: z.number(),
    max_editions: z.number(),
  }),
});

const nameText = text(200);
const long = text(4_000);
const uploadRefusals = [
  'nft_artist_required',
  'image_invalid',
  'image_too_large',
  'nft_uploads_full',
] as const;

/** What artists do. */
export const nftArtists = {
  'bind_box/getMyArtist': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own application as artist, and the limits of uploads.',
    input: z.object({}),
    reply: ownArtist,
  }),
  'bind_box/applyArtist': post({
    who: 'verified',
    effect: 'write',
    summary:
      'Applies to become an artist, or again after a rejection; a name of 2 to 40 and a text of up to 500 characters.',
    perMinute: 10,
    input: z.object({ name: nameText, bio: long }),
    reply: ownArtist,
    refusals: [
      'nft_text_too_long',
      'nft_name_invalid',
      'nft_name_taken',
      'nft_application_open',
      'nft_artist_already',
    ],
  }),
  'bind_box/saveCollection': post({
    who: 'user',
    effect: 'write',
    summary: 'Adds a collection, or changes an own one (`id`).',
    perMinute: 30,
    input: z.object({ id: optional(rowId), name: nameText, description: long }),
    reply: nftCollection,
    refusals: [
      ...([
        'nft_artist_required',
        'nft_collection_unknown',
        'nft_text_too_long',
        'nft_name_invalid',
      ] as const),
      'nft_uploads_full',
    ],
  }),
  'bind_box/uploadArtwork': post({
    who: 'user',
    effect: 'write',
    upload: 'file',
    uploadBytesMax: 20 * 1024 * 1024,
    summary:
      'Keeps the file of a work: an image (JPEG, PNG, WebP; re-encoded), GIF, audio (MP3, WAV, M4A, Ogg) or video (MP4, WebM).',
    perMinute: 20,
    input: z.object({}),
    reply: upload,
    refusals: [
      ...uploadRefusals,
      ...(['nft_media_invalid', 'nft_audio_invalid', 'nft_media_too_large', 'nft_media_too_long'] as const),
      'nft_work_known',
    ],
  }),
  'bind_box/uploadCover': post({
    who: 'user',
    effect: 'write',
    upload: 'file',
    summary: 'Keeps the picture that stands for a GIF, audio or video: a JPEG, PNG or WebP.',
    perMinute: 20,
    input: z.object({}),
    reply: z.object({ id: z.number(), image: nftPictures }),
    refusals: uploadRefusals,
  }),
  'bind_box/createArtwork': post({
    who: 'user',
    effect: 'write',
    summary:
      'Sends a work to the operators; its editions exist once it is approved. `royalty_percent` of every resale.',
    perMinute: 20,
    input: z.object({
      upload: rowId,
      cover: optional(rowId),
      name: nameText,
      description: long,
      rarity: nftRarity,
      editions: rowId,
      royalty_percent: amountOrZeroText,
      collection_id: optional(rowId),
    }),
    reply: artwork,
    refusals: [
      ...(['nft_artist_required', 'nft_upload_unknown', 'nft_cover_required', 'nft_text_too_long'] as const),
      ...([
        'nft_name_invalid',
        'nft_editions',
        'nft_royalty',
        'nft_collection_unknown',
        'nft_work_known',
      ] as const),
    ],
  }),
  'bind_box/getMyArtworks': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own works with their state of review, newest first.',
    input: z.object({ ...paging }),
    reply: pageOf(artwork),
  }),
  'bind_box/report': post({
    who: 'user',
    effect: 'write',
    summary: 'Reports a work, or a problem with an own order (`order`), to the operators.',
    perMinute: 10,
    input: z.object({
      code: nftCode,
      order: optional(rowId),
      reason: z.enum(NFT_REPORT_REASONS),
      text: long,
    }),
    reply: done,
    refusals: ['nft_unknown', 'nft_order_unknown', 'nft_text_too_long', 'nft_report_open'],
  }),
  'bind_box/getMyReports': get({
    who: 'user',
    effect: 'read',
    summary: 'The own reports with their answers, newest first.',
    input: z.object({ ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        code: z.string(),
        name: z.string(),
        reason: z.enum(NFT_REPORT_REASONS),
        text: z.string(),
        state: z.enum(NFT_REPORT_STATES),
        answer: z.string().nullable(),
        created_at: timeText,
        created_ms: timeMs,
      }),
    ),
  }),
};
