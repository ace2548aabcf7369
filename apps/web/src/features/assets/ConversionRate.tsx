import { amount, divDown, format, price, roundDown } from '@karat/money';
import { Num } from '../../ui/index.ts';
import type { Rates } from './conversion.ts';

/** From this rate on two decimals are enough. */
const LARGE_RATE = amount('100');

/** The price of the dearer of two currencies in the other: the other way round few digits would be left. */
export function ConversionRate({
  from,
  to,
  prices,
}: {
  readonly from: string;
  readonly to: string;
  readonly prices: Pick<Rates, 'from' | 'to'>;
}) {
  const isDearer = amount(prices.from) >= amount(prices.to);
  const [one, other] = isDearer ? [from, to] : [to, from];
  const [high, low] = isDearer ? [prices.from, prices.to] : [prices.to, prices.from];
  const exact = divDown(amount(high), price(low), 6);
  return (
    <>
      1 {one} ≈ <Num value={format(exact < LARGE_RATE ? exact : roundDown(exact, 2))} unit={other} />
    </>
  );
}
