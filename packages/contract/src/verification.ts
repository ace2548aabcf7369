import { VERIFICATION_STATE } from './enums.ts';
import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { approval } from './approvals.ts';
import {
  decimalText,
  done,
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

/** Reason why a reviewer rejects a request. */
export const VERIFICATION_REASONS = [
  'unreadable',
  'data_mismatch',
  'document_expired',
  'document_unsupported',
  'document_used',
  'document_altered',
  'other',
] as const;
export type VerificationReason = (typeof VERIFICATION_REASONS)[number];

/** Findings of an automatic check; a person judges them. */
export const VERIFICATION_REMARKS = [
  'name_unusual',
  'number_form',
  'number_checksum',
  'number_repeats',
  'under_age',
  'document_elsewhere',
  'pictures_same',
  'picture_small',
  'picture_elsewhere',
  'tried_often',
  'provider_failed',
] as const;
export type VerificationRemark = (typeof VERIFICATION_REMARKS)[number];

const state = z.literal(Object.values(VERIFICATION_STATE));

/** A submitted level, as its owner sees it. */
const step = z.object({
  level: z.literal([1, 2]),
  state,
  /** Reason of the rejection: a code of the list, its text, and the reviewer's note. */
  reason_code: z.enum(VERIFICATION_REASONS).nullable(),
  reason: z.string(),
  note: z.string(),
  /** Level 1: the submitted data, the document number masked in the middle. */
  id_type: z.literal([0, 1, 2]).nullable(),
  name: z.string().nullable(),
  card_id: z.string().nullable(),
  sent_at: timeText.nullable(),
  sent_ms: timeMs.nullable(),
  decided_ms: timeMs.nullable(),
});

const limits = z.object({
  level: z.literal([0, 1, 2]),
  /** Withdrawal limit in a rolling 24 hours, in BTC. */
  withdrawal_btc: decimalText,
  /** Limit of one fiat purchase, in USDT. */
  fiat_usdt: decimalText,
});

const queueState = z.enum(['auditing', 'verified', 'failed']);

const queueRow = z.object({
  id: z.number(),
  uid: z.number(),
  level: z.literal([1, 2]),
  state: queueState,
  name: z.string().nullable(),
  demo: z.boolean(),
  remarks: z.array(z.enum(VERIFICATION_REMARKS)),
  tries: z.number(),
  created_ms: timeMs,
  decided_ms: timeMs.nullable(),
  decided_by: z.string().nullable(),
});

/** Verification of identity: data, photos, reviews. */
export const verification = {
  'real/state': get({
    who: 'user',
    effect: 'read',
    summary: 'How far the own verification is, with the reason of a failure and the limits of each level.',
    input: z.object({}),
    reply: z.object({
      /** State of the account: that of level 1. */
      real_status: state,
      review_status: state,
      advanced_review_status: state,
      /** Text of the latest rejection, else empty. */
      reason: z.string(),
      level: z.literal([0, 1, 2]),
      /** Contacts that must be bound before a submission. */
      missing: z.array(z.enum(['email', 'phone'])),
      steps: z.array(step),
      limits: z.array(limits),
    }),
  }),
  'user/real': post({
    who: 'user',
    effect: 'write',
    summary:
      'Sends in identity data (real_type 1) or, once these are verified, photos of the document (real_type 2).',
    perMinute: 10,
    input: z.object({
      real_type: oneOf(1, 2),
      id_type: optional(oneOf(0, 1, 2)),
      name: optional(z.string().max(400)),
      card_id: optional(z.union([z.string().max(200), z.number().transform(String)])),
      front_pic: optional(z.string().max(200)),
      reverse_pic: optional(z.string().max(200)),
    }),
    reply: done,
    refusals: [
      'receiver_unbound',
      'real_name_invalid',
      'document_number_invalid',
      'document_type_missing',
      'document_pictures_missing',
      'image_invalid',
      'verification_open',
      'verification_done',
      'verification_level_one_first',
    ],
  }),
  'console/verifications': get({
    who: desk.people,
    effect: 'read',
    summary: 'Requests for verification: those under audit oldest first, decided ones newest first.',
    input: z.object({
      state: optional(queueState),
      level: optional(oneOf(1, 2)),
      uid: optional(userIdText),
      ...paging,
    }),
    reply: pageOf(queueRow),
  }),
  'console/verification': get({
    who: desk.people,
    effect: 'write',
    summary: 'A request with the facts for its review; the look is written to the audit log.',
    input: z.object({ id: rowId }),
    reply: z.object({
      request: queueRow.extend({
        id_type: z.literal([0, 1, 2]).nullable(),
        card_id: z.string().nullable(),
        pictures: z.boolean(),
        provider: z.string(),
        /** The automatic check is a local simulation: it checks form only and queries no service. */
        simulated: z.boolean(),
        reason: z.enum(VERIFICATION_REASONS).nullable(),
        note: z.string(),
      }),
      account: z.object({
        uid: z.number(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
        nickname: z.string(),
        status: z.enum(['active', 'frozen']),
        demo: z.boolean(),
        level: z.literal([0, 1, 2]),
        created_ms: timeMs,
      }),
      /** The present level 1, for comparison with the photos. */
      identity: z.object({ id_type: z.literal([0, 1, 2]), name: z.string(), card_id: z.string() }).nullable(),
      /** Earlier requests of the account, newest first. */
      history: z.array(
        z.object({
          id: z.number(),
          level: z.literal([1, 2]),
          state: queueState,
          reason: z.enum(VERIFICATION_REASONS).nullable(),
          note: z.string(),
          decided_by: z.string().nullable(),
          created_ms: timeMs,
        }),
      ),
      /**
       * Other accounts with the same document, picture or bank account; with any of them, a pass needs an approval by
       * risk.
       */
      duplicates: z.array(
        z.object({
          uid: z.number(),
          id: z.number().nullable(),
          by: z.enum(['document', 'picture', 'bank']),
          state: queueState.nullable(),
          created_ms: timeMs.nullable(),
        }),
      ),
    }),
    refusals: ['verification_unknown'],
  }),
  'console/verification_picture': get({
    who: desk.people,
    effect: 'write',
    replyKind: 'file',
    summary: 'One side of a document; the look is written to the audit log.',
    input: z.object({ id: rowId, side: z.enum(['front', 'reverse']) }),
    reply: z.unknown(),
    refusals: ['verification_unknown'],
  }),
  'console/verification_decide': post({
    who: desk.people,
    effect: 'write',
    summary:
      'Passes a request, or fails it with a reason from the list; once. Where another account shares document, picture or bank account, passing asks risk for approval.',
    input: z.object({
      id: rowId,
      decision: z.enum(['approve', 'reject']),
      reason: optional(z.enum(VERIFICATION_REASONS)),
      note: optional(text(500)),
    }),
    reply: queueRow.extend({ approval: z.number().nullable() }),
    refusals: [
      'verification_unknown',
      'verification_decided',
      'verification_level_one_first',
      'reason_required',
      'case_screening',
    ],
  }),
  'console/verification_override': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Asks to set or take a level outside of the procedure; a second operator approves.',
    input: z.object({ uid: userIdText, level: oneOf(0, 1, 2), reason: text(500, 3) }),
    reply: approval,
    refusals: ['not_found', 'verification_level_same'],
  }),
};
