import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Link, List } from '../../ui/index.ts';
import { DepositRow } from './DepositRow.tsx';
import { depositText } from './text.ts';

const SHOWN = 3;
const EVERY_MS = 2_000;

/** The latest deposits of a coin, polled while the screen is open. */
export function Incoming({ currency }: { readonly currency: number }) {
  const t = useText(depositText);
  const log = useGet('recharge/log', { currency, limit: SHOWN, page: 1 }, { everyMs: EVERY_MS, keep: true });
  const rows = log.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('recent')}>
      <div className="flex items-center justify-between px-1">
        <h2 className="text-sm text-muted">{t('recent')}</h2>
        <Link
          to="/pages/fund/receive_withdraw_record"
          className="flex min-h-11 items-center text-sm text-gold-ink"
        >
          {t('records')}
        </Link>
      </div>
      <List ground="card">
        {rows.map((row) => (
          <DepositRow key={row.id} row={row} />
        ))}
      </List>
    </section>
  );
}
