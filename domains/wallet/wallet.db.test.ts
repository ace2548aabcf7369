import { sessionId, userId } from '@karat/contract';
import type { CurrencyId, JournalKind, UserId } from '@karat/contract';
import { amount, format, negate, price, rate } from '@karat/money';
import type { Price, Rate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { openDatabase, sql } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import type { Log } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import {
  BTC,
  ETH,
  USDT,
  auditLedger,
  createLedger,
  heldByDomain,
  houseAccount,
  userAccount,
} from '@karat/domains/ledger';
import { HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { EventFee, WalletDeps } from './deps.ts';
import { SIMULATED_RATES, createFiatRates } from './fiat-rates.ts';
import { createWallet } from './index.ts';
import type { Wallet } from './index.ts';
import { conversionFeesOf, readFiatRates } from './store.ts';
import { testPeople, testPorts } from './testing/ports.ts';

let database: TestDatabase;
let ctx: Context;
let deps: WalletDeps;
let wallet: Wallet;
const clock = virtualClock(Date.parse('2026-03-01T12:00:00Z'));
const ledger = createLedger({ bus: createBus(() => undefined) });
const prices = new Map<CurrencyId, Price>();
/** Payer, fee and volume of each conversion. */
const recordedFees: string[] = [];
/** Fees of a user's events by kind. */
const includedFees = new Map<string, readonly EventFee[]>();
const provided = { rates: new Map<string, Rate>(), failing: false, requests: 0 };

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  const bus = createBus(() => undefined);
  ctx = { db: database.db, clock, bus, log: silentLog, random: seededRandom('wallet'), demo: true };
  const port = { inUsdt: (id: CurrencyId) => prices.get(id), lastInUsdt: (id: CurrencyId) => prices.get(id) };
  deps = {
    ctx,
    ledger,
    sending: testPorts(ctx, ledger, port, testPeople()),
    prices: port,
    eventFees: async (_queries, user, events) =>
      events.map((event) => includedFees.get(`${user} ${event.kind}`) ?? []),
    recordFee: (_, { userId: payer, fee, volume }) =>
      Promise.resolve(void recordedFees.push(`${payer} ${format(fee)} ${format(volume)}`)),
    fiatRates: {
      name: 'provider',
      read: async () => {
        provided.requests++;
        if (provided.failing) throw new Error('no answer');
        return provided.rates;
      },
    },
  };
  wallet = createWallet(deps);
  await database.db.transact((tx) => wallet.seedHouse(tx));
});
afterAll(() => database.drop());
beforeEach(() => {
  prices.set(BTC, price('30000'));
  prices.set(ETH, price('2000'));
});

let users = 600_000;
async function newUser(): Promise<UserId> {
  const user = userId(++users);
  await database.db.transact((tx) => wallet.grantDemoFunds(tx, user));
  return user;
}

const request: RequestInfo = { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey: undefined };
const call = (user: UserId) => ({
  caller: { userId: user, sessionId: sessionId(1), verified: true },
  lang: 'en' as const,
  request,
  file: undefined,
});
const own = (user: UserId, currency = USDT, type: 'legal' | 'change' | 'lever' | 'micro' = 'change') =>
  ledger.balance(database.db, userAccount(user, type), currency).then(({ available }) => format(available));
const change = (
  user: UserId,
  number: string,
  from: 'change' | 'legal' | 'lever' | 'micro',
  to: typeof from,
  currency_id = USDT,
) =>
  database.db.transact(async (tx) =>
    wallet.handlers['wallet/change']({
      ...call(user),
      tx,
      input: { currency_id, number: amount(number), from_field: from, to_field: to },
    }),
  );
const convert = (user: UserId, number: string, from_currency_id: CurrencyId, to_currency_id: CurrencyId) =>
  database.db.transact(async (tx) =>
    wallet.handlers['user/Transfer']({
      ...call(user),
      tx,
      input: { number: amount(number), from_currency_id, to_currency_id },
    }),
  );
const bills = (
  user: UserId,
  filter: { kind?: string; type?: 1 | 2 | 3 | 4; cursor?: string; limit?: number } = {},
) =>
  wallet.handlers['wallet/bills']({
    ...call(user),
    tx: undefined,
    input: {
      type: filter.type,
      currency: undefined,
      kind: filter.kind,
      from: undefined,
      to: undefined,
      cursor: filter.cursor,
      page: 1,
      limit: filter.limit ?? 20,
    },
  });

