import { Refusal, operatorId, refuse, sessionId, userId } from '@karat/contract';
import type { OperatorRole, UserId } from '@karat/contract';
import { amount, format, price, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sha256 } from '@karat/platform/crypto';
import { selectRecords } from '@karat/domains/operators';
import type { UserRecordRow } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';
import type { OperatorCaller, RequestInfo } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { createPaymentSimulator } from '@karat/platform/payments';
import type { PaymentEvent, PaymentSimulator } from '@karat/platform/payments';
import { seededRandom } from '@karat/platform/random';
import { createWorker } from '@karat/platform/work';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase, messagesInto } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ScreeningRequest } from '@karat/domains/compliance';
import { createFiat, demoOffers, refusedProofsOf } from './index.ts';
import type { Fiat } from './index.ts';
import { wasRefunded } from './event-store.ts';
import { purchasesOf } from './monitored.ts';
import { knownReference } from './statement-store.ts';
import { queue } from './store.ts';
import { userPurchases } from './user-records.ts';

let database: TestDatabase;
let ctx: Context;
let fiat: Fiat;
let simulator: PaymentSimulator;
const clock = virtualClock(Date.parse('2026-03-02T12:00:00Z'));
const ledger = createLedger({ bus: createBus(() => undefined) });
const notices: Notification[] = [];
const levels = new Map<UserId, 0 | 1 | 2>();
const pictures = new Map<string, { owner: number; bytes: string; mime: string }>();
const rates = [
  { code: 'USD', symbol: '$', rate: rate('1'), source: 'test', savedAt: 0 },
  { code: 'EUR', symbol: '€', rate: rate('0.9341'), source: 'test', savedAt: clock.now() },
];

const screened: ScreeningRequest[] = [];
const causes: { readonly kind: string; readonly id: number; readonly user: number }[] = [];
beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  const bus = createBus(() => undefined);
  ctx = { db: database.db, clock, bus, log: silentLog, random: seededRandom('fiat'), demo: true };
  simulator = createPaymentSimulator(
    Buffer.alloc(32, 3),
    () => clock.now(),
    async ({ signature, body }) => void (await fiat.webhook('simulator', signature, body)),
  );
  fiat = createFiat({
    ctx,
    ledger,
    providers: [simulator],
    offers: { ...demoOffers, rateAgeMsMax: 48 * HOUR_MS },
    messages: messagesInto(notices),
    monitoring: { watch: async (_tx, cause) => void causes.push(cause) },
    files: {
      async owned(_db, address, owner) {
        const file = pictures.get(address);
        if (file?.owner !== owner) return undefined;
        const bytes = Buffer.from(file.bytes);
        return {
          id: address,
          owner,
          visibility: 'private',
          mime: file.mime,
          bytes: bytes.length,
          sha256: sha256(bytes),
          createdMs: 0,
        };
      },
    },
    rates: async () => rates,
    screening: {
      screen: async () => 'clear',
      async refuseMatch(_tx, request) {
        screened.push(request);
        if (request.name === 'Viktor Drazhenko') refuse('case_screening');
      },
      isHeld: async () => false,
    },
    levelOf: async (_db, user) => levels.get(user) ?? 1,
    verifiedName: async () => 'Jo Doe',
    limits: { 0: amount('0'), 1: amount('2000'), 2: amount('1000000') },
  });
  await database.db.transact((tx) => fiat.seedDesk(tx));
  // Operators by the length of their login, as the harness numbers them.
  await database.db.run(sql`
    insert into operators_accounts (id, login, name, role, password_hash, totp_secret, created_at)
      overriding system value
    select n, 'operator' || n, 'Operator', 'finance', '', '', now() from generate_series(1, 20) n`);
});
afterAll(() => database.drop());
beforeEach(() => void (notices.length = 0));

const request: RequestInfo = { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey: undefined };
const base = { lang: 'en' as const, request, file: undefined };
const buyer = (user: UserId) => ({
  ...base,
  caller: { userId: user, sessionId: sessionId(1), verified: true },
});
const harness = (login: string, role: OperatorRole = 'finance') => {
  const caller: OperatorCaller = {
    operatorId: operatorId(login.length),
    login,
    role,
    sessionId: sessionId(1),
  };
  return { ...base, caller };
};
let users = 800_000;
const newUser = (): UserId => userId(++users);

