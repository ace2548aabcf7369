import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, userId } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import { amount, format, price } from '@karat/money';
import { unitsOf } from '@karat/platform/chains';
import { sql } from '@karat/platform/db';
import { callHandler } from '@karat/platform/testing';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownAddress } from '../address.ts';
import { custodyAccount } from '../index.ts';
import { ETH, USDT, openDeposits } from '../testing/harness.ts';
import { GAS_STATION, GWEI, sweepChain, sweepSigner } from '../testing/sweep-chain.ts';
import { sweepingOn } from './deps.ts';
import { planSweeps } from './plan.ts';
import type { SweepPolicy } from './rules.ts';
import { sweepWork } from './step.ts';
import { unswept } from './store.ts';

const DAY_MS = 86_400_000;
/** Blocks up to this one are deep enough at height 100 with three confirmations. */
const DEEP = 98;

let own: TestDatabase;
let directory: string;
let users = 100_100;

beforeAll(async () => {
  [own, directory] = await Promise.all([
    createTestDatabase({ connections: 4, connected: true }),
    mkdtemp(join(tmpdir(), 'karat-sweeps-')),
  ]);
});
afterAll(() => Promise.all([own.drop(), rm(directory, { recursive: true })]));
beforeEach(async () => {
  await own.db.run(sql`truncate deposits_sweep_transactions, deposits_sweeps, deposits_deposits cascade`);
});

function open(policy: Partial<SweepPolicy> = {}) {
  const { chain, state, sent } = sweepChain();
  const { signing, requests } = sweepSigner();
  const { parts, ledger, clock, deposits } = openDeposits(own.db, directory, chain, {
    sweeping: {
      signing,
      policy,
      price: async (_db, { id }) => price(id === ETH ? '2000' : '1'),
      isHalted: async () => false,
    },
  });
  const networks = sweepingOn(parts);
  const sweeping = networks.get('ethereum') ?? expect.fail('no network');
  const work = sweepWork(parts, networks)['deposits.sweep_step'] ?? expect.fail('no work');
  /** One step of the open sweep of an address. */
  const step = async (address: string): Promise<void> => {
    const { id } = await sweepOf(address);
    const item = { id: 0, kind: 'deposits.sweep_step', subject: String(id), dueAt: clock.now() };
    await own.db.transact((tx) => work(tx, { ...item, payload: {}, attempt: 1 }));
  };
  const hold = (address: string, code: string, now: bigint, deep = now) =>
    state.held.set(`${address} ${code}`, { now, deep });
  /** An address of a new user with credited deposits, which lie there. */
  const deposited = async (currency: CurrencyId, ...sums: readonly (readonly [string, number])[]) => {
    const address = await ownAddress(parts, 'ethereum', userId(users++));
    for (const [sum, height] of sums) await insertDeposit(address, currency, sum, height);
    const total = sums.reduce((units, [sum]) => units + unitsOf(amount(sum), currency === ETH ? 18 : 6), 0n);
    hold(address, currency === ETH ? 'ETH' : 'USDT', total);
    return address;
  };
  const { handlers, sweepStoppable } = deposits;
  const plan = () => planSweeps(sweeping);
  return { state, sent, requests, clock, ledger, step, hold, deposited, plan, handlers, sweepStoppable };
}

let payments = 0;
const insertDeposit = (address: string, currency: CurrencyId, sum: string, height: number) =>
  own.db.run(sql`
    insert into deposits_deposits (network, transaction, output, height, block_hash, address, user_id, currency_id,
      units, amount, minimum, confirmations, state, journal_id, created_at)
    select 'ethereum', ${`0x${++payments}`}, 0, ${height}, 'b', ${address}, user_id, ${currency}, 1, ${sum}, 0, 3,
      'credited', 1, now() from deposits_addresses where address = ${address}`);
const sweepOf = (address: string) =>
  own.db.one<{
    id: number;
    currency: number;
    leg: string;
    state: string;
    reason: string | null;
    problem: string;
    units: string | null;
    nonce: number | null;
    mined: number | null;
  }>(sql`
    select id, currency_id as currency, leg, state, reason, problem, units::text as units, nonce,
      mined_height as mined
    from deposits_sweeps where address = ${address} order by id desc limit 1`);
