import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, currencyId, wireTime } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { callHandler } from '@karat/platform/testing';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditedDeposits, creditedTo, depositRecords } from './index.ts';
import { ANNA, BEN, ETH, USDT, openDeposits } from './testing/harness.ts';
import { scriptedEvm } from './testing/scripted-chain.ts';

const EUR = currencyId(22);
const ether = (thousandths: number): bigint => BigInt(thousandths) * 10n ** 15n;
const tether = (units: number): bigint => BigInt(units) * 10n ** 6n;

let own: TestDatabase;
let directory: string;
let harness: ReturnType<typeof openDeposits>;
let addresses: { readonly anna: string; readonly ben: string };
let pictures: { readonly receipt: string; readonly other: string };
/** Unix ms of what happens, in its order. */
const moments: number[] = [];
const given: unknown[] = [];
const evm = scriptedEvm();

const call = <Path extends keyof typeof contract.deposits>(
  path: Path,
  fields: Record<string, unknown> = {},
  { who = ANNA, lang = 'en' as Lang } = {},
) => callHandler(contract.deposits, harness.deposits.handlers, path, { who, fields, lang });
const asOperator = <Path extends keyof typeof contract.deposits>(
  path: Path,
  fields: Record<string, unknown> = {},
) => callHandler(contract.deposits, harness.deposits.handlers, path, { login: 'finance', fields });
const next = (): void => {
  harness.clock.advance(MINUTE_MS);
  moments.push(harness.clock.now());
};
const picture = (owner: typeof ANNA, text: string): Promise<string> =>
  own.db.transact((tx) =>
    harness.deps.files.keep(tx, {
      ...{ owner, visibility: 'private', mime: 'image/webp', bytes: Buffer.from(text) },
    }),
  );
const addressOf = async (who: typeof ANNA): Promise<string> =>
  (await call('deposit/address', { currency: ETH, network: 'ethereum' }, { who })).address;
const pay = (who: typeof ANNA, fields: Record<string, unknown>) => call('wallet/charge_req', fields, { who });
async function approve(approval: number): Promise<void> {
  const { kind, payload } = await own.db.one<{ kind: string; payload: Record<string, string | number> }>(
    sql`select kind, payload from operators_approvals where id = ${approval}`,
  );
  const decision = { approval, reason: 'seen', askedBy: 'finance', approvedBy: 'risk' };
  await own.db.transact(async (tx) => harness.deposits.approvals[kind]?.execute(tx, payload, decision));
}

/** One after another: four transfers to two users and four vouchers, which come to different ends. */
async function makeDeposits(): Promise<void> {
  const block = async (...transfers: Parameters<typeof evm.mine>): Promise<void> => {
    next();
    evm.mine(...transfers);
    await harness.deposits.readNow('ethereum');
  };
  await block({ transaction: '0xone', output: -1, to: addresses.anna, units: ether(1_500) });
  await block({ transaction: '0xtwo', output: 4, to: addresses.anna, asset: 'USDT', units: tether(3) });
  await block({ transaction: '0xthree', output: 2, to: addresses.ben, asset: 'USDT', units: tether(25) });
  next();
  const voucher = { currency: USDT, account: 'Bank 1', amount: '120.5', image: pictures.receipt };
  expect(await pay(ANNA, voucher)).toEqual({ id: 4, status: 1 });
  next();
  await pay(ANNA, { currency: EUR, account: 'Bank 2', amount: '40', image: pictures.other });
  next();
  await pay(BEN, { currency: USDT, account: 'Bank 3', amount: '7', image: await picture(BEN, 'receipt') });
  next();
  await pay(ANNA, { currency: USDT, account: 'Bank 4', amount: '9' });
  await block();
  await block({ transaction: '0xfour', output: 6, to: addresses.anna, units: ether(700) });
  await block({ transaction: '0xfive', output: 8, to: addresses.anna, asset: 'USDT', units: tether(8) });
  evm.lose();
  evm.mine();
  await harness.deposits.readNow('ethereum');
}

beforeAll(async () => {
  [own, directory] = await Promise.all([
    createTestDatabase({ connections: 4 }),
    mkdtemp(join(tmpdir(), 'karat-deposits-http-')),
  ]);
  const faucet = {
    send: async (...of: unknown[]) => {
      given.push(of);
      return { txid: '0xgiven', amount: amount('0.05') };
    },
  };
  // A payout of 0.2 ETH that the books have and the chain has not.
  const outgoing = async () => [
    {
      attempts: [{ transaction: '0xpayout', fee: undefined }],
      ...{ currency: ETH, amount: amount('0.2'), booked: { amount: amount('0.2'), fee: 0n } },
    },
  ];
  harness = openDeposits(own.db, directory, evm.chain, { faucet, outgoing });
  await own.db.run(sql`
    insert into operators_accounts (login, name, role, password_hash, totp_secret, created_at)
    values ('finance', 'F', 'finance', 'x', 'x', now()), ('risk', 'R', 'risk', 'x', 'x', now())`);
  addresses = { anna: await addressOf(ANNA), ben: await addressOf(BEN) };
  pictures = { receipt: await picture(ANNA, 'receipt'), other: await picture(ANNA, 'another receipt') };
  await makeDeposits();
});
afterAll(() => Promise.all([own.drop(), rm(directory, { recursive: true })]));

