import type { MarketId, UserId } from '@karat/contract';
import { amount, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BTC, ETH, ContractsFixture, marketWith } from '../../testing/contracts-fixture.ts';

const MORNING = Date.parse('2026-03-02T10:00:00Z');
const markets = () => [BTC, ETH].map((id) => marketWith(id, { overnight: rate('0.0001') }));
let database: TestDatabase;
let fixture: ContractsFixture;
let user: UserId;

beforeEach(async () => {
  database = await createTestDatabase({ connections: 4 });
  fixture = new ContractsFixture(database.db, markets());
  await fixture.funds();
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000' });
  user = await fixture.addUser(850_001, '5000');
  await open(BTC, '100');
  await fixture.contracts.stop();
});
const open = (marketId: MarketId, lots: string) =>
  fixture.contracts.orders.open(user, {
    marketId,
    side: 'long',
    mode: 'isolated',
    lots: amount(lots),
    multiple: 10,
  });
const noFaults = async (): Promise<void> => expect(await fixture.violations()).toEqual([]);
afterEach(async () => {
  await fixture.contracts.stop();
  await noFaults();
  await database.drop();
});

/** The server restarts in the morning, twice: a second start must not charge again. */
async function backInTheMorning(): Promise<void> {
  fixture.clock.set(MORNING);
  for (let start = 0; start < 2; start++) {
    fixture.contracts = fixture.newProcess();
    await fixture.contracts.start();
    if (start === 0) await fixture.contracts.stop();
  }
}
const nights = () =>
  database.db.rows(sql`
    select trim_scale(index_price)::text as index, trim_scale(from_available)::text as fee from contracts_overnights`);

test('a night without a tick at its cut-off is charged once, at the last tick before it', async () => {
  const evening = Date.parse('2026-03-01T22:00:00Z') / 1_000;
  await database.db.run(sql`
    insert into market_ticks (market_id, time, price, source, quotes)
    values (1, ${evening}, '31000', 'simulated', ''), (1, ${evening + 7_201}, '40000', 'simulated', '')`);
  await backInTheMorning();
  expect(await nights()).toEqual([{ index: '31000', fee: '3.1' }]);
  expect(await fixture.balance(user)).toBe('1996.9/3000');
});

test('ticks and orders that come while a start charges a night follow it, and the engine stays', async () => {
  fixture.clock.set(MORNING);
  fixture.contracts = fixture.newProcess();
  let readers = 0;
  fixture.beforeTickAt = async () => {
    readers += 1;
    if (readers === 1) await fixture.publish({ 1: '30000' });
    // Time enough for a step that does not wait, which would read the price of the night as well.
    for (let reads = 0; reads < 300 && readers < 2; reads += 1) await database.db.run(sql`select 1`);
  };
  await fixture.contracts.start();
  expect(readers).toBe(1);
  await fixture.tick({ 1: '30000' });
  await open(BTC, '10');
  expect(await nights()).toEqual([{ index: '30000', fee: '3' }]);
});

test('a night whose ticks are deleted is charged at the known index', async () => {
  await database.db.run(sql`delete from market_ticks`);
  await backInTheMorning();
  expect(await nights()).toEqual([{ index: '30000', fee: '3' }]);
});

test('a market without a price does not stop the others; it is charged once when it has a price', async () => {
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000', 2: '2000' });
  await open(ETH, '100');
  await fixture.contracts.stop();
  await database.db.run(sql`delete from market_ticks where market_id = 2`);
  // Another process, without an index of the second market.
  fixture = new ContractsFixture(database.db, markets(), MORNING);
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000' });
  expect(await nights()).toEqual([{ index: '30000', fee: '3' }]);
  await fixture.contracts.orders.closeMany(user, 0, BTC);
  await fixture.tick({ 1: '30000', 2: '2100' });
  await fixture.tick({ 1: '30000', 2: '2200' });
  expect(await nights()).toEqual([
    { index: '30000', fee: '3' },
    { index: '2100', fee: '0.21' },
  ]);
});

test('while the clock is not trusted no night is charged; afterwards each is charged once, at its own price', async () => {
  await fixture.contracts.start();
  const days = ['2026-03-02', '2026-03-03'].map((day) => Date.parse(`${day}T00:00:00Z`) / 1_000);
  await database.db.run(sql`
    insert into market_ticks (market_id, time, price, source, quotes)
    select 1, * from unnest(${days}::bigint[], array[31000, 32000]::numeric[], array['simulated', 'simulated'], array['', ''])`);
  fixture.clock.judge({ trusted: false, steady: true });
  fixture.clock.set(Date.parse('2026-03-03T10:00:00Z'));
  await fixture.tick({ 1: '33000' });
  await fixture.contracts.stop();
  fixture.contracts = fixture.newProcess();
  await fixture.contracts.start();
  await fixture.tick({ 1: '33000' });
  expect(await nights()).toEqual([]);
  fixture.clock.judge({ trusted: true, steady: true });
  await fixture.tick({ 1: '33000' });
  await fixture.tick({ 1: '33000' });
  expect(await nights()).toEqual([
    { index: '31000', fee: '3.1' },
    { index: '32000', fee: '3.2' },
  ]);
});

test('after a month of downtime only the last week is charged, and replies of the last week are kept', async () => {
  const kept = Date.parse('2026-03-25T00:00:00Z');
  await database.db.run(sql`
    insert into contracts_requests (user_id, key, hash, reply, at)
    select ${user}, key, '', '{}', to_timestamp(at / 1000.0)
    from unnest(array['old', 'kept'], ${[kept - 1, kept]}::bigint[]) as r (key, at)`);
  fixture.clock.set(Date.parse('2026-04-01T10:00:00Z'));
  fixture.contracts = fixture.newProcess();
  await fixture.contracts.start();
  expect(await nights()).toHaveLength(7);
  expect(await database.db.rows(sql`select key from contracts_requests`)).toEqual([{ key: 'kept' }]);
});

test('a market whose night fails is tried again a minute later, and the others meanwhile', async () => {
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000', 2: '2000' });
  await open(ETH, '100');
  let failures = 0;
  fixture.clock.set(MORNING);
  fixture.beforeTickAt = () => {
    if (failures++ === 0) throw new Error('no price can be read');
    return Promise.resolve();
  };
  await fixture.tick({ 1: '30000', 2: '2000' });
  expect(await nights()).toEqual([{ index: '2000', fee: '0.2' }]);
  await fixture.tick({ 1: '30000', 2: '2000' }, 58);
  expect(await nights()).toHaveLength(1);
  await fixture.tick({ 1: '30000', 2: '2000' }, 2);
  expect(await nights()).toHaveLength(2);
});

test('a position that opens at the very second of a cut-off does not pay it, though it is charged later', async () => {
  const midnight = Date.parse('2026-03-02T00:00:00Z');
  fixture.clock.set(midnight - 1_000);
  await fixture.contracts.start();
  fixture.clock.judge({ trusted: false, steady: true });
  await fixture.tick({ 1: '30000' });
  await open(BTC, '50');
  fixture.clock.judge({ trusted: true, steady: true });
  await fixture.tick({ 1: '30000' });
  expect(await nights()).toEqual([{ index: '30000', fee: '3' }]);
});
