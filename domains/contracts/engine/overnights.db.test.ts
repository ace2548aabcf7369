import type { UserId } from '@karat/contract';
import { amount, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BTC, Floor, marketWith } from '../testing/floor.ts';

const MORNING = Date.parse('2026-03-02T10:00:00Z');
let database: TestDatabase;
let floor: Floor;
let user: UserId;

beforeEach(async () => {
  database = await createTestDatabase({ connections: 4 });
  floor = new Floor(database.db, [marketWith(BTC, { overnight: rate('0.0001') })]);
  await floor.funds();
  await floor.contracts.start();
  await floor.tick({ 1: '30000' });
  user = await floor.person(850_001, '5000');
  await floor.contracts.orders.open(user, {
    marketId: BTC,
    side: 'long',
    mode: 'isolated',
    lots: amount('100'),
    multiple: 10,
  });
  await floor.contracts.stop();
});
const noFaults = async (): Promise<void> => expect(await floor.faults()).toEqual([]);
afterEach(async () => {
  await floor.contracts.stop();
  await noFaults();
  await database.drop();
});

/** The server comes back in the morning; twice, so that a second start would charge again. */
async function backInTheMorning(): Promise<void> {
  floor.clock.set(MORNING);
  for (let start = 0; start < 2; start++) {
    floor.contracts = floor.another();
    await floor.contracts.start();
    if (start === 0) await floor.contracts.stop();
  }
}
const nights = () =>
  database.db.rows(sql`
    select trim_scale(index_price)::text as index, trim_scale(from_available)::text as fee from contracts_overnights`);

test('a night without a tick at its cut-off is charged once, at the last one before it', async () => {
  const evening = Date.parse('2026-03-01T22:00:00Z') / 1_000;
  await database.db.run(sql`
    insert into market_ticks (market_id, time, price, source, quotes)
    values (1, ${evening}, '31000', 'simulated', ''), (1, ${evening + 7_201}, '40000', 'simulated', '')`);
  await backInTheMorning();
  expect(await nights()).toEqual([{ index: '31000', fee: '3.1' }]);
  expect(await floor.balance(user)).toBe('1996.9/3000');
});

test('a night whose ticks are no longer kept is charged at the index that is known', async () => {
  await database.db.run(sql`delete from market_ticks`);
  await backInTheMorning();
  expect(await nights()).toEqual([{ index: '30000', fee: '3' }]);
});
