import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NETWORKS, operatorId, sessionId } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import { seedDemoOperators } from '@karat/domains/operators';
import { amount } from '@karat/money';
import { ChainUnavailable } from '@karat/platform/chains';
import type { Chain } from '@karat/platform/chains';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { startEvm } from '@karat/platform/test-chains';
import type { EvmTestChain } from '@karat/platform/test-chains';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownAddress } from './address.ts';
import { compareNetwork } from './custody.ts';
import { METHOD_CHANGE, methodKind, methodRows, requestMethod } from './method-terms.ts';
import { confirmationsFloor } from './rules.ts';
import { ANNA, ETH, USDT, chainOfTest, openDeposits, rowsOf } from './testing/harness.ts';

let own: TestDatabase;
let node: EvmTestChain;
let directory: string;
let chain: Chain;
let caller: OperatorCaller;

const harness = (on: Chain | undefined = chain) => openDeposits(own.db, directory, on);

beforeEach(async () => {
  [own, node, directory] = await Promise.all([
    createTestDatabase({ connections: 12 }),
    startEvm(),
    mkdtemp(join(tmpdir(), 'karat-methods-')),
  ]);
  chain = chainOfTest(node);
  const passwords = { hash: async () => 'x', verify: async () => true, pretend: async () => false };
  await seedDemoOperators(harness().ctx, passwords);
  const { id } = await own.db.one<{ id: number }>(
    sql`select id from operators_accounts where login = 'risk'`,
  );
  caller = { operatorId: operatorId(id), login: 'risk', role: 'risk', sessionId: sessionId(id) };
});
afterEach(async () => {
  await Promise.all([own.drop(), node.stop(), rm(directory, { recursive: true })]);
});

type Harness = ReturnType<typeof openDeposits>;
type Asked = Parameters<typeof requestMethod>[3];
const NONE = { minimum: undefined, confirmations: undefined, contract: undefined, token_decimals: undefined };
const ask = ({ parts }: Harness, values: Partial<Asked>) =>
  own.db.transact((tx) =>
    requestMethod(parts, tx, caller, {
      ...{ ...NONE, currency_id: USDT, network: 'ethereum', version: 0, reason: 'a reason' },
      ...values,
    }),
  );
async function approve({ parts }: Harness, id: number): Promise<void> {
  const { payload } = await own.db.one<{ payload: Record<string, string | number> }>(
    sql`select payload from operators_approvals where id = ${id} and kind = ${METHOD_CHANGE}`,
  );
  const decision = { approval: id, reason: 'a reason', askedBy: 'risk', approvedBy: 'admin' };
  await own.db.transact((tx) => methodKind(parts).execute(tx, payload, decision));
}
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
const stop = (subject: string) =>
  own.db.run(sql`
    insert into operators_stops (target, subject, level, reason, stopped_by, stopped_at)
    values ('currency', ${subject}, 'halt', 'a reason', 'risk', now())`);
const newCoin = async ({ ledger }: Harness, code = 'NEWC'): Promise<CurrencyId> =>
  (
    await own.db.transact((tx) =>
      ledger.addCurrency(tx, { code, title: 'New coin', kind: 'coin', decimals: 6 }),
    )
  ).id;

test('minimum and confirmations hold from the next block on; what was seen keeps its terms', async () => {
  const first = harness();
  const address = await ownAddress(first.parts, 'ethereum', ANNA);
  await node.send('USDT', address, amount('6'));
  await first.deposits.readNow('ethereum');
  const { id, changes } = await ask(first, { minimum: amount('7'), confirmations: 2 });
  expect(changes).toContainEqual({ label: 'Minimum deposit', before: '5 USDT', after: '7 USDT' });
  expect(changes).toContainEqual({ label: 'Confirmations', before: '3', after: '2' });
  await approve(first, id);
  await node.send('USDT', address, amount('6'));
  await node.send('USDT', address, amount('7'));
  await first.deposits.readNow('ethereum');
  const rows = await own.db.rows(
    sql`select state, confirmations, trim_scale(minimum)::text as minimum from deposits_deposits order by id`,
  );
  expect(rows).toEqual([
    { state: 'credited', confirmations: 3, minimum: '5' },
    { state: 'below_minimum', confirmations: 2, minimum: '7' },
    { state: 'pending', confirmations: 2, minimum: '7' },
  ]);
  expect((await methodRows(first.parts)).find(({ code }) => code === 'USDT')).toMatchObject({
    ...{ minimum: '7', confirmations: 2, version: 1, asked_by: 'risk', approved_by: 'admin' },
  });
  // The newest version counts.
  const next = await ask(first, { version: 1, minimum: amount('8'), confirmations: 2 });
  await approve(first, next.id);
  expect((await methodRows(first.parts)).find(({ code }) => code === 'USDT')).toMatchObject({
    ...{ minimum: '8', version: 2 },
  });
});

