import { format, price } from '@karat/money';
import type { Price } from '@karat/money';
import { memo, useMemo } from 'react';
import { useSelected } from '../../../lib/channel-store.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useTicker } from '../../../lib/tickers.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { cx, Num, Skeleton } from '../../../ui/index.ts';
import { lotDecimals, tickDecimals } from '../market.ts';
import { Select } from '../Select.tsx';
import { GROUPINGS, setTrade, useTradeSettings } from '../settings.ts';
import type { BookSides, Grouping } from '../settings.ts';
import { tradeText } from '../text.ts';
import { useWide } from '../wide.ts';
import { ladder, spreadOf } from './ladder.ts';
import type { Row } from './ladder.ts';
import { bookOf } from './stores.ts';

type Side = 'bids' | 'asks';

interface LineProps {
  readonly side: Side;
  readonly price: string;
  readonly quantity: string;
  readonly total: string;
  readonly share: number;
  /** Whether an order of the person rests at this price. */
  readonly own: boolean;
  readonly priceText: string;
  readonly label: string;
  readonly onPick: (price: string) => void;
}

/** One price. Kept out of the tab order: the ticket's price field is the way for a keyboard. */
const Line = memo(function Line({
  side,
  price: at,
  quantity,
  total,
  share,
  own,
  priceText,
  label,
  onPick,
}: LineProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      onClick={() => onPick(at)}
      className="relative flex h-5 w-full shrink-0 items-center text-xs tnum contain-strict active:bg-raised wide:h-5.5"
    >
      <span
        aria-hidden="true"
        className={cx(
          'absolute inset-y-px right-0 w-full origin-right',
          side === 'bids' ? 'bg-up-soft' : 'bg-down-soft',
        )}
        style={{ transform: `scaleX(${share})` }}
      />
      <span className={cx('relative flex-1 text-start', side === 'bids' ? 'text-up-ink' : 'text-down-ink')}>
        {own && (
          <span className="me-1 inline-block size-1.5 rounded-full bg-gold align-middle" aria-hidden="true" />
        )}
        {priceText}
      </span>
      <span className="relative flex-1 text-end">{quantity}</span>
      <span className="relative hidden flex-1 text-end text-muted wide:inline">{total}</span>
    </button>
  );
});

function Lines({
  side,
  rows,
  count,
  decimals,
  lots,
  own,
  onPick,
}: {
  readonly side: Side;
  readonly rows: readonly Row[];
  /** Lines of the place, so that nothing moves when the book is thin. */
  readonly count: number;
  readonly decimals: number;
  readonly lots: number;
  readonly own: ReadonlySet<string>;
  readonly onPick: (price: string) => void;
}) {
  const t = useText(tradeText);
  const locale = useLocale();
  const text = (value: string, places: number): string =>
    formatNumber(value, { kind: 'fixed', decimals: places }, locale);
  return (
    <div
      className={cx('flex overflow-hidden', side === 'asks' ? 'flex-col-reverse' : 'flex-col')}
      style={{ height: `calc(${count} * var(--line))` }}
    >
      {rows.length === 0 && <p className="m-auto text-xs text-muted">{t('book_empty')}</p>}
      {rows.map((row, place) => {
        const priceText = text(row.price, decimals);
        const quantity = text(row.quantity, lots);
        const values = { price: priceText, quantity };
        const label = side === 'bids' ? t('bid_at', values) : t('ask_at', values);
        const isOwn = own.has(row.price);
        return (
          <Line
            // By place, not by price: while prices come and go only texts change, no element is made or moved.
            key={place}
            side={side}
            price={row.price}
            quantity={quantity}
            total={text(row.total, lots)}
            share={row.share}
            own={isOwn}
            priceText={priceText}
            label={isOwn ? `${label}, ${t('own_order')}` : label}
            onPick={onPick}
          />
        );
      })}
    </div>
  );
}

