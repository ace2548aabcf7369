import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Refusal, userId } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import { amount, format, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boostOrder } from './boost.ts';
import type { BoostRequest } from './boost.ts';
import { ALICE, BEA, EarnFixture, START, USDT } from './testing/fixture.ts';
import { readOwed } from './totals-store.ts';
import type { Order } from './types.ts';

/** Each kill starts a process. */
const KILLS_MS_MAX = 120_000;
const RUN = join(import.meta.dirname, 'testing/pay-run.ts');

let database: TestDatabase;
let earn: EarnFixture;
let coupons = 0;

beforeEach(async () => {
  database = await createTestDatabase({ connections: 12 });
  earn = await EarnFixture.open(database.db);
  await earn.fundInterest('100');
  for (const user of [ALICE, BEA]) await earn.fund(user, '10000');
});
afterEach(() => database.drop());

const boost = (order: Order, more: Partial<BoostRequest> & { readonly max?: string } = {}): Promise<void> =>
  database.db.transact((tx) =>
    boostOrder(earn.deps, tx, {
      userId: order.userId,
      orderId: order.id,
      couponId: ++coupons,
      rate: rate('0.001'),
      days: 3,
      maxIn: () => amount(more.max ?? '100'),
      ...more,
    }),
  );
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const at = async (days: number): Promise<void> => {
  earn.clock.set(START + days * DAY_MS);
  await earn.worker.runDue();
};
const interest = async (): Promise<string> => {
  const { available, held } = await earn.ledger.balance(database.db, houseAccount('interest'), USDT);
  return `${format(available)} / ${format(held)}`;
};
/** What is set aside in the interest account equals what it owes, extra yield included. */
async function expectCovered(): Promise<void> {
  const { held } = await earn.ledger.balance(database.db, houseAccount('interest'), USDT);
  const [owed] = await readOwed(database.db, earn.clock.now());
  expect(format(owed?.owed ?? amount('0'))).toBe(format(held));
  expect(await earn.contradictions()).toEqual([]);
}
const extras = (): Promise<{ available: string }[]> =>
  database.db.rows(sql`
    select trim_scale(p.available)::text as available from ledger_postings p join ledger_journals j on j.id = p.journal_id
    where j.kind = 'mining:extra' and p.account_id > 65535 order by p.id`);

test('extra yield is set aside at once and paid with each raised day', async () => {
  const order = await earn.buy(await earn.product(), '1000');
  expect(await interest()).toBe('82.5 / 17.5');
  await boost(order);
  expect(await interest()).toBe('79.5 / 20.5');
  await expectCovered();
  await at(1);
  expect(await earn.balance()).toEqual(['9004.5', '1000']);
  await expectCovered();
  await at(3);
  expect(await earn.balance()).toEqual(['9013.5', '1000']);
  await expectCovered();
  await at(5);
  expect(await earn.balance()).toEqual(['10020.5', '0']);
  expect(await interest()).toBe('79.5 / 0');
  expect(await extras()).toHaveLength(3);
});

test('no more than the maximum is paid, and the running day is the first', async () => {
  const order = await earn.buy(await earn.product(), '1000');
  earn.clock.set(START + 1.5 * DAY_MS);
  await earn.worker.runDue();
  await boost(order, { days: 30, max: '2.5000009' });
  expect(await interest()).toBe('80 / 16.5');
  await at(5);
  expect(await extras()).toEqual([{ available: '1' }, { available: '1' }, { available: '0.5' }]);
  expect(await interest()).toBe('80 / 0');
});

test('a redemption lowers the extra yield of later days and frees the rest at the end', async () => {
  await earn.fundInterest('100');
  const order = await earn.buy(await earn.product({ days: 0 }), '1000');
  await boost(order, { days: 10 });
  await at(1);
  await earn.redeem(order, '600');
  await at(2);
  expect(await extras()).toEqual([{ available: '1' }, { available: '0.4' }]);
  await expectCovered();
  await earn.redeem(order);
  await earn.worker.runDue();
  expect(await interest()).toMatch(/ \/ 0$/u);
  await expectCovered();
});

test('what cannot be raised or covered is refused and changes nothing', async () => {
  const order = await earn.buy(await earn.product(), '1000');
  expect(await outcome(boost(order, { userId: BEA }))).toBe('mining_order_unknown');
  expect(await outcome(boost(order, { rate: rate('0.0000000001') }))).toBe('mining_boost_small');
  expect(await outcome(boost(order, { maxIn: () => undefined }))).toBe('price_unavailable');
  const large = await earn.buy(await earn.product({ rate: rate('0.0000001') }), '9000', BEA);
  expect(await outcome(boost(large, { rate: rate('0.01'), max: '1000' }))).toBe('mining_boost_uncovered');
  const many = await Promise.all(Array.from({ length: 20 }, () => outcome(boost(order))));
  expect(many.filter((one) => one === 'ok')).toHaveLength(1);
  expect(many.filter((one) => one === 'mining_boosted')).toHaveLength(19);
  await at(5);
  expect(await outcome(boost(order))).toBe('mining_order_ended');
  await expectCovered();
});

test(
  'five kills while extra yield is paid leave each day paid exactly once',
  async () => {
    await earn.fundInterest('1000');
    const product = await earn.product();
    for (let n = 0; n < 60; n++) {
      const user = userId(100_300 + n);
      await earn.fund(user, '100');
      await boost(await earn.buy(product, '100', user));
    }
    const now = START + 5 * DAY_MS;
    const payIn = async (step: string, turn: number): Promise<string | number | null> => {
      const args = ['--url', database.url, '--now', String(now), '--step', step, '--at', String(turn)];
      const child = spawn(process.execPath, [await bundleProgram(RUN), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      return signal ?? code;
    };
    const kills = [
      ['boosts claimed', 1],
      ['boosts posted', 1],
      ['boosts written', 1],
      ['boosts posted', 2],
      ['boosts written', 2],
    ] as const;
    for (const [step, turn] of kills) expect(await payIn(step, turn), step).toBe('SIGKILL');
    expect(await payIn('never', 1)).toBe(0);
    expect(await extras()).toHaveLength(180);
    const { open } = await database.db.one<{ open: number }>(
      sql`select count(*) as open from mining_boosts where finished_at is null`,
    );
    expect(open).toBe(0);
    expect(await interest()).toMatch(/ \/ 0$/u);
    expect(await earn.contradictions()).toEqual([]);
  },
  KILLS_MS_MAX,
);
