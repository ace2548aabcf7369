import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ETH, USDT } from '../testing/harness.ts';
import { haltSweeps, resumeSweeps, sweepHalts } from './halt-store.ts';
import * as store from './store.ts';

const START = 1_000_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.run(sql`
    truncate deposits_sweep_transactions, deposits_sweeps, deposits_deposits, deposits_addresses cascade`);
});

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.db.transact(work);
const insert = (address: string, currency = USDT, at = START) =>
  inTx((tx) => store.insertSweep(tx, { network: 'ethereum', currency, address, number: 7 }, at));
const sweepOf = async (address: string, currency = USDT): Promise<number> =>
  (await insert(address, currency)) ?? expect.fail('no sweep');
const read = async (id: number) => (await inTx((tx) => store.lockSweep(tx, id))) ?? expect.fail('no sweep');
const next = { leg: 'gas', units: 50n, nonce: 4, asOf: 90 } as const;

test('an address has one open sweep; its end makes room for the next', async () => {
  const first = await sweepOf('0xa');
  expect(await insert('0xa', ETH)).toBeUndefined();
  expect(await insert('0xb')).toBeDefined();
  const end = { state: 'done', reason: null, minedHeight: 95, at: START + 1 } as const;
  expect(await inTx((tx) => store.finish(tx, first, end))).toBe(1);
  expect(await insert('0xa', ETH)).toBeDefined();
});

test('a step of a sweep keeps its row locked', async () => {
  const id = await sweepOf('0xa');
  await inTx(async (tx) => {
    await store.lockSweep(tx, id);
    const other = database.db.run(sql`select 1 from deposits_sweeps where id = ${id} for update nowait`);
    await expect(other).rejects.toThrow('could not obtain lock');
  });
});

test('the nonces of the gas station are taken by one transaction after the other, apart for each network', async () => {
  for (const network of ['ethereum', 'tron'] as const) await inTx((tx) => store.lockNonces(tx, network));
  await inTx(async (tx) => {
    await store.lockNonces(tx, 'ethereum');
    const take = (network: 'ethereum' | 'tron') =>
      inTx(async (other) => {
        await other.run(sql`set local lock_timeout = '50ms'`);
        return store.lockNonces(other, network);
      });
    await expect(take('ethereum')).rejects.toThrow('lock timeout');
    expect(await take('tron')).toBe(1);
  });
});

test('a sweep moves on from the state that was read only, and another one stays as it is', async () => {
  const [id, other] = [await sweepOf('0xa'), await sweepOf('0xb')];
  const before = await read(other);
  await inTx((tx) => store.setProblem(tx, id, 'no gas'));
  expect(await inTx((tx) => store.advance(tx, id, 'signing', 'signed'))).toBe(0);
  expect(await inTx((tx) => store.planAgain(tx, id, 'signing', 'refused'))).toBe(0);
  expect(await inTx((tx) => store.fixTransfer(tx, id, next))).toBe(1);
  expect(await read(id)).toMatchObject({ ...next, state: 'signing', problem: '', confirmations: 0 });
  expect(await inTx((tx) => store.fixTransfer(tx, id, { ...next, nonce: 5 }))).toBe(0);
  expect(await inTx((tx) => store.advance(tx, id, 'signing', 'signed'))).toBe(1);
  expect(await inTx((tx) => store.planAgain(tx, id, 'signed', 'refused'))).toBe(1);
  expect(await read(id)).toMatchObject({
    ...{ state: 'planned', units: null, nonce: null, problem: 'refused', leg: 'gas', asOf: 90 },
  });
  expect(await read(other)).toEqual(before);
});

test('an ended sweep keeps its end', async () => {
  const id = await sweepOf('0xa');
  const failed = { state: 'failed', reason: 'nothing', minedHeight: null, at: START + 5 } as const;
  const done = { state: 'done', reason: null, minedHeight: 90, at: START + 9 } as const;
  expect([
    await inTx((tx) => store.finish(tx, id, failed)),
    await inTx((tx) => store.finish(tx, id, done)),
  ]).toEqual([1, 0]);
  expect(await read(id)).toMatchObject({ state: 'failed', reason: 'nothing', finishedMs: START + 5 });
  expect(await store.unfinished(database.db)).toEqual([]);
  const buried = await sweepOf('0xb');
  await inTx((tx) => store.finish(tx, buried, done));
  const open = await sweepOf('0xc');
  expect(await store.unfinished(database.db)).toEqual([buried, open]);
  const since = async (at: number) => store.failedSince(database.db, at);
  expect(await since(START + 4)).toEqual([{ network: 'ethereum', count: 1 }]);
  expect(await since(START + 5)).toEqual([]);
});

