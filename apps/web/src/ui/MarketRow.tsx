import type { ReactNode } from 'react';
import { decimalsOf, turnoverOf, useLivePrice } from '../lib/markets.ts';
import type { Quotation } from '../lib/markets.ts';
import { cx } from './cx.ts';
import { Link } from './Link.tsx';
import { Change, Num } from './Num.tsx';
import { CoinIcon, Sparkline } from './Pictures.tsx';

/** A market in a list with its sparkline and price. Links to trading. */
export function MarketRow({
  market,
  closes,
  note,
  dense = false,
  onOpen,
}: {
  readonly market: Quotation;
  readonly closes?: readonly string[] | undefined;
  /** Beside the name, for example that it is closed. */
  readonly note?: ReactNode;
  /** Whether other controls share the line. */
  readonly dense?: boolean;
  readonly onOpen?: () => void;
}) {
  const live = useLivePrice(market);
  const turnover = turnoverOf(live);
  return (
    <Link
      to="/pages/transaction/index"
      search={{ id: market.id }}
      {...(onOpen ? { onClick: onOpen } : {})}
      className="flex min-h-16 min-w-0 flex-1 items-center gap-2 py-1.5 active:bg-raised"
    >
      <CoinIcon name={market.currency_name} size={32} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-1 text-base font-semibold whitespace-nowrap">
          {market.currency_name}
          <span className="text-xs font-normal text-muted">/{market.legal_name}</span>
          {note}
        </span>
        <span className="block text-xs text-muted">
          {market.title}
          {' · '}
          <Num value={turnover} form={/[1-9]/.test(turnover) ? 'short' : 'full'} unit={market.legal_name} />
        </span>
      </span>
      {closes && (
        <Sparkline
          values={closes}
          width={44}
          // On a narrow phone the market's state replaces the sparkline.
          className={cx(
            'shrink-0 max-[374px]:hidden',
            note !== undefined && 'max-[430px]:hidden',
            dense && 'max-[400px]:hidden',
          )}
        />
      )}
      <span className="flex w-20 shrink-0 flex-col items-end">
        <Num
          value={live.now_price}
          form="fixed"
          decimals={decimalsOf(market.tick)}
          flash
          className="text-base font-semibold"
        />
        <Change value={live.change} className="text-sm" />
      </span>
    </Link>
  );
}
