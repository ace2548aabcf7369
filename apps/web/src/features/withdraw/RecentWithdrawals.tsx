import { ArrowUpFromLine } from 'lucide-react';
import { useGet } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useText } from '../../lib/text.ts';
import { Empty, RECENT_COUNT, Recent } from '../../ui/index.ts';
import { WithdrawalRows } from '../../ui/withdrawals/index.ts';
import { withdrawText } from './text.ts';

const EVERY_MS = 5_000;

/** The latest withdrawals, beside the form on a wide screen. */
export function RecentWithdrawals() {
  const t = useText(withdrawText);
  const shell = useText(shellText);
  const list = useGet(
    'user/withdraw/list',
    { limit: RECENT_COUNT, page: 1 },
    { everyMs: EVERY_MS, keep: true },
  );
  return (
    <Recent
      title={t('records')}
      all={{ label: shell('more'), to: '/pages/fund/receive_withdraw_record', search: { tab: 'out' } }}
      query={list}
      empty={<Empty icon={<ArrowUpFromLine />} next="beside" />}
    >
      {(rows) => <WithdrawalRows rows={rows} />}
    </Recent>
  );
}
