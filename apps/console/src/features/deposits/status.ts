import type { ReplyOf } from '@karat/contract';

export type Voucher = ReplyOf<'console/vouchers'>['data'][number];

/** A voucher's number of state in a word and a colour. */
export const STATUS: Readonly<Record<number, { readonly label: string; readonly color: string }>> = {
  1: { label: 'pending', color: 'blue' },
  2: { label: 'approved', color: 'green' },
  3: { label: 'rejected', color: 'red' },
};
