import type { MarketId, UserId } from '@karat/contract';
import { amount, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BTC, ETH, Floor, marketWith } from '../../testing/floor.ts';

const MORNING = Date.parse('2026-03-02T10:00:00Z');
const markets = () => [BTC, ETH].map((id) => marketWith(id, { overnight: rate('0.0001') }));
let database: TestDatabase;
let floor: Floor;
let user: UserId;

beforeEach(async () => {
  database = await createTestDatabase({ connections: 4 });
  floor = new Floor(database.db, markets());
  await floor.funds();
  await floor.contracts.start();
  await floor.tick({ 1: '30000' });
  user = await floor.person(850_001, '5000');
  await open(BTC, '100');
  await floor.contracts.stop();
});
const open = (marketId: MarketId, lots: string) =>
  floor.contracts.orders.open(user, {
    marketId,
    side: 'long',
    mode: 'isolated',
    lots: amount(lots),
    multiple: 10,
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

test('a market without any price keeps no other from being charged; it is charged once when it has one', async () => {
  await floor.contracts.start();
  await floor.tick({ 1: '30000', 2: '2000' });
  await open(ETH, '100');
  await floor.contracts.stop();
  await database.db.run(sql`delete from market_ticks where market_id = 2`);
  // Another process, which has not seen an index of the second market.
  floor = new Floor(database.db, markets(), MORNING);
  await floor.contracts.start();
  await floor.tick({ 1: '30000' });
  expect(await nights()).toEqual([{ index: '30000', fee: '3' }]);
  await floor.contracts.orders.closeMany(user, 0, BTC);
  await floor.tick({ 1: '30000', 2: '2100' });
  await floor.tick({ 1: '30000', 2: '2200' });
  expect(await nights()).toEqual([
    { index: '30000', fee: '3' },
    { index: '2100', fee: '0.21' },
  ]);
});

test('while the clock is not trusted no night is charged; afterwards each is once, at its own price', async () => {
  await floor.contracts.start();
  const days = ['2026-03-02', '2026-03-03'].map((day) => Date.parse(`${day}T00:00:00Z`) / 1_000);
  await database.db.run(sql`
    insert into market_ticks (market_id, time, price, source, quotes)
    select 1, * from unnest(${days}::bigint[], array[31000, 32000]::numeric[], array['simulated', 'simulated'], array['', ''])`);
  floor.clock.judge({ trusted: false, steady: true });
  floor.clock.set(Date.parse('2026-03-03T10:00:00Z'));
  await floor.tick({ 1: '33000' });
  await floor.contracts.stop();
  floor.contracts = floor.another();
  await floor.contracts.start();
  await floor.tick({ 1: '33000' });
  expect(await nights()).toEqual([]);
  floor.clock.judge({ trusted: true, steady: true });
  await floor.tick({ 1: '33000' });
  await floor.tick({ 1: '33000' });
  expect(await nights()).toEqual([
    { index: '31000', fee: '3.1' },
    { index: '32000', fee: '3.2' },
  ]);
});

test('after a month without a server the last week is charged, no more', async () => {
  floor.clock.set(Date.parse('2026-04-01T10:00:00Z'));
  floor.contracts = floor.another();
  await floor.contracts.start();
  expect(await nights()).toHaveLength(7);
});