const CHAIN = 'Ethereum (chain 31337)';
const onEthereum = { network: 'ethereum', network_name: CHAIN, connected: true, real: false, faucet: true };
const ways = {
  eth: { ...onEthereum, standard: 'native', sub_name: 'ETH', minimum: '0.002', confirmations: 3 },
  usdt: { ...onEthereum, standard: 'erc20', sub_name: 'ERC20', minimum: '5', confirmations: 3 },
  tron: {
    ...{ network: 'tron', network_name: 'Tron', connected: false, real: true, faucet: false },
    ...{ standard: 'trc20', sub_name: 'TRC20', minimum: '1', confirmations: 1 },
  },
};

test('every coin has its own networks, and a way in its own address, which stays', async () => {
  const coins = await call('deposit/coins');
  expect(coins.slice(0, 3).map(({ name }) => name)).toEqual(['USDT', 'BTC', 'ETH']);
  const of = (name: string) => coins.find((coin) => coin.name === name);
  expect(of('ETH')).toEqual({
    ...{ id: 2, name: 'ETH', title: 'Ethereum', logo: '/logos/eth' },
    ...{ vouchers: true, networks: [ways.eth] },
  });
  expect(of('USDT')).toMatchObject({ id: 3, title: 'Tether', networks: [ways.usdt, ways.tron] });
  expect(of('EUR')).toMatchObject({ id: 22, title: 'Euro', networks: [] });
  expect(of('AAPL')).toBeUndefined();
  expect(await call('deposit/address', { currency: USDT, network: 'ethereum' })).toEqual({
    ...{ ...ways.usdt, currency: 3, currency_name: 'USDT', address: addresses.anna },
  });
  const { address: tron } = await call('deposit/address', { currency: USDT, network: 'tron' });
  expect(await call('wallet/get_in_address', { currency: USDT })).toEqual({
    erc20: addresses.anna,
    trc20: tron,
  });
  expect(tron).toMatch(/^T/);
  expect(await call('wallet/get_in_address', { currency: ETH })).toBe(addresses.anna);
  expect(await call('deposit/faucet', { currency: ETH, network: 'ethereum' }, { who: BEN })).toEqual({
    ...{ txid: '0xgiven', amount: '0.05' },
  });
  expect(given).toEqual([['ethereum', 'ETH', addresses.ben]]);
});

const at = (place: number) => {
  const ms = moments[place] ?? expect.fail(`no moment ${place}`);
  return { created_at: wireTime(ms), created_ms: ms };
};
const logRows = () => {
  const chain = {
    ...{ kind: 'chain', network: 'ethereum', network_name: CHAIN, account: addresses.anna },
    ...{ explorer: null, confirmations_needed: 3, reason: '', image: null },
  };
  const eth = { ...chain, currency: 2, currency_name: 'ETH' };
  const usdt = { ...chain, currency: 3, currency_name: 'USDT' };
  const voucher = {
    ...{ kind: 'voucher', currency: 3, currency_name: 'USDT', network: null, network_name: '' },
    ...{ txid: '', explorer: null, confirmations: 0, confirmations_needed: 0, reason: '' },
    ...{ status: 1, state: 'pending' },
  };
  const dropped = 'The network dropped the block of this transfer. If it is mined again, it appears again.';
  return [
    {
      ...{ ...usdt, id: 9, amount: '8', txid: '0xfive', confirmations: 1, status: 3, state: 'orphaned' },
      reason: dropped,
      ...at(9),
    },
    {
      ...{ ...eth, id: 8, amount: '0.7', txid: '0xfour', confirmations: 2, status: 1, state: 'pending' },
      ...at(8),
    },
    { ...voucher, id: 7, amount: '9', account: 'Bank 4', image: null, ...at(6) },
    {
      ...{ ...voucher, id: 5, currency: 22, currency_name: 'EUR', amount: '40', account: 'Bank 2' },
      ...{ image: pictures.other, ...at(4) },
    },
    { ...voucher, id: 4, amount: '120.5', account: 'Bank 1', image: pictures.receipt, ...at(3) },
    {
      ...{ ...usdt, id: 2, amount: '3', txid: '0xtwo', confirmations: 3, status: 3, state: 'below_minimum' },
      reason: 'Below the minimum of 5 USDT: it is kept in the records, but not credited.',
      ...at(1),
    },
    {
      ...{ ...eth, id: 1, amount: '1.5', txid: '0xone', confirmations: 3, status: 2, state: 'credited' },
      ...at(0),
    },
  ];
};

