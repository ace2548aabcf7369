import type { ReplyOf } from '../../lib/calls.ts';

export type Deposit = ReplyOf<'recharge/log'>['data'][number];

type Word =
  | 'state_pending'
  | 'state_credited'
  | 'state_rejected'
  | 'state_below'
  | 'state_orphaned'
  | 'state_review';
type Intent = 'good' | 'bad' | 'gold' | 'plain';

/** Label and colour of a deposit's state. */
export function stateOf({ state, kind }: Deposit): { readonly word: Word; readonly intent: Intent } {
  switch (state) {
    case 'pending':
      return { word: kind === 'voucher' ? 'state_review' : 'state_pending', intent: 'gold' };
    case 'credited':
    case 'approved':
    case 'house':
      return { word: 'state_credited', intent: 'good' };
    case 'rejected':
      return { word: 'state_rejected', intent: 'bad' };
    case 'below_minimum':
      return { word: 'state_below', intent: 'bad' };
    case 'orphaned':
      return { word: 'state_orphaned', intent: 'plain' };
  }
}
