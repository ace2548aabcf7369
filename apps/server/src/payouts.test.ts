import { currencyId, sessionId, userId } from '@karat/contract';
import type { Identity } from '@karat/domains/identity';
import { USDT } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';
import type { MarketData } from '@karat/domains/market';
import type { Wallet } from '@karat/domains/wallet';
import { format, price } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { expect, test } from 'vitest';
import { personBy, pricedBy } from './payouts.ts';

type OperatorSession = Awaited<ReturnType<Identity['operators']['sessions']>>[number];

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

test('a device is as old as its oldest open session, and that of another session is not asked', async () => {
  const user = userId(100_001);
  const session = (id: number, device: string, createdMs: number) =>
    ({ id, device, createdMs }) as OperatorSession;
  const open = [session(3, 'Firefox', 300), session(2, 'Chrome', 100), session(1, 'Firefox', 200)];
  const identityOf = (status: string) =>
    ({
      users: async (_: Queries, [id]: readonly number[]) => (id === user ? [{ status, createdMs: 50 }] : []),
      operators: { sessions: async (_: Queries, id: number) => (id === user ? open : []) },
    }) as unknown as Parameters<typeof personBy>[0];
  const db = {} as Queries;
  const person = personBy(identityOf('active'));
  const facts = { frozen: false, createdAt: 50 };
  expect(await person(db, user, sessionId(3))).toEqual({ ...facts, deviceSince: 200 });
  expect(await person(db, user, sessionId(2))).toEqual({ ...facts, deviceSince: 100 });
  for (const none of [undefined, sessionId(9)])
    expect(await person(db, user, none)).toEqual({ ...facts, deviceSince: undefined });
  expect(await person(db, userId(100_002), sessionId(3))).toBeUndefined();
  expect(await personBy(identityOf('frozen'))(db, user, undefined)).toMatchObject({ frozen: true });
});
