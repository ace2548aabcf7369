import { Refusal, sessionId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { amount, format, percentOf, price, rate, roundDown } from '@karat/money';
import type { Price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { BTC, ETH, USDT, auditLedger, createLedger, userAccount } from '@karat/domains/ledger';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWallet } from './index.ts';
import type { Wallet } from './index.ts';
import { testPeople, testPorts } from './testing/ports.ts';

let database: TestDatabase;
let ctx: Context;
let wallet: Wallet;
const clock = virtualClock(Date.parse('2026-03-01T12:00:00Z'));
const ledger = createLedger({ bus: createBus(() => undefined) });
const prices = new Map<CurrencyId, Price>();
const ports = testPeople();
/** Share of the fee of a conversion that the VIP level takes off. */
let discount = rate('0');

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  const bus = createBus(() => undefined);
  ctx = { db: database.db, clock, bus, log: silentLog, random: seededRandom('sending'), demo: true };
  const port = { inUsdt: (id: CurrencyId) => prices.get(id), lastInUsdt: (id: CurrencyId) => prices.get(id) };
  wallet = createWallet({
    ctx,
    ledger,
    sending: testPorts(ctx, ledger, port, ports),
    exportRowsMax: 40,
    feeDiscount: () => discount,
    prices: port,
    eventFees: async (_queries, _user, events) => events.map(() => []),
  });
  await database.db.transact((tx) => wallet.seedHouse(tx));
});
afterAll(() => database.drop());
beforeEach(() => {
  prices.set(BTC, price('30000'));
  ports.notifications.length = 0;
});

