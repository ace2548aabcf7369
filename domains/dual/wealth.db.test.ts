import { amount, price } from '@karat/money';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, BEA, BTC, DualFixture, MATURITY, START, USDT } from './testing/fixture.ts';
import { dualWealth } from './wealth.ts';

let database: TestDatabase;
let fixture: DualFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await DualFixture.open(database.db);
  await fixture.at(START);
  for (const user of [ALICE, BEA]) {
    await fixture.fund(user, '100', BTC);
    await fixture.fund(user, '100000', USDT);
  }
  await fixture.fundHouse('100', BTC);
  await fixture.fundHouse('9000000', USDT);
});
afterAll(() => database.drop());

const LATER = MATURITY + DAY_MS;
type Terms = NonNullable<Parameters<DualFixture['product']>[0]>;
const call = (strike: string, more: Terms = {}) => fixture.product({ strike: price(strike), ...more });
const put = (strike: string, more: Terms = {}) =>
  fixture.product({ type: 'put', strike: price(strike), sharePrice: amount('100'), ...more });
const position = (id: number | undefined, currency: typeof BTC, principal: string, nextMs: number) => ({
  ...{ id, assetId: BTC, currency, amount: amount(principal), nextMs },
});

test('orders have their principal by currency, the premiums of settled ones, and their maturities, the five soonest first', async () => {
  // 10 shares at 1.4 % until maturity; at 29,999.99 these are paid in coins, USDT, USDT and coins.
  for (const product of [await call('30000'), await call('20000'), await put('25000'), await put('40000')])
    await fixture.buy(product, 10);
  const ofBea = await fixture.buy(await call('30000', { maturityMs: LATER + DAY_MS }), 3, BEA);
  const open = [];
  for (const [product, shares] of [
    [await put('26000', { maturityMs: LATER + DAY_MS }), 7],
    [await call('31000', { maturityMs: LATER }), 6],
    [await call('32000', { maturityMs: LATER }), 5],
    [await put('27000', { maturityMs: LATER }), 4],
    [await put('28000', { maturityMs: LATER }), 3],
    [await put('29000', { maturityMs: LATER }), 2],
  ] as const)
    open.push((await fixture.buy(product, shares)).id);
  await fixture.ticks(MATURITY / 1000 - 1_800, MATURITY / 1000, '29999.99');
  fixture.clock.set(MATURITY);
  await fixture.settler.runDue();
  const read = (from: number, to: number, user = ALICE) => dualWealth.read(database.db, user, { from, to });
  const earned = (coins: string, dollars: string) => [
    { currency: BTC, total: amount('0.01435'), yesterday: amount(coins) },
    { currency: USDT, total: amount('294'), yesterday: amount(dollars) },
  ];
  expect(await read(MATURITY, MATURITY + 1)).toEqual({
    count: 6,
    amounts: [
      { currency: BTC, amount: amount('1.1') },
      { currency: USDT, amount: amount('1600') },
    ],
    earned: earned('0.01435', '294'),
    positions: [
      position(open[1], BTC, '0.6', LATER),
      position(open[2], BTC, '0.5', LATER),
      position(open[3], USDT, '400', LATER),
      position(open[4], USDT, '300', LATER),
      position(open[5], USDT, '200', LATER),
    ],
  });
  for (const [from, to] of [
    [MATURITY - 1, MATURITY],
    [MATURITY + 1, MATURITY + 2],
  ] as const)
    expect((await read(from, to)).earned).toEqual(earned('0', '0'));
  expect(await read(MATURITY, MATURITY + 1, BEA)).toEqual({
    ...{ count: 1, amounts: [{ currency: BTC, amount: amount('0.3') }], earned: [] },
    positions: [position(ofBea.id, BTC, '0.3', LATER + DAY_MS)],
  });
});
