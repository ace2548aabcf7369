import * as z from 'zod';

/** What this adapter reads of Stripe's objects; all other fields are left out. */
const id = z.string().min(1).max(255);
/** An id, or the object in its place when it was expanded. */
const reference = z.union([id, z.object({ id }).transform((expanded) => expanded.id)]);
const units = z.int().min(0);
const currency = z
  .string()
  .regex(/^[a-z]{3}$/)
  .transform((code) => code.toUpperCase());
const metadata = z.record(z.string(), z.string()).default({});

export const checkoutSession = z.object({
  id,
  status: z.enum(['open', 'complete', 'expired']).nullable(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: reference.nullish(),
  amount_total: units.nullable(),
  currency: currency.nullable(),
  client_reference_id: z.string().nullish(),
  url: z.url({ protocol: /^https?$/ }).nullish(),
});
export type CheckoutSession = z.output<typeof checkoutSession>;

export const paymentIntent = z.object({
  id,
  amount: units,
  amount_received: units.default(0),
  currency,
  metadata,
});

/** A page with its payment in full, as a look-up requests it. */
export const paidSession = z.object({
  status: z.enum(['open', 'complete', 'expired']).nullable(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: paymentIntent.nullish(),
});

export const charge = z.object({
  payment_intent: reference.nullish(),
  amount_refunded: units,
  currency,
  metadata,
});

export const refund = z.object({
  status: z.string().nullish(),
  payment_intent: reference.nullish(),
  amount: units,
  currency,
  metadata: metadata.nullish().transform((known) => known ?? {}),
});

export const dispute = z.object({
  id,
  payment_intent: reference.nullish(),
  amount: units,
  currency,
  reason: z.string(),
  status: z.string(),
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
  /** None, one or two: what the dispute took from the house, and what it gave back. */
  balance_transactions: z.array(z.object({ amount: z.int() })).default([]),
});

const settled = z.object({ fee: units, currency });

/** A payment with what Stripe kept of it, as a request for fees expands it; null before it is settled. */
export const paymentFee = z.object({
  latest_charge: z.object({ balance_transaction: settled.nullish() }).nullish(),
});

/** What Stripe took for a dispute. */
export const disputeFees = z.object({ balance_transactions: z.array(settled).default([]) });

export const disputeList = z.object({ data: z.array(dispute), has_more: z.boolean() });

export const event = z.object({
  id,
  type: z.string(),
  data: z.object({ object: z.unknown() }),
});
