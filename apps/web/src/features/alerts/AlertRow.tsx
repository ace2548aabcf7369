import { formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, CoinIcon, ListRow } from '../../ui/index.ts';
import { useTargetText } from './target-text.ts';
import type { Alert } from './alert.ts';
import { alertsText } from './text.ts';

/** Whether an alert watches; nothing for an active one. */
function AlertState({ state }: Pick<Alert, 'state'>) {
  const t = useText(alertsText);
  switch (state) {
    case 'active':
      return null;
    case 'paused':
      return <Badge intent="gold">{t('paused')}</Badge>;
    case 'fired':
      return <Badge>{t('fired')}</Badge>;
  }
}

/** An own alert in a list; a tap opens it. */
export function AlertRow({ alert, onOpen }: { readonly alert: Alert; readonly onOpen: () => void }) {
  const t = useText(alertsText);
  const locale = useLocale();
  const targetText = useTargetText();
  return (
    <ListRow
      onClick={onOpen}
      icon={<CoinIcon name={alert.currency_name} size={36} />}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {targetText(alert)}
          <AlertState state={alert.state} />
        </span>
      }
      hint={`${alert.symbol} · ${t(`repeat_${alert.repeat_minutes}`)}`}
      meta={alert.fired_ms === null ? undefined : t('last', { time: formatTime(alert.fired_ms, locale) })}
    />
  );
}
