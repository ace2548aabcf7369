import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount } from '@karat/money';
import { checkAddress, tronNetwork } from '@karat/platform/chains';
import type { Chain } from '@karat/platform/chains';
import { ChainUnavailable } from '@karat/platform/chains';
import { sql } from '@karat/platform/db';
import { startEvm } from '@karat/platform/test-chains';
import type { EvmTestChain } from '@karat/platform/test-chains';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { houseAccount } from '@karat/domains/ledger';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownAddress } from './address.ts';
import { compareNetwork, custodyOf } from './custody.ts';
import { custodyAccount } from './index.ts';
import { ANNA, BEN, ETH, USDT, chainOfTest, evmOfTest, openDeposits, rowsOf } from './testing/harness.ts';

let own: TestDatabase;
let node: EvmTestChain;
let directory: string;
let chain: Chain;

beforeEach(async () => {
  [own, node, directory] = await Promise.all([
    createTestDatabase({ connections: 12, connected: true }),
    startEvm(),
    mkdtemp(join(tmpdir(), 'karat-deposits-')),
  ]);
  chain = chainOfTest(node);
});
afterEach(async () => {
  await Promise.all([own.drop(), node.stop(), rm(directory, { recursive: true })]);
});

const harness = (more = {}, on = chain) => openDeposits(own.db, directory, on, more);

test('a user has one address per network, also after concurrent requests, and no other user has it', async () => {
  const { parts: resolved } = harness();
  const addresses = await Promise.all(
    Array.from({ length: 20 }, () => ownAddress(resolved, 'ethereum', ANNA)),
  );
  expect(new Set(addresses).size).toBe(1);
  expect(await ownAddress(resolved, 'ethereum', BEN)).not.toBe(addresses[0]);
  expect(checkAddress(tronNetwork, await ownAddress(resolved, 'tron', ANNA)).ok).toBe(true);
});

test('coins and tokens are pending until their confirmations, then credited once', async () => {
  const { parts: resolved, deposits, available } = harness();
  const address = await ownAddress(resolved, 'ethereum', ANNA);
  await node.send('ETH', address, amount('1.5'));
  await node.send('USDT', address, amount('25'));
  await deposits.readNow('ethereum');
  expect(await rowsOf(own.db)).toMatchObject([
    { state: 'pending', amount: '1.5', userId: ANNA },
    { state: 'pending', amount: '25' },
  ]);
  expect(await available(ANNA, ETH)).toBe('0');
  await node.mine(3);
  await deposits.readNow('ethereum');
  await deposits.readNow('ethereum');
  expect([await available(ANNA, ETH), await available(ANNA, USDT)]).toEqual(['1.5', '25']);
  const outside = await resolved.ledger.balance(own.db, custodyAccount('ethereum'), ETH);
  expect(outside.available).toBe(-amount('1.5'));
  const notices = await own.db.rows<{ kind: string }>(sql`select kind from messages_notices order by id`);
  expect(notices.map(({ kind }) => kind).toSorted()).toEqual([
    'deposits:credited',
    'deposits:credited',
    'deposits:seen',
    'deposits:seen',
  ]);
});

test('less than the minimum is recorded and notified, but not credited', async () => {
  const { parts: resolved, deposits, available } = harness();
  await node.send('USDT', await ownAddress(resolved, 'ethereum', ANNA), amount('4.999999'));
  await node.mine(10);
  await deposits.readNow('ethereum');
  expect(await rowsOf(own.db)).toMatchObject([{ state: 'below_minimum', amount: '4.999999' }]);
  expect(await available(ANNA, USDT)).toBe('0');
});

