import { ArrowUpFromLine } from 'lucide-react';
import { formatTime } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { shortened } from '../../lib/shorten.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, CoinIcon, Empty, List, ListRow, Num, RECENT_COUNT, Recent } from '../../ui/index.ts';
import { INTENTS } from './states.ts';
import { withdrawText } from './text.ts';

const EVERY_MS = 5_000;

/** The latest withdrawals with their states, beside the form on a wide screen. */
export function RecentWithdrawals() {
  const t = useText(withdrawText);
  const shell = useText(shellText);
  const locale = useLocale();
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
      {(rows) => (
        <List ground="card">
          {rows.map(({ id, currency_name, number, address, created_ms, state }) => (
            <ListRow
              key={id}
              to="/pages/fund/withdraw_detail"
              search={{ id }}
              icon={<CoinIcon name={currency_name} size={32} />}
              title={<Num value={`-${number}`} unit={currency_name} />}
              hint={shortened(address)}
              meta={formatTime(created_ms, locale)}
              end={<Badge intent={INTENTS[state]}>{t(`state_${state}`)}</Badge>}
            />
          ))}
        </List>
      )}
    </Recent>
  );
}
