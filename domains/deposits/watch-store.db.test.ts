import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount, format } from '@karat/money';
import type { DepositState, UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountKey } from '@karat/platform/chains';
import { ownAddress } from './address.ts';
import * as custody from './custody-store.ts';
import { listDeposits, ownLog } from './log-store.ts';
import { ANNA, BEN, SEED, USDT, openDeposits, rowsOf } from './testing/harness.ts';
import { scriptedBitcoin } from './testing/scripted-chain.ts';
import { sendVoucher } from './voucher.ts';
import * as store from './watch-store.ts';

const BLOCK = { height: 100, hash: 'h100', parent: 'h99', time: 0 };

let own: TestDatabase;
let directory: string;
beforeAll(async () => {
  [own, directory] = await Promise.all([
    createTestDatabase({ connections: 4 }),
    mkdtemp(join(tmpdir(), 'karat-watch-')),
  ]);
});
afterAll(() => Promise.all([own.drop(), rm(directory, { recursive: true })]));
beforeEach(async () => {
  await own.db.run(sql`truncate deposits_deposits, deposits_watchers, deposits_vouchers cascade`);
});

interface Deposit {
  readonly transaction: string;
  readonly state?: DepositState;
  readonly user?: UserId | null;
  readonly sum?: string;
  readonly block?: typeof BLOCK;
}
const save = ({ transaction, state = 'pending', user = ANNA, sum = '7', block = BLOCK }: Deposit) => {
  const units = amount(sum) / 10_000n;
  const transfer = { transaction, output: 0, to: 'a', from: 'x', spends: [], asset: 'USDT', units };
  const terms = { currency: USDT, amount: amount(sum), minimum: amount('5'), confirmations: 3, user, state };
  return own.db.transact((tx) => store.saveDeposit(tx, 'ethereum', block, { transfer, ...terms }, 1_000));
};
const scannedTo = (height: number) =>
  own.db.run(sql`
    insert into deposits_watchers (network, height, hash, node_height, seen_at)
    values ('ethereum', ${height}, 'h', ${height}, now())
    on conflict (network) do update set height = excluded.height`);
const mature = async (): Promise<string[]> =>
  (await own.db.transact((tx) => store.claimMature(tx, 'ethereum', 10))).map(
    ({ transaction }) => transaction,
  );

test('a lost block undoes what is pending or below the minimum in it, and nothing of another block', async () => {
  const other = { ...BLOCK, height: 101, hash: 'h101' };
  await save({ transaction: 'pending' });
  await save({ transaction: 'little', state: 'below_minimum', sum: '3' });
  await save({ transaction: 'house', state: 'house', user: null });
  await save({ transaction: 'later', block: other });
  const undone = await own.db.transact((tx) => store.orphan(tx, 'ethereum', BLOCK, 2_000));
  expect(undone.map(({ transaction }) => transaction).toSorted()).toEqual(['little', 'pending']);
  expect((await rowsOf(own.db)).map(({ state }) => state)).toEqual([
    ...['orphaned', 'orphaned', 'house', 'pending'],
  ]);
});

test('a deposit that a later block holds again waits for the confirmations of that block', async () => {
  await save({ transaction: 'again' });
  await own.db.transact((tx) => store.orphan(tx, 'ethereum', BLOCK, 2_000));
  const later = { ...BLOCK, height: 104, hash: 'h104' };
  expect(await save({ transaction: 'again', block: later })).toMatchObject({ amount: amount('7') });
  expect(await save({ transaction: 'again', block: later })).toBeUndefined();
  expect(await rowsOf(own.db)).toMatchObject([{ state: 'pending' }]);
  await scannedTo(105);
  expect(await mature()).toEqual([]);
  await scannedTo(106);
  expect(await mature()).toEqual(['again']);
});

test('a log has the deposits and vouchers of its user, newest first, page by page', async () => {
  const { parts } = openDeposits(own.db, directory, undefined);
  const request = { currency: USDT, account: 'Bank 1', image: undefined };
  await save({ transaction: 'first', sum: '11' });
  await sendVoucher(parts, { ...request, userId: BEN, amount: amount('99') });
  await sendVoucher(parts, { ...request, userId: ANNA, amount: amount('12') });
  await save({ transaction: 'of ben', user: BEN, sum: '98' });
  await save({ transaction: 'last', sum: '13' });
  const pageOf = async (user: UserId, page: number) => {
    const { rows, total } = await ownLog(own.db, user, undefined, { page, limit: 2 });
    return [total, ...rows.map((row) => format(amount(row.amount)))];
  };
  expect([await pageOf(ANNA, 1), await pageOf(ANNA, 2)]).toEqual([
    [3, '13', '12'],
    [3, '11'],
  ]);
  expect(await pageOf(BEN, 1)).toEqual([2, '98', '99']);
});

test('operators read deposits from the newest on, each once', async () => {
  for (const transaction of ['a', 'b', 'c']) await save({ transaction });
  const filter = { uid: undefined, network: undefined, state: undefined, limit: 2 };
  const first = await listDeposits(own.db, { ...filter, before: undefined });
  expect(first.map(({ transaction }) => transaction)).toEqual(['c', 'b']);
  const rest = await listDeposits(own.db, { ...filter, before: first.at(-1)?.id });
  expect(rest.map(({ transaction }) => transaction)).toEqual(['a']);
});