const uncollected = async (): Promise<string[]> =>
  (await unswept(own.db)).map((row) => `${format(row.amount)} of ${row.currency}`);
const mined = (confirmations: number, more: { succeeded?: boolean; fee?: bigint } = {}) => ({
  ...{ state: 'mined' as const, height: 99, blockHash: '0x', confirmations },
  ...{ succeeded: true, fee: 21_000n * GWEI, ...more },
});

test('two sweeps at once have nonces of their own, and the gas station pays for both or not yet for the second', async () => {
  const { state, step, deposited, hold, plan } = open();
  const [first, second] = [await deposited(USDT, ['500', 90]), await deposited(USDT, ['400', 90])];
  state.nonces.set(GAS_STATION, 5);
  // Twice the fee of 65,000 gas at each address, and the fees of both transfers.
  const needed = 2n * (130_000n + 21_000n) * state.maxFeePerGas;
  hold(GAS_STATION, 'ETH', needed - 1n);
  expect(await plan()).toBe(2);
  await step(first);
  expect(await sweepOf(first)).toMatchObject({ state: 'signing', leg: 'gas', nonce: 5 });
  await step(second);
  expect(await sweepOf(second)).toMatchObject({
    state: 'planned',
    problem: 'too little ETH at the gas station',
  });
  hold(GAS_STATION, 'ETH', needed);
  await step(second);
  expect(await sweepOf(second)).toMatchObject({ state: 'signing', leg: 'gas', nonce: 6 });
  for (const address of [first, second]) await step(address);
  expect((await sweepOf(first)).state).toBe('signed');
});

test('a sweep that needs gas twice pays the fee of both transfers', async () => {
  const { state, step, deposited, hold, plan, ledger } = open();
  const custody = async () => (await ledger.balance(own.db, custodyAccount('ethereum'), ETH)).available;
  const address = await deposited(USDT, ['700', 90]);
  hold(GAS_STATION, 'ETH', 10n ** 18n);
  await plan();
  const before = await custody();
  for (const [nonce, fee] of [
    [5, 100_000_000_000_000n],
    [6, 300_000_000_000_000n],
  ] as const) {
    state.nonces.set(GAS_STATION, nonce);
    for (let each = 0; each < 3; each++) await step(address);
    const { id, leg } = await sweepOf(address);
    expect(leg).toBe('gas');
    const [sent] = await own.db.rows<{ txid: string }>(sql`
      select txid from deposits_sweep_transactions where sweep_id = ${id} order by nonce desc limit 1`);
    state.mined.set(sent?.txid ?? '', mined(3, { fee }));
    await step(address);
    expect((await sweepOf(address)).state).toBe('planned');
  }
  expect(format(amount((await custody()) - before))).toBe('0.0004');
});

test('no more sweeps are open than the policy has, those of the largest sums first', async () => {
  const { deposited, plan } = open({ openMax: 2 });
  const [little, most, much] = [
    await deposited(USDT, ['200', 90]),
    await deposited(USDT, ['300', 90], ['300', 91]),
    await deposited(USDT, ['500', 90]),
  ];
  expect([await plan(), await plan()]).toEqual([2, 0]);
  for (const address of [most, much]) expect((await sweepOf(address)).state).toBe('planned');
  await own.db.run(sql`
    update deposits_sweeps set state = 'done', finished_at = now() where address = ${most}`);
  await own.db.run(sql`delete from deposits_deposits where address = ${most}`);
  expect(await plan()).toBe(1);
  expect((await sweepOf(little)).state).toBe('planned');
});

test('only what is deep enough is moved, and only deposits of these blocks count as collected', async () => {
  const { state, step, deposited, hold, plan, requests } = open();
  const address = await deposited(USDT, ['300', 90], ['200', DEEP], ['50', DEEP + 1]);
  hold(address, 'USDT', 550_000_000n, 500_000_000n);
  hold(address, 'ETH', 10n ** 18n);
  await plan();
  for (let each = 0; each < 3; each++) await step(address);
  expect(requests).toMatchObject([{ sweep: { leg: 'collect' }, units: '500000000' }]);
  const { id } = await sweepOf(address);
  state.mined.set(`0xsweep${id}-collect-1`, mined(2));
  await step(address);
  expect((await sweepOf(address)).state).toBe('sent');
  state.mined.set(`0xsweep${id}-collect-1`, mined(3));
  await step(address);
  expect(await sweepOf(address)).toMatchObject({ state: 'done', mined: 99 });
  expect(await uncollected()).toEqual(['50 of 3']);
  // What left since the deep block is not there to be moved.
  const another = await deposited(USDT, ['500', 90]);
  hold(another, 'USDT', 300_000_000n, 500_000_000n);
  hold(another, 'ETH', 10n ** 18n);
  await plan();
  await step(another);
  expect(await sweepOf(another)).toMatchObject({ leg: 'collect', units: '300000000' });
});

