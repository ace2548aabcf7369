import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { FIAT_DISPUTE_STATES, dispute } from './fiat.ts';
import { decimalText, done, optional, pageOf, paging, rowId, text, timeMs } from './scalars.ts';

/** What a provider reports and no rule settles. */
export const FIAT_EXCEPTION_KINDS = [
  'differs',
  'unknown_order',
  'refunded_elsewhere',
  'refund_failed',
  'not_answered',
  'dispute_unknown',
  'dispute_differs',
] as const;
export type FiatExceptionKind = (typeof FIAT_EXCEPTION_KINDS)[number];

export const FIAT_EXCEPTION_STATES = ['open', 'refunded', 'dismissed', 'settled'] as const;
export type FiatExceptionState = (typeof FIAT_EXCEPTION_STATES)[number];

const queuedDispute = dispute.extend({
  uid: z.number(),
  order_id: z.number(),
  reference: z.string(),
  provider: z.string(),
  evidence_ms: timeMs.nullable(),
});

const exception = z.object({
  id: z.number(),
  kind: z.enum(FIAT_EXCEPTION_KINDS),
  provider: z.string(),
  /** The provider's number of the payment, page or dispute. */
  subject: z.string(),
  order_id: z.number().nullable(),
  reference: z.string().nullable(),
  uid: z.number().nullable(),
  amount: decimalText,
  currency: z.string(),
  state: z.enum(FIAT_EXCEPTION_STATES),
  /** Whether its payment can be sent back. */
  refundable: z.boolean(),
  decided_by: z.string().nullable(),
  note: z.string(),
  at_ms: timeMs,
});

/** Disputed payments, and what providers report beside the rules, for operators. */
export const fiatDisputes = {
  'console/fiat_disputes': get({
    who: desk.books,
    effect: 'read',
    summary: 'Disputed payments, those first that need a decision or evidence soonest; by state.',
    input: z.object({
      /** `active`: open or lost. */
      state: optional(z.enum([...FIAT_DISPUTE_STATES, 'active'])),
      ...paging,
    }),
    reply: pageOf(queuedDispute),
  }),
  'console/fiat_dispute': get({
    who: desk.books,
    effect: 'read',
    summary:
      'A disputed payment with its purchase, its holds and the answers of the user; the look is audited.',
    input: z.object({ id: rowId }),
    reply: queuedDispute.extend({
      payer_name: z.string(),
      payer_email: z.string(),
      verified_name: z.string().nullable(),
      received: decimalText,
      paid_ms: timeMs.nullable(),
      /** USDT of the user that are available now. */
      available: decimalText,
      /** USDT on the account that pays for what does not come back. */
      reserve: decimalText,
      is_withdrawn: z.boolean(),
      is_reinstated: z.boolean(),
      evidence: z.string().nullable(),
      evidence_by: z.string().nullable(),
      /** A request to settle it waits for a second operator. */
      asked: z.boolean(),
    }),
    refusals: ['fiat_dispute_unknown'],
  }),
  'console/fiat_dispute_evidence': post({
    who: desk.money,
    effect: 'money',
    summary: 'Sends evidence of the house to the bank through the provider, once for each dispute.',
    input: z.object({ id: rowId, text: text(10_000, 20) }),
    reply: done,
    refusals: ['fiat_dispute_unknown', 'fiat_dispute_state', 'fiat_evidence_sent'],
  }),
  'console/fiat_dispute_settle': post({
    who: desk.money,
    effect: 'write',
    summary:
      'Asks for settling a lost dispute: `recover` takes the held coins back to the house, `waive` leaves them to the user; the rest is a loss of the house. A second operator approves.',
    input: z.object({ id: rowId, how: z.enum(['recover', 'waive']), reason: text(500, 3) }),
    reply: z.object({ approval: z.number() }),
    refusals: ['fiat_dispute_unknown', 'fiat_dispute_state', 'reason_required'],
  }),
  'console/fiat_exceptions': get({
    who: desk.books,
    effect: 'read',
    summary: 'What payment providers report and no rule settles, the oldest first while it is open.',
    input: z.object({ state: optional(z.enum(FIAT_EXCEPTION_STATES)), ...paging }),
    reply: pageOf(exception),
  }),
  'console/fiat_exception_close': post({
    who: desk.money,
    effect: 'money',
    summary:
      'Ends an exception with a note: `refund` sends the payment back through its provider, `dismiss` moves nothing.',
    input: z.object({ id: rowId, how: z.enum(['refund', 'dismiss']), note: text(300, 3) }),
    reply: done,
    refusals: ['fiat_exception_unknown', 'fiat_exception_state', 'fiat_not_refundable', 'fiat_disputed'],
  }),
};
