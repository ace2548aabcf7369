import { ArrowDownToLine } from 'lucide-react';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Empty, RECENT_COUNT, Recent } from '../../ui/index.ts';
import { DepositRows } from './DepositRows.tsx';
import { depositText } from './text.ts';

const SHOWN = 3;
const EVERY_MS = 2_000;
const ALL = '/pages/fund/receive_withdraw_record';

/** The latest deposits of a coin, polled while the screen is open. */
export function Incoming({ currency }: { readonly currency: number }) {
  const t = useText(depositText);
  const log = useGet('recharge/log', { currency, limit: SHOWN, page: 1 }, { everyMs: EVERY_MS, keep: true });
  if ((log.data?.data.length ?? 0) === 0) return null;
  return (
    <Recent title={t('recent')} all={{ label: t('records'), to: ALL }} query={log}>
      {(rows) => <DepositRows rows={rows} />}
    </Recent>
  );
}

/** The latest deposits of all coins, beside a form on a wide screen. */
export function RecentDeposits() {
  const t = useText(depositText);
  const log = useGet('recharge/log', { limit: RECENT_COUNT, page: 1 }, { everyMs: EVERY_MS, keep: true });
  return (
    <Recent
      title={t('recent')}
      all={{ label: t('records'), to: ALL }}
      query={log}
      empty={<Empty icon={<ArrowDownToLine />} text={t('no_deposits')} next="beside" />}
    >
      {(rows) => <DepositRows rows={rows} />}
    </Recent>
  );
}
