import type { PublicTrade } from '@karat/contract';
import { memo } from 'react';
import { useSelected } from '../../../lib/channel-store.ts';
import { formatClock } from '../../../lib/format.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useGet } from '../../../lib/query.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { cx, Empty, Loaded, Num, Skeleton } from '../../../ui/index.ts';
import { lotDecimals, tickDecimals } from '../market.ts';
import { tradeText } from '../text.ts';
import { tradesOf } from './stores.ts';
import { TRADES_SHOWN, mergedTrades } from './trades.ts';

const Line = memo(function Line({
  trade,
  decimals,
  lots,
}: {
  readonly trade: PublicTrade;
  readonly decimals: number;
  readonly lots: number;
}) {
  const t = useText(tradeText);
  const locale = useLocale();
  const buys = trade.side === 'buy';
  return (
    <tr className="h-5 wide:h-5.5">
      <td className={cx('text-start', buys ? 'text-up-ink' : 'text-down-ink')}>
        <span className="sr-only">{buys ? t('buy') : t('sell')} </span>
        <Num value={trade.price} form="fixed" decimals={decimals} />
      </td>
      <td className="text-end">
        {trade.house && (
          <abbr
            title={t('house_trade')}
            aria-label={t('house_trade')}
            className="me-1 text-muted no-underline"
          >
            ◇
          </abbr>
        )}
        <Num value={trade.quantity} form="fixed" decimals={lots} />
      </td>
      <td className="hidden text-end text-muted tnum wide:table-cell">{formatClock(trade.time, locale)}</td>
    </tr>
  );
});

/** Recent trades, newest first; trades between house accounts are marked. */
export function Trades({
  market,
  className = 'max-h-[404px] wide:max-h-[616px]',
}: {
  readonly market: Quotation;
  /** Sets the maximum height. */
  readonly className?: string;
}) {
  const t = useText(tradeText);
  const read = useGet('market/trades', { match_id: market.id, limit: TRADES_SHOWN }, { freshMs: 0 });
  const { state: live } = useSelected(tradesOf(market.id), (one) => one);
  const data = read.data ? mergedTrades(live, read.data) : live.length > 0 ? live : undefined;
  return (
    <Loaded
      narrow
      query={{ ...read, data }}
      skeleton={<Skeleton className="h-64" />}
      empty={<Empty text={t('no_trades')} next="beside" />}
    >
      {(trades) => (
        <div
          role="region"
          aria-label={t('trades')}
          // Scrolls with the keys.
          tabIndex={0}
          className={cx('relative overflow-y-auto overscroll-contain', className)}
        >
          <table className="w-full text-xs wrap-break-word max-[340px]:text-[0.65rem]">
            <caption className="sr-only">{t('trades')}</caption>
            <thead className="sticky top-0 bg-bg text-muted wide:bg-surface">
              <tr className="h-5">
                <th className="text-start font-normal">{t('price')}</th>
                <th className="text-end font-normal">{t('amount')}</th>
                <th className="hidden text-end font-normal wide:table-cell">{t('time')}</th>
              </tr>
            </thead>
            <tbody>
              {trades.map((trade) => (
                <Line
                  key={trade.id}
                  trade={trade}
                  decimals={tickDecimals(market)}
                  lots={lotDecimals(market)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Loaded>
  );
}
