import { ceilToStep, floorToStep, format, price, times } from '@karat/money';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import { useSelected } from '../../../lib/channel-store.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { useWide } from '../../../lib/wide.ts';
import { cx, Num, Select, Skeleton } from '../../../ui/index.ts';
import { LivePrice } from '../LivePrice.tsx';
import { lotDecimals, tickDecimals } from '../market.ts';
import { GROUPINGS, setTrade, useTradeSettings } from '../settings.ts';
import type { BookSides, Grouping } from '../settings.ts';
import { tradeText } from '../text.ts';
import { ladder, spreadOf } from './ladder.ts';
import type { Row } from './ladder.ts';
import { BookRows } from './book-rows.ts';
import type { RowText, Side } from './book-rows.ts';
import { bookOf } from './stores.ts';

/** Layout inputs of the rows. */
interface Layout {
  readonly market: Quotation;
  /** Price step of a row. */
  readonly step: bigint;
  readonly sides: BookSides;
  /** Rows per side. */
  readonly count: number;
  readonly decimals: number;
  /** Prices of own orders, in steps. */
  readonly own: ReadonlySet<string>;
  readonly withTotals: boolean;
  readonly onPick: (price: string) => void;
}

/** Formats a side's rows for the locale. */
function useLineTexts({ market, decimals, own, withTotals }: Layout) {
  const t = useText(tradeText);
  const locale = useLocale();
  const lots = lotDecimals(market);
  return useCallback(
    (rows: readonly Row[], side: Side): readonly RowText[] => {
      const text = (value: string, places: number): string =>
        formatNumber(value, { kind: 'fixed', decimals: places }, locale);
      return rows.map((row) => {
        const values = { price: text(row.price, decimals), quantity: text(row.quantity, lots) };
        const label = side === 'bids' ? t('bid_at', values) : t('ask_at', values);
        const isOwn = own.has(row.price);
        return {
          ...values,
          at: row.price,
          total: withTotals ? text(row.total, lots) : '',
          share: row.share,
          own: isOwn,
          label: isOwn ? `${label}, ${t('own_order')}` : label,
        };
      });
    },
    [t, locale, lots, decimals, own, withTotals],
  );
}

/** Writes the rows to the DOM outside of React: the book changes ten times a second. */
function useLines(layout: Layout) {
  const { market, step, sides, count, onPick } = layout;
  const asksAt = useRef<HTMLDivElement>(null);
  const bidsAt = useRef<HTMLDivElement>(null);
  const texts = useLineTexts(layout);
  useEffect(() => {
    const store = bookOf(market.id);
    const asks = asksAt.current && new BookRows(asksAt.current, 'asks', onPick);
    const bids = bidsAt.current && new BookRows(bidsAt.current, 'bids', onPick);
    const draw = (): void => {
      const rows = ladder(store.get().state, step, count);
      asks?.show(texts(rows.asks, 'asks'));
      bids?.show(texts(rows.bids, 'bids'));
    };
    draw();
    const leave = store.subscribe(draw);
    return () => {
      leave();
      asks?.end();
      bids?.end();
    };
    // The elements of the visible sides.
  }, [market.id, step, sides, count, texts, onPick]);
  return { asksAt, bidsAt };
}

/** Container of a side's rows with a fixed height, so that a thin book does not move the layout. */
function LinesPlace({
  side,
  market,
  count,
  at,
}: {
  readonly side: Side;
  readonly market: Quotation;
  readonly count: number;
  readonly at: RefObject<HTMLDivElement | null>;
}) {
  const t = useText(tradeText);
  const empty = useSelected(bookOf(market.id), ({ state }) => state[side].length === 0);
  return (
    <div className="flex overflow-hidden contain-strict" style={{ height: `calc(${count} * var(--row))` }}>
      {empty && <p className="m-auto text-xs text-muted">{t('book_empty')}</p>}
      <div
        ref={at}
        className={cx(
          'flex min-w-0 flex-1',
          side === 'asks' ? 'flex-col-reverse' : 'flex-col',
          empty && 'hidden',
        )}
      />
    </div>
  );
}

