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

/** Label of a purchase's state. */
export function StateBadge({ state }: { readonly state: Order['state'] }) {
  const t = useText(otcText);
  return <Badge intent={INTENTS[state]}>{t(state)}</Badge>;
}

/** Explanation of a state. */
export function useMeaning({ state, reason, note }: Order): string {
  const t = useText(otcText);
  switch (state) {
    case 'to_be_paid':
      return '';
    case 'proof_sent':
      return t('waiting');
    case 'successful':
      return t('in_account');
    case 'rejected':
      return [reason === null ? '' : t(reason), note].filter((text) => text !== '').join(' ');
    case 'expired':
    case 'cancelled':
      return t('do_not_pay');
    case 'refunded':
      return t('money_back');
  }
}
