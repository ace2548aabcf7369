import { userId } from '@karat/contract';
import { amount, price, rate } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Status } from './position.ts';
import type { Position } from './position.ts';
import { readPosition } from './store.ts';
import { ETH } from './testing/contracts-fixture.ts';
import { openPositionWith, positionWith } from './testing/positions.ts';
import { StaleRowError, writePositions } from './writing.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const [ANN, BEN] = [userId(830_001), userId(830_002)];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const write = (...positions: readonly Position[]) =>
  database.db.transact((tx) => writePositions(tx, positions));
const read = (user: typeof ANN, id: number) => readPosition(database.db, user, id);

const WHOLE = positionWith({
  ...{
    id: 901,
    userId: ANN,
    marketId: ETH,
    side: 'short',
    mode: 'cross',
    orderType: 2,
    source: 7,
    multiple: 12,
  },
  ...{ status: Status.open, target: price('91'), lotSize: amount('0.02'), spread: price('0.3') },
  ...{ feeRate: rate('0.004'), overnightRate: rate('0.0005'), originLots: amount('16'), lots: amount('15') },
  ...{ price: price('107'), margin: amount('108'), originMargin: amount('109') },
  ...{ takeProfit: price('110'), stopLoss: price('111'), fee: amount('12'), openTick: 113 },
  ...{ createdAt: START + 14, openedAt: START + 15 },
});

test('a new position and its change are read as they were written, field by field', async () => {
  await write(WHOLE);
  const stored = { ...WHOLE, version: 1 };
  expect(await read(ANN, 901)).toEqual(stored);
  const changed: Position = {
    ...stored,
    ...{ status: Status.closing, target: price('92'), originLots: amount('18'), lots: amount('14') },
    ...{ price: price('93'), margin: amount('94'), originMargin: amount('95') },
    ...{ takeProfit: price('96'), stopLoss: price('97'), trigger: { reason: 'take_profit', tick: 98 } },
    ...{ profit: amount('-99'), fee: amount('100'), overnight: amount('101'), insurance: amount('102') },
    ...{ closePrice: price('103'), closeReason: 'user', openTick: 104, closeTick: 105 },
    ...{ openedAt: START + 106, closedAt: START + 107, chargedAt: START + 108 },
  };
  await write(changed);
  expect(await read(ANN, 901)).toEqual({ ...changed, version: 2 });
});

test('a pending order is stored with its hold, and cancelling it releases that', async () => {
  const order = positionWith({
    id: 902,
    userId: ANN,
    target: price('80'),
    hold: amount('6'),
    createdAt: START,
  });
  await write(order);
  expect(await read(ANN, 902)).toEqual({ ...order, version: 1 });
  const cancelled = {
    ...order,
    version: 1,
    status: Status.cancelled,
    hold: amount('0'),
    closedAt: START + 1,
  };
  await write(cancelled);
  expect(await read(ANN, 902)).toEqual({ ...cancelled, version: 2 });
});

test('what another writer has changed since it was read is not overwritten, nor anything written with it', async () => {
  const [first, second] = [openPositionWith({ userId: ANN }), openPositionWith({ userId: BEN })];
  await write(first, second);
  const seen = { ...first, version: 1 };
  await write({ ...seen, takeProfit: price('31000') });
  const both = write(
    { ...second, version: 1, stopLoss: price('29000') },
    { ...seen, stopLoss: price('28000') },
  );
  await expect(both).rejects.toThrow(StaleRowError);
  expect(await read(ANN, first.id)).toEqual({ ...seen, takeProfit: price('31000'), version: 2 });
  expect(await read(BEN, second.id)).toEqual({ ...second, version: 1 });
});