test('a reorganisation undoes a pending deposit; if mined again it counts again, once', async () => {
  const { parts: resolved, deposits, available } = harness();
  const address = await ownAddress(resolved, 'ethereum', ANNA);
  await node.mine(5);
  await node.send('ETH', address, amount('2'));
  await deposits.readNow('ethereum');
  expect(await rowsOf(own.db)).toMatchObject([{ state: 'pending' }]);
  await node.reorganise(1);
  await node.mine(5);
  await deposits.readNow('ethereum');
  const rows = await rowsOf(own.db);
  const held = await available(ANNA, ETH);
  // The node may include the lost transaction again by itself; in both cases the books match the chain.
  const onChain = await resolved.open
    .get('ethereum')
    ?.chain?.sender.transaction(
      (await own.db.one<{ transaction: string }>(sql`select transaction from deposits_deposits`)).transaction,
    );
  expect(rows).toHaveLength(1);
  expect([rows[0]?.state, held]).toEqual(onChain?.state === 'mined' ? ['credited', '2'] : ['orphaned', '0']);
  await node.send('ETH', address, amount('3'));
  await node.mine(4);
  await deposits.readNow('ethereum');
  expect(
    (await rowsOf(own.db)).filter(({ state }) => state === 'credited').map((row) => row.amount),
  ).toContain('3');
});

test('a deposit credited before a deep reorganisation is never credited again', async () => {
  const { parts: resolved, deposits, available } = harness();
  await node.mine(5);
  await node.send('ETH', await ownAddress(resolved, 'ethereum', ANNA), amount('2'));
  await node.mine(3);
  await deposits.readNow('ethereum');
  expect(await available(ANNA, ETH)).toBe('2');
  await node.reorganise(4);
  await node.mine(8);
  await deposits.readNow('ethereum');
  await deposits.readNow('ethereum');
  expect(await available(ANNA, ETH)).toBe('2');
  expect(await rowsOf(own.db)).toMatchObject([{ state: 'credited' }]);
});

test('three concurrent watchers read every block once and credit every deposit once', async () => {
  const harnesses = [harness(), harness(), harness()];
  const { parts: resolved, available } = harnesses[0]!;
  const address = await ownAddress(resolved, 'ethereum', ANNA);
  for (let n = 0; n < 8; n++) await node.send('ETH', address, amount('1'));
  await node.mine(4);
  await Promise.all(harnesses.map(({ deposits }) => deposits.readNow('ethereum')));
  await Promise.all(harnesses.map(({ deposits }) => deposits.readNow('ethereum')));
  expect(await available(ANNA, ETH)).toBe('8');
  expect(await rowsOf(own.db)).toHaveLength(8);
});

test('a credit that dies between claim and commit leaves nothing, and the next one credits', async () => {
  const { parts: resolved, deposits, ledger, available, deps } = harness();
  await node.send('ETH', await ownAddress(resolved, 'ethereum', ANNA), amount('1'));
  await node.mine(4);
  const dying = harness({
    messages: {
      ...deps.messages,
      notify: async (
        tx: Parameters<typeof deps.messages.notify>[0],
        notice: Parameters<typeof deps.messages.notify>[1],
      ) => {
        if (notice.kind === 'deposits:credited') throw new Error('killed');
        await deps.messages.notify(tx, notice);
      },
    },
  });
  await expect(dying.deposits.readNow('ethereum')).rejects.toThrow('killed');
  expect(await available(ANNA, ETH)).toBe('0');
  expect(await ledger.balance(own.db, custodyAccount('ethereum'), ETH)).toMatchObject({ available: 0n });
  await deposits.readNow('ethereum');
  expect(await available(ANNA, ETH)).toBe('1');
});

test('the watcher survives a node failure and catches up afterwards', async () => {
  let failing = true;
  const flaky: Chain =
    chain.network.family === 'evm'
      ? ({
          ...chain,
          reader: {
            ...chain.reader,
            transfers: (...args: Parameters<typeof chain.reader.transfers>) =>
              failing ? Promise.reject(new ChainUnavailable('gone')) : chain.reader.transfers(...args),
          },
        } as Chain)
      : chain;
  const { parts: resolved, deposits, available } = harness({}, flaky);
  await node.send('ETH', await ownAddress(resolved, 'ethereum', ANNA), amount('1'));
  await node.mine(60);
  await deposits.readNow('ethereum');
  expect(await own.db.one(sql`select failure from deposits_watchers`)).toEqual({ failure: 'gone' });
  failing = false;
  await deposits.readNow('ethereum');
  expect(await available(ANNA, ETH)).toBe('1');
  expect(await own.db.one(sql`select failure from deposits_watchers`)).toEqual({ failure: null });
});

