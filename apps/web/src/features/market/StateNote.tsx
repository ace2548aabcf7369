import type { Quotation } from '../../lib/markets.ts';
import { useText } from '../../lib/text.ts';
import { Badge } from '../../ui/index.ts';
import { marketText } from './text.ts';

/** That a market is not open, in a word; nothing for an open one. */
export function StateNote({ state }: { readonly state: Quotation['state'] }) {
  const t = useText(marketText);
  switch (state) {
    case 'open':
      return null;
    case 'closed':
      return <Badge>{t('closed')}</Badge>;
    case 'halted':
      return <Badge tone="bad">{t('halted')}</Badge>;
    case 'cancel_only':
      return <Badge tone="bad">{t('cancel_only')}</Badge>;
  }
}
