import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import { NO_STATEMENT, isIncluded, verifyStatement } from '@karat/evidence';
import { amount, format, negate, plus } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLiabilities } from './index.ts';
import type { Liabilities } from './index.ts';
import { LEAVES_KEPT_DAYS } from './liabilities/publish.ts';

const START = Date.parse('2026-11-20T15:00:00Z');
const BTC = currencyId(1);
const USDT = currencyId(3);
const ALICE = userId(100_001);
const EMPTY = userId(100_900);
const VERIFIER = resolve(import.meta.dirname, '../../docs/examples/verify-liabilities.mjs');
/** More than two groups of leaves. */
const CROWD = Array.from({ length: 600 }, (_, at) => userId(100_100 + at));
const signer = signerFromSeed(new Uint8Array(32).fill(4));
const KEY = signer.publicKey.toString('base64');

let database: TestDatabase;
const clock = virtualClock(START);
let ledger: ReturnType<typeof createLedger>;
let liabilities: Liabilities;
let grants = 0;

const contextOf = (seed: number) => ({
  db: database.db,
  clock,
  random: seededRandom(String(seed)),
  log: silentLog,
  demo: true,
  bus: createBus(() => undefined),
});

const give = (user: UserId, currency: CurrencyId, number: string, type: 'change' | 'legal' = 'change') =>
  database.db.transact((tx) =>
    ledger.post(tx, {
      key: `grant:${++grants}`,
      kind: 'genesis',
      reference: 'test',
      at: clock.now(),
      entries: [
        { account: houseAccount('external'), currency, available: negate(amount(number)) },
        { account: userAccount(user, type), currency, available: amount(number) },
      ],
    }),
  );

const listed = async () => {
  const page = { page: 1, limit: 10 };
  const handler = liabilities.handlers['proofs/liabilities'];
  return (await handler({ input: page } as Parameters<typeof handler>[0])).data;
};
const proofOf = (user: UserId, date?: string) => {
  const handler = liabilities.handlers['proofs/liability_proof'];
  return handler({ input: { date }, caller: { userId: user } } as Parameters<typeof handler>[0]);
};

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  const ctx = contextOf(1);
  ledger = createLedger(ctx);
  liabilities = createLiabilities({ ctx, ledger, signer });
  await database.db.run(sql`
    insert into platform_signing_keys (id, purpose, public_key, first_used_at)
    values (${signer.keyId}, 'liabilities', ${signer.publicKey}, to_timestamp(${START} / 1000.0))`);
  await give(ALICE, BTC, '0.5');
  await give(ALICE, BTC, '0.25', 'legal');
  await give(ALICE, USDT, '1000');
  for (const [at, user] of CROWD.entries()) await give(user, USDT, `${at + 1}.5`);
  await database.db.transact((tx) =>
    ledger.reserve(tx, 'spot:hold', clock.now(), [
      {
        key: 'held',
        reference: 'order 1',
        account: userAccount(ALICE, 'change'),
        currency: USDT,
        amount: amount('400'),
      },
    ]),
  );
});
afterAll(() => database.drop());

test('without a statement a proof is refused', async () => {
  await expect(proofOf(ALICE)).rejects.toMatchObject({ code: 'liabilities_unknown' });
});

test('ten processes at once publish one statement of the day, over all accounts, available and held', async () => {
  const all = Array.from({ length: 10 }, (_, seed) =>
    createLiabilities({ ctx: contextOf(seed), ledger, signer }),
  );
  const published = await Promise.all(all.map((each) => each.publish()));
  expect(published.reduce((sum, count) => sum + count)).toBe(1);
  const [row, ...others] = await listed();
  expect(others).toEqual([]);
  expect(row?.statement).toMatchObject({ day: '2026-11-20', at: START, previous: NO_STATEMENT });
  const crowd = CROWD.reduce((sum, _, at) => plus(sum, amount(`${at + 1}.5`)), amount('1000'));
  expect(row?.statement.currencies).toMatchObject([
    { currency: 'USDT', holders: CROWD.length + 1, total: format(crowd) },
    { currency: 'BTC', holders: 1, total: '0.75' },
  ]);
});

test('every user can prove each balance, and nobody that of others', async () => {
  for (const user of [ALICE, ...CROWD.filter((_, at) => at % 40 === 0)]) {
    const { uid, balances, ...signed } = await proofOf(user);
    expect((await verifyStatement(signed, [KEY])).map(({ state }) => state)).toEqual([
      'proved',
      'proved',
      'proved',
    ]);
    expect(uid).toBe(user);
    for (const balance of balances) {
      expect(isIncluded(signed.statement, user, balance), `${user} ${balance.currency}`).toBe(true);
      expect(isIncluded(signed.statement, user + 1, balance)).toBe(false);
    }
  }
  const own = await proofOf(ALICE);
  expect(own.balances.map(({ currency, amount: held }) => [currency, held])).toEqual([
    ['USDT', '1000'],
    ['BTC', '0.75'],
  ]);
});