const input = {
  country: 'DE',
  currency: 'EUR',
  method: 'swift' as 'swift' | 'card',
  amount: amount('1500'),
  first_name: 'Jo',
  last_name: 'Doe',
  full_name: 'Jo Doe',
  email: 'jo@mail.example',
  phone: '+49 170 1234567',
  price: undefined,
  tax_id: undefined,
};
const place = (
  user: UserId,
  proof: Partial<Omit<typeof input, 'price'>> & { price?: ReturnType<typeof price> } = {},
) =>
  database.db.transact(async (tx) =>
    fiat.handlers['otc/order']({ ...buyer(user), tx, input: { ...input, ...proof } }),
  );
const picture = (user: UserId, bytes: string, mime = 'image/webp'): string => {
  const address = `/files/${user}-${bytes}`;
  pictures.set(address, { owner: user, bytes, mime });
  return address;
};
const prove = (user: UserId, id: number, image: string) =>
  database.db.transact(async (tx) =>
    fiat.handlers['otc/proof']({ ...buyer(user), tx, input: { id, image } }),
  );
const cancel = (user: UserId, id: number) =>
  database.db.transact(async (tx) => fiat.handlers['otc/cancel']({ ...buyer(user), tx, input: { id } }));
const detail = async (user: UserId, id: number) =>
  fiat.handlers['otc/order_detail']({ ...buyer(user), tx: undefined, input: { id } });
const facts = async (id: number, login = 'finance') =>
  fiat.handlers['console/fiat_order']({ ...harness(login), tx: undefined, input: { id } });
const confirm = (id: number, line_id: number, login = 'finance') =>
  database.db.transact(async (tx) =>
    fiat.handlers['console/fiat_confirm']({ ...harness(login), tx, input: { id, line_id } }),
  );
const EUR = 'DE02120300000000202051';
let booking = 0;
/** Closing balance of the last statement of the euro account. */
let balance: Amount = amount('100');
interface Bank {
  readonly account?: string;
  readonly opening?: Amount;
  readonly day?: string;
}
type Credit = readonly [reference: string, amount: string, more?: string];
const statementOf = (
  credits: readonly Credit[],
  { account = EUR, opening = balance, day = '2026-03-02' }: Bank = {},
): string => {
  let running = opening;
  const lines = credits.map(([words, sum, more]) => {
    running = amount(running + BigInt(Math.round((Number(sum) || 0) * 100)) * 100_000_000n);
    const reference = more ?? `B-${++booking}`;
    return `${account},${day},${sum},EUR,${format(running)},${reference},Jo Doe,${words}`;
  });
  return ['account,booking_date,amount,currency,balance,bank_reference,payer,remittance', ...lines].join(
    '\n',
  );
};
const statement = (...credits: readonly Credit[]) => statementOf(credits);
const importFile = async (
  text: string,
  account = EUR,
  login = 'importer',
  form: 'csv' | 'camt053' = 'csv',
) => {
  const done = await fiat.handlers['console/fiat_import']({
    ...harness(login),
    tx: undefined,
    input: { account, format: form },
    file: { bytes: Buffer.from(text), name: 'x' },
  });
  if (account === EUR) balance = amount(done.closing);
  return done;
};
/** Approves a request as the approvals engine does, with the stored payload. */
async function approve(call: number | null, approvedBy = 'risk', askedBy = 'finance'): Promise<void> {
  const { kind, payload } = await database.db.one<{ kind: string; payload: Record<string, string | number> }>(
    sql`select kind, payload from operators_approvals where id = ${call}`,
  );
  const { execute } = fiat.approvals[kind] ?? expect.fail(kind);
  const decision = { approval: call ?? 0, reason: 'seen', askedBy, approvedBy };
  await database.db.transact((tx) => execute(tx, payload, decision));
}
/** Returns the line that names the order. */
const lineOf = async (id: number) => {
  const { lines, reference: named } = await facts(id);
  return lines.find(({ reference }) => reference === named)?.id ?? 0;
};
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (failure: unknown) => {
      if (failure instanceof Refusal) return failure.code;
      throw failure;
    },
  );
const own = async (user: UserId) =>
  format((await ledger.balance(database.db, userAccount(user, 'change'), USDT)).available);
/** Runs due work, a moment later: events are listed by time. */
async function work(): Promise<void> {
  clock.advance(1);
  const worker = createWorker(ctx, { ...fiat.work, ...fiat.providerWork });
  await worker.runDue();
}