test('books and chain agree over pending, credited and too small deposits; missing money halts the network', async () => {
  const { parts: resolved, deposits, ledger } = harness();
  const on = resolved.open.get('ethereum')!;
  const address = await ownAddress(resolved, 'ethereum', ANNA);
  await node.send('ETH', address, amount('1.23456789'));
  await node.send('USDT', address, amount('1'));
  await node.mine(3);
  await node.send('USDT', address, amount('30'));
  await deposits.readNow('ethereum');
  expect(await compareNetwork(resolved, on, chain)).toBe(true);
  expect(await custodyOf().halted(own.db, 'ethereum')).toBeUndefined();
  // Books money as if it had arrived on the chain.
  await own.db.transact((tx) =>
    ledger.post(tx, {
      key: 'forged',
      kind: 'correction',
      reference: 'x',
      at: 1,
      entries: [
        { account: custodyAccount('ethereum'), currency: USDT, available: amount(-amount('7')) },
        { account: houseAccount('fees'), currency: USDT, available: amount('7') },
      ],
    }),
  );
  expect(await compareNetwork(resolved, on, chain)).toBe(false);
  expect((await custodyOf().halted(own.db, 'ethereum'))?.reason).toMatch(/^7 USDT missing on the chain/);
  expect(await custodyOf().haltedNetworks(own.db)).toEqual(['ethereum']);
});

test('a payout that is not booked yet is missing in the books if the chain has paid it, and only its fee if the chain has not', async () => {
  const FEE = 1_000_000_000n;
  const evm = evmOfTest(node);
  const { parts: resolved, deposits } = harness({
    outgoing: async () => [
      {
        attempts: [{ transaction: '0xpayout', fee: FEE }],
        ...{ currency: ETH, amount: amount('0.2'), booked: undefined },
      },
    ],
  });
  const on = resolved.open.get('ethereum') ?? expect.fail('no network');
  await node.send('ETH', await ownAddress(resolved, 'ethereum', ANNA), amount('1'));
  await node.mine(3);
  await deposits.readNow('ethereum');
  const { height } = await own.db.one<{ height: number }>(sql`select height from deposits_watchers`);
  const withPayout = (succeeded: boolean): Chain => {
    const mined = { state: 'mined', height, blockHash: '', confirmations: 1, succeeded, fee: FEE } as const;
    return { ...evm, sender: { ...evm.sender, transaction: async () => mined } };
  };
  expect(await compareNetwork(resolved, on, withPayout(false))).toBe(true);
  expect(await custodyOf().halted(own.db, 'ethereum')).toBeUndefined();
  expect(await compareNetwork(resolved, on, withPayout(true))).toBe(false);
  expect((await custodyOf().halted(own.db, 'ethereum'))?.reason).toMatch(/^0\.2\d* ETH/);
});

test("the exchange's own transfers credit nobody", async () => {
  const { parts: resolved, deposits, available } = harness();
  const address = await ownAddress(resolved, 'ethereum', ANNA);
  const id = await node.send('ETH', address, amount('1'));
  await own.db.transact((tx) => custodyOf().ownTransaction(tx, 'ethereum', id));
  await node.mine(5);
  await deposits.readNow('ethereum');
  expect(await available(ANNA, ETH)).toBe('0');
});

test('what the exchange sends to the address of a user is a deposit, and to itself is none', async () => {
  const { parts: resolved, deposits, available } = harness();
  // The account from which the node sends.
  const house = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  await own.db.run(sql`
    insert into deposits_addresses (network, address, user_id, number, created_at)
    values ('ethereum', ${house}, null, 0, now())`);
  await node.send('ETH', await ownAddress(resolved, 'ethereum', ANNA), amount('1'));
  await node.send('ETH', house, amount('2'));
  await node.mine(3);
  await deposits.readNow('ethereum');
  expect(await available(ANNA, ETH)).toBe('1');
  // Its tokens, which were issued to it, are a receipt of the exchange.
  const coins = sql`select state from deposits_deposits where currency_id = ${ETH}`;
  expect(await own.db.rows(coins)).toEqual([{ state: 'credited' }]);
});
