import { formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, CoinIcon, Num } from '../../ui/index.ts';
import { stateOf } from './states.ts';
import type { Deposit } from './states.ts';
import { depositText } from './text.ts';

/** A deposit with its state; the confirmations are shown as a bar and as text. */
export function DepositRow({ row }: { readonly row: Deposit }) {
  const t = useText(depositText);
  const locale = useLocale();
  const { word, intent } = stateOf(row);
  const waits = row.kind === 'chain' && row.state === 'pending';
  return (
    <li className="py-3">
      <div className="flex items-center gap-3">
        <CoinIcon name={row.currency_name} size={32} />
        <span className="min-w-0 flex-1">
          <Num value={row.amount} unit={row.currency_name} signed className="block text-lg font-medium" />
          <span className="block truncate text-xs text-muted">
            {row.kind === 'voucher' ? t('voucher') : row.network_name}
          </span>
          <span className="block text-xs text-muted">{formatTime(row.created_ms, locale)}</span>
        </span>
        <Badge intent={intent}>{t(word)}</Badge>
      </div>
      {waits && (
        <div className="mt-2">
          <p className="mb-1 text-xs text-muted">
            {t('confirmed_of', { done: row.confirmations, needed: row.confirmations_needed })}
          </p>
          <progress
            className="block h-1.5 w-full overflow-hidden rounded-full accent-gold"
            value={row.confirmations}
            max={row.confirmations_needed}
            aria-label={t('confirmations')}
          />
        </div>
      )}
      {row.reason !== '' && <p className="mt-2 text-sm text-muted first-letter:uppercase">{row.reason}</p>}
    </li>
  );
}