test('a log has transfers and vouchers with their states, newest first, of one currency or of all', async () => {
  const rows = logRows();
  const pages = { per_page: 3, total: 7, last_page: 3 };
  expect((await call('recharge/log')).data).toEqual(rows);
  expect(await call('recharge/log', { page: 3, limit: 3 })).toEqual({
    ...{ ...pages, current_page: 3, data: rows.slice(6) },
  });
  expect(await call('recharge/log', { currency: ETH })).toMatchObject({ data: [rows[1], rows[6]], total: 2 });
});

test('operators read transfers newest first, of a user, a network or a state, and go on from a cursor', async () => {
  const base = { network: 'ethereum', confirmations_needed: 3, uid: ANNA, address: addresses.anna };
  const row = (id: number, place: number, more: object) => ({
    ...{ ...base, id, created_ms: at(place).created_ms, ...more },
  });
  const [five, four, three, two, one] = [
    row(9, 9, {
      ...{ currency_name: 'USDT', amount: '8', txid: '0xfive', output: 8, height: 6, confirmations: 1 },
      state: 'orphaned',
    }),
    row(8, 8, {
      ...{ currency_name: 'ETH', amount: '0.7', txid: '0xfour', output: 6, height: 5, confirmations: 2 },
      state: 'pending',
    }),
    row(3, 2, {
      ...{ currency_name: 'USDT', amount: '25', txid: '0xthree', output: 2, height: 3, confirmations: 3 },
      ...{ state: 'credited', uid: BEN, address: addresses.ben },
    }),
    row(2, 1, {
      ...{ currency_name: 'USDT', amount: '3', txid: '0xtwo', output: 4, height: 2, confirmations: 3 },
      state: 'below_minimum',
    }),
    row(1, 0, {
      ...{ currency_name: 'ETH', amount: '1.5', txid: '0xone', output: -1, height: 1, confirmations: 3 },
      state: 'credited',
    }),
  ];
  const list = (fields: Record<string, unknown>) => asOperator('console/deposits', fields);
  expect(await list({})).toEqual({ data: [five, four, three, two, one], next: null });
  expect(await list({ limit: 3 })).toEqual({ data: [five, four, three], next: '3' });
  expect(await list({ limit: 3, cursor: '3' })).toEqual({ data: [two, one], next: null });
  expect((await list({ uid: BEN })).data).toEqual([three]);
  expect((await list({ state: 'credited' })).data).toEqual([three, one]);
  expect((await list({ network: 'tron' })).data).toEqual([]);
});

test('custody shows each chain, its books and what they miss', async () => {
  evm.state.balances.set('ETH', ether(2_400) + 4_000_000_000_000n);
  evm.state.balances.set('USDT', tether(27));
  const readMs = harness.clock.now();
  evm.state.ahead = 2;
  await harness.deposits.readNow('ethereum');
  harness.clock.advance(MINUTE_MS);
  const checkedMs = harness.clock.now();
  expect(await asOperator('console/custody_check', { network: 'ethereum' })).toEqual({ matches: false });
  const none = { chain: null, difference: null, height: null, checked_ms: null, matches: null };
  const zero = { booked: '0', unbooked: '0', outgoing: '0', tolerance: '0' };
  const ethereum = { network: 'ethereum', network_name: CHAIN };
  const compared = { height: 6, checked_ms: checkedMs };
  const { networks, balances } = await asOperator('console/custody');
  expect(networks).toEqual([
    {
      ...{ ...ethereum, connected: true, height: 8, scanned: 6, failure: null, seen_ms: readMs },
      ...{ halted: true, halted_reason: '1 USDT missing on the chain at height 6', halted_ms: checkedMs },
    },
    {
      ...{ network: 'tron', network_name: 'Tron', connected: false, height: null, scanned: null },
      ...{ failure: null, seen_ms: null, halted: false, halted_reason: '', halted_ms: null },
    },
  ]);
  expect(balances).toEqual([
    {
      ...{ ...ethereum, ...compared, currency_name: 'USDT', tolerance: '0', booked: '25' },
      ...{ unbooked: '3', outgoing: '0', chain: '27', difference: '-1', matches: false },
    },
    { ...zero, ...none, network: 'tron', network_name: 'Tron', currency_name: 'USDT' },
    {
      ...{ ...ethereum, ...compared, currency_name: 'ETH', tolerance: '0.00001', booked: '1.5' },
      ...{ unbooked: '0.7', outgoing: '0.2', chain: '2.400004', difference: '0.000004', matches: true },
    },
    { ...zero, ...none, ...ethereum, currency_name: 'USDC' },
  ]);
});

