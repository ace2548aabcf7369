import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountKey, bitcoinNetwork } from '@karat/platform/chains';
import { currencyId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as custody from './custody-store.ts';
import { methodKind } from './method-terms.ts';
import { ANNA, BEN, SEED, USDT, clerk, openDeposits } from './testing/harness.ts';
import { rejectVoucher, sendVoucher, voucherCredit } from './voucher.ts';
import { decideVoucher, lockVoucher, voucherById } from './voucher-store.ts';
import * as store from './watch-store.ts';

const BLOCK = { height: 100, hash: 'h100', parent: 'h99', time: 0 };
const BEFORE = { height: 99, hash: 'h99' };
const NEXT = { height: 101, hash: 'h101' };

let own: TestDatabase;
let directory: string;
let harness: ReturnType<typeof openDeposits>;

beforeAll(async () => {
  [own, directory] = await Promise.all([
    createTestDatabase({ connected: true }),
    mkdtemp(join(tmpdir(), 'karat-deposit-locks-')),
  ]);
  harness = openDeposits(own.db, directory, undefined);
});
afterAll(() => Promise.all([own.drop(), rm(directory, { recursive: true })]));
beforeEach(async () => {
  await own.db
    .run(sql`truncate deposits_deposits, deposits_watchers, deposits_blocks, deposits_vouchers, deposits_halts,
    deposits_own_transactions cascade`);
  await own.db.transact(async (tx) => {
    await store.insertProgress(tx, 'ethereum', BLOCK, 1_000);
    await store.moveTo(tx, 'ethereum', BEFORE);
    await store.moveTo(tx, 'ethereum', BLOCK);
  });
});

/** Runs `first`, `second` in another transaction while that of `first` is open, and `then` before it commits. */
const during = (
  first: (tx: Tx) => Promise<unknown>,
  second: (tx: Tx) => Promise<unknown>,
  then?: (tx: Tx) => Promise<unknown>,
) => overlap(own.db, first, () => own.db.transact(second), then);
const done = <T>(value: T) => ({ hasWaited: true, status: 'fulfilled', value });

const save = (transaction: string, block = BLOCK) => {
  const transfer = {
    transaction,
    output: 0,
    to: 'a',
    from: 'x',
    spends: [],
    asset: 'USDT',
    units: 7_000_000n,
  };
  const terms = { currency: USDT, amount: amount('7'), minimum: amount('5'), confirmations: 1, user: ANNA };
  return own.db.transact((tx) =>
    store.saveDeposit(tx, 'ethereum', block, { transfer, ...terms, state: 'pending' }, 1_000),
  );
};
const mature = async (tx: Tx): Promise<string[]> =>
  (await store.claimMature(tx, 'ethereum', 10)).map(({ transaction }) => transaction);

test('of two watchers at a block the second waits and finds that the first has moved on', async () => {
  const claim = (tx: Tx) => store.claim(tx, 'ethereum', BLOCK);
  expect(await during(claim, claim, (tx) => store.moveTo(tx, 'ethereum', NEXT))).toEqual(done(false));
  expect(await own.db.transact(claim)).toBe(false);
  expect(await own.db.transact((tx) => store.claim(tx, 'ethereum', { ...NEXT, hash: 'fork' }))).toBe(false);
  expect(await own.db.transact((tx) => store.claim(tx, 'ethereum', NEXT))).toBe(true);
});

test('nothing of a block is credited while the block is being undone', async () => {
  await save('lost');
  const claim = (tx: Tx) => store.claim(tx, 'ethereum', BLOCK);
  const undo = async (tx: Tx): Promise<void> => {
    await store.orphan(tx, 'ethereum', BLOCK, 2_000);
    await store.moveTo(tx, 'ethereum', BEFORE);
  };
  expect(await during(claim, mature, undo)).toEqual(done([]));
});

test('a comparison of custody keeps blocks from being applied and deposits from being credited', async () => {
  const hold = (tx: Tx) => custody.holdProgress(tx, 'ethereum');
  await save('new');
  expect(await during(hold, (tx) => store.claim(tx, 'ethereum', BLOCK))).toEqual(done(true));
  expect(await during(hold, mature)).toEqual(done(['new']));
});

test('a deposit that one process credits is left to it by another, which does not wait', async () => {
  await save('first');
  await own.db.transact(async (tx) => {
    expect(await mature(tx)).toEqual(['first']);
    await own.db.transact(async (other) => {
      await other.run(sql`set local lock_timeout = '1s'`);
      expect(await mature(other)).toEqual([]);
    });
  });
});

test('a deposit is credited once, the start of a chain and an own transaction are stored once', async () => {
  const id = (await save('once'))?.id ?? 0;
  const twice = async (work: (tx: Tx, n: number) => Promise<number>): Promise<number[]> => [
    await own.db.transact((tx) => work(tx, 1)),
    await own.db.transact((tx) => work(tx, 2)),
  ];
  expect(await twice((tx, n) => store.markCredited(tx, id, n, n * 1_000))).toEqual([1, 0]);
  const { journal } = await own.db.one<{ journal: number }>(
    sql`select journal_id as journal from deposits_deposits where id = ${id}`,
  );
  expect(journal).toBe(1);
  expect(await twice((tx) => store.insertProgress(tx, 'tron', BLOCK, 1_000))).toEqual([1, 0]);
  expect(await twice((tx) => store.noteOwn(tx, 'tron', 'own'))).toEqual([1, 0]);
});

test('a halted network keeps its first reason, and another network has its own', async () => {
  const halt = (network: 'ethereum' | 'tron', reason: string) =>
    own.db.transact((tx) => custody.halt(tx, network, reason, 5_000));
  const halted = [
    await halt('ethereum', 'first'),
    await halt('ethereum', 'second'),
    await halt('tron', 'third'),
  ];
  expect(halted).toEqual([1, 0, 1]);
  expect((await custody.halts(own.db)).toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
    { network: 'ethereum', reason: 'first', sinceMs: 5_000 },
    { network: 'tron', reason: 'third', sinceMs: 5_000 },
  ]);
});

