import type { Quotation } from '../lib/markets.ts';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { Badge } from './Card.tsx';

/** Shows that a market is not open; nothing for an open one. */
export function StateBadge({ state }: { readonly state: Quotation['state'] }) {
  const t = useText(shellText);
  switch (state) {
    case 'open':
      return null;
    case 'closed':
      return <Badge>{t('market_closed')}</Badge>;
    case 'halted':
      return <Badge intent="bad">{t('market_halted')}</Badge>;
    case 'cancel_only':
      return <Badge intent="bad">{t('market_cancel_only')}</Badge>;
  }
}
