import { houseAccount } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, BEA, BTC, DAY_MS, LoansFixture, START, USDT, coins } from './testing/fixture.ts';
import { debtsOfUsers, loansWealth } from './wealth.ts';

let database: TestDatabase;
let fixture: LoansFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await LoansFixture.open(database.db);
  await fixture.at(START);
  await fixture.grant(houseAccount('loan_pool'), '20000000', USDT);
  await fixture.grant(houseAccount('loan_pool'), '1000', BTC);
  for (const user of [ALICE, BEA]) await fixture.fund(user, '200', BTC);
});
afterAll(async () => {
  await fixture.worker.stop();
  await database.drop();
});

const read = (user: typeof ALICE) => loansWealth.read(database.db, user, { from: 0, to: 0 });

test('running loans have what is owed by currency, and when each is due, the five soonest first', async () => {
  // A day at 0.03 % is charged at once.
  await fixture.lend({ days: 30 }, '0.0003');
  const coin = await fixture.lend({
    days: 20,
    currencyId: BTC,
    amount: amount('10'),
    collateral: coins('20', BTC),
  });
  const others = [];
  for (const days of [25, 24, 23, 22])
    others.push(await fixture.lend({ days, amount: amount(`5000${days}`) }));
  await fixture.repay((await fixture.lend({ days: 7 })).id);
  await fixture.apply();
  const ofBea = await fixture.lend({ userId: BEA, days: 9, amount: amount('700000') });
  const position = (id: number | undefined, currency: typeof BTC, owed: string, days: number) => ({
    ...{ id, currency, amount: amount(owed), nextMs: START + days * DAY_MS },
  });
  const [a, b, c, d] = others;
  const dollars = { currency: USDT, amount: amount('2600274') };
  expect(await read(ALICE)).toEqual({
    count: 6,
    amounts: [{ currency: BTC, amount: amount('10') }, dollars],
    earned: [],
    positions: [
      position(coin.id, BTC, '10', 20),
      position(d?.id, USDT, '500022', 22),
      position(c?.id, USDT, '500023', 23),
      position(b?.id, USDT, '500024', 24),
      position(a?.id, USDT, '500025', 25),
    ],
  });
  expect(await read(BEA)).toMatchObject({
    count: 1,
    positions: [position(ofBea.id, USDT, '700000', 9)],
  });
  expect(await debtsOfUsers(database.db, [BEA, ALICE])).toEqual([
    { userId: ALICE, currency: BTC, amount: amount('10') },
    { userId: ALICE, ...dollars },
    { userId: BEA, currency: USDT, amount: amount('700000') },
  ]);
  expect(await debtsOfUsers(database.db, [BEA])).toHaveLength(1);
  // What is overdue is owed as well: 0.5 % for its first day.
  await fixture.at(START + 9 * DAY_MS + 1);
  await fixture.worker.chargeDue();
  expect((await read(BEA)).amounts).toEqual([{ currency: USDT, amount: amount('703500') }]);
});