test('demo money is given once, from the promotion account', async () => {
  const user = await newUser();
  await database.db.transact((tx) => wallet.grantDemoFunds(tx, user));
  expect([await own(user), await own(user, BTC), await own(user, ETH)]).toEqual(['10000', '0.05', '0.5']);
  const { data } = await bills(user);
  expect(data.map((entry) => [entry.info, entry.value, entry.before, entry.after])).toEqual([
    ['Demo money', '0.5', '0', '0.5'],
    ['Demo money', '0.05', '0', '0.05'],
    ['Demo money', '10000', '0', '10000'],
  ]);
});

test('the accounts of the exchange are funded once, however often the server starts', async () => {
  const before = await ledger.balances(database.db, [houseAccount('conversion')]);
  await database.db.transact((tx) => wallet.seedHouse(tx));
  expect(await ledger.balances(database.db, [houseAccount('conversion')])).toEqual(before);
});

test('a transfer moves money between two own accounts and is in both bills and in the history', async () => {
  const user = await newUser();
  const { id } = await change(user, '250.5', 'change', 'micro');
  expect([await own(user), await own(user, USDT, 'micro')]).toEqual(['9749.5', '250.5']);
  const { data } = await bills(user, { kind: 'transfer' });
  expect(data.map(({ type, value, after }) => [type, value, after])).toEqual([
    [4, '250.5', '250.5'],
    [2, '-250.5', '9749.5'],
  ]);
  const history = await wallet.handlers['wallet/hzhistory']({
    ...call(user),
    tx: undefined,
    input: { page: 1, limit: 10 },
  });
  expect(history.data).toEqual([
    {
      id,
      currency: USDT,
      currency_name: 'USDT',
      number: '250.5',
      from_field: 'change',
      to_field: 'micro',
      created_at: '2026-03-01 12:00:00',
      created_ms: clock.now(),
    },
  ]);
});

test.each([
  ['same_account', '1', 'change', 'change', USDT],
  ['insufficient_balance', '10000.000001', 'change', 'lever', USDT],
  ['currency_disabled', '0.01', 'change', 'lever', BTC],
  ['amount_too_precise', '0.0000001', 'change', 'lever', USDT],
  ['currency_unknown', '1', 'change', 'lever', 4_000 as CurrencyId],
] as const)('a transfer is refused with %s and changes nothing', async (code, number, from, to, currency) => {
  const user = await newUser();
  await expect(change(user, number, from, to, currency)).rejects.toMatchObject({ code });
  expect([await own(user), await own(user, BTC), await own(user, USDT, 'lever')]).toEqual([
    '10000',
    '0.05',
    '0',
  ]);
});

test('fifty parallel transfers of the same money move it once', async () => {
  const user = await newUser();
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => change(user, '1500', 'change', 'lever')),
  );
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(6);
  expect([await own(user), await own(user, USDT, 'lever')]).toEqual(['1000', '9000']);
});

test('a conversion takes amount and fee from the source and pays at the index', async () => {
  const user = await newUser();
  const fees = houseAccount('fees', user % 16);
  const before = (await ledger.balance(database.db, fees, USDT)).available;
  const done = await convert(user, '3000', USDT, BTC);
  expect(done).toMatchObject({ paid: '3003', fee: '3', received: '0.1' });
  expect([await own(user), await own(user, BTC)]).toEqual(['6997', '0.15']);
  expect(recordedFees.at(-1)).toBe(`${user} 3 3000`);
  expect((await ledger.balance(database.db, fees, USDT)).available - before).toBe(amount('3'));
  const list = await wallet.handlers['user/getTransferList']({
    ...call(user),
    tx: undefined,
    input: { page: 1, limit: 10 },
  });
  expect(list.data[0]).toMatchObject({
    id: done.id,
    from_currency_name: 'USDT',
    to_currency_name: 'BTC',
    number: '3000',
    fee: '3',
    received: '0.1',
    form_price: '1',
    to_price: '30000',
  });
  await convert(user, '0.1', BTC, USDT);
  expect([await own(user), await own(user, BTC)]).toEqual(['9997', '0.0499']);
});