test('an order locks its price, returns the received amount, and has a reference with valid check digits', async () => {
  const user = newUser();
  const order = await place(user);
  expect(order).toMatchObject({ state: 'to_be_paid', status: 1, price: '0.943441', received: '1589.924542' });
  expect(order.reference).toMatch(/^RF[0-9]{2}KRT[0-9]{9}$/);
  expect(order.bank).toMatchObject({ account_number: EUR });
  expect(order.expires_ms - order.created_ms).toBe(DAY_MS);
  expect(notices).toMatchObject([{ user, kind: 'fiat:ordered' }]);
  const dollars = await place(user, { country: 'US', currency: 'USD', amount: amount('2000') });
  expect(dollars).toMatchObject({ price: '1', received: '2000' });
});

test('invalid orders are refused with their reason', async () => {
  const user = newUser();
  const codes = await Promise.all([
    refusal(place(user, { country: 'KP' })),
    refusal(place(user, { country: '__proto__' })),
    refusal(place(user, { country: 'DE', currency: 'JPY' })),
    refusal(place(user, { amount: amount('100.5') })),
    refusal(place(user, { amount: amount('19') })),
    refusal(place(user, { full_name: '=HYPERLINK' })),
    refusal(place(user, { country: 'BR', currency: 'USD' })),
    refusal(place(user, { price: price('0.94') })),
    refusal(place(user, { country: 'GB', currency: 'GBP' })),
    refusal(place(user, { country: 'US', currency: 'USD', amount: amount('2001') })),
  ]);
  expect(codes).toEqual([
    'fiat_region_unsupported',
    'fiat_region_unsupported',
    'fiat_method_unavailable',
    'fiat_amount_whole',
    'amount_below_minimum',
    'fiat_payer_invalid',
    'fiat_payer_invalid',
    'fiat_price_moved',
    'price_unavailable',
    'fiat_over_limit',
  ]);
  levels.set(user, 2);
  expect((await place(user, { country: 'US', currency: 'USD', amount: amount('1000000') })).received).toBe(
    '1000000',
  );
  levels.set(user, 0);
  expect(await refusal(place(user))).toBe('fiat_over_limit');
});

test('a rate that is too old sells nothing, but a dollar stays a dollar', async () => {
  const user = newUser();
  clock.advance(48 * HOUR_MS);
  expect(await refusal(place(user))).toBe('done');
  clock.advance(1);
  expect(await refusal(place(user))).toBe('price_unavailable');
  expect((await place(user, { country: 'US', currency: 'USD' })).price).toBe('1');
  const config = await fiat.handlers['otc/config']({ ...base, caller: undefined, tx: undefined, input: {} });
  expect(config.currencies.find(({ code }) => code === 'EUR')?.price).toBeNull();
  clock.set(Date.parse('2026-03-02T12:00:00Z'));
});

test('of many concurrent orders three stay open, and a cancelled one frees its slot', async () => {
  const user = newUser();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => refusal(place(user))));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3);
  const [first] = (
    await fiat.handlers['otc/orders']({
      ...buyer(user),
      tx: undefined,
      input: { status: 1, page: 1, limit: 10 },
    })
  ).data;
  await cancel(user, first?.id ?? 0);
  expect(await refusal(place(user))).toBe('done');
  expect(await refusal(cancel(user, first?.id ?? 0))).toBe('fiat_order_state');
});

test('an order whose proof was sent is still open and keeps its slot', async () => {
  const user = newUser();
  for (const bytes of ['a', 'b', 'c']) {
    const { id } = await place(user);
    await prove(user, id, picture(user, bytes));
  }
  expect(await refusal(place(user))).toBe('fiat_too_many_open');
});

test('nobody sees, proves or cancels the order of another user', async () => {
  const [user, other] = [newUser(), newUser()];
  const { id } = await place(user);
  expect(await refusal(Promise.resolve().then(() => detail(other, id)))).toBe('fiat_order_unknown');
  expect(await refusal(cancel(other, id))).toBe('fiat_order_unknown');
  expect(await refusal(prove(other, id, picture(other, 'x')))).toBe('fiat_order_unknown');
  expect(await refusal(prove(user, id, picture(other, 'y')))).toBe('image_invalid');
  expect(await refusal(prove(user, id, picture(user, 'z', 'application/pdf')))).toBe('image_invalid');
});

