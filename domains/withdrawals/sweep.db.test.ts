import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { ETH, USDT } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { connectEvm, evmNetwork, keyAt } from '@karat/platform/chains';
import type { EvmChain } from '@karat/platform/chains';
import { sql } from '@karat/platform/db';
import type { WorkItem } from '@karat/platform/work';
import { startEvm } from '@karat/platform/test-chains';
import type { EvmTestChain } from '@karat/platform/test-chains';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGREED, TEST_SEED, openChainHarness } from './testing/chain-harness.ts';

const GWEI = 10n ** 9n;
const TOKEN = 10n ** 18n;

let node: EvmTestChain;
let chain: EvmChain;
let database: TestDatabase;
let harness: Awaited<ReturnType<typeof openChainHarness>>;
let user = 100_001;

beforeAll(async () => {
  [node, database] = await Promise.all([startEvm(), createTestDatabase({ connected: true })]);
  chain = connectEvm(evmNetwork(node.chainId), { url: node.url }, [
    { code: 'USDT', contract: node.tokens.USDT, decimals: node.decimals },
  ]);
  harness = await openChainHarness(database.url, chain);
  await node.send('ETH', harness.house.change(0), amount('5'));
}, 120_000);
afterAll(async () => {
  await harness.booksAreRight();
  await harness.close();
  await Promise.all([node.stop(), database.drop()]);
});

const mine = (blocks?: number): Promise<void> => harness.mine(node, blocks);
const plan = (): Promise<number> => harness.deposits.planSweeps('ethereum');

/** Returns the balance of an address in the asset's smallest units. */
async function heldBy(address: string, code: string): Promise<bigint> {
  const asset = chain.assets.find((each) => each.code === code) ?? expect.fail(code);
  return (await chain.reader.balance([address], asset, await chain.reader.height())).units;
}

/** A new user with a credited deposit. */
async function deposited(code: 'USDT' | 'ETH', number: string): Promise<{ owner: UserId; address: string }> {
  const owner = userId(user++);
  const address = (await harness.deposits.firstAddress(code, owner)) ?? expect.fail('no address');
  await node.send(code, address, amount(number));
  await mine(4);
  return { owner, address };
}

interface Row {
  readonly id: number;
  readonly state: string;
  readonly leg: string;
  readonly problem: string;
  readonly reason: string | null;
}
const sweepOf = (address: string): Promise<Row> =>
  harness.db.one<Row>(sql`
    select id, state, leg, problem, reason from deposits_sweeps where address = ${address} order by id desc limit 1`);
const transfersOf = (
  address: string,
): Promise<{ leg: string; attempt: number; txid: string; nonce: number }[]> =>
  harness.db.rows(sql`
    select t.leg, t.attempt, t.txid, t.nonce from deposits_sweep_transactions t
    join deposits_sweeps s on s.id = t.sweep_id where s.address = ${address} order by t.leg desc, t.attempt`);

/** Runs due work until a sweep is in a state. */
async function until(address: string, state: string, leg?: string): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    const row = await sweepOf(address);
    if (row.state === state && (leg === undefined || row.leg === leg)) return;
    await harness.turn();
  }
  expect.fail(`not ${state}: ${JSON.stringify(await sweepOf(address))}`);
}

/** Finishes every open sweep. */
async function finished(address: string): Promise<void> {
  for (let block = 0; block < 30; block++) {
    if ((await sweepOf(address)).state === 'done') return;
    await mine();
  }
  expect.fail(`not done: ${JSON.stringify(await sweepOf(address))}`);
}