test('the fees of conversions are those of their user', async () => {
  const [user, other] = [await newUser(), await newUser()];
  await convert(user, '900', USDT, BTC);
  const ids = [(await convert(user, '3000', USDT, BTC)).id, (await convert(other, '600', USDT, BTC)).id];
  expect(await conversionFeesOf(database.db, user, ids)).toEqual([
    { id: ids[0], currency: USDT, fee: amount('3') },
  ]);
});

test('without a fresh price a conversion is refused', async () => {
  const user = await newUser();
  prices.delete(ETH);
  await expect(convert(user, '100', USDT, ETH)).rejects.toMatchObject({ code: 'price_unavailable' });
  expect(await own(user)).toBe('10000');
});

test.each([
  ['same_currency', '1', USDT, USDT],
  ['amount_below_minimum', '0.999999', USDT, BTC],
  ['amount_too_precise', '0.000000001', BTC, USDT],
  ['insufficient_balance', '9999', USDT, BTC],
  ['currency_disabled', '100', USDT, 61 as CurrencyId],
  ['currency_disabled', '100', USDT, 21 as CurrencyId],
] as const)('a conversion is refused with %s', async (code, number, from, to) => {
  const user = await newUser();
  await expect(convert(user, number, from, to)).rejects.toMatchObject({ code });
  expect([await own(user), await own(user, BTC)]).toEqual(['10000', '0.05']);
});

test.each(['USDT', 'BTC'])(
  'while conversions of %s are stopped it is neither sold nor bought',
  async (code) => {
    const user = await newUser();
    await database.db.run(sql`
    insert into operators_stops (target, subject, level, reason, stopped_by, stopped_at)
    values ('currency', ${`${code}/convert`}, 'halt', 'depeg', 'risk', now())`);
    await expect(convert(user, '100', USDT, BTC)).rejects.toMatchObject({ code: 'currency_disabled' });
    await database.db.run(sql`delete from operators_stops`);
    expect(await own(user)).toBe('10000');
  },
);

test('a conversion beyond the balance of the conversion account is refused', async () => {
  const user = await newUser();
  // At this price the demo money buys more bitcoin than the conversion account holds.
  prices.set(BTC, price('1'));
  await expect(convert(user, '9000', USDT, BTC)).rejects.toMatchObject({ code: 'conversion_limited' });
  // Who cannot pay the fee besides learns nothing of it.
  await expect(convert(user, '9999', USDT, BTC)).rejects.toMatchObject({ code: 'insufficient_balance' });
  expect(await own(user)).toBe('10000');
});

test('the wallet lists every currency of each account with its value', async () => {
  const user = await newUser();
  const list = await wallet.handlers['wallet/list']({ ...call(user), tx: undefined, input: {} });
  expect(list.change_wallet.usdt_totle).toBe('12500');
  expect(list.change_wallet.balance.find((row) => row.currency === BTC)).toEqual({
    id: BTC,
    currency: BTC,
    currency_name: 'BTC',
    usdt_price: '30000',
    change_balance: '0.05',
    lock_change_balance: '0',
    display_decimals: 8,
  });
  const names = (rows: readonly { currency_name: string }[]) => rows.map((row) => row.currency_name);
  expect(names(list.legal_wallet.balance)).toEqual(['USDT', 'USD', 'EUR', 'GBP', 'JPY', 'HKD', 'SGD', 'VND']);
  expect(names(list.lever_wallet.balance)).toEqual(['USDT', 'USDC']);
  expect(names(list.micro_wallet.balance)).toEqual(['USDT', 'USDC']);
  expect(list.change_wallet.balance).toHaveLength(15);
});