test('operators filter deposits by user, network and state, and see how far the chain has been read', async () => {
  await save({ transaction: 'of anna', sum: '11' });
  await save({ transaction: 'of ben', user: BEN, sum: '12' });
  await save({ transaction: 'little', state: 'below_minimum', sum: '3' });
  const any = { uid: undefined, network: undefined, state: undefined, before: undefined, limit: 9 };
  const list = async (filter: Partial<Parameters<typeof listDeposits>[1]>) =>
    (await listDeposits(own.db, { ...any, ...filter })).map(({ transaction }) => transaction);
  expect(await list({ uid: ANNA })).toEqual(['little', 'of anna']);
  expect(await list({ uid: BEN })).toEqual(['of ben']);
  expect(await list({ state: 'pending' })).toEqual(['of ben', 'of anna']);
  expect([await list({ network: 'tron' }), await list({ network: 'ethereum', limit: 1 })]).toEqual([
    [],
    ['little'],
  ]);
  const scanned = async () => [
    ...(await listDeposits(own.db, { ...any, uid: BEN })).map((row) => [row.height, row.scanned, row.needed]),
    ...(await ownLog(own.db, BEN, undefined, { page: 1, limit: 9 })).rows.map((row) => [
      row.height,
      row.scanned,
    ]),
  ];
  // A network that is not read any more counts as read up to the deposit.
  expect(await scanned()).toEqual([
    [100, 100, 3],
    [100, 100],
  ]);
  await scannedTo(105);
  expect(await scanned()).toEqual([
    [100, 105, 3],
    [100, 105],
  ]);
});

/** Outputs of two blocks to an address of a user and to the change of the exchange. */
async function bitcoinOutputs(): Promise<void> {
  await own.db.run(sql`truncate deposits_outputs, deposits_addresses`);
  await own.db.run(sql`
    insert into deposits_watchers (network, height, hash, node_height, seen_at)
    values ('bitcoin', 100, 'h100', 100, now())`);
  await own.db.run(sql`
    insert into deposits_addresses (network, address, user_id, number, created_at)
    values ('bitcoin', 'of anna', ${ANNA}, 7, now()), ('bitcoin', 'change', null, 1, now())`);
  await own.db.run(sql`
    insert into deposits_outputs (network, transaction, output, address, units, height, spent)
    values ('bitcoin', 't1', 0, 'of anna', 500, 99, false), ('bitcoin', 't2', 1, 'change', 900, 99, false),
      ('bitcoin', 't3', 0, 'of anna', 800, 100, false), ('bitcoin', 't4', 0, 'change', 700, 98, true)`);
}
const openNow = async (): Promise<string[]> =>
  (await custody.openOutputs(own.db, 'bitcoin')).map(({ transaction }) => transaction);

test('an output may be spent from its second confirmation on, the largest first, with the path of its key', async () => {
  await bitcoinOutputs();
  expect(await custody.ownOutputs(own.db)).toEqual([
    { txid: 't2', vout: 1, units: '900', account: 'house', chain: 1, index: 0 },
    { txid: 't1', vout: 0, units: '500', account: 'deposits', chain: 0, index: 7 },
  ]);
});

test('a transaction spends own money only where it spends the very output', async () => {
  await bitcoinOutputs();
  const spends = (transaction: string, output: number) => {
    const spent = [{ transaction, output }];
    const transfer = { transaction: 'new', output: 0, to: 'a', from: undefined, spends: spent };
    return own.db.transact((tx) => store.spendsOwn(tx, 'bitcoin', { ...transfer, asset: 'BTC', units: 1n }));
  };
  expect([await spends('t2', 1), await spends('t2', 0), await spends('t9', 1)]).toEqual([true, false, false]);
});

test('only the halt that was seen is lifted, not one that came after it', async () => {
  const lift = (since: number) => own.db.transact((tx) => custody.lift(tx, 'bitcoin', since));
  await own.db.transact((tx) => custody.halt(tx, 'bitcoin', 'money missing', 2_000));
  expect(await lift(1_000)).toBe(0);
  expect(await custody.haltOf(own.db, 'bitcoin')).toMatchObject({ reason: 'money missing', sinceMs: 2_000 });
  expect(await lift(2_000)).toBe(1);
  expect(await custody.haltOf(own.db, 'bitcoin')).toBeUndefined();
});

test('a payout spends no output of a block that the chain has lost', async () => {
  await own.db.run(sql`truncate deposits_outputs, deposits_addresses`);
  const { chain, mine, lose } = scriptedBitcoin();
  const { network } = chain;
  const networks = [{ network, chain, fromHeight: 0, accountKey: accountKey(SEED, network, 'deposits') }];
  const { parts, deposits } = openDeposits(own.db, directory, undefined, { networks });
  const to = await ownAddress(parts, 'bitcoin', ANNA);
  const payment = { asset: 'BTC', from: undefined, to };
  mine({ ...payment, transaction: 'stays', units: 50_000n });
  mine({ ...payment, transaction: 'lost', units: 70_000n });
  await deposits.readNow('bitcoin');
  expect(await openNow()).toEqual(['stays', 'lost']);
  lose();
  mine();
  await deposits.readNow('bitcoin');
  expect(await openNow()).toEqual(['stays']);
});

test('what the node no longer has is spent only where no reorganisation reaches, and a lost block loses its outputs', async () => {
  await bitcoinOutputs();
  const there = { transaction: 't1', output: 0, address: 'of anna', units: 500n };
  const unspent = [{ ...there, confirmations: 2, bestBlock: 'h100' }];
  expect(await custody.noteSpent(own.db, 'bitcoin', unspent, 99)).toBe(0);
  expect(await custody.noteSpent(own.db, 'bitcoin', unspent, 100)).toBe(1);
  expect(await openNow()).toEqual(['t1', 't3']);
  await own.db.transact((tx) => store.dropOutputs(tx, 'bitcoin', 100));
  expect(await openNow()).toEqual(['t1']);
});
