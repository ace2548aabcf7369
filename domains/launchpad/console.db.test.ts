import { contract } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import { seedDemoOperators } from '@karat/domains/operators';
import { amount, price } from '@karat/money';
import { ASKED, callConsole, plainPasswords } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDividend } from './approvals.ts';
import { consoleHandlers } from './console.ts';
import { planDividend } from './dividends.ts';
import {
  ALICE,
  BEA,
  BTC,
  CARL,
  END,
  HOUR_MS,
  LISTING,
  LaunchpadFixture,
  START,
  USDT,
} from './testing/fixture.ts';

let database: TestDatabase;
let fixture: LaunchpadFixture;

type Launchpad = Contract['launchpad'];
const call = <Path extends Extract<keyof Launchpad, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.launchpad, consoleHandlers(fixture.deps), path, { login: 'risk', fields });

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new LaunchpadFixture(database.db);
  await seedDemoOperators(fixture.ctx, plainPasswords);
  await fixture.fund(ALICE, '9000');
  await fixture.fund(BEA, '7000');
  await fixture.fund(CARL, '1', BTC);
  await fixture.grant(houseAccount('dividends'), '150', USDT);
});
afterAll(() => database.drop());

test('projects with their applications, the allotment before and after, orders by filter, dividends and accounts', async () => {
  const token = await fixture.project({
    supply: amount('30000'),
    orderMin: amount('30'),
    userMax: amount('25000'),
  });
  const fund = await fixture.project({
    kind: 'fund',
    decimals: 0,
    endMs: END - HOUR_MS,
    listingMs: END - HOUR_MS,
    orderMin: amount('2'),
    userMax: amount('5000'),
    supply: amount('40000'),
  });
  await fixture.apply(token, '12000');
  fixture.clock.advance(HOUR_MS);
  await fixture.apply(token, '24000', BEA);
  fixture.clock.advance(HOUR_MS);
  await fixture.apply(token, '4000', CARL, { payCurrency: 'BTC', price: price('0.0000016667') });
  const withdrawn = await fixture.apply(fund, '900', BEA);
  await fixture.cancel(withdrawn.id, BEA);
  await fixture.apply(fund, '3000');
  await fixture.planMarket(token);
  expect(await call('console/project_allotment', { id: token })).toEqual({
    applied: '40000',
    sums: [
      {
        applied: '36000',
        currency_name: 'USDT',
        held: '3600',
        orders: 2,
        paid: '2700',
        refund: '900',
        tokens: '27000',
      },
      {
        applied: '4000',
        currency_name: 'BTC',
        held: '0.0066668',
        orders: 1,
        paid: '0.0050001',
        refund: '0.0016667',
        tokens: '3000',
      },
    ],
    supply: '30000',
    tokens: '30000',
  });
  await fixture.runAt(END - HOUR_MS);
  await fixture.ctx.db.transact(async (tx) => {
    const payload = { id: fund, amount: '100', currency_id: USDT, record_ms: END + HOUR_MS };
    return planDividend(fixture.deps, tx, await checkDividend(fixture.deps, tx, payload));
  });
  expect(await call('console/projects', { limit: '1' })).toEqual({
    accounts: [
      { account: 'launchpad', available: '300', currency_name: 'USDT', held: '0' },
      { account: 'dividends', available: '50', currency_name: 'USDT', held: '100' },
    ],
    current_page: 1,
    data: [
      {
        applied: '3000',
        currency_name: 'TOK2',
        decimals: 0,
        end_ms: END - HOUR_MS,
        id: 2,
        kind: 'fund',
        listed_ms: END - HOUR_MS,
        listing_ms: END - HOUR_MS,
        locked_users: 0,
        market: null,
        open_orders: 0,
        orders: 1,
        percentage: '7.5',
        price: '0.1',
        prices: [
          { currency_name: 'USDT', price: '0.1' },
          { currency_name: 'BTC', price: '0.0000016667' },
        ],
        save_min: '2',
        start_ms: START,
        status: 'listed',
        supply: '40000',
        title: 'Token',
        user_max: '5000',
        users: 1,
      },
    ],
    last_page: 2,
    per_page: 1,
    total: 2,
  });
  expect(await call('console/projects', { limit: '1', page: '2' })).toEqual({
    accounts: [
      { account: 'launchpad', available: '300', currency_name: 'USDT', held: '0' },
      { account: 'dividends', available: '50', currency_name: 'USDT', held: '100' },
    ],
    current_page: 2,
    data: [
      {
        applied: '40000',
        currency_name: 'TOK1',
        decimals: 2,
        end_ms: END,
        id: 1,
        kind: 'token',
        listed_ms: null,
        listing_ms: LISTING,
        locked_users: 0,
        market: {
          lot: '1',
          match_id: null,
          min_notional: '1',
          quote_id: 3,
          reference_price: '0.1',
          symbol: 'TOK1/USDT',
          tick: '0.0001',
        },
        open_orders: 3,
        orders: 3,
        percentage: '133.33',
        price: '0.1',
        prices: [
          { currency_name: 'USDT', price: '0.1' },
          { currency_name: 'BTC', price: '0.0000016667' },
        ],
        save_min: '30',
        start_ms: START,
        status: 'open',
        supply: '30000',
        title: 'Token',
        user_max: '25000',
        users: 3,
      },
    ],
    last_page: 2,
    per_page: 1,
    total: 2,
  });
  expect(await call('console/dividends')).toEqual({
    current_page: 1,
    data: [
      {
        amount: '100',
        currency_name: 'USDT',
        holders: 0,
        id: 1,
        paid: 0,
        project_id: 2,
        record_ms: END + HOUR_MS,
        state: 'planned',
        title: 'Token',
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 1,
  });
  await fixture.runAt(END);
  expect(await call('console/project_allotment', { id: token })).toEqual({
    applied: '40000',
    sums: [
      {
        applied: '36000',
        currency_name: 'USDT',
        held: '3600',
        orders: 2,
        paid: '2700',
        refund: '900',
        tokens: '27000',
      },
      {
        applied: '4000',
        currency_name: 'BTC',
        held: '0.0066668',
        orders: 1,
        paid: '0.0050001',
        refund: '0.0016667',
        tokens: '3000',
      },
    ],
    supply: '30000',
    tokens: '30000',
  });
  expect(await call('console/project_orders', { limit: '3' })).toEqual({
    current_page: 1,
    data: [
      {
        amount: '3000',
        created_ms: START + 2 * HOUR_MS,
        currency_name: 'USDT',
        held: '300',
        id: 5,
        paid: '300',
        project_id: 2,
        settled_ms: END - HOUR_MS,
        status: 3,
        tokens: '3000',
        uid: ALICE,
      },
      {
        amount: '900',
        created_ms: START + 2 * HOUR_MS,
        currency_name: 'USDT',
        held: '90',
        id: 4,
        paid: null,
        project_id: 2,
        settled_ms: null,
        status: 0,
        tokens: null,
        uid: BEA,
      },
      {
        amount: '4000',
        created_ms: START + 2 * HOUR_MS,
        currency_name: 'BTC',
        held: '0.0066668',
        id: 3,
        paid: '0.0050001',
        project_id: 1,
        settled_ms: END,
        status: 3,
        tokens: '3000',
        uid: CARL,
      },
    ],
    last_page: 2,
    per_page: 3,
    total: 5,
  });
  expect(await call('console/project_orders', { limit: '3', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        amount: '24000',
        created_ms: START + HOUR_MS,
        currency_name: 'USDT',
        held: '2400',
        id: 2,
        paid: '1800',
        project_id: 1,
        settled_ms: END,
        status: 3,
        tokens: '18000',
        uid: BEA,
      },
      {
        amount: '12000',
        created_ms: START,
        currency_name: 'USDT',
        held: '1200',
        id: 1,
        paid: '900',
        project_id: 1,
        settled_ms: END,
        status: 3,
        tokens: '9000',
        uid: ALICE,
      },
    ],
    last_page: 2,
    per_page: 3,
    total: 5,
  });
  const ids = async (fields: object) =>
    (await call('console/project_orders', fields)).data.map(({ id }) => id);
  expect([
    await ids({ uid: BEA }),
    await ids({ project_id: fund }),
    await ids({ status: '1' }),
    await ids({ status: '3' }),
  ]).toEqual([[4, 2], [5, 4], [], [5, 3, 2, 1]]);
  expect(
    await call('console/project_times', {
      id: token,
      start_ms: START,
      end_ms: END,
      listing_ms: LISTING + HOUR_MS,
      reason: 'audit',
    }),
  ).toEqual({
    asked_by: 'risk',
    changes: [
      { after: '2026-11-20 08:00 UTC', before: '2026-11-20 08:00 UTC', label: 'Subscription starts' },
      { after: '2026-11-21 08:00 UTC', before: '2026-11-21 08:00 UTC', label: 'Subscription ends' },
      { after: '2026-11-22 09:00 UTC', before: '2026-11-22 08:00 UTC', label: 'Listing' },
    ],
    created_ms: END,
    digest: expect.any(String) as unknown,
    id: 1,
    kind: 'launchpad timetable',
    ...ASKED,
    reason: 'audit',
    subject: 'TOK1: Token',
    title: 'Change the timetable of a project',
    uid: null,
  });
  expect(await call('console/project_listing', { id: token, reason: 'ready' })).toEqual({
    asked_by: 'risk',
    changes: [
      { after: 'unlocked', before: 'locked', label: 'Tokens' },
      { after: '3', before: '3', label: 'Applications' },
    ],
    created_ms: END,
    digest: expect.any(String) as unknown,
    id: 2,
    kind: 'launchpad listing',
    ...ASKED,
    reason: 'ready',
    subject: 'TOK1: Token',
    title: 'List a project: unlock its tokens',
    uid: null,
  });
});