function Middle({
  market,
  spread,
}: {
  readonly market: Quotation;
  readonly spread: ReturnType<typeof spreadOf>;
}) {
  const t = useText(tradeText);
  const live = useTicker(market.id) ?? market;
  return (
    <div className="flex h-11 flex-col justify-center wide:flex-row wide:items-center wide:justify-between">
      <Num
        value={live.now_price}
        form="fixed"
        decimals={tickDecimals(market)}
        flash
        tone={live.change.startsWith('-') ? 'down' : 'up'}
        className="text-lg font-semibold"
      />
      {spread && (
        <span className="text-xs text-muted">
          {t('spread')} <Num value={spread.spread} form="fixed" decimals={tickDecimals(market)} />
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
/** How the book is shown: which sides, in what steps. */
function Controls({ market }: { readonly market: Quotation }) {
  const t = useText(tradeText);
  const locale = useLocale();
  const { sides, grouping } = useTradeSettings();
  const tick = price(market.tick);
  return (
    <div className="flex gap-1.5">
      <Select
        label={t('book_sides')}
        look="chip"
        options={SIDES.map(({ id, label }) => ({ id, label: t(label) }))}
        value={sides}
        onChange={(id) => setTrade({ sides: id })}
        className="flex-1"
      />
      <Select
        label={t('grouping')}
        look="chip"
        options={GROUPINGS.map((times) => ({
          id: String(times),
          label: formatNumber(format((tick * BigInt(times)) as Price), { kind: 'full' }, locale),
        }))}
        value={String(grouping)}
        onChange={(id) => setTrade({ grouping: GROUPINGS.find((one) => String(one) === id) ?? 1 })}
        className="flex-1"
      />
    </div>
  );
}

/** Decimals that prices in steps of so many ticks need. */
const groupedDecimals = (tick: string, grouping: Grouping): number =>
  format((price(tick) * BigInt(grouping)) as Price).split('.')[1]?.length ?? 0;

/** The book of a market: cumulated bars, the spread, own orders marked; a tap on a price fills the ticket. */
export function OrderBook({
  market,
  ownPrices,
  onPick,
}: {
  readonly market: Quotation;
  /** Prices at which own orders rest. */
  readonly ownPrices: readonly string[];
  readonly onPick: (price: string) => void;
}) {
  const t = useText(tradeText);
  const wide = useWide();
  const { sides, grouping } = useTradeSettings();
  const { state: book, stale } = useSelected(bookOf(market.id), (live) => live);
  const each = wide ? 10 : 9;
  const count = sides === 'both' ? each : 2 * each;
  const step = price(market.tick) * BigInt(grouping);
  const { bids, asks } = ladder(book, step, count);
  const own = useMemo(() => {
    const steps = ownPrices.flatMap((text) => {
      const at = price(text);
      const below = at - (at % step);
      return [format(below as Price), format((at % step === 0n ? at : below + step) as Price)];
    });
    return new Set(steps);
  }, [ownPrices, step]);
  const known = book.bids.length + book.asks.length > 0;
  const lines = {
    count,
    decimals: groupedDecimals(market.tick, grouping),
    lots: lotDecimals(market),
    own,
    onPick,
  };
  return (
    <section
      aria-label={t('book')}
      className={cx('flex flex-col gap-1 [--line:20px] wide:[--line:22px]', stale && known && 'opacity-60')}
    >
      <div className="flex h-5 items-center text-xs text-muted" aria-hidden="true">
        <span className="flex-1">{t('price')}</span>
        <span className="flex-1 text-end">{t('amount')}</span>
        <span className="hidden flex-1 text-end wide:inline">{t('sum')}</span>
      </div>
      {!known && stale ? (
        <Skeleton className="h-[calc(18*var(--line)+44px)] wide:h-[calc(20*var(--line)+44px)]" />
      ) : (
        <>
          {sides !== 'bids' && <Lines side="asks" rows={asks} {...lines} />}
          <Middle market={market} spread={spreadOf(book)} />
          {sides !== 'asks' && <Lines side="bids" rows={bids} {...lines} />}
        </>
      )}
      <Controls market={market} />
    </section>
  );
}
