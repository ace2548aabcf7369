import type * as z from 'zod';
import type { DisputeDesk, DisputeReason, PaymentDispute } from '../port.ts';
import { fromMinorUnits } from './amounts.ts';
import { StripeRefusal } from './client.ts';
import type { StripeClient } from './client.ts';
import { dispute as shape, disputeList } from './shapes.ts';

/** Pages of a hundred that one look at recent disputes reads. */
const PAGES_MAX = 5;
const PAGE = 100;
/** Characters that Stripe accepts in the free text of evidence. */
const TEXT_MAX = 20_000;

const REASONS: Readonly<Record<string, DisputeReason>> = {
  fraudulent: 'fraudulent',
  debit_not_authorized: 'fraudulent',
  unrecognized: 'unrecognised',
  duplicate: 'duplicate',
  product_not_received: 'not_received',
  credit_not_processed: 'refund_missing',
  bank_cannot_process: 'bank',
  insufficient_funds: 'bank',
  incorrect_account_details: 'bank',
  check_returned: 'bank',
};

function statusOf(status: string): PaymentDispute['status'] {
  switch (status) {
    case 'won':
    // An inquiry that became no dispute, and a dispute that was prevented, take nothing from the house.
    case 'warning_closed':
    case 'prevented':
      return 'won';
    case 'lost':
      return 'lost';
    default:
      return 'open';
  }
}

function factsOf(data: z.output<typeof shape>): PaymentDispute | undefined {
  if (data.payment_intent === undefined || data.payment_intent === null) return undefined;
  const dueBy = data.evidence_details?.due_by ?? null;
  return {
    dispute: data.id,
    payment: data.payment_intent,
    status: statusOf(data.status),
    reason: Object.hasOwn(REASONS, data.reason) ? (REASONS[data.reason] ?? 'other') : 'other',
    amount: fromMinorUnits(data.amount, data.currency),
    currency: data.currency,
    dueAt: dueBy === null ? null : dueBy * 1_000,
    isWithdrawn: data.balance_transactions.some(({ amount }) => amount < 0),
    isReinstated: data.balance_transactions.some(({ amount }) => amount > 0),
  };
}

/**
 * Returns a dispute of Stripe in the words of all providers; undefined if it is about no payment of this adapter. Throws
 * for another shape.
 */
export const readDispute = (given: unknown): PaymentDispute | undefined => factsOf(shape.parse(given));

export const disputesOf = (client: StripeClient): DisputeDesk => ({
  async since(moment) {
    const found: PaymentDispute[] = [];
    let after: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const { data, has_more } = disputeList.parse(
        await client.get('/v1/disputes', {
          limit: String(PAGE),
          'created[gte]': String(Math.floor(moment / 1_000)),
          ...(after === undefined ? {} : { starting_after: after }),
        }),
      );
      found.push(...data.flatMap((each) => factsOf(each) ?? []));
      after = data.at(-1)?.id;
      if (!has_more || after === undefined) break;
    }
    return found;
  },
  async find(dispute) {
    const found = readDispute(await client.get(`/v1/disputes/${encodeURIComponent(dispute)}`));
    if (!found) throw new Error('a dispute without a payment');
    return found;
  },
  async submit(dispute, { text, payerName, payerEmail }, key) {
    const form = {
      'evidence[uncategorized_text]': text.slice(0, TEXT_MAX),
      'evidence[customer_name]': payerName,
      'evidence[customer_email_address]': payerEmail,
      submit: 'true',
    };
    try {
      await client.post(`/v1/disputes/${encodeURIComponent(dispute)}`, form, key);
    } catch (failure) {
      // Keys are forgotten after a day; evidence that was submitted before is not submitted again.
      if (failure instanceof StripeRefusal && failure.code === 'dispute_evidence_already_submitted') return;
      throw failure;
    }
  },
});
