import { PROJECT_ORDER_STATUS } from '@karat/contract';
import { useText } from '../../lib/text.ts';
import { Badge } from '../../ui/index.ts';
import { launchpadText } from './text.ts';

/** The state of an application. */
export function OrderBadge({ status }: { readonly status: number }) {
  const t = useText(launchpadText);
  switch (status) {
    case PROJECT_ORDER_STATUS.applied:
      return <Badge intent="gold">{t('state_applied')}</Badge>;
    case PROJECT_ORDER_STATUS.allotting:
      return <Badge intent="info">{t('state_allotting')}</Badge>;
    case PROJECT_ORDER_STATUS.allotted:
      return <Badge intent="good">{t('state_allotted')}</Badge>;
    default:
      return <Badge>{t('state_cancelled')}</Badge>;
  }
}
