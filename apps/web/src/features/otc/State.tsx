import { useText } from '../../lib/text.ts';
import { Badge } from '../../ui/index.ts';
import type { Order } from './offer.ts';
import { otcText } from './text.ts';

const INTENTS = {
  to_be_paid: 'gold',
  proof_sent: 'info',
  successful: 'good',
  rejected: 'bad',
  expired: 'plain',
  cancelled: 'plain',
  refunded: 'plain',
} as const satisfies Record<Order['state'], string>;

export const DISPUTE_INTENTS = {
  open: 'gold',
  won: 'good',
  lost: 'bad',
  recovered: 'plain',
  waived: 'plain',
} as const satisfies Record<NonNullable<Order['dispute']>, string>;

/** Label of a purchase's state, and of its dispute. */
export function StateBadge({ state, dispute }: Pick<Order, 'state' | 'dispute'>) {
  const t = useText(otcText);
  return (
    <>
      <Badge intent={INTENTS[state]}>{t(state)}</Badge>
      {dispute !== null && <Badge intent={DISPUTE_INTENTS[dispute]}>{t(`dispute_${dispute}`)}</Badge>}
    </>
  );
}

/** Explanation of a state. */
export function useMeaning({ state, reason, note, dispute, ordered_amount }: Order): string {
  const t = useText(otcText);
  switch (state) {
    case 'to_be_paid':
      return '';
    case 'proof_sent':
      return t('waiting');
    case 'successful':
      // Its own part of the screen says where the coins of a disputed purchase are.
      if (dispute !== null && dispute !== 'won') return '';
      return ordered_amount === null ? t('in_account') : t('part_hint');
    case 'rejected':
      return [reason === null ? '' : t(reason), note].filter((text) => text !== '').join(' ');
    case 'expired':
    case 'cancelled':
      return t('do_not_pay');
    case 'refunded':
      return t('money_back');
  }
}