test('tokens are collected with gas from the gas station; balances stay, and books and chain agree at every step', async () => {
  const { owner, address } = await deposited('USDT', '500');
  const payout = harness.house.receiving(0);
  expect(await plan()).toBe(1);
  for (let step = 0; step < 4; step++) {
    await harness.turn();
    expect(await harness.agree(), `step ${step}`).toEqual(AGREED);
  }
  expect(await sweepOf(address)).toMatchObject({ leg: 'gas', state: 'sent' });
  for (let block = 0; block < 12 && (await sweepOf(address)).state !== 'done'; block++) {
    await node.mine(1);
    await harness.compare();
    expect(await harness.deposits.custody.haltedNetworks(harness.db)).toEqual([]);
    await harness.turn();
    expect(await harness.agree(), `block ${block}`).toEqual(AGREED);
  }
  expect(await sweepOf(address)).toMatchObject({ leg: 'collect', state: 'done' });
  expect(await heldBy(address, 'USDT')).toBe(0n);
  expect(await heldBy(payout, 'USDT')).toBe(500n * TOKEN);
  expect(await harness.balance(owner, USDT)).toBe('500 + 0');
  expect((await transfersOf(address)).map(({ leg, attempt }) => `${leg} ${attempt}`)).toEqual([
    'gas 1',
    'collect 1',
  ]);
  // Gas credits nobody, and the fees of both transfers are booked.
  expect(await harness.db.rows(sql`select 1 from deposits_deposits where address = ${address}`)).toHaveLength(
    1,
  );
  expect(
    await harness.db.rows(sql`select 1 from ledger_journals where kind = 'sweep:network_fee'`),
  ).toHaveLength(2);
  expect(await plan()).toBe(0);
});

test('a sweep of coins pays its own fee and leaves nothing but dust', async () => {
  const { owner, address } = await deposited('ETH', '2');
  const before = await heldBy(harness.house.receiving(0), 'ETH');
  expect(await plan()).toBe(1);
  await finished(address);
  const [left, moved] = [
    await heldBy(address, 'ETH'),
    (await heldBy(harness.house.receiving(0), 'ETH')) - before,
  ];
  expect(left).toBeLessThan(21_000n * GWEI);
  expect(moved + left).toBeLessThan(2n * TOKEN);
  expect(moved).toBeGreaterThan(2n * TOKEN - 42_000n * 3n * GWEI);
  expect(await transfersOf(address)).toMatchObject([{ leg: 'collect', attempt: 1 }]);
  expect(await harness.agree()).toEqual(AGREED);
  expect(await harness.balance(owner, ETH)).toBe('2 + 0');
  expect(await plan()).toBe(0);
});

test('what is worth less than the minimum stays where it is, until more arrives', async () => {
  const { address } = await deposited('USDT', '99');
  expect(await plan()).toBe(0);
  await node.send('USDT', address, amount('6'));
  // Not credited yet.
  await mine(1);
  expect(await plan()).toBe(0);
  await mine(3);
  expect(await plan()).toBe(1);
  await finished(address);
  expect(await heldBy(address, 'USDT')).toBe(0n);
});

test('a hundred runs at once plan one sweep, and a hundred workers sign each of its transfers once', async () => {
  const { address } = await deposited('USDT', '300');
  const planned = await Promise.all(Array.from({ length: 100 }, plan));
  expect(planned.reduce((sum, each) => sum + each, 0)).toBe(1);
  const { id } = await sweepOf(address);
  for (let round = 0; round < 30 && (await sweepOf(address)).state !== 'done'; round++) {
    await Promise.all(Array.from({ length: 100 }, () => runStep(id)));
    await mine();
  }
  expect(await sweepOf(address)).toMatchObject({ state: 'done' });
  expect((await transfersOf(address)).map(({ leg }) => leg)).toEqual(['gas', 'collect']);
  expect(await chain.sender.minedNonce(address)).toBe(1);
  expect(await harness.agree()).toEqual(AGREED);
});

const itemOf = (id: number): WorkItem => ({
  id: 0,
  kind: 'deposits.sweep_step',
  subject: String(id),
  dueAt: harness.clock.now(),
  payload: {},
  attempt: 1,
});
const handler = () => harness.deposits.sweepWork['deposits.sweep_step'] ?? expect.fail('no handler');
const runStep = (id: number): Promise<void> => harness.db.transact((tx) => handler()(tx, itemOf(id)));

class Killed extends Error {}
/** A step whose process dies before its commit: signer and node have seen it, the database has not. */
const killedStep = (id: number): Promise<void> =>
  harness.db
    .transact(async (tx) => {
      await handler()(tx, itemOf(id));
      throw new Killed();
    })
    .catch((failure: unknown) => {
      if (!(failure instanceof Killed)) throw failure;
    });

