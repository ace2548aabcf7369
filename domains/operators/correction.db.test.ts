import { Refusal, currencyId, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import { USDT, auditLedger, createLedger, houseAccount, statement, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import { amount, format } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { createSessionTokens, keyRing } from '@karat/platform/crypto';
import type { OperatorCaller } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createTestDatabase, messagesInto } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve as approveWith } from './approvals.ts';
import { CORRECTION, requestCorrection, correctionKind, correctionReason } from './correction.ts';
import type { CorrectionPorts } from './correction.ts';
import { authenticate, login as loginWith, operatorLogins } from './login.ts';
import type { LoginDeps as OperatorLogins } from './login.ts';
import { demoOperators, seedDemoOperators } from './operators.ts';
import type { Passwords } from './operators.ts';

const passwords: Passwords = {
  hash: async (password) => `hash of ${password}`,
  verify: async (hash, password) => hash === `hash of ${password}`,
  pretend: async () => false,
};
const clock = virtualClock();
let database: TestDatabase;
const keys = keyRing(Buffer.alloc(32, 7));
const tokens = createSessionTokens(keys, seededRandom('operator tokens'));
let ctx: Context;
const passkeys = { origins: 'own', isRequired: false } as const;
const deps = () => operatorLogins({ ctx, passwords, tokens, keys, passkeys });
type Approve = Parameters<typeof approveWith>;
const approve = (of: Omit<Approve[0], 'passkeys'>, caller: Approve[1], input: Approve[2]) =>
  approveWith({ ...of, passkeys }, caller, input, {});
const login = (
  logins: OperatorLogins,
  form: { login: string; password: string; totp: string },
): Promise<string> =>
  loginWith(logins, form, { id: 'r', address: '203.0.113.7', userAgent: '', idempotencyKey: undefined });
let ledger: Ledger;
let ports: CorrectionPorts;
const notices: Notification[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const bus = createBus(() => undefined);
  ctx = { db: database.db, clock, bus, log: silentLog, random: seededRandom('corrections'), demo: true };
  ledger = createLedger(ctx);
  ports = { ledger, messages: messagesInto(notices) };
  await seedDemoOperators(ctx, passwords);
  await database.db.transact((tx) =>
    ledger.post(tx, {
      key: 'test:promotion',
      kind: 'genesis',
      reference: 'test',
      at: clock.now(),
      entries: [
        { account: houseAccount('external'), currency: USDT, available: amount('-1000') },
        { account: houseAccount('promotion', 3), currency: USDT, available: amount('1000') },
      ],
    }),
  );
});
afterAll(() => database.drop());

const code = (name: string): string => {
  clock.advance(60_000);
  const { totpSecret } = demoOperators.find((each) => each.login === name) ?? expect.fail(name);
  return new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate({ timestamp: clock.now() });
};
const proofOf = (name: string): { password: string; totp: string } => {
  const { password } = demoOperators.find((each) => each.login === name) ?? expect.fail(name);
  return { password, totp: code(name) };
};
async function loggedIn(name: string): Promise<OperatorCaller> {
  const token = await login(deps(), { login: name, ...proofOf(name) });
  return (await authenticate(deps(), token)) ?? expect.fail('no session');
}

let users = 900_000;
const newUser = (): UserId => userId(++users);
type CorrectionInput = Parameters<typeof requestCorrection>[3];
const requestOf = (uid: UserId, change: Partial<CorrectionInput> = {}): CorrectionInput => ({
  uid,
  account: 'change',
  house: undefined,
  counter: 'promotion',
  currency: USDT,
  amount: '12.5',
  reason: 'compensation',
  note: 'Ticket 41: slow page.',
  ...change,
});
const approveIt = async (approval: { id: number; digest: string }, by = 'admin') =>
  approve({ ctx, passwords, approvals: { [CORRECTION]: correctionKind(ctx, ports) } }, await loggedIn(by), {
    id: approval.id,
    digest: approval.digest,
    ...proofOf(by),
  });
const own = async (user: UserId, currency = USDT) =>
  format((await ledger.balance(database.db, userAccount(user, 'change'), currency)).available);
const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Refusal ? error.code : expect.fail(String(error))),
  );