test('one picture proves one order of a buyer, and a reviewer sees the same picture of another buyer', async () => {
  const [user, other] = [newUser(), newUser()];
  const [first, second, third] = [await place(user), await place(user), await place(other)];
  const image = picture(user, 'same');
  const outcomes = await Promise.all([first, second].map(({ id }) => refusal(prove(user, id, image))));
  expect(outcomes.toSorted()).toEqual(['done', 'fiat_proof_used']);
  const proven = outcomes[0] === 'done' ? first : second;
  await prove(other, third.id, picture(other, 'same'));
  expect((await facts(third.id)).proof_duplicates).toMatchObject([{ id: proven.id, uid: user }]);
});

test('of two concurrent proofs for one order one is accepted', async () => {
  const user = newUser();
  const { id } = await place(user);
  const outcomes = await Promise.all(['a', 'b'].map((each) => refusal(prove(user, id, picture(user, each)))));
  expect(outcomes.toSorted()).toEqual(['done', 'fiat_order_state']);
  expect(await detail(user, id)).toMatchObject({ state: 'proof_sent', status: 2 });
});

test('an unpaid order expires once, a proven one does not, and both notify the buyer', async () => {
  const user = newUser();
  const [late, proven] = [await place(user), await place(user)];
  await prove(user, proven.id, picture(user, 'in time'));
  notices.length = 0;
  clock.advance(DAY_MS);
  expect(await refusal(prove(user, late.id, picture(user, 'late')))).toBe('fiat_order_state');
  await work();
  await work();
  expect(await detail(user, late.id)).toMatchObject({ state: 'expired' });
  expect(await detail(user, proven.id)).toMatchObject({ state: 'proof_sent' });
  expect(notices.filter(({ user: who }) => who === user).map(({ kind }) => kind)).toEqual(['fiat:expired']);
  clock.set(Date.parse('2026-03-02T12:00:00Z'));
});

test('operators read proven orders first, the oldest of them before the others', async () => {
  const user = newUser();
  const orders = [await place(user), await place(user), await place(user)];
  const [first, second, open] = orders;
  for (const { id } of [second, first].flatMap((order) => order ?? []))
    await prove(user, id, picture(user, `queue ${id}`));
  const about = { state: undefined, keyword: String(user) };
  const { rows } = await queue(database.db, about, { page: 1, limit: 10 });
  expect(rows.map(({ id }) => id)).toEqual([first?.id, second?.id, open?.id]);
});

test('a transfer is credited against its statement line: coins to the buyer, money to the bank, once', async () => {
  const user = newUser();
  const order = await place(user);
  await prove(user, order.id, picture(user, 'paid'));
  const bank = async () => (await ledger.balance(database.db, houseAccount('bank'), 22 as never)).available;
  const before = await bank();
  const spaced = order.reference.replaceAll(/(.{4})/g, '$1 ');
  const file = statement([`Invoice ${spaced}`, '1500.00', 'SAME']);
  expect(await importFile(file)).toMatchObject({
    lines: 1,
    matched: 1,
    opening: '100',
    closing: '1600',
    from: '2026-03-02',
  });
  const seen = await facts(order.id);
  expect(seen).toMatchObject({ payer_matches: true, limit: '2000', second_person: null });
  expect(seen.lines).toMatchObject([{ mismatch: null, state: 'matched', imported_by: 'importer' }]);
  const line = seen.lines[0]?.id ?? 0;
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => refusal(confirm(order.id, line))));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(await own(user)).toBe('1589.924542');
  expect(format(amount((await bank()) - before))).toBe('1500');
  expect(await detail(user, order.id)).toMatchObject({ state: 'successful', status: 3 });
  expect(causes.filter(({ id }) => id === order.id)).toMatchObject([{ kind: 'payment', user }]);
  expect(notices.filter(({ kind }) => kind === 'fiat:successful')).toHaveLength(1);
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

test('one line pays one order only, and a mismatch is named', async () => {
  const user = newUser();
  const [one, two] = [await place(user), await place(user)];
  await importFile(statement([one.reference, '1500'], [two.reference, '1499.99'], ['no words', '1500']));
  const line = await lineOf(one.id);
  const both = await Promise.all([refusal(confirm(one.id, line)), refusal(confirm(two.id, line))]);
  expect(both).toEqual(['done', expect.stringMatching(/^fiat_line_(mismatch|used)$/)]);
  expect(await refusal(confirm(two.id, line))).toBe('fiat_line_used');
  const short = (await facts(two.id)).lines.find(({ mismatch }) => mismatch === 'amount');
  expect(short?.state).toBe('unmatched');
  expect(await refusal(confirm(two.id, short?.id ?? 0))).toBe('fiat_line_mismatch');
  // Without a reference the exact name of the payer identifies the order.
  const unnamed = (await facts(two.id)).lines.find(
    ({ reference, state }) => reference === null && state === 'unmatched',
  );
  expect(await refusal(confirm(two.id, unnamed?.id ?? 0))).toBe('done');
  // What has paid for another order is no candidate for the next one.
  const three = await place(user);
  expect((await facts(three.id)).lines.map(({ state }) => state)).not.toContain('used');
  expect(await own(user)).toBe('3179.849084');
});