test("one balance equals its row in the account's list, with address and flags", async () => {
  const user = await newUser();
  await change(user, '4', 'change', 'lever');
  const list = await wallet.handlers['wallet/list']({ ...call(user), tx: undefined, input: {} });
  const detail = (input: { currency: CurrencyId; type?: 'lever' }) =>
    wallet.handlers['wallet/detail']({ ...call(user), tx: undefined, input: { type: undefined, ...input } });
  // One balance is shown with all of its decimals.
  const row = (
    rows: readonly { currency: number; display_decimals?: number | undefined }[],
    id: CurrencyId,
  ) => {
    const { display_decimals: _, ...found } = rows.find(({ currency }) => currency === id) ?? expect.fail();
    return found;
  };
  expect(await detail({ currency: BTC })).toEqual({
    ...row(list.change_wallet.balance, BTC),
    type: 'change',
    balance: '0.05',
    lock_balance: '0',
    address: null,
    is_recharge: false,
    is_withdraw: false,
    is_transfer: false,
  });
  const lever = await detail({ currency: USDT, type: 'lever' });
  expect(lever).toMatchObject({
    ...row(list.lever_wallet.balance, USDT),
    lever_balance: '4',
    is_transfer: true,
  });
  expect(lever).not.toHaveProperty('change_balance');
});

test('what is held has its reasons, which add up to the held balance', async () => {
  const user = await newUser();
  const account = userAccount(user, 'change');
  const hold = (key: string, kind: JournalKind, held: string) =>
    database.db.transact((tx) =>
      ledger.post(tx, {
        key: `${key}:${user}`,
        kind,
        reference: key,
        at: clock.now(),
        entries: [{ account, currency: USDT, available: negate(amount(held)), held: amount(held) }],
      }),
    );
  const heldBy = async (type: 'change' | 'lever' = 'change', max?: number) =>
    max === undefined
      ? (
          await wallet.handlers['wallet/held']({
            ...call(user),
            tx: undefined,
            input: { currency: USDT, type },
          })
        ).parts
      : heldByDomain(database.db, account, USDT, max);
  expect(await heldBy()).toEqual([]);
  await hold('a', 'spot:hold', '10');
  await hold('b', 'mining:opened', '25.5');
  await hold('c', 'nft:margin', '3');
  await hold('d', 'spot:release', '-4');
  await hold('e', 'nft:margin_back', '-3');
  expect(await heldBy()).toEqual([
    { reason: 'earn', amount: '25.5' },
    { reason: 'orders', amount: '6' },
  ]);
  expect(await heldBy('lever')).toEqual([]);
  expect(format((await ledger.balance(database.db, account, USDT)).held)).toBe('31.5');
  expect(await heldBy('change', 5)).toBeUndefined();
  expect(await heldBy('change', 100)).toHaveLength(2);
});

test('bills list the own entries only, and the cursor returns each once', async () => {
  const user = await newUser();
  const other = await newUser();
  for (let step = 0; step < 5; step++) await change(user, '1', 'change', 'lever');
  const seen: number[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await bills(user, { limit: 4, ...(cursor && { cursor }) });
    seen.push(...page.data.map((entry) => entry.id));
    cursor = page.next;
  } while (cursor);
  expect(seen).toHaveLength(13);
  expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  expect((await bills(other)).data).toHaveLength(3);
  await expect(bills(user, { cursor: "1' or 1=1" })).rejects.toMatchObject({ code: 'parameter_error' });
});

const history = (
  user: UserId,
  filter: Partial<Parameters<Wallet['handlers']['wallet/activity']>[0]['input']> = {},
) =>
  wallet.handlers['wallet/activity']({
    ...call(user),
    tx: undefined,
    input: { limit: 20, ...filter } as Parameters<Wallet['handlers']['wallet/activity']>[0]['input'],
  });

test('the history has one row for each event, and its pages have each once', async () => {
  const user = await newUser();
  for (let step = 0; step < 5; step++) await change(user, '1', 'change', 'lever');
  await convert(user, '100', USDT, BTC);
  const seen: { id: number; kind: string }[] = [];
  let cursor: string | undefined;
  do {
    const page = await history(user, { limit: 2, cursor });
    seen.push(...page.data);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen.map(({ kind }) => kind)).toEqual([
    'convert',
    ...Array.from({ length: 5 }, () => 'transfer'),
    'demo:grant',
  ]);
  const [moved] = (await history(user, { group: 'transfers' })).data;
  expect(moved?.legs.map(({ account, amount: of, available_after: after }) => [account, of, after])).toEqual([
    ['change', '-1', '9995'],
    ['lever', '1', '5'],
  ]);
});

