import { amount, rate } from '@karat/money';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { miningApprovals } from './operator.ts';
import { readProducts } from './product-store.ts';
import { EarnFixture, START, USDT } from './testing/fixture.ts';

let database: TestDatabase;
let earn: EarnFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  earn = await EarnFixture.open(database.db);
});
afterAll(() => database.drop());

const decision = { approval: 1, reason: 'test', askedBy: 'risk', approvedBy: 'admin' };
const execute = (kind: string, payload: Record<string, string | number | boolean>): Promise<void> =>
  database.db.transact(
    (tx) =>
      miningApprovals(earn.deps)[kind]?.execute(tx, payload, decision) ?? Promise.reject(new Error(kind)),
  );

test('approved terms are those of their product alone, and an approved product is added', async () => {
  const [changed, other] = [await earn.product(), await earn.product({ rate: rate('0.002') })];
  const payload = {
    ...{ currency_id: USDT, category: 'lockup', day: 5, interest_rate: '0.4', penalty_ratio: '0.5' },
    ...{ save_min: '30', save_max: '800', total: '1500', vip_only: true },
    ...{ opens_ms: START + DAY_MS, closes_ms: START + 50 * DAY_MS },
  };
  const terms = {
    ...{ rate: rate('0.004'), penaltyRatio: rate('0.005'), orderMin: amount('30'), userMax: amount('800') },
    ...{ totalMax: amount('1500'), vipOnly: true, opensMs: START + DAY_MS, closesMs: START + 50 * DAY_MS },
  };
  await execute('mining terms', { ...payload, id: changed.id });
  expect(await readProducts(database.db)).toEqual([{ ...changed, ...terms }, other]);
  await expect(execute('mining terms', { ...payload, id: 99 })).rejects.toMatchObject({
    code: 'mining_product_unknown',
  });
  await expect(execute('mining product', { ...payload, currency_id: 9_999 })).rejects.toMatchObject({
    code: 'currency_unknown',
  });
  await execute('mining product', { ...payload, day: 60 });
  const [, , added] = await readProducts(database.db);
  expect(added).toEqual({ ...changed, ...terms, id: other.id + 1, days: 60, reserveDays: 60 });
});