let users = 700_000;
async function newUser(proof: Parameters<typeof ports.add>[1] = {}): Promise<UserId> {
  const user = ports.add(++users, proof);
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
const own = (user: UserId, currency = USDT) =>
  ledger
    .balance(database.db, userAccount(user, 'change'), currency)
    .then(({ available }) => format(available));
const sent = (user: UserId, to: string, number: string, currency_id = USDT, pay_password = 'pay-secret') =>
  database.db.transact(async (tx) =>
    wallet.handlers['wallet/send']({
      ...call(user),
      tx,
      input: {
        to,
        currency_id,
        number: amount(number),
        pay_password,
        note: '=1+1',
        first_payment_ok: true,
      },
    }),
  );
const lock = async (user: UserId, number: string, from_currency_id = USDT, to_currency_id = BTC) =>
  wallet.handlers['user/getTransferQuote']({
    ...call(user),
    tx: undefined,
    input: { number: amount(number), from_currency_id, to_currency_id },
  });
const convert = (user: UserId, number: string, quote_id?: string, from = USDT, to = BTC) =>
  database.db.transact(async (tx) =>
    wallet.handlers['user/Transfer']({
      ...call(user),
      tx,
      input: { number: amount(number), from_currency_id: from, to_currency_id: to, quote_id },
    }),
  );
const moved = (before: Price | undefined, hundredths: number): Price =>
  price(((before ?? 1n) * BigInt(10_000 + Math.trunc(hundredths / 10))) / 10_000n);
/** Returns the code of a refusal; rethrows anything else. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (failure: unknown) => {
      if (failure instanceof Refusal) return failure.code;
      throw failure;
    },
  );

test('a quote is valid for ten seconds while the index stays within the fee of its prices', async () => {
  const user = await newUser();
  const quote = await lock(user, '3000');
  expect(quote).toMatchObject({ received: '0.1', paid: '3003', fee_amount: '3', lives_ms: 10_000 });
  prices.set(BTC, price('30030'));
  clock.advance(9_999);
  expect(await convert(user, '3000', quote.quote_id)).toMatchObject({ received: '0.1', paid: '3003' });
});

test('after a quote was used the next one of the user is valid again', async () => {
  const user = await newUser();
  for (let each = 0; each < 2; each++) {
    const quote = await lock(user, '300');
    expect(await refusal(convert(user, '300', quote.quote_id))).toBe('done');
  }
});

test('a quote locks the fee too, also if the VIP level changes before it is used', async () => {
  const user = await newUser();
  const quote = await lock(user, '3000');
  discount = rate('0.5');
  try {
    expect(await convert(user, '3000', quote.quote_id)).toMatchObject({ paid: '3003', fee: '3' });
    expect(await convert(user, '3000')).toMatchObject({ paid: '3001.5', fee: '1.5' });
  } finally {
    discount = rate('0');
  }
});

test('a quote that expired, was used, was replaced, or is for something else is refused and moves nothing', async () => {
  const user = await newUser();
  const stranger = await newUser();
  const first = await lock(user, '300');
  expect(await refusal(convert(user, '301', first.quote_id))).toBe('quote_differs');
  expect(await refusal(convert(user, '300', first.quote_id, USDT, 45 as CurrencyId))).toBe('quote_differs');
  expect(await refusal(convert(stranger, '300', first.quote_id))).toBe('quote_expired');
  const second = await lock(user, '300');
  expect(await refusal(convert(user, '300', first.quote_id))).toBe('quote_expired');
  clock.advance(10_000);
  expect(await refusal(convert(user, '300', second.quote_id))).toBe('quote_expired');
  expect(await own(user)).toBe('10000');
});

test('of many concurrent uses of one quote exactly one converts', async () => {
  const user = await newUser();
  const quote = await lock(user, '300');
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () => refusal(convert(user, '300', quote.quote_id))),
  );
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['done', 'quote_used']));
  expect(await own(user)).toBe('9699.7');
});

test('a price that moved by more than the fee, up or down, is refused and moves nothing', async () => {
  const user = await newUser();
  for (const moved of ['30030.01', '33000', '29970.02', '27000']) {
    const quote = await lock(user, '3000');
    prices.set(BTC, price(moved));
    expect(await refusal(convert(user, '3000', quote.quote_id)), moved).toBe('quote_moved');
    prices.set(BTC, price('30000'));
  }
  expect(await own(user)).toBe('10000');
  const quote = await lock(user, '3000');
  prices.delete(BTC);
  expect(await refusal(convert(user, '3000', quote.quote_id))).toBe('price_unavailable');
});

test('quotes count in a window, used or not, also concurrent ones', async () => {
  const user = await newUser();
  const quotes = () => Promise.all(Array.from({ length: 40 }, () => refusal(lock(user, '300'))));
  const outcomes = await quotes();
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(30);
  expect(outcomes.filter((outcome) => outcome === 'quote_limit')).toHaveLength(10);
  clock.advance(10 * 60_000 - 1);
  expect(await refusal(lock(user, '300'))).toBe('quote_limit');
  expect(await refusal(lock(await newUser(), '300'))).toBe('done');
  clock.advance(1);
  expect(await refusal(lock(user, '300'))).toBe('done');
});

const worthOf = async (user: UserId): Promise<bigint> => {
  let sum = 0n;
  for (const coin of COINS) {
    const { available } = await ledger.balance(database.db, userAccount(user, 'change'), coin);
    sum += available * (coin === USDT ? price('1') : (prices.get(coin) ?? 0n));
  }
  return sum;
};
const COINS = [USDT, BTC, ETH];

test('no sequence of conversions over any path, with locked quotes and moving prices, profits against the index', async () => {
  const coin = fc.integer({ min: 0, max: 2 });
  const move = fc.integer({ min: -300, max: 300 });
  const step = fc.record({
    from: coin,
    over: coin,
    share: fc.integer({ min: 1, max: 9 }),
    btc: move,
    eth: move,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      prices.set(BTC, price('30000')).set(ETH, price('2000'));
      const user = await newUser();
      for (const { from, over, share, btc, eth } of steps) {
        const [paid, got] = [COINS[from] ?? USDT, COINS[(from + 1 + (over % 2)) % 3] ?? BTC];
        const { available } = await ledger.balance(database.db, userAccount(user, 'change'), paid);
        const number = format(roundDown(percentOf(available, 10 * share), 6));
        const quote = await lock(user, number, paid, got).catch(() => undefined);
        // Hundredths of a percent: some moves stay within the fee, most do not.
        prices.set(BTC, moved(prices.get(BTC), btc)).set(ETH, moved(prices.get(ETH), eth));
        const before = await worthOf(user);
        await refusal(convert(user, number, quote?.quote_id, paid, got));
        expect((await worthOf(user)) <= before).toBe(true);
      }
    }),
    { numRuns: 25 },
  );
});

test('a coin goes to another user by UID or email, both are notified, and both see it in their history', async () => {
  const alice = await newUser({ nickname: 'Alice', email: 'alice@people.example' });
  const bob = await newUser({ nickname: 'Bob' });
  expect(await sent(alice, String(bob), '100.5')).toMatchObject({ nickname: 'B***b' });
  expect(await sent(bob, 'alice@people.example', '0.01', BTC)).toMatchObject({ nickname: 'A***e' });
  expect(await Promise.all([own(alice), own(bob), own(alice, BTC), own(bob, BTC)])).toEqual([
    '9899.5',
    '10100.5',
    '0.06',
    '0.04',
  ]);
  const [row] = await database.db.rows<{ worth: string }>(
    sql`select worth from wallet_sends where from_user_id = ${bob}`,
  );
  expect(format(amount(row?.worth ?? '0'))).toBe('300');
  expect(ports.notifications.map(({ user, kind }) => [user, kind])).toEqual([
    [alice, 'wallet:sent'],
    [bob, 'wallet:received'],
    [bob, 'wallet:sent'],
    [alice, 'wallet:received'],
  ]);
  // Each reads the name and the UID of the other.
  const read = ports.notifications.map(({ values: { nickname, uid } = {} }) => [nickname, uid]);
  const [ofAlice, ofBob] = [
    ['A***e', String(alice)],
    ['B***b', String(bob)],
  ];
  expect(read).toEqual([ofBob, ofAlice, ofAlice, ofBob]);
  const history = (direction?: 'in' | 'out', page = 1, limit = 10) =>
    wallet.handlers['wallet/sends']({ ...call(alice), tx: undefined, input: { direction, page, limit } });
  expect((await history()).data).toMatchObject([
    { direction: 'in', uid: bob, nickname: 'B***b', number: '0.01', currency_name: 'BTC', note: '=1+1' },
    { direction: 'out', uid: bob, number: '100.5', currency_name: 'USDT' },
  ]);
  expect((await history('out')).data).toHaveLength(1);
  const pages = [await history(undefined, 1, 1), await history(undefined, 2, 1)];
  expect(pages.map(({ data }) => data.map(({ direction }) => direction))).toEqual([['in'], ['out']]);
});

test('unknown users, oneself, house and frozen accounts receive nothing, and only the pay password reveals which', async () => {
  const user = await newUser();
  const frozen = await newUser({ status: 'frozen' });
  ports.add(5, { house: true, nickname: 'maker' });
  const before = await own(user);
  expect(await refusal(sent(user, '999999', '1', USDT, 'guess'))).toBe('login_failed');
  expect(await refusal(sent(user, '999999', '1'))).toBe('recipient_unknown');
  expect(await refusal(sent(user, '5', '1'))).toBe('recipient_unknown');
  expect(await refusal(sent(user, String(user), '1'))).toBe('recipient_self');
  expect(await refusal(sent(user, String(frozen), '1'))).toBe('recipient_frozen');
  expect(await own(user)).toBe(before);
});

test('a recipient has a masked nickname, and an unknown one looks the same every time', async () => {
  const user = await newUser();
  const other = await newUser();
  const name = async (to: string) =>
    (await wallet.handlers['wallet/recipient']({ ...call(user), tx: undefined, input: { to } })).nickname;
  expect(await name(String(other))).toMatch(/^K\*\*\*[0-9]$/);
  expect(await name('899999')).toBe('K***9');
  expect(await name('nobody@people.example')).toMatch(/^K\*\*\*[0-9]$/);
  expect(await name('nobody@people.example')).toBe(await name('Nobody@people.example'));
  expect(await refusal(name(String(user)))).toBe('recipient_self');
});

test('the limit of a level counts the value of 24 hours, to the last cent', async () => {
  const user = await newUser();
  const other = await newUser();
  await sent(user, String(other), '0.05', BTC);
  await sent(user, String(other), '8499.999999');
  expect(await refusal(sent(user, String(other), '0.000002'))).toBe('send_over_limit');
  const limits = await wallet.handlers['wallet/send_limits']({ ...call(user), tx: undefined, input: {} });
  expect(limits).toEqual({ level: 1, limit: '10000', used: '9999.999999', left: '0.000001' });
  await sent(user, String(other), '0.000001');
  clock.advance(DAY_MS);
  await sent(user, String(other), '1');
  ports.levels.set(user, 0);
  expect(await refusal(sent(user, String(other), '1'))).toBe('send_over_limit');
});

test('of fifty concurrent transfers of the whole balance exactly one succeeds', async () => {
  const user = await newUser();
  const other = await newUser();
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => refusal(sent(user, String(other), '10000'))),
  );
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(await own(user)).toBe('0');
  expect(await own(other)).toBe('20000');
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

const exported = async (
  user: UserId,
  format: 'csv' | 'xlsx' | 'koinly' | 'cointracking',
  filter: { from?: number; to?: number; type?: 1 | 2 | 3 | 4 } = {},
) => {
  const file = await wallet.handlers['wallet/bills_export']({
    ...call(user),
    tx: undefined,
    input: { format, ...filter },
  });
  return { ...file, body: file.body as string | Uint8Array };
};

test('bills are exported in full, oldest first, and no cell begins a formula', async () => {
  const user = await newUser();
  const other = await newUser();
  await sent(user, String(other), '12.5');
  await convert(user, '3000');
  const { name, type, body } = await exported(user, 'csv');
  expect([name, type]).toEqual([expect.stringMatching(/^karat-bills-.*\.csv$/), 'text/csv']);
  const lines = String(body).replace('\ufeff', '').trimEnd().split('\r\n');
  expect(lines).toHaveLength(1 + 3 + 1 + 2);
  expect(lines[0]).toContain('in,out,held_in');
  expect(lines[4]).toMatch(/,change,send,Transfer between users,[0-9]+,USDT,,12\.5,,,10000,9987\.5,0$/);
  for (const line of lines) for (const cell of line.split(',')) expect(cell).not.toMatch(/^[=+\-@]/);
  const book = await exported(user, 'xlsx');
  expect(
    Buffer.from(book.body as Uint8Array)
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

test('an export is named after its first and its last day', async () => {
  const user = await newUser();
  const range = { from: Date.parse('2026-01-05T00:00:00Z'), to: Date.parse('2026-02-01T00:00:00Z') };
  expect((await exported(user, 'koinly', range)).name).toBe('karat-bills-2026-01-05-2026-01-31-koinly.csv');
});

test('tax formats have whole movements: an exchange in one row, no own transfers and holds', async () => {
  const user = await newUser();
  await convert(user, '3000');
  await database.db.transact(async (tx) =>
    wallet.handlers['wallet/change']({
      ...call(user),
      tx,
      input: { currency_id: USDT, number: amount('5'), from_field: 'change', to_field: 'lever' },
    }),
  );
  const koinly = String((await exported(user, 'koinly', { type: 3 })).body)
    .trimEnd()
    .split('\r\n');
  expect(koinly).toHaveLength(1 + 3 + 1);
  expect(koinly.at(-1)).toMatch(/ UTC,3003,USDT,0\.1,BTC,,,,,,convert,karat-[0-9]+$/);
  const tracking = String((await exported(user, 'cointracking')).body)
    .trimEnd()
    .split('\r\n');
  expect(tracking.at(-1)).toMatch(/^Trade,0\.1,BTC,3003,USDT,,,Karat,,convert,/);
  expect(tracking[1]).toMatch(/^Other Income,/);
});

test('an export of more than a year, of a reversed range, or of too many rows is refused', async () => {
  const user = await newUser();
  const now = clock.now();
  expect(await refusal(exported(user, 'csv', { from: now - 368 * DAY_MS, to: now }))).toBe('export_range');
  expect(await refusal(exported(user, 'csv', { from: now, to: now - 1 }))).toBe('export_range');
  // The day on which daylight saving time ends is an hour longer.
  const leapYear = now - 366 * DAY_MS;
  expect(await refusal(exported(user, 'csv', { from: leapYear - HOUR_MS, to: now }))).toBe('done');
  expect(await refusal(exported(user, 'csv', { from: leapYear - 3 * HOUR_MS, to: now }))).toBe(
    'export_range',
  );
  for (let each = 0; each < 19; each++) await convert(user, '2');
  expect(await refusal(exported(user, 'koinly'))).toBe('export_too_large');
  expect(await refusal(exported(userId(1), 'csv'))).toBe('done');
});
