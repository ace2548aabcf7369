import { contract } from '@karat/contract';
import { seedDemoOperators } from '@karat/domains/operators';
import { amount, price } from '@karat/money';
import { callConsole, plainPasswords } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy } from './buy.ts';
import type { DualDeps } from './deps.ts';
import { consoleHandlers } from './operator.ts';
import {
  ALICE,
  BEA,
  BTC,
  BTC_USDT,
  DualFixture,
  MATURITY,
  START,
  USDT,
  WEEK_CALL,
} from './testing/fixture.ts';

let database: TestDatabase;
let fixture: DualFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await DualFixture.open(database.db);
  await seedDemoOperators(fixture.ctx, plainPasswords);
  await fixture.at(START);
  await fixture.fund(ALICE, '1', BTC);
  await fixture.fundHouse('1', BTC);
  await fixture.fundHouse('50000', USDT);
});
afterAll(() => database.drop());

test('nothing is bought while the market, its index, the clock or a currency is not sound', async () => {
  const product = await fixture.product();
  const { deps } = fixture;
  const { ctx, ledger, market } = deps;
  const index = market.index(BTC_USDT) ?? expect.fail('no index');
  const without = (id: number): DualDeps['ledger'] => ({
    ...ledger,
    currency: async (db, asked) => ({ ...(await ledger.currency(db, asked)), enabled: asked !== id }),
  });
  const given: readonly [change: Partial<DualDeps>, code: string][] = [
    [{ market: { ...market, state: () => 'halted' } }, 'market_halted'],
    [{ ctx: { ...ctx, clock: { ...ctx.clock, now: () => START, isTrusted: () => false } } }, 'market_halted'],
    [{ market: { ...market, index: () => ({ ...index, broken: true }) } }, 'index_broken'],
    [{ market: { ...market, index: () => ({ ...index, stale: true }) } }, 'index_stale'],
    [{ market: { ...market, index: () => undefined } }, 'index_stale'],
    [{ ledger: without(BTC) }, 'currency_disabled'],
    [{ ledger: without(USDT) }, 'currency_disabled'],
  ];
  const purchase = { userId: ALICE, productId: product, shares: 1 };
  for (const [change, code] of given)
    await expect(
      database.db.transact((tx) => buy({ ...deps, ...change }, tx, purchase)),
    ).rejects.toMatchObject({ code });
  expect(await fixture.productRow(product)).toMatchObject({ soldShares: 0 });
  expect(await fixture.wallet(ALICE, BTC)).toBe('1 0');
  expect(await fixture.buy(product, 1)).toMatchObject({ shares: 1 });
});

test('a product whose shares its currency cannot express, or whose sale is over, is not added', async () => {
  for (const [terms, code] of [
    [{ sharePrice: amount('0.000000001') }, 'amount_too_precise'],
    [{ type: 'put', strike: price('25000'), sharePrice: amount('0.0000001') }, 'amount_too_precise'],
    [{ saleStartMs: START - 1_000, saleEndMs: START }, 'value_invalid'],
  ] as const)
    await expect(fixture.product(terms)).rejects.toMatchObject({ code });
  for (const terms of [
    { sharePrice: amount('0.00000001') },
    { type: 'put', strike: price('25000'), sharePrice: amount('0.000001') },
    { saleStartMs: START - 1_000, saleEndMs: START + 1 },
  ] as const)
    expect(await fixture.productRow(await fixture.product(terms))).toMatchObject(terms);
});

test('operators decide only about a maturity that there is and that the ticks cannot decide', async () => {
  const ask = (fields: object) =>
    callConsole(contract.dual, consoleHandlers(fixture.deps), 'console/dual_void', {
      ...{ login: 'risk', fields: { market_id: BTC_USDT, reason: 'the index was silent', ...fields } },
    });
  await fixture.product({ maturityMs: MATURITY, saleEndMs: WEEK_CALL.saleEndMs });
  await expect(ask({ maturity_ms: MATURITY + 1 })).rejects.toMatchObject({ code: 'dual_settlement_unknown' });
  await expect(ask({ maturity_ms: MATURITY })).rejects.toMatchObject({ code: 'dual_settlement_decided' });
});

test('a purchase that is too large is refused with what is left of the product and of the user', async () => {
  const product = await fixture.product({ totalShares: 9, userMaxShares: 5 });
  await fixture.buy(product, 3);
  for (const [shares, user, code, values] of [
    [7, BEA, 'dual_sold_out', { left: 6 }],
    [3, ALICE, 'dual_user_limit', { max: 5, left: 2 }],
    [6, BEA, 'dual_user_limit', { max: 5, left: 5 }],
  ] as const)
    await expect(fixture.buy(product, shares, user)).rejects.toMatchObject({ code, values });
  expect(await fixture.productRow(product)).toMatchObject({ soldShares: 3 });
});