test('the tokens of an address are moved before its coins, and a failure of one leaves the other alone', async () => {
  const { clock, step, deposited, hold, plan } = open();
  const address = await deposited(USDT, ['500', 90]);
  await insertDeposit(address, ETH, '1', 90);
  await plan();
  expect((await sweepOf(address)).currency).toBe(USDT);
  // Somebody else has emptied it of tokens: their deposits are looked at no more, the coins are next.
  hold(address, 'USDT', 0n);
  await step(address);
  expect(await sweepOf(address)).toMatchObject({ state: 'failed', reason: 'nothing' });
  expect(await uncollected()).toEqual(['1 of 2']);
  expect(await plan()).toBe(1);
  expect((await sweepOf(address)).currency).toBe(ETH);
  // Too little for the fee: it rests for a day, and stays to be collected.
  hold(address, 'ETH', 21_000n * GWEI);
  await step(address);
  expect(await sweepOf(address)).toMatchObject({ state: 'failed', reason: 'nothing' });
  expect(await uncollected()).toEqual(['1 of 2']);
  clock.advance(DAY_MS - 1);
  expect(await plan()).toBe(0);
  clock.advance(1);
  expect(await plan()).toBe(1);
});

test('what a sweep of tokens costs decides their minimum, and that of coins is lower', async () => {
  // 120,000 gas are 7.2 USDT, 21,000 are 1.26; a sweep is worth twenty times as much.
  const { deposited, plan } = open({ fromUsdt: amount('1') });
  await deposited(USDT, ['143.999999', 90]);
  await deposited(ETH, ['0.01259999', 90]);
  expect(await plan()).toBe(0);
  const [tokens, coins] = [await deposited(USDT, ['144', 90]), await deposited(ETH, ['0.0126', 90])];
  expect(await plan()).toBe(2);
  for (const address of [tokens, coins]) expect((await sweepOf(address)).state).toBe('planned');
});