test('of two concurrent lines for one order one is used and the other stays open', async () => {
  const user = newUser();
  const order = await place(user);
  await importFile(statement([order.reference, '1500'], [order.reference, '1500']));
  const lines = (await facts(order.id)).lines.map(({ id }) => id);
  expect(lines.length).toBeGreaterThanOrEqual(2);
  const outcomes = await Promise.all(lines.slice(0, 2).map((line) => refusal(confirm(order.id, line))));
  expect(outcomes.toSorted()).toEqual(['done', 'fiat_order_state']);
  expect(await own(user)).toBe('1589.924542');
});

test('an operator cannot confirm an order against a line of their own import, however small', async () => {
  const user = newUser();
  const order = await place(user);
  await importFile(statement([order.reference, '1500']), EUR, 'both hands');
  const line = await lineOf(order.id);
  expect(await refusal(confirm(order.id, line, 'both hands'))).toBe('fiat_other_person_needed');
  expect(await own(user)).toBe('0');
  expect(await refusal(confirm(order.id, line, 'second'))).toBe('done');
});

test('daily sums count, not single amounts: above a limit a second operator approves, who is not the importer', async () => {
  const user = newUser();
  levels.set(user, 2);
  const orders = [];
  for (let n = 0; n < 3; n++) orders.push(await place(user, { amount: amount('4000') }));
  await importFile(statement(...orders.map(({ reference }) => [reference, '4000'] as const)));
  const lines: number[] = [];
  for (const { id } of orders) lines.push(await lineOf(id));
  // Three concurrent ones of 4,239.8 USDT for one user: two of them stay below 10,000.
  const call = await Promise.all(orders.map(({ id }, n) => confirm(id, lines[n] ?? 0)));
  const waiting = call.flatMap(({ approval }, n) => (approval === null ? [] : [{ approval, n }]));
  expect(waiting).toHaveLength(1);
  expect(await own(user)).toBe('8479.597558');
  const { approval, n } = waiting[0] ?? expect.fail();
  expect((await facts(orders[n]?.id ?? 0, 'another')).second_person).toBe('user');
  expect(await refusal(approve(approval, 'importer'))).toBe('fiat_other_person_needed');
  await approve(approval);
  expect(await own(user)).toBe('12719.396337');
  expect(await refusal(approve(approval))).toBe('fiat_line_used');
  // What two operators confirmed does not count: 9,539 USDT are below 10,000.
  const small = await place(user, { amount: amount('1000') });
  await importFile(statement([small.reference, '1000']));
  expect(await confirm(small.id, await lineOf(small.id))).toEqual({ approval: null });

  // The sum of an operator counts over all users.
  const many = [];
  for (let each = 0; each < 6; each++) {
    const other = newUser();
    levels.set(other, 2);
    many.push(await place(other, { amount: amount('9000') }));
  }
  await importFile(statement(...many.map(({ reference }) => [reference, '9000'] as const)));
  const results = [];
  for (const { id } of many) results.push((await confirm(id, await lineOf(id), 'busy')).approval);
  expect(results.filter((each) => each === null)).toHaveLength(5);
  expect(results.at(-1)).not.toBeNull();
  // A day later they no longer count.
  clock.advance(DAY_MS);
  const last = await place(user, { amount: amount('4000') });
  await importFile(statementOf([[last.reference, '4000']], { day: '2026-03-03' }));
  expect(await confirm(last.id, await lineOf(last.id))).toEqual({ approval: null });
  await resetStatements();
  clock.set(Date.parse('2026-03-02T12:00:00Z'));
});

/** The next test starts with the first statement of the account. */
async function resetStatements(): Promise<void> {
  await database.db.run(sql`update fiat_accounts set statement_id = null`);
  await database.db.run(sql`delete from fiat_confirmations`);
}

