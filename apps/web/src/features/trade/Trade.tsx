import { ListChecks } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useMarkets } from '../../lib/markets.ts';
import type { Quotation } from '../../lib/markets.ts';
import { useIdParam } from '../../lib/params.ts';
import { useText } from '../../lib/text.ts';
import { Empty, Link, Loaded, Page, Tabs } from '../../ui/index.ts';
import { OrderBook } from './book/OrderBook.tsx';
import { Trades } from './book/Trades.tsx';
import { ChartPanel } from './chart/ChartPanel.tsx';
import { TradeSkeleton, PANEL } from './TradeLayout.tsx';
import { MarketHead } from './head/MarketHead.tsx';
import { StateNote } from './head/StateNote.tsx';
import { TradeBar } from './head/TradeBar.tsx';
import { marketFor, offered, symbolOf } from './market.ts';
import { useOpenOrders, useOwnOrdersChannel } from './orders/use-own-orders.ts';
import { OrderTabs } from './orders/OrderTabs.tsx';
import { tradeText } from './text.ts';
import { TicketPanel } from './ticket/Ticket.tsx';
import { useForm } from './ticket/use-ticket.ts';

const VIEWS = ['book', 'trades'] as const;
type View = (typeof VIEWS)[number];

/** Order book and trades in tabs. */
function BookPanel({
  market,
  onPick,
}: {
  readonly market: Quotation;
  readonly onPick: (price: string) => void;
}) {
  const t = useText(tradeText);
  const [view, setView] = useState<View>('book');
  const { data: orders = [] } = useOpenOrders(market.id);
  const ownPrices = orders.flatMap((order) =>
    order.target_price === null || order.waiting ? [] : [order.target_price],
  );
  return (
    <div className="flex flex-col gap-1">
      <Tabs
        label={t('book')}
        items={VIEWS.map((id) => ({ id, label: t(id) }))}
        value={view}
        onChange={setView}
        className="gap-4!"
      />
      {view === 'book' ? (
        <OrderBook market={market} ownPrices={ownPrices} onPick={onPick} />
      ) : (
        <Trades market={market} />
      )}
    </div>
  );
}

/** One market: head, chart, book, ticket and the user's orders; stacked on a phone, side by side on wide screens. */
function MarketDesk({
  market,
  markets,
}: {
  readonly market: Quotation;
  readonly markets: readonly Quotation[];
}) {
  const t = useText(tradeText);
  const [form, change] = useForm(market);
  const [here, setHere] = useState(true);
  return (
    <div className="grid grid-cols-[minmax(0,57fr)_minmax(0,43fr)] gap-x-3 gap-y-3 wide:grid-cols-[minmax(0,1fr)_300px_330px] wide:gap-2">
      <div className="col-span-2 flex flex-col gap-2 wide:col-span-3">
        <MarketHead market={market} markets={markets} />
        <StateNote market={market} />
      </div>
      <div className={`col-span-2 wide:col-span-1 wide:min-h-130 ${PANEL}`}>
        <ChartPanel market={market} />
      </div>
      <div className={`wide:col-start-3 wide:row-span-2 wide:row-start-2 ${PANEL}`}>
        <TicketPanel market={market} form={form} change={change} />
      </div>
      <div className={`wide:col-start-2 wide:row-start-2 ${PANEL}`}>
        <BookPanel market={market} onPick={(price) => change({ type: 'pick', price })} />
      </div>
      <div className={`col-span-2 wide:row-start-3 ${PANEL}`}>
        <OrderTabs
          market={here ? market : undefined}
          filter={
            <label className="flex min-h-11 items-center gap-2 text-sm text-muted">
              <input
                type="checkbox"
                checked={here}
                onChange={(event) => setHere(event.target.checked)}
                className="size-5 accent-gold"
              />
              {t('this_market')}
            </label>
          }
          end={
            <Link
              to="/pages/transaction/currency_order"
              aria-label={t('all_orders')}
              className="inline-flex min-h-11 min-w-11 items-center justify-end gap-1 text-sm text-gold-ink"
            >
              <span className="hidden wide:inline">{t('all_orders')}</span>
              <ListChecks className="size-5" aria-hidden="true" />
            </Link>
          }
        />
      </div>
    </div>
  );
}

/** Spot trading. */
export default function Trade() {
  const t = useText(tradeText);
  const id = useIdParam('id');
  const markets = useMarkets();
  useOwnOrdersChannel();
  const found = marketFor(markets.data, 'open_coin_trade', id);
  // The largest tree of the app renders in slices, so that it does not block.
  const market = useDeferredValue(found);
  return (
    <Page
      title=""
      name={market ? symbolOf(market) : t('trade')}
      bar={<TradeBar market={market?.id} />}
      className="pt-0!"
    >
      <Loaded query={markets} skeleton={<TradeSkeleton />}>
        {(all) => {
          if (market)
            return <MarketDesk key={market.id} market={market} markets={offered(all, 'open_coin_trade')} />;
          return found ? <TradeSkeleton /> : <Empty />;
        }}
      </Loaded>
    </Page>
  );
}