test('a transfer that no block includes is replaced four times and no more', async () => {
  const { clock, step, deposited, plan, requests, sent } = open();
  const address = await deposited(ETH, ['2', 90]);
  await plan();
  for (let each = 0; each < 3; each++) await step(address);
  clock.advance(30 * 60_000);
  await step(address);
  expect(requests).toHaveLength(1);
  for (let each = 0; each < 6; each++) {
    clock.advance(30 * 60_000 + 1);
    await step(address);
  }
  expect(requests.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
  expect(sent.at(-1)).toMatch(/-5$/);
});

test('a transfer that the chain reverts has failed, costs its fee rounded up, and is watched until it is final', async () => {
  const { state, step, deposited, plan, ledger } = open({ buried: 100 });
  const custody = async () => (await ledger.balance(own.db, custodyAccount('ethereum'), ETH)).available;
  const address = await deposited(ETH, ['2', 90]);
  await plan();
  for (let each = 0; each < 3; each++) await step(address);
  const { id } = await sweepOf(address);
  const before = await custody();
  const transfer = `0xsweep${id}-collect-1`;
  state.mined.set(transfer, mined(3, { succeeded: false, fee: 630_000_000_000_001n }));
  await step(address);
  expect(await sweepOf(address)).toMatchObject({ state: 'failed', reason: 'reverted', mined: 99 });
  expect(format(amount((await custody()) - before))).toBe('0.0006300001');
  expect(await uncollected()).toEqual(['2 of 2']);
  state.mined.set(transfer, mined(100));
  await step(address);
  expect((await sweepOf(address)).mined).toBe(99);
  state.mined.set(transfer, mined(101));
  await step(address);
  expect((await sweepOf(address)).mined).toBeNull();
});

test('operators read the sweeps with their current transfer, and the state of sweeping on each network', async () => {
  const { state, step, deposited, hold, plan, clock, handlers, sweepStoppable } = open();
  const call = <Path extends 'console/sweeps' | 'console/sweeping'>(path: Path, fields = {}) =>
    callHandler(contract.deposits, handlers, path, { login: 'finance', fields });
  const [emptied, moved] = [await deposited(USDT, ['900', 90]), await deposited(ETH, ['2', 90])];
  await plan();
  const planned = clock.now();
  clock.advance(MINUTE_MS);
  hold(emptied, 'USDT', 0n);
  await step(emptied);
  const ended = clock.now();
  for (let each = 0; each < 3; each++) await step(moved);
  const [first, second] = [await sweepOf(emptied), await sweepOf(moved)];
  state.mined.set(`0xsweep${second.id}-collect-1`, mined(2));
  await step(moved);
  clock.advance(MINUTE_MS);
  state.nonces.set(GAS_STATION, 5);
  hold(GAS_STATION, 'ETH', 10n ** 18n);
  const waiting = await deposited(USDT, ['400', 90], ['300', 90]);
  await plan();
  for (let each = 0; each < 3; each++) await step(waiting);
  const third = await sweepOf(waiting);
  const of = { network: 'ethereum', reason: null, problem: '', confirmations_needed: 3, finished_ms: null };
  // Twice the fee of 65,000 gas.
  const gas = { leg: 'gas', amount: '0.0039', amount_currency: 'ETH', txid: `0xsweep${third.id}-gas-1` };
  const rows = [
    {
      ...{ ...of, ...gas, id: third.id, currency_name: 'USDT', address: waiting, state: 'sent' },
      ...{ attempts: 1, confirmations: 0, created_ms: clock.now() },
    },
    {
      ...{ ...of, id: second.id, currency_name: 'ETH', address: moved, leg: 'collect', state: 'sent' },
      ...{ amount: '1.9995905', amount_currency: 'ETH', txid: `0xsweep${second.id}-collect-1`, attempts: 1 },
      ...{ confirmations: 2, created_ms: planned },
    },
    {
      ...{ ...of, id: first.id, currency_name: 'USDT', address: emptied, leg: 'collect', state: 'failed' },
      ...{ amount: null, amount_currency: 'USDT', txid: '', attempts: 0, confirmations: 0 },
      ...{ reason: 'nothing', created_ms: planned, finished_ms: ended },
    },
  ];
  expect(await call('console/sweeps')).toEqual({ data: rows, next: null });
  expect(await call('console/sweeps', { limit: 2 })).toEqual({
    ...{ data: rows.slice(0, 2), next: String(second.id) },
  });
  expect((await call('console/sweeps', { limit: 2, cursor: String(second.id) })).data).toEqual([rows[2]]);
  expect((await call('console/sweeps', { state: 'failed' })).data).toEqual([rows[2]]);
  expect((await call('console/sweeps', { network: 'tron' })).data).toEqual([]);
  const order = { level: 'halt' as const, reason: 'a new key', by: 'risk', at: clock.now() };
  await own.db.transact((tx) => sweepStoppable.stop(tx, 'ethereum', order));
  await deposited(USDT, ['30', 90]);
  const network = {
    ...{ network: 'ethereum', network_name: 'Ethereum (chain 31337)', payouts_halted: false },
    ...{ stopped: true, stopped_reason: 'a new key', signer: 'ready', gas_station: GAS_STATION },
    ...{ gas: '1', gas_currency: 'ETH', payout_address: '0x52908400098527886E0F7030069857D2E4169EE7' },
    ...{ open: 2, oldest_ms: planned, failed: 1 },
    unswept: [
      { currency_name: 'ETH', amount: '2', addresses: 1, minimum: '0.05' },
      { currency_name: 'USDT', amount: '730', addresses: 2, minimum: '144' },
    ],
  };
  expect(await call('console/sweeping')).toEqual([network]);
  clock.advance(DAY_MS);
  await own.db.transact((tx) => sweepStoppable.resume(tx, 'ethereum', order));
  expect(await call('console/sweeping')).toEqual([
    { ...network, stopped: false, stopped_reason: '', failed: 0 },
  ]);
});