test('a statement continues the previous one; gaps, overlaps and repetitions stop the import', async () => {
  await resetStatements();
  const opening = amount('100');
  const first = statementOf([['x', '10', 'G-1']], { opening });
  expect(await refusal(importFile(first))).toBe('done');
  expect(await refusal(importFile(first))).toBe('fiat_statement_known');
  const importAt = (bank: Bank, reference = `G-${++booking}`) =>
    refusal(importFile(statementOf([['x', '5', reference]], bank)));
  expect(await importAt({ opening: amount('111') })).toBe('fiat_statement_gap');
  expect(await importAt({ day: '2026-03-01' })).toBe('fiat_statement_overlap');
  expect(await importAt({}, 'G-1')).toBe('fiat_statement_overlap');
  expect(await importAt({ day: '2026-03-09' })).toBe('fiat_statement_invalid');
  const broken = statementOf([
    ['x', '5'],
    ['y', '5'],
  ]).replace(/,120,/, ',121,');
  expect(await refusal(importFile(broken))).toBe('fiat_statement_invalid');
  // Of two concurrent ones that continue the same balance one is accepted.
  const both = await Promise.all([
    refusal(importFile(statementOf([['x', '5', 'G-5']]))),
    refusal(importFile(statementOf([['x', '7', 'G-7']]))),
  ]);
  expect(both.toSorted()).toEqual(['done', 'fiat_statement_gap']);
  // East of Greenwich it may be tomorrow already, nowhere the day after.
  expect(await importAt({ day: '2026-03-04' })).toBe('fiat_statement_invalid');
  expect(await importAt({ day: '2026-03-03' })).toBe('done');
  // Banks number their bookings by account.
  expect(await knownReference(database.db, EUR, ['G-1'])).toBe('G-1');
  expect(await knownReference(database.db, 'GB33BUKB20201555555555', ['G-1'])).toBeUndefined();
});

test('two operators discard a false statement, and the correct one follows', async () => {
  await resetStatements();
  const user = newUser();
  const order = await place(user);
  const invented = await importFile(statementOf([[order.reference, '1500', 'TRUE-1']]));
  const discard = (id: number, login = 'finance') =>
    fiat.handlers['console/fiat_statement_discard']({
      ...harness(login),
      tx: undefined,
      input: { id, reason: 'not from the bank' },
    });
  const line = await lineOf(order.id);
  const { approval } = await discard(invented.statement_id);
  const later = await importFile(statementOf([['x', '1']]));
  expect(await refusal(approve(approval))).toBe('approval_stale');
  await approve((await discard(later.statement_id)).approval);
  await approve((await discard(invented.statement_id)).approval);
  expect(await refusal(confirm(order.id, line))).toBe('fiat_line_used');
  const opening = amount(invented.opening);
  expect(await refusal(importFile(statementOf([[order.reference, '1500', 'TRUE-1']], { opening })))).toBe(
    'done',
  );
  expect(await refusal(Promise.resolve().then(() => discard(invented.statement_id)))).toBe(
    'fiat_statement_unknown',
  );
  expect(await own(user)).toBe('0');
});

test('an expired order is credited only with money that was booked while it was open', async () => {
  const user = newUser();
  const order = await place(user);
  clock.advance(DAY_MS);
  await work();
  await importFile(statement([order.reference, '1500']));
  expect(await refusal(confirm(order.id, await lineOf(order.id)))).toBe('done');
  const other = await place(user);
  await cancel(user, other.id);
  await importFile(statement([other.reference, '1500']));
  const line = (await facts(other.id)).lines.find(({ reference }) => reference === other.reference);
  expect(line?.mismatch).toBe('state');
  expect(await refusal(confirm(other.id, line?.id ?? 0))).toBe('fiat_order_state');
  clock.set(Date.parse('2026-03-02T12:00:00Z'));
});

