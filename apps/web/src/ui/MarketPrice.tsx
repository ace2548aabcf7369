import { usePriceDecimals } from '../lib/markets.ts';
import { Num } from './Num.tsx';
import type { NumProps } from './Num.tsx';

export interface MarketPriceProps extends Omit<NumProps, 'form' | 'decimals'> {
  /** Id of the market. */
  readonly market: number;
}

/** A price with the decimals of its market, rounded half away from zero; of an unknown market with all its digits. */
export function MarketPrice({ market, ...num }: MarketPriceProps) {
  const decimals = usePriceDecimals(market);
  return decimals === undefined ? <Num {...num} /> : <Num {...num} form="tick" decimals={decimals} />;
}