test('a token that two people add is read, credited and compared in a process that runs already', async () => {
  const [asking, running] = [harness(), harness(chainOfTest(node))];
  const currency = await newCoin(asking);
  // The other process has read its chain before the token exists.
  await running.deposits.readNow('ethereum');
  expect(await outcome(running.ledger.currency(own.db, currency))).toBe('ok');
  const token = {
    ...{ currency_id: currency, contract: node.tokens.USDC, token_decimals: node.decimals },
    ...{ minimum: amount('2'), confirmations: 1 },
  };
  const { id, changes } = await ask(asking, token);
  expect(changes).toContainEqual({ label: 'Token contract', before: null, after: node.tokens.USDC });
  expect(changes.find(({ label }) => label === 'The signer has to know')?.after).toBe(
    JSON.stringify({
      contracts: { [currency]: node.tokens.USDC },
      decimals: { [currency]: node.decimals },
    }),
  );
  const address = await ownAddress(running.parts, 'ethereum', ANNA);
  // A token that was sent before it is known here halts no payouts later.
  await node.send('USDC', address, amount('7'));
  await running.deposits.readNow('ethereum');
  await approve(asking, id);
  await node.send('USDC', address, amount('25.5'));
  await running.deposits.readNow('ethereum');
  expect(await running.available(ANNA, currency)).toBe('25.5');
  const on = running.parts.open.get('ethereum') ?? expect.fail('no network');
  expect(await compareNetwork(running.parts, on, on.chain ?? expect.fail('no chain'))).toBe(true);
});

test('a token is refused with other decimals than its contract, a contract that is taken, and one that is no address', async () => {
  const open = harness();
  const currency = await newCoin(open);
  const token = {
    ...{ currency_id: currency, contract: node.tokens.USDC, token_decimals: node.decimals },
    ...{ minimum: amount('2'), confirmations: 1 },
  };
  const refused = async (more: Partial<Asked>) => outcome(ask(open, { ...token, ...more }));
  expect(await refused({ token_decimals: node.decimals - 1 })).toBe('value_invalid');
  expect(await refused({ contract: node.tokens.USDT })).toBe('value_invalid');
  expect(await refused({ contract: '0x52908400098527886E0F7030069857D2E4169EE7' })).toBe('value_invalid');
  expect(await refused({ contract: 'no address of this chain' })).toBe('value_invalid');
  expect(await refused({ contract: undefined, token_decimals: undefined })).toBe('value_invalid');
  expect(await refused({ network: 'bitcoin' })).toBe('deposit_unavailable');
  expect(await refused({ minimum: amount('0.0000001') })).toBe('value_invalid');
  expect(await refused({ confirmations: 501 })).toBe('value_invalid');
  expect(await refused({ confirmations: 500 })).toBe('ok');
  expect(await refused({})).toBe('ok');
});

test('a contract never changes, and no terms stand outside of their bounds', async () => {
  const open = harness();
  const contract = node.tokens.USDC;
  expect(await outcome(ask(open, { contract, token_decimals: node.decimals }))).toBe('value_invalid');
  expect(await outcome(ask(open, {}))).toBe('no_change');
  expect(await outcome(ask(open, { confirmations: 3 }))).toBe('no_change');
  // Tron of the test is the real chain: its blocks are final when they are read.
  expect(await outcome(ask(open, { network: 'tron', confirmations: 2 }))).toBe('ok');
});