test('a reviewer reads the vouchers of all users with their twins and the record of the user', async () => {
  const voucher = (id: number, place: number, more: object) => ({
    ...{ id, uid: ANNA, currency_name: 'USDT', status: 1, asked: false, reason: null, note: '' },
    ...{ duplicates: [], created_ms: at(place).created_ms, approved_before: 1, rejected_before: 0, ...more },
  });
  const { approval } = await asOperator('console/voucher_credit', { id: 5, reason: 'on the statement' });
  await approve(approval);
  await asOperator('console/voucher_credit', { id: 4, reason: 'on the statement' });
  const receipt = { amount: '120.5', account: 'Bank 1', image: pictures.receipt };
  const twin = [{ id: 6, uid: BEN, status: 1 }];
  const rows = [
    voucher(7, 6, { amount: '9', account: 'Bank 4', image: null }),
    voucher(6, 5, {
      ...{ uid: BEN, amount: '7', account: 'Bank 3', image: expect.stringMatching(/^\/files\//) as string },
      ...{ duplicates: [{ id: 4, uid: ANNA, status: 1 }], approved_before: 0 },
    }),
    voucher(5, 4, {
      ...{ currency_name: 'EUR', amount: '40', account: 'Bank 2', image: pictures.other, status: 2 },
      asked: true,
    }),
    voucher(4, 3, { ...receipt, duplicates: twin, asked: true }),
  ];
  const list = (fields: Record<string, unknown>) => asOperator('console/vouchers', fields);
  expect((await list({})).data).toEqual(rows);
  expect(await list({ page: 2, limit: 2 })).toEqual({
    ...{ per_page: 2, total: 4, last_page: 2, current_page: 2, data: rows.slice(2) },
  });
  expect(await list({ status: 2 })).toMatchObject({ data: [{ id: 5 }], total: 1 });
  const why = { reason: 'amount_differs', note: 'We received 100' };
  expect(await asOperator('console/voucher_reject', { id: 4, ...why })).toEqual(
    voucher(4, 3, { ...receipt, ...why, duplicates: twin, asked: true, status: 3, rejected_before: 1 }),
  );
  const { data: ofBen } = await list({ uid: BEN });
  expect(ofBen).toMatchObject([{ duplicates: [{ id: 4, uid: ANNA, status: 3 }] }]);
  const [, , , credited, rejected] = (await call('recharge/log', {}, { lang: 'fra' })).data;
  expect(credited).toEqual({ ...logRows()[3], status: 2, state: 'approved' });
  expect(rejected).toEqual({
    ...{ ...logRows()[4], status: 3, state: 'rejected' },
    reason: 'le montant reçu est différent: We received 100',
  });
});

test('the same deposits are records for customer service, for operators and of the day', async () => {
  const codeOf = (id: number): string => ({ 2: 'ETH', 3: 'USDT' })[id] ?? '';
  const source = depositRecords(codeOf);
  const record = (id: number, title: string, place: number) => ({
    ...{ id, title, detail: 'ethereum', createdMs: at(place).created_ms },
  });
  expect(await source.recent(own.db, ANNA, 2)).toEqual([record(9, '8 USDT', 9), record(8, '0.7 ETH', 8)]);
  expect(await source.find(own.db, ANNA, 1)).toEqual(record(1, '1.5 ETH', 0));
  expect(await source.find(own.db, BEN, 1)).toBeUndefined();
  const [creditedMs, laterMs] = [at(2).created_ms, at(8).created_ms];
  const ether = { kind: 'deposit', id: 1, currency: ETH, amount: amount('1.5'), at: creditedMs };
  const until = harness.clock.now();
  expect(await creditedTo(own.db, ANNA, { since: creditedMs, until })).toEqual([
    ether,
    { kind: 'voucher', id: 5, currency: EUR, amount: amount('40'), at: until },
  ]);
  expect(await creditedTo(own.db, ANNA, { since: 0, until: creditedMs })).toEqual([ether]);
  const day = { fromMs: creditedMs, toMs: laterMs, houseIdMax: 0 };
  const sums = [{ currency: ETH, amount: amount('1.5'), count: 1 }];
  expect(await creditedDeposits(own.db, day)).toEqual(sums);
  expect(await creditedDeposits(own.db, { ...day, toMs: until + 1 })).toEqual([
    ...sums,
    { currency: USDT, amount: amount('25'), count: 1 },
    { currency: EUR, amount: amount('40'), count: 1 },
  ]);
});