test("the documentation's verifier accepts the proof of a user, and finds a changed amount", async () => {
  const proof = await proofOf(CROWD[333] ?? ALICE);
  const verify = (input: unknown) =>
    spawnSync(process.execPath, [VERIFIER, '-', '--key', KEY], {
      input: JSON.stringify(input),
      encoding: 'utf8',
    });
  expect(verify(proof)).toMatchObject({ status: 0 });
  expect(verify(proof).stdout).toContain('ok        USDT 334.5');
  const less = proof.balances.map((balance) => ({ ...balance, amount: '333.5' }));
  expect(verify({ ...proof, balances: less })).toMatchObject({ status: 1 });
  expect(verify({ ...proof, statement: { ...proof.statement, day: '2026-11-19' } })).toMatchObject({
    status: 1,
  });
});

test('a user without balances gets the statement without proofs', async () => {
  const { balances, statement } = await proofOf(EMPTY);
  expect(balances).toEqual([]);
  expect(statement.day).toBe('2026-11-20');
});

test('neighbours in the tree are no neighbours in time', async () => {
  const { leaves } = await database.db.one<{ leaves: string }>(
    sql`select leaves from proofs_liability_leaves where currency_id = ${USDT} and position = 0`,
  );
  const users = leaves.split(',').map((leaf) => Number(leaf.split(' ')[0]));
  const steps = users.slice(1).filter((user, at) => user === (users[at] ?? 0) + 1);
  expect(steps.length).toBeLessThan(users.length / 10);
});

test('the next day has a statement of its own, which names the one before; the first stays provable', async () => {
  const [first] = await listed();
  expect(await liabilities.publish()).toBe(0);
  clock.advance(DAY_MS);
  await give(ALICE, BTC, '1');
  expect(await liabilities.publish()).toBe(1);
  const [second] = await listed();
  expect(second?.statement).toMatchObject({ day: '2026-11-21', previous: first?.hash });
  const amountOf = async (date?: string) =>
    (await proofOf(ALICE, date)).balances.find(({ currency }) => currency === 'BTC')?.amount;
  expect(await amountOf()).toBe('1.75');
  expect(await amountOf('2026-11-20')).toBe('0.75');
  for (const date of ['2026-11-20', '2026-11-21', '2026-11-20']) {
    const { balances, statement } = await proofOf(ALICE, date);
    expect(balances.map((balance) => isIncluded(statement, ALICE, balance))).toEqual([true, true]);
  }
  await expect(proofOf(ALICE, '2026-11-19')).rejects.toMatchObject({ code: 'liabilities_unknown' });
});

test('statements stay for good and cannot be changed; their leaves are deleted in time', async () => {
  await expect(database.db.run(sql`update proofs_liabilities set body = '{}'`)).rejects.toThrow(
    'append-only',
  );
  clock.advance(LEAVES_KEPT_DAYS * DAY_MS);
  expect(await liabilities.publish()).toBe(1);
  expect((await listed()).map(({ statement }) => statement.day)).toEqual([
    '2026-12-21',
    '2026-11-21',
    '2026-11-20',
  ]);
  await expect(proofOf(ALICE, '2026-11-20')).rejects.toMatchObject({ code: 'liabilities_unknown' });
  expect((await proofOf(ALICE, '2026-11-21')).balances).toHaveLength(2);
});

test('a statement that fails on its way leaves nothing', async () => {
  clock.advance(DAY_MS);
  const broken = { ...signer, sign: () => expect.fail('the signer is away') };
  await expect(createLiabilities({ ctx: contextOf(3), ledger, signer: broken }).publish()).rejects.toThrow(
    'the signer is away',
  );
  const { days } = await database.db.one<{ days: number }>(
    sql`select count(*)::int as days from proofs_liability_leaves where day = '2026-12-22'`,
  );
  expect(days).toBe(0);
  expect(await liabilities.publish()).toBe(1);
});

test('a running server publishes the statement of a day when it begins', async () => {
  const own = createLiabilities({ ctx: contextOf(5), ledger, signer });
  own.start();
  onTestFinished(() => own.stop());
  clock.advance(DAY_MS - (clock.now() % DAY_MS));
  await expect.poll(async () => (await listed())[0]?.statement.day).toBe('2026-12-23');
});
