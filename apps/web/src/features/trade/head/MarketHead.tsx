import { ChevronDown } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { shellText } from '../../../lib/shell-text.ts';
import { useTicker, useTickersStale } from '../../../lib/tickers.ts';
import { useText } from '../../../lib/text.ts';
import { AlertBell, Badge, Change, CoinIcon, cx, FavouriteStar, Figure, Num } from '../../../ui/index.ts';
import { symbolOf, tickDecimals } from '../market.ts';
import { tradeText } from '../text.ts';

const MarketSheet = lazy(() => import('./MarketSheet.tsx'));

/** Beside the name on a phone, below it on wide screens. */
const OF_DAY = 'flex flex-wrap justify-between gap-x-2 *:last:ms-auto wide:block';

/** Market, price and 24 h statistics. */
export function MarketHead({
  market,
  markets,
}: {
  readonly market: Quotation;
  readonly markets: readonly Quotation[];
}) {
  const t = useText(tradeText);
  const shell = useText(shellText);
  const [choosing, setChoosing] = useState(false);
  const live = useTicker(market.id) ?? market;
  const stale = useTickersStale();
  const symbol = symbolOf(market);
  const decimals = tickDecimals(market);
  return (
    <div className="flex flex-wrap items-center gap-x-6 wide:flex-nowrap wide:rounded-lg wide:bg-surface wide:px-4 wide:py-2">
      <div className="flex w-full items-center wide:w-auto">
        <button
          type="button"
          onClick={() => setChoosing(true)}
          aria-label={t('choose_market', { symbol })}
          aria-haspopup="dialog"
          className="-ms-2 flex min-h-11 min-w-0 items-center gap-2 rounded-md px-2 active:bg-raised wide:ms-0"
        >
          <CoinIcon name={market.currency_name} size={28} />
          <span className="truncate text-xl font-semibold">
            {market.currency_name}
            <span className="text-base font-normal text-muted">/{market.legal_name}</span>
          </span>
          <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
        </button>
        <span className="flex min-w-0 flex-1 justify-end gap-1.5 wide:ms-2">
          {market.source === 'simulated' && <Badge intent="gold">{shell('simulated')}</Badge>}
          {stale && <Badge intent="bad">{shell('stale')}</Badge>}
        </span>
        <AlertBell market={market} />
        <FavouriteStar market={market} />
      </div>
      <div className={cx('flex min-w-0 flex-1 flex-col items-start wide:flex-none', stale && 'opacity-60')}>
        <Num
          value={live.now_price}
          form="fixed"
          decimals={decimals}
          flash
          intent={live.change.startsWith('-') ? 'down' : 'up'}
          className="text-2xl font-semibold wide:text-xl"
        />
        <Change value={live.change} className="text-sm" />
      </div>
      <dl className="grid w-[46%] max-w-56 gap-0.5 text-xs wide:flex wide:w-auto wide:max-w-none wide:flex-1 wide:gap-8">
        <Figure name={t('high_24h')} className={OF_DAY}>
          <Num value={live.high} form="fixed" decimals={decimals} />
        </Figure>
        <Figure name={t('low_24h')} className={OF_DAY}>
          <Num value={live.low} form="fixed" decimals={decimals} />
        </Figure>
        <Figure name={t('volume_24h')} className={OF_DAY}>
          <Num value={live.volume} form="short" />
        </Figure>
      </dl>
      {choosing && (
        <Suspense>
          <MarketSheet onClose={() => setChoosing(false)} markets={markets} chosen={market.id} />
        </Suspense>
      )}
    </div>
  );
}
