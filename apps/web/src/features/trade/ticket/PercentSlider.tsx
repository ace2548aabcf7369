import { useText } from '../../../lib/text.ts';
import { Slider } from '../../../ui/index.ts';
import { tradeText } from '../text.ts';
import type { Ticket } from './use-ticket.ts';

/** Percent of the available balance that the order spends. */
export function Share({ form, change, conditions: { funds } }: Ticket) {
  const t = useText(tradeText);
  const none = !funds || (form.side === 'buy' ? funds.quote : funds.base) === 0n;
  return (
    <Slider
      label={t('part_of_balance')}
      value={form.share}
      disabled={none}
      onChange={(percent) => funds && change({ type: 'share', percent, funds })}
    />
  );
}
