import { contract, wireTime } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { ETH, USDT } from '@karat/domains/ledger';
import { selectRecords } from '@karat/domains/operators';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { callHandler } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paidWithdrawals, userWithdrawals, withdrawalRecords } from './index.ts';
import { ADDRESS, EUR, openHarness } from './testing/harness.ts';
import type { WithdrawalsHarness } from './testing/harness.ts';
import { makeHistory, shownRows } from './testing/history.ts';
import type { History, Made } from './testing/history.ts';
import { seedOperators } from './testing/operators.ts';

let database: TestDatabase;
let harness: WithdrawalsHarness;
let of: History;

beforeAll(async () => {
  database = await createTestDatabase();
  harness = openHarness(database.url, { chains: true, travelRuleUsdt: '5000' });
  await seedOperators(harness.ctx);
  of = await makeHistory(harness);
  const order = { level: 'halt' as const, reason: 'node upgrade', by: 'risk', at: harness.clock.now() };
  await harness.db.transact((tx) => harness.withdrawals.stoppable.stop(tx, 'tron', order));
  await harness.db.transact((tx) =>
    callHandler(contract.outflow, harness.outflow.handlers, 'safe/protection/set', {
      who: of.anna,
      tx,
      fields: { days: 2, pay_password: 'right' },
    }),
  );
  harness.people.heldUntil = harness.clock.now() + 5 * HOUR_MS;
  harness.node.state.funds = 5_000_000_000_000_000_000n;
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const shown = () => shownRows(of);
const call = <Path extends keyof typeof contract.withdrawals>(
  path: Path,
  fields: Record<string, unknown> = {},
  lang: Lang = 'en',
) => callHandler(contract.withdrawals, harness.withdrawals.handlers, path, { who: of.anna, fields, lang });
test('own withdrawals come newest first, page by page, by status and by currency', async () => {
  const { paid, second, third, documents, limit, last, taken, bank, waiting, big } = shown();
  const all = [big, bank, taken, last, limit, documents, waiting, third, second, paid];
  const list = (fields: Record<string, unknown>) => call('user/withdraw/list', fields);
  const pages = { per_page: 4, total: 10, last_page: 3 };
  expect(await list({ page: 1, limit: 4 })).toEqual({ ...pages, current_page: 1, data: all.slice(0, 4) });
  expect(await list({ page: 3, limit: 4 })).toEqual({ ...pages, current_page: 3, data: all.slice(8) });
  expect((await list({ limit: 20 })).data).toEqual(all);
  for (const [status, shown] of [
    [1, [big, bank, waiting]],
    [2, [third, second, paid]],
    [3, [taken, last, limit, documents]],
    [4, []],
  ] as const) {
    const { data, total } = await list({ status });
    expect([data, total], `status ${status}`).toEqual([shown, shown.length]);
  }
  expect(await list({ currency: EUR })).toMatchObject({ data: [bank], total: 1 });
});

test('a withdrawal has every step with its moment, and its reason in the language of the reader', async () => {
  const [signing = 0, signed = 0, sent = 0, , confirmed = 0] = of.paid.turns;
  expect(of.paid.reply).toEqual({ id: of.paid.id, status: 1, receive: '296' });
  const step = (state: string, at: number, note = '') => ({ state, at: wireTime(at), at_ms: at, note });
  expect(await call('withdrawal/detail', { id: of.paid.id })).toEqual({
    ...shown().paid,
    confirmations: 13,
    confirmations_needed: 12,
    steps: [
      step('requested', of.paid.asked),
      step('approved', of.approvedMs),
      step('signing', signing),
      step('signed', signed),
      step('broadcast', sent),
      step('confirmed', confirmed, `0xtx${of.paid.id}-1`),
    ],
  });
  expect(await call('withdrawal/detail', { id: of.refused[0]?.id }, 'zh')).toEqual({
    ...shown().documents,
    reason_text: '需要补充文件，请联系客服 · Send the contract',
    confirmations: 0,
    confirmations_needed: 12,
    steps: [
      step('requested', of.refused[0]?.asked ?? 0),
      step('rejected', of.refusedMs, 'Send the contract'),
    ],
  });
  expect(await call('withdrawal/detail', { id: of.bank.id })).toMatchObject({ confirmations_needed: 0 });
});

const eth = { rate: '0.001', min_number: '0.01', connected: true, halted: false };
const limitOf = (own: { cap: string; left: string }) => ({
  ...{ level: 1, hours: 24, cap_btc: '200', used_btc: '1.20795', left_btc: '198.79205' },
  ...own,
});

test('the terms of a currency are its own: fee, balance, limits, delay and what is known about the payee', async () => {
  const ends = {
    held_until_ms: harness.clock.now() + 5 * HOUR_MS,
    protected_until_ms: harness.clock.now() + 2 * DAY_MS,
    delay_minutes: 60,
  };
  const tether = { rate: '4', min_number: '20', connected: true, halted: false };
  const tron = { rate: '1', min_number: '10', connected: true, halted: true };
  expect(await call('wallet/get_info', { currency: USDT, address: ADDRESS })).toEqual({
    ...{ ...ends, name: 'USDT', rate: '4', min_number: '20', change_balance: '139615', decimals: 6 },
    network: 'ethereum',
    routes: [
      { ...tether, network: 'ethereum', title: 'Ethereum (ERC20)' },
      { ...tron, network: 'tron', title: 'Tron (TRC20)' },
    ],
    limit: limitOf({ cap: '10000000', left: '9939602.5' }),
    ...{ delay_from: '50000', automatic_below: '1000', wallet_owner_from: '5000' },
    first_payment: false,
    wallet_known: { wallet_owner: 'own', wallet_hosting: 'self' },
  });
  expect(await call('wallet/get_info', { currency: USDT, network: 'tron', address: 'nobody' })).toMatchObject(
    {
      ...{ rate: '1', min_number: '10', network: 'tron', first_payment: null, wallet_known: null },
    },
  );
  expect(await call('wallet/get_info', { currency: ETH })).toEqual({
    ...{ ...ends, name: 'ETH', rate: '0.001', min_number: '0.01', change_balance: '7.5', decimals: 10 },
    network: 'ethereum',
    routes: [{ ...eth, network: 'ethereum', title: 'Ethereum' }],
    limit: limitOf({ cap: '5000', left: '4969.80125' }),
    ...{ delay_from: '25', automatic_below: '0.5', wallet_owner_from: '2.5' },
    ...{ first_payment: null, wallet_known: null },
  });
  const card = { currency: EUR, type: 1, address: String(of.card) };
  expect(await call('wallet/get_info', card)).toEqual({
    ...{ ...ends, name: 'EUR', rate: '2', min_number: '50', change_balance: '250', decimals: 2 },
    network: 'card',
    routes: [
      { rate: '2', min_number: '50', connected: true, halted: false, network: 'card', title: 'Bank card' },
    ],
    limit: limitOf({ cap: '8000000', left: '7951682' }),
    ...{ delay_from: '40000', automatic_below: '800', wallet_owner_from: null },
    ...{ first_payment: false, wallet_known: null },
  });
});

test('what can leave is what has a route and is not stopped, with the balance of its own account', async () => {
  expect(await call('withdrawal/currencies')).toEqual([
    { id: 1, name: 'BTC', title: 'Bitcoin', balance: '0' },
    { id: 2, name: 'ETH', title: 'Ethereum', balance: '7.5' },
    { id: 3, name: 'USDT', title: 'Tether', balance: '139615' },
    { id: 45, name: 'USDC', title: 'USD Coin', balance: '0' },
  ]);
  expect(await call('withdrawal/currencies', { type: 1 })).toEqual([
    { id: 3, name: 'USDT', title: 'Tether', balance: '139615' },
    { id: 21, name: 'USD', title: 'US dollar', balance: '0' },
    { id: 22, name: 'EUR', title: 'Euro', balance: '250' },
  ]);
  await harness.db.run(sql`
    insert into operators_stops (target, subject, level, reason, stopped_by, stopped_at)
    values ('currency', 'USDC/withdrawal', 'halt', 'depeg', 'risk', now())`);
  expect((await call('withdrawal/currencies')).map(({ name }) => name)).toEqual(['BTC', 'ETH', 'USDT']);
  await harness.db.run(sql`delete from operators_stops`);
});

test('the public figures count each outcome by itself', async () => {
  const seconds = (made: Made): number => ((made.turns.at(-1) ?? 0) - made.asked) / 1_000;
  expect([seconds(of.second), seconds(of.third), seconds(of.paid)]).toEqual([50, 50, 110]);
  expect(await call('withdrawal/figures', {}, 'fra')).toEqual({
    ...{ days: 30, at_ms: harness.clock.now(), asked: 11, done: 3, rejected: 3, cancelled: 1, pending: 4 },
    ...{ median_s: 50, p90_s: 110, automatic_share: '66.67', rejected_share: '50' },
    reasons: [
      { reason: 'limits', count: 2, share: '33.33', text: 'Une limite de votre compte s’applique' },
      {
        ...{ reason: 'documents_needed', count: 1, share: '16.67' },
        text: 'Des documents supplémentaires sont nécessaires ; contactez le service client',
      },
    ],
  });
});

test('the same withdrawals are records for customer service, for operators and of the day', async () => {
  const { db } = harness;
  const source = withdrawalRecords((id) => ({ 3: 'USDT', 22: 'EUR' })[Number(id)] ?? '');
  expect(await source.recent(db, of.anna, 2)).toEqual([
    { id: of.big.id, title: '60000 USDT', detail: 'ethereum', createdMs: of.big.asked },
    { id: of.bank.id, title: '250 EUR', detail: 'card', createdMs: of.bank.asked },
  ]);
  expect(await source.find(db, of.anna, of.paid.id)).toMatchObject({ id: of.paid.id, title: '300 USDT' });
  expect(await source.find(db, of.other, of.paid.id)).toBeUndefined();
  const rows = await db.rows(selectRecords(userWithdrawals(of.anna), sql`true`, 'desc', 20));
  const unused = { market: null, side: null, price: null, exit_price: null, amount_in: null, filled: null };
  expect(rows.length).toBe(10);
  expect(rows.at(-1)).toEqual({
    ...{ ...unused, id: of.paid.id, at: of.paid.asked, ended: of.paid.turns.at(-1), currency: USDT },
    ...{ type: 'ethereum', state: 'confirmed', amount: '300', total: null, fee: '4', fee_in: null },
    detail: ADDRESS,
  });
  const [fromMs = 0, toMs = 0] = [of.second.turns.at(-1), of.third.turns.at(-1)];
  const day = { fromMs, toMs, houseIdMax: 0 };
  expect(await paidWithdrawals(db, day)).toEqual({ usdt: amount('20'), count: 1 });
  expect(await paidWithdrawals(db, { ...day, fromMs: 0, toMs: toMs + 1 })).toEqual({
    ...{ usdt: amount('345'), count: 3 },
  });
});
