import type { Quotation } from '../../lib/markets.ts';
import { useTicker } from '../../lib/tickers.ts';
import { Num } from '../../ui/index.ts';
import { tickDecimals } from './market.ts';

/** The last price of a market by its tick, in the colour of its change of 24 h. */
export function LivePrice({ market, className }: { readonly market: Quotation; readonly className: string }) {
  const live = useTicker(market.id) ?? market;
  return (
    <Num
      value={live.now_price}
      form="fixed"
      decimals={tickDecimals(market)}
      flash
      intent={live.change.startsWith('-') ? 'down' : 'up'}
      className={className}
    />
  );
}