test('on the real chain fewer than twelve confirmations are refused', () => {
  expect(NETWORKS.map((id) => confirmationsFloor(id, true))).toEqual([2, 12, 1]);
  expect(NETWORKS.map((id) => confirmationsFloor(id, false))).toEqual([1, 1, 1]);
});

test('of two requests about one version one is carried out, and later requests name the new version', async () => {
  const open = harness();
  const first = await ask(open, { confirmations: 4 });
  const second = await ask(open, { confirmations: 5 });
  const results = await Promise.all([first, second].map(({ id }) => outcome(approve(open, id))));
  expect(results.toSorted()).toEqual(['approval_stale', 'ok']);
  expect(await outcome(ask(open, { confirmations: 9 }))).toBe('approval_stale');
  expect(await outcome(ask(open, { version: 1, confirmations: 9 }))).toBe('ok');
  await expect(own.db.run(sql`delete from deposits_method_versions`)).rejects.toThrow('append-only');
});

test('while deposits of a currency are stopped nothing is shown, and what arrives waits without being lost', async () => {
  const open = harness();
  const address = await ownAddress(open.parts, 'ethereum', ANNA);
  await stop('USDT/deposit/ethereum');
  const call = { lang: 'en' as const, file: undefined, tx: undefined };
  const request = { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey: undefined };
  const args = { ...call, request, caller: { userId: ANNA, sessionId: sessionId(1), verified: true } };
  const coins = await open.deposits.handlers['deposit/coins']({ ...args, input: {} });
  expect(coins.find(({ name }) => name === 'USDT')?.networks.map(({ network }) => network)).toEqual(['tron']);
  const asked = { currency: USDT, network: 'ethereum' as const };
  expect(
    await outcome(open.deposits.handlers['deposit/address']({ ...args, input: asked }) as Promise<unknown>),
  ).toBe('deposit_unavailable');
  await node.send('USDT', address, amount('30'));
  await node.send('ETH', address, amount('1'));
  await node.mine(3);
  await open.deposits.readNow('ethereum');
  expect(await rowsOf(own.db)).toMatchObject([
    { state: 'pending', amount: '30' },
    { state: 'credited', amount: '1' },
  ]);
  await own.db.run(sql`delete from operators_stops`);
  // What waits is deep enough already: a node that does not answer holds it up no longer.
  const gone = { ...chain.reader, height: () => Promise.reject(new ChainUnavailable('gone')) };
  await harness({ ...chain, reader: gone } as Chain).deposits.readNow('ethereum');
  expect(await open.available(ANNA, USDT)).toBe('30');
});

test('operators read the terms of each way in, who decided them, and what is stopped', async () => {
  const open = harness();
  const changed = { currency_id: ETH, minimum: amount('0.003'), confirmations: 4 };
  await approve(open, (await ask(open, changed)).id);
  for (const subject of ['USDT/deposit', 'USDT/deposit/tron']) await stop(subject);
  const built = { version: 0, asked_by: null, approved_by: null, changed_ms: null };
  const ethereum = { network: 'ethereum', network_name: 'Ethereum (chain 31337)' };
  const near = { ...ethereum, real: false, connected: true, confirmations_min: 1 };
  const usdt = { ...built, currency_id: 3, code: 'USDT', stopped: true };
  expect((await methodRows(open.parts)).slice(0, 3)).toEqual([
    {
      ...{ ...near, currency_id: 2, code: 'ETH', standard: 'native', contract: null, token_decimals: 18 },
      ...{ minimum: '0.003', confirmations: 4, stopped: false, stopped_here: false },
      ...{ version: 1, asked_by: 'risk', approved_by: 'admin', changed_ms: open.clock.now() },
    },
    {
      ...{ ...usdt, ...near, standard: 'erc20', contract: node.tokens.USDT, token_decimals: node.decimals },
      ...{ minimum: '5', confirmations: 3, stopped_here: false },
    },
    {
      ...{ ...usdt, network: 'tron', network_name: 'Tron', real: true, connected: false, standard: 'trc20' },
      ...{ contract: null, token_decimals: null, minimum: '1', confirmations: 1, confirmations_min: 1 },
      stopped_here: true,
    },
  ]);
});