test('a process that dies before the commit of any step signs, sends and books nothing twice', async () => {
  const gasStation = harness.house.change(0);
  const before = await chain.sender.minedNonce(gasStation);
  const { address } = await deposited('USDT', '400');
  expect(await plan()).toBe(1);
  const { id } = await sweepOf(address);
  for (let round = 0; round < 30 && (await sweepOf(address)).state !== 'done'; round++) {
    await killedStep(id);
    await killedStep(id);
    await runStep(id);
    await killedStep(id);
    await node.mine(1);
    await harness.deposits.readNow('ethereum');
    expect((await harness.agree()).halted).toEqual([]);
  }
  expect(await sweepOf(address)).toMatchObject({ state: 'done' });
  expect((await transfersOf(address)).map(({ leg }) => leg)).toEqual(['gas', 'collect']);
  expect(await chain.sender.minedNonce(gasStation)).toBe(before + 1);
  expect(await chain.sender.minedNonce(address)).toBe(1);
  await mine();
  expect(await harness.agree()).toEqual(AGREED);
});

test('transfers that a reorganisation removes, before or after the books settled them, are sent again and mined once', async () => {
  const { address } = await deposited('USDT', '250');
  expect(await plan()).toBe(1);
  await until(address, 'sent', 'gas');
  await mine();
  await node.reorganise(1);
  await harness.turn();
  expect(await sweepOf(address)).toMatchObject({ leg: 'gas', state: 'sent' });
  for (let block = 0; block < 10 && (await sweepOf(address)).leg === 'gas'; block++) await mine();
  await until(address, 'sent', 'collect');
  await mine();
  await node.reorganise(1);
  await harness.turn();
  expect(await sweepOf(address)).toMatchObject({ leg: 'collect', state: 'sent' });
  await finished(address);
  const held = await heldBy(harness.house.receiving(0), 'USDT');
  // Deep enough to remove both transfers of the ended sweep.
  await node.reorganise(9);
  await harness.deposits.readNow('ethereum');
  expect(await heldBy(harness.house.receiving(0), 'USDT')).toBe(held - 250n * TOKEN);
  expect(await harness.agree()).toEqual(AGREED);
  for (let turn = 0; turn < 12; turn++) await harness.turn(61_000);
  await mine(3);
  expect(await heldBy(harness.house.receiving(0), 'USDT')).toBe(held);
  expect(await chain.sender.minedNonce(address)).toBe(1);
  expect((await transfersOf(address)).map(({ leg }) => leg)).toEqual(['gas', 'collect']);
  expect(await harness.agree()).toEqual(AGREED);
});

test('while payouts or sweeps are halted nothing is planned, signed or sent; what was sent is watched to its end', async () => {
  const { address } = await deposited('USDT', '200');
  const halt = (): Promise<void> =>
    harness.db.transact((tx) => harness.withdrawals.halt(tx, 'ethereum', 'a look first', 'risk'));
  const resume = () => harness.db.run(sql`delete from withdrawals_halts`);
  await halt();
  expect(await plan()).toBe(0);
  await resume();
  expect(await plan()).toBe(1);
  await until(address, 'signing', 'gas');
  await halt();
  for (let turn = 0; turn < 4; turn++) await harness.turn(20_000);
  expect(await sweepOf(address)).toMatchObject({ state: 'signing' });
  expect(await transfersOf(address)).toEqual([]);
  await resume();
  await until(address, 'sent', 'gas');
  const { sweepStoppable } = harness.deposits;
  const order = { reason: 'a look first', by: 'risk', at: harness.clock.now() };
  await harness.db.transact((tx) => sweepStoppable.stop(tx, 'ethereum', { ...order, level: 'halt' }));
  await mine(4);
  for (let turn = 0; turn < 4; turn++) await harness.turn(20_000);
  expect(await sweepOf(address)).toMatchObject({ state: 'planned', leg: 'gas' });
  expect(await plan()).toBe(0);
  expect(await harness.agree()).toEqual(AGREED);
  await harness.db.transact((tx) => sweepStoppable.resume(tx, 'ethereum', order));
  await harness.turn(20_000);
  await finished(address);
});

