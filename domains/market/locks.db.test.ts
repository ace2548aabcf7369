import { currencyId, marketId, userId } from '@karat/contract';
import { amount, price, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCursors, writeCursors } from './candle-store.ts';
import { changeMarket, changeOrigin } from './change.ts';
import { insertListing } from './listing.ts';
import type { Listing } from './listing.ts';
import { createSeeds } from './seeds.ts';
import { addFavourite, addViews, readFavourites, readViews } from './store.ts';
import { testContext } from './testing/market.ts';

const START = Date.parse('2026-11-20T15:00:00Z');
const [BTC, ETH] = [marketId(1), marketId(2)];
const HOUR = START;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
});
afterAll(() => database.drop());

/** Runs `first`, and `second` in another transaction while that of `first` is open. */
const during = (first: (tx: Tx) => Promise<unknown>, second: (tx: Tx) => Promise<unknown>) =>
  overlap(database.db, first, () => database.db.transact(second));

const listing = (base: number, title: string): Listing => ({
  ...{ kind: 'coin', title, tick: price('0.0001'), lot: amount('0.01'), minNotional: amount('1') },
  base: { id: currencyId(base), code: `T${base}`, decimals: 2 },
  quote: { id: currencyId(3), code: 'USDT', decimals: 6 },
  reference: price('0.1'),
});

test('a change of a market that waits for another one is refused, since it was read before', async () => {
  const refused = {
    hasWaited: true,
    status: 'rejected',
    reason: expect.objectContaining({ code: 'approval_stale' }) as unknown,
  };
  const { id, version } = await database.db.transact((tx) =>
    insertListing(tx, listing(1_001, 'Token'), START),
  );
  const fee = (percent: string) => (tx: Tx) =>
    changeMarket(tx, { marketId: id, version, makerFee: rate(percent) });
  expect(await during(fee('0.002'), fee('0.003'))).toMatchObject(refused);
  const origin = (reference: string) => (tx: Tx) =>
    changeOrigin(tx, { marketId: id, version: version + 1, origin: { reference: price(reference) } });
  expect(await during(origin('7'), origin('8'))).toMatchObject(refused);
  const stored = sql`
    select trim_scale(maker_fee)::text as fee, trim_scale(reference_price)::text as reference, version
    from market_markets where id = ${id}`;
  expect(await database.db.one(stored)).toEqual({ fee: '0.002', reference: '7', version: version + 2 });
});

test('one currency added at once to the favourites of a user has one row, and another user has another', async () => {
  const [anna, ben] = [userId(100_991), userId(100_992)];
  const add = (user: typeof anna) => (tx: Tx) => addFavourite(tx, user, currencyId(1), 2, START);
  const added = await Promise.all([1, 2, 3, 4].map(() => database.db.transact(add(anna))));
  const [favourite, ...others] = await readFavourites(database.db, anna);
  expect(others).toEqual([]);
  expect(new Set(added)).toEqual(new Set([favourite?.id]));
  expect(await database.db.transact(add(ben))).not.toBe(favourite?.id);
});

test('views of one hour that two processes write are summed', async () => {
  const write = (btc: number, eth: number) =>
    addViews(database.db, HOUR, [
      [BTC, btc],
      [ETH, eth],
    ]);
  await Promise.all([write(3, 10), write(4, 20)]);
  expect(await readViews(database.db, HOUR)).toEqual([
    { market_id: ETH, views: 30 },
    { market_id: BTC, views: 7 },
  ]);
  expect(await readViews(database.db, HOUR + 1)).toEqual([]);
});

test('a seed of a day is drawn once, whichever process commits it first', async () => {
  const seeds = createSeeds(testContext(database.db, START));
  const [first, second, third] = await Promise.all(
    ['30000', '30001', '30002'].map((text) =>
      seeds.commit('2026-11-21', new Map([['BTC/USDT', price(text)]])),
    ),
  );
  expect(second).toEqual(first);
  expect(third).toEqual(first);
  const next = await seeds.commit('2026-11-22', new Map([['BTC/USDT', price('2')]]));
  expect(await seeds.lastBefore('2026-11-22')).toEqual(first);
  expect(await seeds.lastBefore('2026-11-23')).toEqual(next);
});

test('the last trade of a market replaces the one before, and other markets keep theirs', async () => {
  const write = (...cursors: readonly (readonly [typeof BTC, number])[]) =>
    database.db.transact((tx) => writeCursors(tx, cursors));
  await write([BTC, 5], [ETH, 6]);
  await write([BTC, 9]);
  expect([...(await readCursors(database.db))].toSorted(([a], [b]) => a - b)).toEqual([
    [BTC, 9],
    [ETH, 6],
  ]);
});

test('a pair that two transactions list at once is one market, with the terms of the first', async () => {
  const list = (title: string) => (tx: Tx) => insertListing(tx, listing(1_002, title), START);
  const outcome = await during(list('First'), list('Second'));
  expect(outcome).toMatchObject({ status: 'fulfilled', value: { title: 'First' } });
  const rows = sql`select title from market_markets where base_currency = ${currencyId(1_002)}`;
  expect(await database.db.rows(rows)).toEqual([{ title: 'First' }]);
});