test('a statement of another account, in another currency, or broken is refused entirely', async () => {
  const before = await database.db.one(sql`select count(*) as count from fiat_lines`);
  expect(await refusal(importFile(statement(['x', '1']), 'XX99'))).toBe('fiat_account_unknown');
  const london = 'GB33BUKB20201555555555';
  expect(await refusal(importFile(statement(['x', '1']), london))).toBe('fiat_statement_account');
  expect(await refusal(importFile(statementOf([['x', '1']], { account: london }), london))).toBe(
    'fiat_statement_account',
  );
  expect(await refusal(importFile(statement(['x', 'much'])))).toBe('fiat_statement_invalid');
  expect(await refusal(importFile('<!DOCTYPE x>', EUR, 'importer', 'camt053'))).toBe(
    'fiat_statement_invalid',
  );
  const bal = (type: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">0</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-02</Dt></Dt></Bal>`;
  const camt = `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>GB33BUKB20201555555555</IBAN></Id></Acct>${['OPBD', 'CLBD'].map(bal).join('')}</Stmt></BkToCstmrStmt></Document>`;
  expect(await refusal(importFile(camt, EUR, 'importer', 'camt053'))).toBe('fiat_statement_account');
  expect(await database.db.one(sql`select count(*) as count from fiat_lines`)).toEqual(before);
});

test('a rejection notifies the buyer with its reason, and a line for no order is dismissed once', async () => {
  const user = newUser();
  const order = await place(user);
  await prove(user, order.id, picture(user, 'blurred'));
  const reject = () =>
    database.db.transact(async (tx) =>
      fiat.handlers['console/fiat_reject']({
        ...harness('finance'),
        tx,
        input: { id: order.id, reason: 'payer_differs' as const, note: 'Ask us' },
      }),
    );
  await reject();
  expect(await detail(user, order.id)).toMatchObject({
    state: 'rejected',
    reason: 'payer_differs',
    note: 'Ask us',
  });
  expect(notices.at(-1)).toMatchObject({
    kind: 'fiat:rejected',
    values: { reason: 'payer_differs', note: 'Ask us' },
  });
  expect(await refusal(reject())).toBe('fiat_order_state');
  expect(await refusedProofsOf(database.db, user)).toBe(1);
  await importFile(statement([order.reference, '1500']));
  const line = (await facts(order.id)).lines.find(({ reference }) => reference === order.reference)?.id ?? 0;
  const dismiss = () =>
    database.db.transact(async (tx) =>
      fiat.handlers['console/fiat_line_aside']({
        ...harness('finance'),
        tx,
        input: { id: line, note: 'sent back' },
      }),
    );
  expect(await refusal(dismiss())).toBe('done');
  expect(await refusal(dismiss())).toBe('fiat_line_used');
  expect(await refusal(confirm(order.id, line))).toBe('fiat_line_used');
});

const byCard = async (user: UserId) =>
  place(user, { method: 'card', amount: amount('100'), country: 'US', currency: 'USD' });
const event = (
  order: { reference: string; amount: string },
  proof: Partial<PaymentEvent> = {},
): PaymentEvent => ({
  id: `E-${++booking}`,
  kind: 'succeeded',
  payment: `P-${order.reference}`,
  reference: order.reference,
  amount: amount(order.amount),
  currency: 'USD',
  ...proof,
});
const hook = (notices: PaymentEvent, at = clock.now()) => {
  const { signature, body } = simulator.sign(notices, at);
  return fiat.webhook('simulator', signature, body);
};

test('a card payment credits once for any number of repeated and concurrent webhooks', async () => {
  const user = newUser();
  const order = await byCard(user);
  const paid = event(order);
  const { url, simulated } = await fiat.handlers['otc/pay']({
    ...buyer(user),
    tx: undefined,
    input: { id: order.id },
  });
  expect([url.startsWith('/simulator/pay/'), simulated]).toEqual([true, true]);
  expect(await hook({ ...paid, id: 'declined first', kind: 'failed' })).toBe('failed');
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => hook(paid)));
  expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['credited', 'repeated']));
  expect(await hook({ ...paid, id: 'the same by another name' })).toBe('repeated');
  expect(await own(user)).toBe('100');
  expect(await detail(user, order.id)).toMatchObject({ state: 'successful', simulated: true, bank: null });
});

test('one payment in ten events of different names at once credits once', async () => {
  const user = newUser();
  const order = await byCard(user);
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => hook(event(order))));
  expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['credited', 'repeated']));
  expect(await own(user)).toBe('100');
});

test('webhooks that are unsigned, too old, altered, or of an unknown order move nothing', async () => {
  const user = newUser();
  const order = await byCard(user);
  const { signature, body } = simulator.sign(event(order), clock.now());
  expect(await fiat.webhook('simulator', undefined, body)).toBe('unsigned');
  expect(
    await fiat.webhook('simulator', signature, Buffer.from(body.toString().replace('"100"', '"900"'))),
  ).toBe('unsigned');
  expect(await hook(event(order), clock.now() - 301_000)).toBe('unsigned');
  expect(await hook(event({ reference: 'RF00', amount: '1' }))).toBe('unknown_order');
  const swift = await place(user);
  expect(await hook(event(swift, { currency: 'EUR' }))).toBe('unknown_order');
  expect(await own(user)).toBe('0');
});

