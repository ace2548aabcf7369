import { houseAccount } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countsOf, countsOfUser, poolOf } from './statistics.ts';
import { ALICE, BEA, BTC, DAY_MS, LoansFixture, START, USDT, coins } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: LoansFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await LoansFixture.open(database.db);
  await fixture.at(START);
  await fixture.grant(houseAccount('loan_pool'), '3000000', USDT);
  await fixture.grant(houseAccount('loan_pool'), '30', BTC);
  for (const user of [ALICE, BEA]) await fixture.fund(user, '90', BTC);
});
afterAll(async () => {
  await fixture.worker.stop();
  await database.drop();
});

test('loans are late and overdue from the millisecond after their time, and the pool counts all that is owed', async () => {
  await fixture.lend({ days: 7 }, '0.0003');
  await fixture.lend({ userId: BEA, currencyId: BTC, amount: amount('10'), collateral: coins('20', BTC) });
  await fixture.repay((await fixture.lend({ amount: amount('500000') })).id);
  const { decideByMs } = await fixture.apply({ userId: BEA });
  const { db } = database;
  const counts = { pending: 1, late: 0, active: 2, called: 0, overdue: 0, liquidated: 0 };
  const due = START + 7 * DAY_MS;
  expect(decideByMs).toBeLessThan(due);
  expect(await countsOf(db, decideByMs)).toEqual(counts);
  expect(await countsOf(db, decideByMs + 1)).toEqual({ ...counts, late: 1 });
  expect(await countsOf(db, due)).toEqual({ ...counts, late: 1 });
  expect(await countsOf(db, due + 1)).toEqual({ ...counts, late: 1, overdue: 1 });
  expect([await countsOfUser(db, ALICE), await countsOfUser(db, BEA)]).toEqual([
    { active: 1, repaid: 1, liquidated: 0 },
    { active: 1, repaid: 0, liquidated: 0 },
  ]);
  await fixture.at(due + 1);
  await fixture.worker.chargeDue();
  // Seven days at 0.03 %, and 0.5 % of all that is owed for the first day after the term.
  expect(await poolOf(db, fixture.ledger, [USDT, BTC])).toEqual([
    { currency: USDT, available: amount('2400000'), lent: amount('600000'), accrued: amount('4266.3') },
    { currency: BTC, available: amount('20'), lent: amount('10'), accrued: amount('0') },
  ]);
});