test('one operator requests, another approves, and then it is booked, notified and in the bills with its reason', async () => {
  const user = newUser();
  const approval = await requestCorrection(ctx, ports, await loggedIn('finance'), requestOf(user));
  expect(approval).toMatchObject({ subject: `${user} change`, uid: user });
  expect(approval.changes).toEqual(
    expect.arrayContaining([
      { label: `Available of ${user} change`, before: '0 USDT', after: '12.5 USDT' },
      { label: 'Amount', before: '12.5 USDT', after: '12.5 USDT' },
      { label: 'Against', before: 'house promotion 3', after: 'house promotion 3' },
    ]),
  );
  expect(await own(user)).toBe('0');
  await approveIt(approval);
  expect(await own(user)).toBe('12.5');
  expect(notices.filter((notice) => notice.user === user)).toEqual([
    {
      user,
      kind: 'operators:correction',
      key: `correction:${approval.id}`,
      values: { amount: '+12.5', coin: 'USDT', reason: 'compensation', note: 'Ticket 41: slow page.' },
    },
  ]);
  const [entry] = await statement(database.db, { accounts: [userAccount(user, 'change')] }, { limit: 1 });
  expect(entry?.kind).toBe('correction');
  expect(correctionReason(entry?.reference ?? '', 'en')).toBe(
    'Compensation for an error on our side. Ticket 41: slow page.',
  );
  for (const lang of LANGS)
    expect(correctionReason(entry?.reference ?? '', lang)).toMatch(/.{5}Ticket 41: slow page\.$/);
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

test('nobody approves their own correction, and two concurrent approvals book it once', async () => {
  const user = newUser();
  const risk = await loggedIn('risk');
  const approval = await requestCorrection(ctx, ports, risk, requestOf(user));
  expect(await refusal(approveIt(approval, 'risk'))).toBe('approval_own');
  const admin = await loggedIn('admin');
  const input = { id: approval.id, digest: approval.digest, ...proofOf('admin') };
  const approvals = { [CORRECTION]: correctionKind(ctx, ports) };
  const results = await Promise.all(
    [1, 2, 3].map(() => refusal(approve({ ctx, passwords, approvals }, admin, input))),
  );
  expect(results.filter((result) => result === 'ok')).toHaveLength(1);
  expect(await own(user)).toBe('12.5');
});

test('more than the balance cannot be removed, neither at the request nor at the approval', async () => {
  const user = newUser();
  const finance = await loggedIn('finance');
  const taking = requestOf(user, { amount: '-5', reason: 'booking_error' });
  await expect(requestCorrection(ctx, ports, finance, taking)).rejects.toMatchObject({
    code: 'insufficient_balance',
    values: { currency: 'USDT' },
  });
  expect(await refusal(requestCorrection(ctx, ports, finance, requestOf(user, { amount: '5000' })))).toBe(
    'insufficient_balance',
  );
  await approveIt(await requestCorrection(ctx, ports, finance, requestOf(user, { amount: '5' })));
  const first = await requestCorrection(ctx, ports, finance, taking);
  const second = await requestCorrection(ctx, ports, finance, taking);
  await approveIt(first);
  expect(await refusal(approveIt(second))).toBe('insufficient_balance');
  expect(await own(user)).toBe('0');
  expect(notices.filter((notice) => notice.user === user).map(({ values }) => values?.['amount'])).toEqual([
    '+5',
    '-5',
  ]);
});

test('house accounts are corrected against each other, without notices', async () => {
  const before = notices.length;
  const request = requestOf(newUser(), {
    uid: undefined,
    account: undefined,
    house: 'insurance',
    amount: '40',
  });
  await approveIt(await requestCorrection(ctx, ports, await loggedIn('finance'), request));
  const { available } = await ledger.balance(database.db, houseAccount('insurance'), USDT);
  expect([format(available), notices.length]).toEqual(['40', before]);
});

test('a correction without account, amount or counter-account is refused', async () => {
  const finance = await loggedIn('finance');
  const user = newUser();
  const wrong: Partial<CorrectionInput>[] = [
    ...['0', '-0', 'x', '1e3', '0.00000001', '', '--1'].map((text) => ({ amount: text })),
    { counter: 'treasure' },
    { house: 'fees' },
    { uid: undefined },
    { account: undefined },
    { uid: undefined, account: undefined, house: 'promotion' },
  ];
  for (const change of wrong)
    expect([change, await refusal(requestCorrection(ctx, ports, finance, requestOf(user, change)))]).toEqual([
      change,
      'value_invalid',
    ]);
  expect(
    await refusal(requestCorrection(ctx, ports, finance, requestOf(user, { currency: currencyId(999) }))),
  ).toBe('currency_unknown');
});