test('an unmined transfer is replaced by one with the same nonce and a higher fee', async () => {
  const { address } = await deposited('ETH', '1');
  expect(await plan()).toBe(1);
  await until(address, 'signed', 'collect');
  // The node mines what it gets at once: this one waits.
  await node.setAutomine(false);
  await until(address, 'sent', 'collect');
  await harness.turn(31 * 60_000);
  await harness.turn();
  await node.setAutomine(true);
  await finished(address);
  const transfers = await transfersOf(address);
  expect(transfers.map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(new Set(transfers.map(({ nonce }) => nonce)).size).toBe(1);
  expect(await chain.sender.minedNonce(address)).toBe(1);
  expect(await heldBy(address, 'ETH')).toBeLessThan(21_000n * 2n * GWEI);
  expect(await harness.agree()).toEqual(AGREED);
});

test('without coins at the gas station a sweep waits and uses no nonce, until there are some', async () => {
  const { address } = await deposited('USDT', '150');
  const gasStation = harness.house.change(0);
  const held = await heldBy(gasStation, 'ETH');
  await node.setBalance(gasStation, 1n);
  expect(await plan()).toBe(1);
  await harness.turn();
  await harness.turn(20_000);
  expect(await sweepOf(address)).toMatchObject({
    state: 'planned',
    problem: 'too little ETH at the gas station',
  });
  expect(await transfersOf(address)).toEqual([]);
  await node.setBalance(gasStation, held);
  await harness.turn(20_000);
  await finished(address);
  expect(await harness.agree()).toEqual(AGREED);
});

test('operators see what is not swept, the gas station, and sweeps by state, page by page', async () => {
  const { address } = await deposited('USDT', '99');
  const [network] = await harness.sweeping();
  expect(network).toMatchObject({
    network: 'ethereum',
    stopped: false,
    payouts_halted: false,
    signer: 'ready',
    gas_station: harness.house.change(0),
    payout_address: harness.house.receiving(0),
    open: 0,
    failed: 0,
    unswept: [{ currency_name: 'USDT', amount: '99', addresses: 1, minimum: '100' }],
  });
  await node.send('USDT', address, amount('200'));
  await mine(4);
  expect(await plan()).toBe(1);
  expect((await harness.sweeps('planned')).data).toMatchObject([
    { address, currency_name: 'USDT', leg: 'collect', amount: null, txid: '', attempts: 0 },
  ]);
  await until(address, 'sent', 'gas');
  const [open] = (await harness.sweeps('sent')).data;
  expect(open).toMatchObject({ address, leg: 'gas', amount_currency: 'ETH', attempts: 1 });
  expect((await harness.sweeping())[0]).toMatchObject({ open: 1 });
  await finished(address);
  const [done] = (await harness.sweeps('done')).data;
  expect(done).toMatchObject({ address, leg: 'collect', amount: '299', amount_currency: 'USDT' });
  const first = await harness.sweeps('done', undefined, 1);
  const second = await harness.sweeps('done', first.next ?? '', 1);
  expect(second.data[0]?.id).toBeLessThan(first.data[0]?.id ?? 0);
  expect((await harness.sweeping())[0]?.unswept).toEqual([]);
});

test('a transfer whose nonce another transaction took fails once that is deep, and the address rests for a day', async () => {
  const { address } = await deposited('ETH', '1');
  expect(await plan()).toBe(1);
  await until(address, 'signed', 'collect');
  const { number } = await harness.db.one<{ number: number }>(
    sql`select number from deposits_sweeps where address = ${address}`,
  );
  const { privateKey } = keyAt(TEST_SEED, chain.network, 'deposits', number);
  const raw = await privateKeyToAccount(`0x${Buffer.from(privateKey).toString('hex')}`).signTransaction({
    type: 'eip1559',
    chainId: node.chainId,
    nonce: 0,
    to: harness.house.receiving(0) as `0x${string}`,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 10n * GWEI,
    maxPriorityFeePerGas: GWEI,
  });
  await chain.sender.broadcast(raw);
  await harness.turn();
  expect(await sweepOf(address)).toMatchObject({ state: 'signed' });
  await mine(5);
  expect(await sweepOf(address)).toMatchObject({ state: 'failed', reason: 'replaced' });
  expect(await plan()).toBe(0);
  harness.clock.advance(25 * 60 * 60_000);
  expect(await plan()).toBe(1);
  await finished(address);
  expect(await heldBy(address, 'ETH')).toBeLessThan(42_000n * GWEI);
});