test('gas under way is what is signed or sent, of one network', async () => {
  const [a, b, c] = [await sweepOf('0xa'), await sweepOf('0xb'), await sweepOf('0xc')];
  await inTx((tx) => store.fixTransfer(tx, a, next));
  await inTx((tx) => store.fixTransfer(tx, b, { ...next, nonce: 5, units: 70n }));
  await inTx((tx) => store.fixTransfer(tx, c, { ...next, leg: 'collect', nonce: 6 }));
  expect(await store.gasUnderWay(database.db, 'ethereum')).toEqual({ nonces: [4, 5], units: 120n });
  expect(await store.gasUnderWay(database.db, 'tron')).toEqual({ nonces: [], units: 0n });
  await inTx((tx) => store.planAgain(tx, a, 'signing', ''));
  expect(await store.gasUnderWay(database.db, 'ethereum')).toEqual({ nonces: [5], units: 70n });
});

/** Deposits of an address by height, credited unless a state is given. */
let payments = 0;
const deposit = (
  address: string,
  sum: string,
  height: number,
  more: { state?: string; currency?: number } = {},
) =>
  database.db.run(sql`
    insert into deposits_deposits (network, transaction, output, height, block_hash, address, user_id, currency_id,
      units, amount, minimum, confirmations, state, journal_id, created_at)
    values ('ethereum', ${`0x${++payments}`}, 0, ${height}, 'b', ${address}, 100001, ${more.currency ?? USDT}, 1, ${sum}, 0, 3,
      ${more.state ?? 'credited'}, ${more.state === undefined ? 1 : null}, now())`);

test('candidates have the minimum in credited deposits, the largest first, and rest for a time after a failure', async () => {
  for (const [address, number] of [
    ['0xa', 1],
    ['0xb', 2],
    ['0xc', 3],
    ['0xd', 4],
  ] as const)
    await database.db.run(sql`
      insert into deposits_addresses (network, address, user_id, number, created_at)
      values ('ethereum', ${address}, ${address === '0xd' ? null : 100_000 + number}, ${number}, now())`);
  await deposit('0xa', '60', 90);
  await deposit('0xa', '40', 91);
  await deposit('0xb', '150', 90);
  await deposit('0xc', '99', 90);
  await deposit('0xc', '1', 90, { currency: ETH });
  await deposit('0xc', '5', 95, { state: 'pending' });
  await deposit('0xd', '500', 90);
  const found = async (failedAfter = START, limit = 10) => {
    const of = { network: 'ethereum', currency: USDT, minimum: amount('100'), failedAfter, limit } as const;
    return (await store.candidates(database.db, of)).map(({ address, number }) => [address, number]);
  };
  expect(await found()).toEqual([
    ['0xb', 2],
    ['0xa', 1],
  ]);
  expect(await found(START, 1)).toEqual([['0xb', 2]]);
  const id = await sweepOf('0xb');
  expect(await found()).toEqual([['0xa', 1]]);
  const failed = { state: 'failed', reason: 'nothing', minedHeight: null, at: START + 5 } as const;
  await inTx((tx) => store.finish(tx, id, failed));
  expect([await found(START + 4), await found(START + 5)]).toEqual([
    [['0xa', 1]],
    [
      ['0xb', 2],
      ['0xa', 1],
    ],
  ]);
});

test('a collection covers credited deposits of its address and currency up to its height', async () => {
  const id = await sweepOf('0xa');
  await deposit('0xa', '1', 90);
  await deposit('0xa', '2', 91);
  await deposit('0xa', '3', 90, { currency: ETH });
  await deposit('0xa', '4', 90, { state: 'pending' });
  await deposit('0xb', '5', 90);
  const sweep = await read(id);
  expect(await inTx((tx) => store.markCollected(tx, sweep, 90))).toBe(1);
  expect(await inTx((tx) => store.markCollected(tx, sweep, 90))).toBe(0);
  expect(await store.unswept(database.db)).toEqual([
    { network: 'ethereum', currency: ETH, amount: amount('3'), addresses: 1 },
    { network: 'ethereum', currency: USDT, amount: amount('7'), addresses: 2 },
  ]);
});

test('a stop of sweeping keeps its first reason, and ends for its network only', async () => {
  const halt = (network: 'ethereum' | 'tron', reason: string) =>
    inTx((tx) => haltSweeps(tx, { network, reason, by: 'risk', sinceMs: START }));
  expect([await halt('ethereum', 'a'), await halt('ethereum', 'b'), await halt('tron', 'c')]).toEqual([
    1, 0, 1,
  ]);
  expect((await sweepHalts(database.db)).map(({ reason }) => reason).toSorted()).toEqual(['a', 'c']);
  await inTx((tx) => resumeSweeps(tx, 'ethereum'));
  expect(await sweepHalts(database.db)).toEqual([
    { network: 'tron', reason: 'c', by: 'risk', sinceMs: START },
  ]);
});
