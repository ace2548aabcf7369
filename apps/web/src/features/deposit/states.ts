import type { ReplyOf } from '../../lib/calls.ts';

export type Deposit = ReplyOf<'recharge/log'>['data'][number];

type Word =
  | 'state_pending'
  | 'state_credited'
  | 'state_rejected'
  | 'state_below'
  | 'state_orphaned'
  | 'state_review';
type Tone = 'good' | 'bad' | 'gold' | 'plain';

/** Label and colour of a deposit's state. */
export function stateOf({ state, kind }: Deposit): { readonly word: Word; readonly tone: Tone } {
  switch (state) {
    case 'pending':
      return { word: kind === 'voucher' ? 'state_review' : 'state_pending', tone: 'gold' };
    case 'credited':
    case 'approved':
    case 'house':
      return { word: 'state_credited', tone: 'good' };
    case 'rejected':
      return { word: 'state_rejected', tone: 'bad' };
    case 'below_minimum':
      return { word: 'state_below', tone: 'bad' };
    case 'orphaned':
      return { word: 'state_orphaned', tone: 'plain' };
  }
}