test('the history is searched by currency with whole events, by name and by journal', async () => {
  const user = await newUser();
  await convert(user, '100', USDT, BTC);
  await change(user, '1', 'change', 'lever');
  const kinds = async (search: string, group?: 'trades') =>
    (await history(user, { search, group })).data.map(({ kind }) => kind);
  expect(await kinds('bitcoin', 'trades')).toEqual(['convert']);
  expect((await history(user, { search: 'btc' })).data[0]?.legs).toHaveLength(2);
  expect(await kinds('CONVERS')).toEqual(['convert']);
  const [latest] = (await history(user)).data;
  expect(await kinds(String(latest?.journal_id))).toEqual(['transfer']);
  expect(await kinds("' or 1=1 --")).toEqual([]);
  expect((await history(await newUser(), { search: String(latest?.journal_id) })).data).toEqual([]);
});

test('the group of fees lists events for the fees that they include, of a currency only its own', async () => {
  const user = await newUser();
  await convert(user, '100', USDT, BTC);
  await change(user, '1', 'change', 'lever');
  includedFees.set(`${user} convert`, [
    { currency: USDT, amount: amount('0.1') },
    { currency: BTC, amount: amount('0.000003') },
  ]);
  includedFees.set(`${user} transfer`, [{ currency: USDT, amount: amount('9') }]);
  const fees = async (filter: Parameters<typeof history>[1]) =>
    (await history(user, filter)).data.map(({ kind, fees: all }) => [
      kind,
      ...all.map((fee) => `${fee.amount} ${fee.currency_name}`),
    ]);
  expect(await fees({ group: 'fees' })).toEqual([['convert', '0.1 USDT', '0.000003 BTC']]);
  expect(await fees({ group: 'fees', currency: BTC })).toEqual([['convert', '0.000003 BTC']]);
  expect(await fees({ group: 'fees', currency: ETH })).toEqual([]);
  expect(await fees({ group: 'trades', currency: BTC })).toEqual([['convert', '0.1 USDT', '0.000003 BTC']]);
  includedFees.delete(`${user} convert`);
  expect(await fees({ group: 'fees' })).toEqual([]);
});

test('the steps of an event are the movements of its subject, for its owner only', async () => {
  const user = await newUser();
  await change(user, '2', 'change', 'lever');
  const id = (await history(user)).data[0]?.id ?? 0;
  const steps = (caller: UserId) =>
    wallet.handlers['wallet/activity_steps']({ ...call(caller), tx: undefined, input: { id } });
  expect((await steps(user)).map(({ account, available }) => [account, available])).toEqual([
    ['change', '-2'],
    ['lever', '2'],
  ]);
  await expect(steps(await newUser())).rejects.toMatchObject({ code: 'not_found' });
});

test('every kind of movement has a name in the requested language', async () => {
  const kinds = await wallet.handlers['wallet/bill_kinds']({
    ...call(userId(1)),
    lang: 'zh',
    tx: undefined,
    input: {},
  });
  expect(kinds.find(({ kind }) => kind === 'transfer')?.name).toBe('账户划转');
  expect(kinds.every(({ name }) => name.length > 0)).toBe(true);
});

test('fiat rates refresh twice a day, and survive failures of the provider', async () => {
  const read = () =>
    wallet.handlers.fiat_rates({ ...call(userId(1)), caller: undefined, tx: undefined, input: {} });
  // Reading old rates refreshes them in the background: that fails too, whichever of both comes first.
  provided.failing = true;
  expect(await read()).toMatchObject({ source: 'fixed', saved_ms: Date.parse('2024-06-28T14:00:00Z') });
  await wallet.rates.refresh();
  // A demonstration goes on with what it has.
  expect(await read()).toMatchObject({ source: SIMULATED_RATES, saved_ms: clock.now() });
  const before = provided.requests;
  await wallet.rates.refresh();
  expect(provided.requests).toBe(before);
  clock.advance(15 * 60_000);
  provided.failing = false;
  provided.rates = new Map([
    ['EUR', rate('0.92')],
    ['XXX', rate('7')],
  ]);
  await wallet.rates.refresh();
  const { data } = await read();
  expect(data.find((row) => row.currency_code === 'EUR')?.rate).toBe('0.92');
  expect(data.map((row) => row.currency_code)).toEqual(['USD', 'EUR', 'GBP', 'JPY', 'HKD', 'SGD', 'VND']);
  const after = provided.requests;
  clock.advance(12 * HOUR_MS - 1);
  await wallet.rates.refresh();
  expect(provided.requests).toBe(after);
  clock.advance(1);
  await wallet.rates.refresh();
  expect(provided.requests).toBe(after + 1);
  // A rate that did not move is as fresh as one that did.
  const eur = await database.db.one<{ at: number }>(
    sql`select saved_at as at from wallet_fiat_rates where code = 'EUR'`,
  );
  expect(eur.at).toBe(clock.now());
  // Fresh rates of another provider do not count.
  await database.db.run(
    sql`update wallet_fiat_rates set source = 'former', saved_at = to_timestamp(${clock.now()} / 1000.0)`,
  );
  await wallet.rates.refresh();
  expect(provided.requests).toBe(after + 2);
});

