import { CandlestickChart, ChevronDown, NotebookPen } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { shellText } from '../../../lib/shell-text.ts';
import { useTicker, useTickersStale } from '../../../lib/tickers.ts';
import { useText } from '../../../lib/text.ts';
import {
  AlertBell,
  Badge,
  Change,
  CoinIcon,
  cx,
  FavouriteStar,
  Figure,
  IconButton,
  Num,
} from '../../../ui/index.ts';
import { LivePrice } from '../LivePrice.tsx';
import { symbolOf, tickDecimals } from '../market.ts';
import { setTrade, useTradeSettings } from '../settings.ts';
import { tradeText } from '../text.ts';

const MarketSheet = lazy(() => import('./MarketSheet.tsx'));

/** Says where the prices of a market come from, unless they are live. */
const SOURCE_LABELS = { live: undefined, simulated: 'simulated', book: 'no_external_index' } as const;

/** The name of the market with its change and state; opens the list of markets. */
function MarketName({
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
  const label = SOURCE_LABELS[market.source];
  return (
    <>
      <button
        type="button"
        onClick={() => setChoosing(true)}
        aria-label={t('choose_market', { symbol })}
        aria-haspopup="dialog"
        className="-ms-2 flex min-h-11 min-w-0 items-center gap-2 rounded-md px-2 text-start active:bg-raised wide:ms-0"
      >
        <span className="hidden wide:block">
          <CoinIcon name={market.currency_name} size={28} />
        </span>
        <span className="min-w-0">
          <span className="flex items-center gap-1">
            <span className="text-lg leading-tight font-semibold wrap-anywhere wide:text-xl">
              {market.currency_name}
              <span className="inline-block text-base font-normal text-muted">/{market.legal_name}</span>
            </span>
            <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
          </span>
          <span className="flex flex-wrap gap-x-2 text-xs leading-tight wide:hidden">
            <Change value={live.change} />
            {stale ? (
              <span className="text-bad-ink">{shell('stale')}</span>
            ) : (
              label !== undefined && <span className="text-gold-ink">{shell(label)}</span>
            )}
          </span>
        </span>
      </button>
      <span className="flex min-w-0 flex-1 flex-wrap gap-1 ps-1">
        {label !== undefined && (
          <span className="hidden wide:block">
            <Badge intent="gold">{shell(label)}</Badge>
          </span>
        )}
        {stale && (
          <span className="hidden wide:block">
            <Badge intent="bad">{shell('stale')}</Badge>
          </span>
        )}
      </span>
      {choosing && (
        <Suspense>
          <MarketSheet onClose={() => setChoosing(false)} markets={markets} chosen={market} />
        </Suspense>
      )}
    </>
  );
}

/** Price and statistics of 24 h. */
export function MarketStats({
  market,
  className,
}: {
  readonly market: Quotation;
  readonly className?: string;
}) {
  const t = useText(tradeText);
  const live = useTicker(market.id) ?? market;
  const stale = useTickersStale();
  const decimals = tickDecimals(market);
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-4 wide:flex-nowrap wide:gap-x-6',
        stale && 'opacity-60',
        className,
      )}
    >
      <div className="flex grow flex-col items-start wide:flex-none">
        <LivePrice market={market} className="text-2xl font-semibold wide:text-xl" />
        <span className="hidden wide:block">
          <Change value={live.change} className="text-sm" />
        </span>
      </div>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5 text-xs wide:flex wide:flex-1 wide:gap-8">
        <Figure name={t('high_24h')}>
          <Num value={live.high} form="fixed" decimals={decimals} />
        </Figure>
        <Figure name={t('low_24h')}>
          <Num value={live.low} form="fixed" decimals={decimals} />
        </Figure>
        <Figure name={t('volume_24h')} className="hidden wide:block">
          <Num value={live.volume} form="short" unit={market.currency_name} />
        </Figure>
      </dl>
    </div>
  );
}

/** Shows the chart in place of the ticket on a phone, and back; the choice is stored. */
function ChartToggle() {
  const t = useText(tradeText);
  const open = useTradeSettings((settings) => settings.chartOpen);
  return (
    <IconButton
      label={t(open ? 'back_to_ticket' : 'show_chart')}
      aria-pressed={open}
      onClick={() => setTrade({ chartOpen: !open })}
      className={cx('wide:hidden', open && 'text-gold-ink')}
    >
      {open ? <NotebookPen /> : <CandlestickChart />}
    </IconButton>
  );
}

/** One line on a phone: market, chart and favourite. On wide screens with price and statistics. */
export function MarketHead({
  market,
  markets,
  withChart = true,
}: {
  readonly market: Quotation;
  readonly markets: readonly Quotation[];
  /** Whether a phone can switch between ticket and chart. */
  readonly withChart?: boolean;
}) {
  return (
    <div className="flex items-center wide:gap-x-6 wide:rounded-lg wide:bg-surface wide:px-4 wide:py-2">
      <div className="flex min-w-0 flex-1 items-center wide:flex-none">
        <MarketName market={market} markets={markets} />
        {withChart && <ChartToggle />}
        <AlertBell market={market} />
        <FavouriteStar market={market} />
      </div>
      <MarketStats market={market} className="hidden wide:flex wide:flex-1" />
    </div>
  );
}
