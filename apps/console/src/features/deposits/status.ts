import type { ReplyOf } from '@karat/contract';

export type Voucher = ReplyOf<'console/vouchers'>['data'][number];

/** Label and colour of a voucher's state. */
export const STATUS: Readonly<Record<number, { readonly label: string; readonly color: string }>> = {
  1: { label: 'pending', color: 'blue' },
  2: { label: 'approved', color: 'green' },
  3: { label: 'rejected', color: 'red' },
};
