import { currencyId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';
import type { MarketData } from '@karat/domains/market';
import type { Wallet } from '@karat/domains/wallet';
import { format, price } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { expect, test } from 'vitest';
import { pricedBy } from './payouts.ts';

test('the value of a unit is one for USDT, the fresh index for a coin, and the inverse rate for fiat', async () => {
  const market = {
    prices: {
      inUsdt: (id: number) => (id === 1 ? price('97000.5') : undefined),
      lastInUsdt: () => price('1'),
    },
  } as unknown as MarketData;
  const rates = {
    current: async () => [{ code: 'EUR', rate: price('0.8'), day: '' }],
  } as unknown as Wallet['rates'];
  const priceOf = pricedBy(market, () => rates);
  const worth = async (id: number, code: string, kind: Currency['kind']) => {
    const value = await priceOf({} as Queries, { id: currencyId(id), code, kind } as Currency);
    return value === undefined ? undefined : format(value);
  };
  expect(await worth(USDT, 'USDT', 'coin')).toBe('1');
  expect(await worth(1, 'BTC', 'coin')).toBe('97000.5');
  expect(await worth(2, 'ETH', 'coin')).toBeUndefined();
  expect(await worth(9, 'EUR', 'fiat')).toBe('1.25');
  expect(await worth(10, 'CHF', 'fiat')).toBeUndefined();
});
