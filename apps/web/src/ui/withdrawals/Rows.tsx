import type { RowOf } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { shortened } from '../../lib/shorten.ts';
import { useLocale } from '../../lib/text.ts';
import { CoinIcon, List, ListRow, Num } from '../index.ts';
import { WithdrawalState } from './State.tsx';

/** Withdrawals with their states, and the reason of one that was refused. */
export function WithdrawalRows({ rows }: { readonly rows: readonly RowOf<'user/withdraw/list'>[] }) {
  const locale = useLocale();
  return (
    <List ground="card">
      {rows.map(({ id, currency_name, number, address, created_ms, state, reason_text }) => (
        <ListRow
          key={id}
          to="/pages/fund/withdraw_detail"
          search={{ id }}
          icon={<CoinIcon name={currency_name} size={32} />}
          title={<Num value={`-${number}`} unit={currency_name} />}
          hint={shortened(address)}
          meta={formatTime(created_ms, locale)}
          end={<WithdrawalState state={state} />}
          below={
            state !== 'cancelled' &&
            reason_text !== '' && <p className="pb-3 text-sm text-muted">{reason_text}</p>
          }
        />
      ))}
    </List>
  );
}
