import { ORDER_SIDE } from '@karat/contract';
import { ListChecks } from 'lucide-react';
import { Suspense, lazy, useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { useMarkets } from '../../lib/markets.ts';
import type { Quotation } from '../../lib/markets.ts';
import { useIdParam } from '../../lib/params.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { useWide } from '../../lib/wide.ts';
import { Button, Checkbox, Link, Loaded, Page, Tabs, cx } from '../../ui/index.ts';
import { OrderBook } from './book/OrderBook.tsx';
import { Trades } from './book/Trades.tsx';
import { ChartPanel } from './chart/ChartPanel.tsx';
import { BOOK, ChartActions, DESK, PANEL, TICKET, TradeSkeleton } from './TradeLayout.tsx';
import { MarketHead, MarketStats } from './head/MarketHead.tsx';
import { StateNote } from './head/StateNote.tsx';
import { TradeBar } from './head/TradeBar.tsx';
import { UnknownMarket } from './head/UnknownMarket.tsx';
import { marketFor, offered, symbolOf } from './market.ts';
import { mayAmend } from './orders/own-orders-store.ts';
import type { Order } from './orders/own-orders-store.ts';
import { useOpenOrders, useOwnOrdersChannel } from './orders/use-own-orders.ts';
import { OrderTabs } from './orders/OrderTabs.tsx';
import { setTrade, useTradeSettings } from './settings.ts';
import { tradeText } from './text.ts';
import type { Side } from './ticket/form.ts';
import { TicketPanel } from './ticket/Ticket.tsx';
import { useForm } from './ticket/use-ticket.ts';

const AmendSheet = lazy(() => import('./orders/AmendSheet.tsx'));

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

/** The user's orders below the ticket, of this market or of all. */
function OwnOrders({ market }: { readonly market: Quotation | undefined }) {
  const t = useText(tradeText);
  const [here, setHere] = useState(true);
  return (
    <OrderTabs
      market={here ? market : undefined}
      filter={
        <Checkbox label={t('this_market')} checked={here} onCheck={setHere} className="text-sm text-muted" />
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
  );
}

/** The chart with the open limit orders as lines; a dragged or tapped line opens the change of its order. */
function OrdersChart({ market }: { readonly market: Quotation }) {
  const t = useText(tradeText);
  const { data: orders = [] } = useOpenOrders(market.id);
  const [changing, setChanging] = useState<{ readonly order: Order; readonly price: string } | null>(null);
  const limits = orders.filter(({ target_price: at, waiting }) => at !== null && !waiting);
  return (
    <>
      <ChartPanel
        market={market}
        levels={limits.map((order) => ({
          id: String(order.id),
          price: order.target_price ?? '',
          label: `${t(order.type === ORDER_SIDE.buy ? 'buy' : 'sell')} ${order.amount ?? ''}`,
          intent: order.type === ORDER_SIDE.buy ? 'up' : 'down',
          moves: mayAmend(order),
        }))}
        onLevel={(id, price) => {
          const order = limits.find((one) => String(one.id) === id);
          if (order) setChanging({ order, price });
        }}
      />
      {changing && (
        <Suspense>
          <AmendSheet order={changing.order} price={changing.price} onClose={() => setChanging(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The chart of a phone: it fills the screen, the buttons below it return to the ticket. */
function PhoneChart({
  market,
  chart,
  onSide,
}: {
  readonly market: Quotation;
  readonly chart: ReactNode;
  readonly onSide: (side: Side) => void;
}) {
  const t = useText(tradeText);
  const take = (side: Side) => (): void => {
    onSide(side);
    setTrade({ chartOpen: false });
  };
  return (
    <div className="flex w-full min-w-0 flex-col gap-1">
      <MarketStats market={market} />
      {chart}
      <ChartActions>
        <Button variant="up" onClick={take('buy')}>
          {t('buy')}
        </Button>
        <Button variant="down" onClick={take('sell')}>
          {t('sell')}
        </Button>
      </ChartActions>
    </div>
  );
}

/** Chart, ticket, book and orders on a wide screen. */
function WideParts({ market, chart, ticket, book }: PartsProps) {
  return (
    <>
      <div className={`min-h-130 ${PANEL}`}>{chart}</div>
      <div className={PANEL}>{book}</div>
      <div className={`row-span-2 ${PANEL}`}>{ticket}</div>
      <div className={`col-span-2 ${PANEL}`}>
        <OwnOrders market={market} />
      </div>
    </>
  );
}

interface PartsProps {
  readonly market: Quotation;
  readonly chart: ReactNode;
  readonly ticket: ReactNode;
  readonly book: ReactNode;
}

/** One market. A phone shows the ticket beside the book, or the chart; a wide screen all of them side by side. */
function MarketScreen({
  market,
  markets,
}: {
  readonly market: Quotation;
  readonly markets: readonly Quotation[];
}) {
  const [form, change] = useForm(market);
  const wide = useWide();
  const charted = useTradeSettings((settings) => settings.chartOpen) && !wide;
  const chart = <OrdersChart market={market} />;
  const ticket = <TicketPanel market={market} form={form} change={change} />;
  const book = <BookPanel market={market} onPick={(price) => change({ type: 'pick', price })} />;
  return (
    <div className={cx(DESK, 'wide:grid-cols-[minmax(0,1fr)_300px_330px]')}>
      <div className="flex w-full min-w-0 flex-col gap-2 wide:col-span-3">
        <MarketHead market={market} markets={markets} />
        <StateNote market={market} />
      </div>
      {wide ? (
        <WideParts market={market} chart={chart} ticket={ticket} book={book} />
      ) : (
        <>
          {charted ? (
            <PhoneChart market={market} chart={chart} onSide={(side) => change({ type: 'side', side })} />
          ) : (
            <>
              <div className={TICKET}>{ticket}</div>
              <div className={BOOK}>{book}</div>
            </>
          )}
          <div className="w-full min-w-0">
            <OwnOrders market={market} />
          </div>
        </>
      )}
    </div>
  );
}

/** What does not depend on the market is there from the start. */
function Opening() {
  const loggedIn = useSession((state) => state.token !== null);
  return <TradeSkeleton>{loggedIn ? undefined : <OwnOrders market={undefined} />}</TradeSkeleton>;
}

const PATH = '/pages/transaction/index';

/** Spot trading of coins and stocks. */
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
      name={found ? symbolOf(found) : t('trade')}
      bar={<TradeBar at={found?.kind === 'stock' ? 'stock' : 'coin'} market={found} />}
      className="pt-0!"
    >
      <Loaded query={markets} skeleton={<Opening />}>
        {(all) => {
          if (market && found)
            return <MarketScreen key={market.id} market={market} markets={offered(all, 'open_coin_trade')} />;
          if (found) return <Opening />;
          return <UnknownMarket to={PATH} usual={marketFor(all, 'open_coin_trade', undefined)} />;
        }}
      </Loaded>
    </Page>
  );
}