test('only a demonstration simulates rates, and only old ones', async () => {
  const sources = async () =>
    database.db.rows<{ code: string; source: string; old: boolean }>(sql`
      select code, source, saved_at < to_timestamp(${clock.now()} / 1000.0) as old
      from wallet_fiat_rates where code in ('EUR', 'GBP') order by code`);
  const age = (code: string, ms: number) =>
    database.db.run(sql`
      update wallet_fiat_rates set source = 'fixed', saved_at = to_timestamp(${clock.now() - ms} / 1000.0)
      where code = ${code}`);
  await age('EUR', 12 * HOUR_MS);
  await age('GBP', 12 * HOUR_MS - 1);
  const real = createFiatRates({ ...deps, ctx: { ...deps.ctx, demo: false } });
  provided.failing = true;
  await real.refresh();
  await real.simulate();
  expect((await sources()).map(({ source }) => source)).toEqual(['fixed', 'fixed']);
  const { fiatRates: _, ...without } = deps;
  const rates = createFiatRates(without);
  await rates.refresh();
  expect(await sources()).toEqual([
    { code: 'EUR', source: SIMULATED_RATES, old: false },
    { code: 'GBP', source: 'fixed', old: true },
  ]);
  provided.failing = false;
});

test('a refresh waits for the one under way, until its simulated rates are stored', async () => {
  const rates = createFiatRates(deps);
  provided.failing = true;
  let refreshed = false;
  let refresh: Promise<void> | undefined;
  await database.db.run(
    sql`update wallet_fiat_rates set source = 'fixed', saved_at = saved_at - interval '2 days'`,
  );
  await database.db.transact(async (tx) => {
    await tx.run(sql`select 1 from wallet_fiat_rates for update`);
    await rates.current(database.db);
    refresh = rates.refresh().then(() => void (refreshed = true));
    await readFiatRates(database.db);
    await readFiatRates(database.db);
    expect(refreshed).toBe(false);
  });
  await refresh;
  expect(new Set((await readFiatRates(database.db)).map(({ source }) => source))).toEqual(
    new Set([SIMULATED_RATES]),
  );
  provided.failing = false;
});

test('rates that are read in a transaction are refreshed outside of it, and a failed refresh is logged', async () => {
  const guarded = openDatabase({ url: database.url, connections: 2, guarded: true });
  const { fiatRates: _, ...without } = deps;
  const warn = vi.fn<Log['warn']>();
  const rates = createFiatRates({
    ...without,
    ctx: { ...deps.ctx, db: guarded, log: { ...deps.ctx.log, warn } },
  });
  const readOld = async (): Promise<void> => {
    await guarded.run(
      sql`update wallet_fiat_rates set source = 'fixed', saved_at = saved_at - interval '1 day' where code = 'EUR'`,
    );
    await guarded.transact((tx) => rates.current(tx));
  };
  const source = async (): Promise<string> =>
    (await database.db.one<{ source: string }>(sql`select source from wallet_fiat_rates where code = 'EUR'`))
      .source;
  await readOld();
  await expect.poll(source).toBe(SIMULATED_RATES);
  await database.db.run(
    sql`alter table wallet_fiat_rates add constraint frozen check (source = 'fixed') not valid`,
  );
  await readOld();
  await expect
    .poll(() => warn.mock.calls)
    .toEqual([[expect.anything(), 'fiat rates were not stored, stored rates stay']]);
  await database.db.run(sql`alter table wallet_fiat_rates drop constraint frozen`);
  await guarded.close();
});

test('all balances match their postings', async () => {
  expect((await auditLedger(database.db)).differences).toEqual([]);
});
