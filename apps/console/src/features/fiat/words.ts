import { FIAT_STATUS } from '@karat/contract';
import type {
  FiatDisputeReason,
  FiatDisputeState,
  FiatExceptionKind,
  FiatLineState,
  FiatMismatch,
  FiatReason,
  FiatState,
  ReplyOf,
} from '@karat/contract';

/** A purchase with the details for its reviewer. */
export type Known = ReplyOf<'console/fiat_order'>;

/** States by wire number. */
export const FIAT_STATES = [
  { value: FIAT_STATUS.proof_sent, label: 'Proof sent' },
  { value: FIAT_STATUS.to_be_paid, label: 'To be paid' },
  { value: FIAT_STATUS.successful, label: 'Successful' },
  { value: FIAT_STATUS.rejected, label: 'Rejected' },
  { value: FIAT_STATUS.expired, label: 'Expired' },
  { value: FIAT_STATUS.cancelled, label: 'Cancelled' },
  { value: FIAT_STATUS.refunded, label: 'Refunded' },
];

export const STATE_COLOURS: Readonly<Record<FiatState, string>> = {
  to_be_paid: 'gold',
  proof_sent: 'blue',
  successful: 'green',
  rejected: 'red',
  expired: 'default',
  cancelled: 'default',
  refunded: 'purple',
};

export const LINE_COLOURS: Readonly<Record<FiatLineState, string>> = {
  unmatched: 'orange',
  matched: 'blue',
  used: 'green',
  set_aside: 'default',
  returned: 'purple',
  discarded: 'default',
};

/** Reasons of rejection; the buyer reads the same one translated. */
export const REASONS: Readonly<Record<FiatReason, string>> = {
  not_received: 'The money has not arrived',
  amount_differs: 'Another amount arrived',
  payer_differs: 'Another person paid',
  proof_unusable: 'The proof is unreadable or of another payment',
  proof_duplicate: 'The proof was used before',
  not_permitted: 'We may not accept this payment',
};

export const DISPUTE_COLOURS: Readonly<Record<FiatDisputeState, string>> = {
  open: 'gold',
  won: 'green',
  lost: 'red',
  recovered: 'default',
  waived: 'default',
};

/** Why a payer disputes a payment. */
export const DISPUTE_REASONS: Readonly<Record<FiatDisputeReason, string>> = {
  fraudulent: 'Not made by the cardholder',
  unrecognised: 'Not recognised by the cardholder',
  duplicate: 'Paid twice',
  not_received: 'Nothing received',
  refund_missing: 'Refund missing',
  bank: 'Problem at the bank',
  other: 'No reason given',
};

const PROVIDERS = new Map([
  ['stripe', 'Stripe'],
  ['simulator', 'Simulator'],
]);

/** Returns the name of a payment provider. */
export const providerName = (id: string): string => PROVIDERS.get(id) ?? id;

/** What a provider reports and no rule settles. */
export const EXCEPTIONS: Readonly<Record<FiatExceptionKind, string>> = {
  differs: 'Another amount or currency than ordered was paid',
  unknown_order: 'A payment that names no purchase',
  refunded_elsewhere: 'Refunded at the provider, not by us',
  refund_failed: 'A refund came back',
  not_answered: 'A payment page without an end',
  dispute_unknown: 'A dispute of a payment that credited no purchase',
  dispute_differs: 'A dispute with another amount, currency or end than expected',
};

/** Why a statement line does not match a purchase. */
export const MISMATCHES: Readonly<Record<FiatMismatch, string>> = {
  no_reference: 'names no purchase',
  unknown_reference: 'names an unknown purchase',
  amount: 'another amount',
  currency: 'another currency',
  state: 'purchase is not open',
  account: 'another account',
};
