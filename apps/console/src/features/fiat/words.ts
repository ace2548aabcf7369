import type { FiatLineState, FiatReason, FiatState } from '@karat/contract';

/** States by the wire's number. */
export const FIAT_STATES = [
  { value: 2, label: 'Proof sent' },
  { value: 1, label: 'To be paid' },
  { value: 3, label: 'Successful' },
  { value: 4, label: 'Rejected' },
  { value: 5, label: 'Expired' },
  { value: 6, label: 'Cancelled' },
  { value: 7, label: 'Refunded' },
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
};

export const REASONS: readonly { readonly value: FiatReason; readonly label: string }[] = [
  { value: 'not_received', label: 'The money has not arrived' },
  { value: 'amount_differs', label: 'Another amount arrived' },
  { value: 'payer_differs', label: 'Another person paid' },
  { value: 'proof_unusable', label: 'The proof is unreadable or of another payment' },
  { value: 'proof_duplicate', label: 'The proof was used before' },
  { value: 'not_permitted', label: 'We may not accept this payment' },
];
