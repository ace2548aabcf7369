import { amount, format, percentFromRate, plus, price, rate } from '@karat/money';
import { openingPrice } from '@karat/rules';
import type { PositionSide } from '@karat/rules';
import { formatNumber } from '../../../lib/format.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { cx, Fact, Num } from '../../../ui/index.ts';
import { Trades } from '../book/Trades.tsx';
import { tickDecimals } from '../market.ts';
import { contractText } from './text.ts';

/** A rate in percent. */
const percent = (text: string): string => format(percentFromRate(rate(text)));

/** Ask less bid, which lie on either side of the index by the spread of the market's terms. */
const spreadOf = (market: Quotation): string => format(plus(amount(market.spread), amount(market.spread)));

/** The quoted price of a side; a tap takes it as the limit. */
function Quote({
  name,
  value,
  decimals,
  className,
  onPick,
}: {
  readonly name: string;
  readonly value: string | undefined;
  readonly decimals: number;
  readonly className: string;
  readonly onPick: (price: string) => void;
}) {
  const t = useText(contractText);
  const locale = useLocale();
  const shown = value === undefined ? '' : formatNumber(value, { kind: 'tick', decimals }, locale);
  return (
    <button
      type="button"
      disabled={value === undefined}
      aria-label={`${name} ${shown}. ${t('use_price', { price: shown })}`}
      onClick={() => value !== undefined && onPick(value)}
      className={cx('flex min-h-8 flex-wrap items-center justify-between rounded-sm px-2 text-sm', className)}
    >
      <span className="text-xs text-muted">{name}</span>
      <Num value={value} form="tick" decimals={decimals} className="font-semibold" />
    </button>
  );
}

/** What stands beside the ticket in place of a book: the index with its quoted prices, terms, and recent trades of the market. */
export function Quotes({
  market,
  index,
  onPick,
}: {
  readonly market: Quotation;
  readonly index: string | undefined;
  readonly onPick: (price: string) => void;
}) {
  const t = useText(contractText);
  const decimals = tickDecimals(market);
  const at = (side: PositionSide): string | undefined =>
    index === undefined ? undefined : format(openingPrice(side, price(index), price(market.spread)));
  return (
    <section aria-label={t('quotes')} className="flex min-w-0 flex-col gap-2 wrap-anywhere">
      <div className="flex flex-col gap-0.5">
        <Quote
          name={t('ask')}
          value={at('long')}
          decimals={decimals}
          className="bg-down-soft"
          onPick={onPick}
        />
        <p className="flex min-h-11 flex-col justify-center px-2">
          <span className="text-xs text-muted">{t('index')}</span>
          <Num value={index} form="tick" decimals={decimals} flash className="text-base font-semibold" />
        </p>
        <Quote
          name={t('bid')}
          value={at('short')}
          decimals={decimals}
          className="bg-up-soft"
          onPick={onPick}
        />
      </div>
      <dl className="flex flex-col gap-1 px-2 text-xs">
        <Fact name={t('spread')}>
          <Num value={spreadOf(market)} form="tick" decimals={decimals} />
        </Fact>
        <Fact name={t('fee_rate')}>
          <Num value={percent(market.lever_trade_fee)} unit="%" />
        </Fact>
        <Fact name={t('overnight_rate')}>
          <Num value={percent(market.overnight)} unit="%" />
        </Fact>
      </dl>
      <div className="px-2">
        <h2 className="mb-1 text-xs font-semibold">{t('recent_trades')}</h2>
        <Trades market={market} className="max-h-56 wide:max-h-72" />
      </div>
    </section>
  );
}