function Middle({ market }: { readonly market: Quotation }) {
  const t = useText(tradeText);
  const spread = useSelected(bookOf(market.id), ({ state }) => spreadOf(state)?.spread);
  return (
    <div className="flex h-[2.75rem] flex-col justify-center wide:flex-row wide:items-center wide:justify-between">
      <LivePrice market={market} className="text-lg font-semibold" />
      {spread !== undefined && (
        <span className="text-xs text-muted">
          {t('spread')} <Num value={spread} form="fixed" decimals={tickDecimals(market)} />
        </span>
      )}
    </div>
  );
}

const SIDES: readonly { readonly id: BookSides; readonly label: 'both_sides' | 'only_bids' | 'only_asks' }[] =
  [
    { id: 'both', label: 'both_sides' },
    { id: 'bids', label: 'only_bids' },
    { id: 'asks', label: 'only_asks' },
  ];
/** Display of the book: sides and price step. */
function Controls({ market }: { readonly market: Quotation }) {
  const t = useText(tradeText);
  const locale = useLocale();
  const { sides, grouping } = useTradeSettings();
  const tick = price(market.tick);
  return (
    <div className="flex flex-wrap gap-1.5 [&>button]:w-auto [&>button]:min-w-max">
      <Select
        label={t('book_sides')}
        variant="chip"
        options={SIDES.map(({ id, label }) => ({ id, label: t(label) }))}
        value={sides}
        onChange={(id) => setTrade({ sides: id })}
        className="flex-auto"
      />
      <Select
        label={t('grouping')}
        variant="chip"
        options={GROUPINGS.map((ticks) => ({
          id: String(ticks),
          label: formatNumber(format(times(tick, ticks)), { kind: 'full' }, locale),
        }))}
        value={String(grouping)}
        onChange={(id) => setTrade({ grouping: GROUPINGS.find((one) => String(one) === id) ?? 1 })}
        className="flex-auto"
      />
    </div>
  );
}

/** Decimals of prices in steps of `step` ticks. */
const groupedDecimals = (tick: string, grouping: Grouping): number =>
  format(times(price(tick), grouping)).split('.')[1]?.length ?? 0;

/** The order book of a market: cumulated bars, spread, own orders marked; a tap on a price fills the ticket. */
export function OrderBook({
  market,
  ownPrices,
  onPick,
}: {
  readonly market: Quotation;
  /** Prices of own orders. */
  readonly ownPrices: readonly string[];
  readonly onPick: (price: string) => void;
}) {
  const t = useText(tradeText);
  const wide = useWide();
  const { sides, grouping } = useTradeSettings();
  const store = bookOf(market.id);
  const stale = useSelected(store, (live) => live.stale);
  const known = useSelected(store, ({ state }) => state.bids.length + state.asks.length > 0);
  const each = wide ? 10 : 7;
  const count = sides === 'both' ? each : 2 * each;
  const step = price(market.tick) * BigInt(grouping);
  const own = useMemo(() => {
    const steps = ownPrices.flatMap((text) => {
      const at = price(text);
      return [format(floorToStep(at, step)), format(ceilToStep(at, step))];
    });
    return new Set(steps);
  }, [ownPrices, step]);
  const decimals = groupedDecimals(market.tick, grouping);
  const waits = !known && stale;
  const { asksAt, bidsAt } = useLines({
    market,
    step,
    sides,
    count,
    decimals,
    own,
    withTotals: wide,
    onPick,
  });
  return (
    <section
      aria-label={t('book')}
      className={cx(
        'flex flex-col gap-1 wrap-anywhere [--row:1.25rem] wide:[--row:1.375rem]',
        stale && known && 'opacity-60',
      )}
    >
      <div className="flex h-[1.25rem] items-center text-xs text-muted" aria-hidden="true">
        <span className="flex-1">{t('price')}</span>
        <span className="flex-1 text-end">{t('amount')}</span>
        <span className="hidden flex-1 text-end wide:inline">{t('sum')}</span>
      </div>
      {waits && <Skeleton className="h-[calc(14*var(--row)+2.75rem)] wide:h-[calc(20*var(--row)+2.75rem)]" />}
      <div className={cx('flex flex-col', waits && 'hidden')}>
        {sides !== 'bids' && <LinesPlace side="asks" market={market} count={count} at={asksAt} />}
        <Middle market={market} />
        {sides !== 'asks' && <LinesPlace side="bids" market={market} count={count} at={bidsAt} />}
      </div>
      <Controls market={market} />
    </section>
  );
}
