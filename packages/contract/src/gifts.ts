import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { oneTime } from './identity.ts';
import { confirmationRefusals } from './pay-password.ts';
import { outgoingRefusals, spentAmountRefusals } from './refusal-groups.ts';
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
  userIdText,
} from './scalars.ts';

/** `open`: can be claimed. `cancelled` and `expired`: the money has returned to the sender. */
export const GIFT_STATES = ['open', 'claimed', 'cancelled', 'expired'] as const;
export type GiftState = (typeof GIFT_STATES)[number];

/** Days until an unclaimed gift returns. */
const days = oneOf(...Array.from({ length: 30 }, (_, index) => index + 1));

const gift = z.object({
  id: z.number(),
  state: z.enum(GIFT_STATES),
  currency: z.number(),
  currency_name: z.string(),
  number: decimalText,
  note: z.string(),
  /** Masked nickname of the other side; empty while nobody has claimed it. */
  nickname: z.string(),
  created_ms: timeMs,
  expires_ms: timeMs,
  /** When it was claimed, cancelled or returned; null while it is open. */
  ended_ms: timeMs.nullable(),
});

const consoleGift = gift.omit({ nickname: true }).extend({
  sender: z.number(),
  receiver: z.number().nullable(),
  /** The operator who cancelled it, and the reason. */
  cancelled_by: z.string().nullable(),
  cancel_reason: z.string().nullable(),
});

/** Gift codes: money that is held until somebody claims it with the code, or it returns. */
export const gifts = {
  'gift/create': post({
    who: 'verified',
    effect: 'money',
    summary:
      'Holds an amount of the exchange account for the user who claims it with a code. The client creates the code (125 random bits) and sends only its SHA-256; see `gift/claim`. Counts in the limits of sending to users.',
    perMinute: 10,
    input: z.object({
      currency_id: currencyIdText,
      number: amountText,
      days,
      note: optional(text(60)),
      /** SHA-256 of the 25 characters of the code, in lower-case hex. */
      code_hash: z.string().regex(/^[0-9a-f]{64}$/),
      pay_password: z.string().max(128),
      code: optional(oneTime),
    }),
    proofs: ['pay_password', 'code'],
    reply: gift,
    refusals: [
      ...outgoingRefusals,
      'payment_disputed',
      ...spentAmountRefusals,
      ...confirmationRefusals,
      'send_over_limit',
      'gift_code_known',
      'gifts_max',
    ],
  }),
  'gift/list': get({
    who: 'user',
    effect: 'read',
    summary: 'Gifts that the caller created (`out`) or claimed (`in`), newest first; codes are not stored.',
    input: z.object({ direction: optional(z.enum(['in', 'out'])), ...paging }),
    reply: pageOf(gift),
  }),
  'gift/cancel': post({
    who: 'user',
    effect: 'money',
    summary: 'Cancels an own gift that nobody has claimed; its money returns at once.',
    input: z.object({ id: rowId }),
    reply: gift,
    refusals: ['gift_unknown', 'gift_closed'],
  }),
  'gift/claim': post({
    who: 'verified',
    effect: 'money',
    summary:
      'Claims a gift by its code, in any notation: the money arrives in the exchange account. A code that never existed, was claimed, was cancelled or has expired is refused alike.',
    perMinute: 10,
    input: z.object({ gift_code: text(80, 1) }),
    reply: gift,
    refusals: ['gift_code_invalid', 'gift_own', 'too_many_attempts', 'account_frozen', 'outflow_paused'],
  }),
  'console/gifts': get({
    who: desk.books,
    effect: 'read',
    summary: 'Gifts of all users, newest first; by state, and by the user who sent or claimed them.',
    input: z.object({ uid: optional(userIdText), state: optional(z.enum(GIFT_STATES)), ...paging }),
    reply: pageOf(consoleGift),
  }),
  'console/gift_cancel': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Cancels a gift that nobody has claimed; its money returns to the sender. In the audit log.',
    input: z.object({ id: rowId, reason: text(500, 3) }),
    reply: consoleGift,
    refusals: ['gift_unknown', 'gift_closed', 'reason_required'],
  }),
};
