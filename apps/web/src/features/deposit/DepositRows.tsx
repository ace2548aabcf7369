import { formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, CoinIcon, List, ListRow, Num } from '../../ui/index.ts';
import { stateOf } from './states.ts';
import type { Deposit } from './states.ts';
import { depositText } from './text.ts';

/** A deposit with its state; the confirmations are shown as a bar and as text. */
function DepositRow({ row }: { readonly row: Deposit }) {
  const t = useText(depositText);
  const locale = useLocale();
  const { word, intent } = stateOf(row);
  const waits = row.kind === 'chain' && row.state === 'pending';
  return (
    <ListRow
      icon={<CoinIcon name={row.currency_name} size={32} />}
      title={<Num value={row.amount} unit={row.currency_name} signed />}
      hint={row.kind === 'voucher' ? t('voucher') : row.network_name}
      meta={formatTime(row.created_ms, locale)}
      end={<Badge intent={intent}>{t(word)}</Badge>}
      below={
        <>
          {waits && (
            <div className="pb-3">
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
          {row.reason !== '' && (
            <p className="pb-3 text-sm text-muted first-letter:uppercase">{row.reason}</p>
          )}
        </>
      }
    />
  );
}

/** Deposits, newest first. */
export const DepositRows = ({ rows }: { readonly rows: readonly Deposit[] }) => (
  <List ground="card">
    {rows.map((row) => (
      <DepositRow key={row.id} row={row} />
    ))}
  </List>
);
