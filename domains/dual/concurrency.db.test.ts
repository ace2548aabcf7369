import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buy } from './buy.ts';
import { dualApprovals } from './operator.ts';
import { settleDue } from './settle.ts';
import { findSettlement } from './settlement-store.ts';
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

beforeEach(async () => {
  database = await createTestDatabase({ connected: true });
  fixture = await DualFixture.open(database.db);
  await fixture.at(START);
  for (const user of [ALICE, BEA]) await fixture.fund(user, '10', BTC);
  await fixture.fundHouse('1', BTC);
  await fixture.fundHouse('500000', USDT);
});
const nothingContradicts = async (): Promise<void> => expect(await fixture.contradictions()).toEqual([]);
afterEach(async () => {
  await nothingContradicts();
  await database.drop();
});

const refusal = (code: string): object => ({ hasWaited: true, status: 'rejected', reason: { code } });
const decision = { approval: 1, reason: 'test', askedBy: 'risk', approvedBy: 'admin' };
const key = { market_id: BTC_USDT, maturity_ms: MATURITY };
const decide = (tx: Tx, kind: string, payload: Record<string, string | number | boolean>): Promise<void> =>
  dualApprovals(fixture.deps)[kind]?.execute(tx, payload, decision) ?? Promise.reject(new Error(kind));
const runDue = (): Promise<number> => fixture.settler.runDue();
const LATER = MATURITY + DAY_MS;
const settlement = (maturityMs = MATURITY) => findSettlement(database.db, { marketId: BTC_USDT, maturityMs });

test('shares that are bought meanwhile count for another purchase and for terms', async () => {
  const product = await fixture.product({ totalShares: 10, userMaxShares: 10 });
  const purchase = (tx: Tx) => buy(fixture.deps, tx, { userId: ALICE, productId: product, shares: 4 });
  const second = await overlap(database.db, purchase, () => fixture.buy(product, 7, BEA));
  expect(second).toMatchObject(refusal('dual_sold_out'));
  const terms = { id: product, apr: '36.5', user_max_shares: 1, enabled: true };
  const changed = await overlap(database.db, purchase, () =>
    database.db.transact((tx) =>
      decide(tx, 'dual terms', { ...terms, total_shares: 7, sale_end_ms: WEEK_CALL.saleEndMs }),
    ),
  );
  expect(changed).toMatchObject(refusal('value_invalid'));
  expect(await fixture.productRow(product)).toMatchObject({ soldShares: 8, totalShares: 10 });
});

test('an order that another transaction has locked keeps its settlement open, and the others are paid at once', async () => {
  const product = await fixture.product();
  const [locked, other] = [await fixture.buy(product, 1), await fixture.buy(product, 2, BEA)];
  await fixture.ticks(MATURITY / 1000 - 1_800, MATURITY / 1000, '30000');
  fixture.clock.set(MATURITY);
  const lock = sql`select 1 from dual_orders where id = ${locked.id} for update`;
  const paid = await overlap(database.db, (tx) => tx.one(lock), runDue);
  // The ticks and one order.
  expect(paid).toEqual({ hasWaited: false, status: 'fulfilled', value: 2 });
  expect(await fixture.order(locked.id)).toMatchObject({ outcome: undefined });
  expect(await fixture.order(other.id, BEA)).toMatchObject({ outcome: 'quote' });
  expect(await settlement()).toMatchObject({ basis: 'ticks', finishedMs: undefined });
  fixture.clock.set(MATURITY + 1_000);
  // The order and the end of its settlement.
  expect(await runDue()).toBe(2);
  expect(await fixture.order(locked.id)).toMatchObject({ outcome: 'quote', settledMs: MATURITY + 1_000 });
  expect(await settlement()).toMatchObject({ finishedMs: MATURITY + 1_000 });
});

test('a settlement whose ticks another transaction reads is left to it, and the next one is priced', async () => {
  for (const maturityMs of [MATURITY, LATER]) await fixture.product({ maturityMs });
  fixture.clock.set(LATER + 60_000);
  const lock = sql`
    select 1 from dual_settlements where maturity_at = to_timestamp(${MATURITY} / 1000.0) for update`;
  const priced = await overlap(database.db, (tx) => tx.one(lock), runDue);
  // Without orders it is void, and then closed.
  expect(priced).toEqual({ hasWaited: false, status: 'fulfilled', value: 2 });
  expect(await settlement()).toMatchObject({ basis: undefined });
  expect(await settlement(LATER)).toMatchObject({ basis: 'void', finishedMs: LATER + 60_000 });
  expect(await runDue()).toBe(2);
});

test('of two decisions about a settlement at once the first one counts', async () => {
  const { id } = await fixture.buy(await fixture.product(), 1);
  fixture.clock.set(MATURITY + 60_000);
  await runDue();
  const second = await overlap(
    database.db,
    (tx) => decide(tx, 'dual source price', { ...key, price: '30000', source: 'Deribit' }),
    () => database.db.transact((tx) => decide(tx, 'dual void', key)),
  );
  expect(second).toMatchObject(refusal('dual_settlement_decided'));
  await runDue();
  expect(await fixture.order(id)).toMatchObject({ outcome: 'quote' });
});

test('a settlement that another process closes meanwhile is not closed again', async () => {
  await fixture.product();
  fixture.clock.set(MATURITY + 60_000);
  await database.db.transact((tx) => settleDue(fixture.deps, tx));
  const closed = await overlap(
    database.db,
    (tx) => settleDue(fixture.deps, tx),
    () => {
      fixture.clock.advance(1_000);
      return database.db.transact((tx) => settleDue(fixture.deps, tx));
    },
  );
  expect(closed).toEqual({ hasWaited: true, status: 'fulfilled', value: 0 });
  expect(await settlement()).toMatchObject({ finishedMs: MATURITY + 60_000 });
});
