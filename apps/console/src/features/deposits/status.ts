import { VOUCHER_STATUS } from '@karat/contract';
import type { ReplyOf } from '@karat/contract';

export type Voucher = ReplyOf<'console/vouchers'>['data'][number];

/** Label and colour of a voucher's state. */
export const STATUS: Readonly<Record<number, { readonly label: string; readonly color: string }>> = {
  [VOUCHER_STATUS.pending]: { label: 'pending', color: 'blue' },
  [VOUCHER_STATUS.approved]: { label: 'approved', color: 'green' },
  [VOUCHER_STATUS.rejected]: { label: 'rejected', color: 'red' },
};