const voucher = (user: UserId) =>
  sendVoucher(harness.parts, {
    ...{ userId: user, currency: USDT, amount: amount('120'), account: 'Bank 1', image: undefined },
  });

test('a user has at most five vouchers that wait, however many are sent at once', async () => {
  const sent = await Promise.allSettled([...Array<UserId>(7).fill(ANNA), BEN].map(voucher));
  expect(sent.map(({ status }) => status).toSorted()).toEqual([
    ...[...Array<string>(6).fill('fulfilled'), 'rejected', 'rejected'],
  ]);
  expect(sent.at(-1)?.status).toBe('fulfilled');
});

test('a voucher that is being decided makes another decision wait, which is refused', async () => {
  const id = await voucher(ANNA);
  await own.db.run(sql`update deposits_vouchers set image_hash = '\\x01' where id = ${id}`);
  const decided = (status: 2 | 3) => async (tx: Tx) => {
    await lockVoucher(tx, id);
    await decideVoucher(tx, id, { status, reason: status === 3 ? 'other' : null, note: 'n', at: 2_000 });
  };
  const payload = { voucher: id, uid: ANNA, amount: '120', currency: 'USDT', picture: '01' };
  const approval = { approval: 1, reason: 'seen', askedBy: 'finance', approvedBy: 'risk' };
  const credit = (tx: Tx) => voucherCredit(harness.parts).execute(tx, payload, approval);
  const refused = {
    hasWaited: true,
    status: 'rejected',
    reason: expect.objectContaining({ code: 'voucher_decided' }) as unknown,
  };
  const available = await harness.available(ANNA, USDT);
  expect(await during(decided(3), credit)).toEqual(refused);
  expect(await harness.available(ANNA, USDT)).toBe(available);
  await own.db.transact(decided(2));
  expect(await voucherById(own.db, id)).toMatchObject({ status: 3, reason: 'other', note: 'n' });
  const rejected = rejectVoucher(harness.parts, clerk, { id, reason: 'other', note: 'n' });
  await expect(rejected).rejects.toMatchObject({ code: 'voucher_decided' });
});

test('of two changes of one method at once the second finds another version', async () => {
  const network = bitcoinNetwork('regtest');
  const bitcoin = { network, chain: undefined, accountKey: accountKey(SEED, network, 'deposits') };
  const { parts } = openDeposits(own.db, directory, undefined, { networks: [bitcoin] });
  const payload = { network: 'bitcoin', currency_id: currencyId(1), version: 0, minimum: '0.1' };
  const decision = { approval: 1, reason: 'checked', askedBy: 'risk', approvedBy: 'admin' };
  const change = (tx: Tx) => methodKind(parts).execute(tx, payload, decision);
  const refused = {
    hasWaited: true,
    status: 'rejected',
    reason: expect.objectContaining({ code: 'approval_stale' }) as unknown,
  };
  expect(await during(change, change)).toEqual(refused);
});