test('money that fits no open order is refunded: late, paid twice; another amount waits for an operator', async () => {
  const user = newUser();
  const [late, other, twice] = [await byCard(user), await byCard(user), await byCard(user)];
  await cancel(user, late.id);
  expect(await hook(event(late))).toBe('late');
  expect(await hook(event(other, { amount: amount('99') }))).toBe('differs');
  expect(await hook(event(twice))).toBe('credited');
  expect(await hook(event(twice, { payment: 'second card' }))).toBe('late');
  notices.length = 0;
  await work();
  expect(notices.map(({ kind }) => kind)).toEqual(['fiat:refunded', 'fiat:refunded']);
  expect((await facts(late.id)).events).toMatchObject([
    { kind: 'succeeded', outcome: 'late' },
    { kind: 'refunded', outcome: 'refunded' },
  ]);
  expect(await own(user)).toBe('100');
});

test('a refund event before its payment event leaves the order uncredited', async () => {
  const user = newUser();
  const order = await byCard(user);
  expect(await hook(event(order, { kind: 'refunded' }))).toBe('refunded');
  expect(await hook(event(order))).toBe('refunded_before');
  expect(await own(user)).toBe('0');
  // Providers number their payments each on their own.
  const { payment } = event(order);
  const isRefunded = (provider: string) => database.db.transact((tx) => wasRefunded(tx, provider, payment));
  expect([await isRefunded('simulator'), await isRefunded('another')]).toEqual([true, false]);
});

test('two operators refund a purchase: coins to the desk account, money through the provider; not after the coins are spent', async () => {
  const user = newUser();
  const [order, spent] = [await byCard(user), await byCard(user)];
  await hook(event(order));
  await hook(event(spent));
  const payload = (id: number, payment: string) => ({ order: id, payment });
  const execute = (id: number, payment: string) =>
    database.db.transact(async (tx) =>
      fiat.approvals['fiat:refund']?.execute(tx, payload(id, payment), {
        approval: id,
        reason: 'no longer wanted',
        askedBy: 'finance',
        approvedBy: 'admin',
      }),
    );
  await execute(order.id, `P-${order.reference}`);
  await work();
  expect(await own(user)).toBe('100');
  expect(await detail(user, order.id)).toMatchObject({ state: 'refunded', status: 7 });
  expect((await facts(order.id)).events.at(-1)).toMatchObject({
    kind: 'refunded',
    outcome: 'refund_confirmed',
  });
  const purchases = (of: UserId) =>
    database.db.rows<UserRecordRow>(selectRecords(userPurchases(of), sql`true`, 'desc', 10));
  const [kept, refunded] = await purchases(user);
  expect(kept).toMatchObject({
    id: spent.id,
    state: 'successful',
    type: 'card',
    currency: USDT,
    amount: '100',
  });
  expect(refunded).toMatchObject({ id: order.id, state: 'refunded' });
  expect(refunded?.detail).toContain(order.reference);
  expect(refunded?.ended).toBeGreaterThanOrEqual(kept?.ended ?? Infinity);
  expect(await purchases(newUser())).toEqual([]);
  const paid = await purchasesOf(database.db, user, { since: 0, until: clock.now() });
  expect(paid.map(({ id }) => id)).toEqual([spent.id]);
  expect(await refusal(execute(order.id, `P-${order.reference}`))).toBe('approval_stale');
  await database.db.transact((tx) =>
    ledger.post(tx, {
      key: `spend:${user}`,
      kind: 'correction',
      reference: 'x',
      at: clock.now(),
      entries: [
        { account: userAccount(user, 'change'), currency: USDT, available: amount('-50') },
        { account: houseAccount('external'), currency: USDT, available: amount('50') },
      ],
    }),
  );
  expect(await refusal(execute(spent.id, `P-${spent.reference}`))).toBe('insufficient_balance');
  expect(await detail(user, spent.id)).toMatchObject({ state: 'successful' });
  expect(await hook(event(spent, { kind: 'refunded' }))).toBe('charged_back');
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

test('a payer who matches the sanction list begins no purchase', async () => {
  const user = newUser();
  expect(await refusal(place(user, { full_name: 'Viktor Drazhenko' }))).toBe('case_screening');
  expect(screened.at(-1)).toMatchObject({ user, name: 'Viktor Drazhenko', country: input.country });
  await place(user);
});
