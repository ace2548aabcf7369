import { CandlestickChart, ChartLine, ListChecks } from 'lucide-react';
import { formatNumber } from '../../../lib/format.ts';
import { useIndex } from '../../../lib/index-price.ts';
import { useMarkets } from '../../../lib/markets.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useIdParam } from '../../../lib/params.ts';
import { useSession } from '../../../lib/session.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { cx, IconButton, Link, Loaded, Num, Page } from '../../../ui/index.ts';
import { ChartPanel } from '../chart/ChartPanel.tsx';
import { TradeSkeleton, PANEL } from '../TradeLayout.tsx';
import { MarketHead } from '../head/MarketHead.tsx';
import { StateNote } from '../head/StateNote.tsx';
import { TradeBar } from '../head/TradeBar.tsx';
import { UnknownMarket } from '../head/UnknownMarket.tsx';
import { marketFor, offered, symbolOf } from '../market.ts';
import { setTrade, useTradeSettings } from '../settings.ts';
import { tradeText } from '../text.ts';
import { IndexChart } from './IndexChart.tsx';
import { useOpenOptions, useOptionsChannel, useSettled } from './use-own-options.ts';
import type { KnownOption } from './own-options-store.ts';
import { OpenOptions } from './OpenOptions.tsx';
import { ResultSheet } from './ResultSheet.tsx';
import { optionsText } from './text.ts';
import { OptionTicket } from './Ticket.tsx';

/** The settlement index with its interruptions, drawn as a line by seconds or as candles; an open option is always seen on the line. */
function IndexPanel({ market, open }: { readonly market: Quotation; readonly open: readonly KnownOption[] }) {
  const t = useText(optionsText);
  const locale = useLocale();
  const index = useIndex(market.id);
  const candles = useTradeSettings((settings) => settings.optionCandles) && open.length === 0;
  const value = index.price === null ? '–' : formatNumber(index.price, { kind: 'full' }, locale);
  return (
    <div className="wide:flex wide:h-full wide:flex-col">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-2">
        <p className={cx('flex items-baseline gap-2', index.stale && 'opacity-60')}>
          <span className="text-xs text-muted">{t('index_now')}</span>
          <Num value={index.price} flash className="text-xl font-semibold" />
        </p>
        {open.length === 0 && (
          <IconButton
            label={t(candles ? 'show_line' : 'show_candles')}
            onClick={() => setTrade({ optionCandles: !candles })}
            className="-me-2 text-muted"
          >
            {candles ? <ChartLine /> : <CandlestickChart />}
          </IconButton>
        )}
      </div>
      {(index.broken || index.stale) && (
        <p role="status" className="mb-2 rounded-md bg-gold-soft px-3 py-2 text-sm text-gold-ink">
          {t(index.broken ? 'broken_note' : 'stale_note')}
        </p>
      )}
      {candles ? (
        <ChartPanel market={market} size="small" />
      ) : (
        <IndexChart
          key={market.id}
          matchId={market.id}
          label={t('line_label', { symbol: symbolOf(market), price: value })}
          index={index.price}
          options={open}
        />
      )}
    </div>
  );
}

function MarketScreen({
  market,
  markets,
}: {
  readonly market: Quotation;
  readonly markets: readonly Quotation[];
}) {
  const t = useText(optionsText);
  const loggedIn = useSession((state) => state.token !== null);
  const open = useOpenOptions();
  const index = useIndex(market.id);
  const [settled, putAway] = useSettled();
  const here = (open.data ?? []).filter(({ order }) => order.match_id === market.id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 wide:grid-cols-[minmax(0,1fr)_360px]">
      <div className="flex flex-col gap-2 wide:col-span-2">
        <MarketHead market={market} markets={markets} withChart={false} />
        <StateNote market={market} />
      </div>
      <div className={cx('wide:min-h-130', PANEL)}>
        <IndexPanel market={market} open={here} />
      </div>
      <div className={cx('wide:row-span-2', PANEL)}>
        <OptionTicket market={market} paused={market.state !== 'open' || index.stale} />
      </div>
      {loggedIn && (
        <section className={PANEL}>
          <div className="flex items-center justify-between">
            <h2 className="font-semibold">{t('open_options')}</h2>
            <Link
              to="/pages/transaction/seconds_order"
              className="inline-flex min-h-11 items-center gap-1 text-sm text-gold-ink"
            >
              <ListChecks className="size-5" aria-hidden="true" />
              {t('history')}
            </Link>
          </div>
          <OpenOptions query={open} />
        </section>
      )}
      <ResultSheet order={settled} onClose={putAway} />
    </div>
  );
}

/** Seconds options: index, chart, ticket, open options. */
export default function Options() {
  const t = useText(optionsText);
  const trade = useText(tradeText);
  const id = useIdParam('id');
  const markets = useMarkets();
  useOptionsChannel();
  const market = marketFor(markets.data, 'open_microtrade', id);
  return (
    <Page
      title=""
      name={market ? `${t('options')} ${symbolOf(market)}` : trade('trade')}
      bar={<TradeBar at="options" market={market} />}
      className="pt-0!"
    >
      <Loaded query={markets} skeleton={<TradeSkeleton />}>
        {(all) =>
          market ? (
            <MarketScreen key={market.id} market={market} markets={offered(all, 'open_microtrade')} />
          ) : (
            <UnknownMarket
              to="/pages/transaction/index2"
              usual={marketFor(all, 'open_microtrade', undefined)}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
