import { amount, rate } from '@karat/money';
import { expect, test } from 'vitest';
import type { ReceiptTick } from '../receipt.ts';
import { loanConversionFacts, loanConversionFormula } from './loan-conversion.ts';
import type { LoanConversionFacts } from './loan-conversion.ts';

const tick = (market: number, time: number, price: string): ReceiptTick => ({
  ...{ market, time, price },
  ...{ source: 'simulated', quotes: '', previous: '', hash: '' },
});
const conversion = (more: Partial<LoanConversionFacts> = {}): LoanConversionFacts => ({
  loan: 4,
  from: { code: 'BTC', decimals: 8, tick: { market: 1, second: 100 } },
  to: { code: 'ETH', decimals: 4, tick: { market: 2, second: 101 } },
  amount: amount('0.12345678'),
  fullFeeRate: rate('0.001'),
  discount: rate('0.25'),
  ...more,
});
const BTC = tick(1, 100, '60000');
const ETH = tick(2, 101, '3002');

test('a conversion is proved by the tick of each currency at its own second', () => {
  const order = loanConversionFacts(conversion());
  expect(order).toEqual({
    loan: '4',
    from_currency: 'BTC',
    from_decimals: '8',
    from_market: '1',
    from_second: '100',
    to_currency: 'ETH',
    to_decimals: '4',
    to_market: '2',
    to_second: '101',
    amount: '0.12345678',
    full_fee_rate: '0.001',
    discount: '0.25',
  });
  expect(loanConversionFormula.ranges(order)).toEqual([
    { market: 1, from: 100, to: 100 },
    { market: 2, from: 101, to: 101 },
  ]);
  const published = [tick(2, 100, '1'), BTC, tick(1, 101, '2'), ETH];
  expect(loanConversionFormula.choose(order, published)).toEqual([BTC, ETH]);
  expect(loanConversionFormula.choose(order, [ETH])).toEqual([ETH]);
});

test('what is received rounds down at its decimals, the fee up at those of what is given', () => {
  const order = loanConversionFacts(conversion());
  // 0.12345678 x 60000 / 3002 = 2.46749..., and 0.075 % of 0.12345678 = 0.0000925925...
  expect(loanConversionFormula.result(order, [ETH, BTC])).toEqual({
    fee_rate: '0.00075',
    received: '2.4674',
    fee: '0.0000926',
    taken: '0.12354938',
  });
});

test('USDT is 1 without a tick, on either side', () => {
  const usdt = { code: 'USDT', decimals: 6, tick: undefined };
  const sold = loanConversionFacts(conversion({ to: usdt, amount: amount('0.5'), discount: rate('0') }));
  expect(sold).toMatchObject({ to_market: '0', to_second: '0' });
  expect(loanConversionFormula.ranges(sold)).toEqual([{ market: 1, from: 100, to: 100 }]);
  expect(loanConversionFormula.result(sold, [BTC])).toMatchObject({ received: '30000', fee: '0.0005' });
  const bought = loanConversionFacts(conversion({ from: usdt, amount: amount('6004') }));
  expect(loanConversionFormula.result(bought, [ETH])).toMatchObject({ received: '2', fee: '4.503' });
});

test('a missing tick and shares above one are refused', () => {
  const order = loanConversionFacts(conversion());
  expect(() => loanConversionFormula.result(order, [BTC, tick(2, 100, '3002')])).toThrow(
    'no tick of market 2 at 101',
  );
  expect(() => loanConversionFormula.result(order, [ETH, tick(3, 100, '3002')])).toThrow(
    'no tick of market 1 at 100',
  );
  for (const change of [{ discount: '1.1' }, { full_fee_rate: '-0.1' }, { full_fee_rate: '2' }])
    expect(() => loanConversionFormula.result({ ...order, ...change }, [BTC, ETH])).toThrow();
  expect(loanConversionFormula.result({ ...order, discount: '1' }, [BTC, ETH])).toMatchObject({ fee: '0' });
});
