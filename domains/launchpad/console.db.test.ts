import { contract } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import { seedDemoOperators } from '@karat/domains/operators';
import { amount, price } from '@karat/money';
import { ASKED, callConsole, plainPasswords } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkCancellation, checkDividend, checkListing, checkNewTimes } from './approvals.ts';
import { consoleHandlers } from './console.ts';
import { payDividends, planDividend } from './dividends.ts';
import { RECORD_DELAY_MS } from './dividend-store.ts';
import { cancelProject } from './project-store.ts';
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
import type { Project, Timetable } from './types.ts';

const TIMES = { startMs: START, endMs: END, listingMs: LISTING };

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
  const ordersOf = async (fields: object) =>
    (await call('console/project_orders', fields)).data.map(({ id }) => id);
  const byStatus = () => Promise.all([0, 1, 2, 3].map((status) => ordersOf({ status: String(status) })));
  fixture.clock.set(END - HOUR_MS - 1);
  expect(await byStatus()).toEqual([[4], [5, 3, 2, 1], [], []]);
  fixture.clock.set(END - HOUR_MS);
  expect(await byStatus()).toEqual([[4], [3, 2, 1], [5], []]);
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
  expect([await ordersOf({ uid: BEA }), await ordersOf({ project_id: fund })]).toEqual([
    [4, 2],
    [5, 4],
  ]);
  expect(await byStatus()).toEqual([[4], [], [], [5, 3, 2, 1]]);
  expect((await call('console/projects', { limit: '1', page: '2' })).data).toMatchObject([
    { id: token, status: 'ended', open_orders: 0, locked_users: 3, users: 3 },
  ]);
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
  const record = END + HOUR_MS + RECORD_DELAY_MS;
  const dividend = async () => (await call('console/dividends')).data[0];
  await fixture.ctx.db.transact((tx) => payDividends(fixture.deps, tx, record));
  expect(await dividend()).toMatchObject({ state: 'paying', holders: 1, paid: 0 });
  await fixture.runAt(record);
  expect(await dividend()).toMatchObject({ state: 'done', holders: 1, paid: 1 });
});

test('a cancelled project allots nothing', async () => {
  fixture.clock.set(START);
  const id = await fixture.project();
  await fixture.apply(id, '100');
  await fixture.ctx.db.transact((tx) => cancelProject(tx, id, START));
  const { supply, tokens, sums } = await call('console/project_allotment', { id });
  expect([supply, tokens, sums[0]?.paid, sums[0]?.refund]).toEqual(['0', '0', '0', '10']);
});

test('what has happened to a project is not changed: its times, its listing, its cancellation', async () => {
  fixture.clock.set(START - HOUR_MS);
  const coming = await fixture.row(await fixture.project());
  const { allotment: _none, ...rest } = coming;
  const allotment = { supply: amount('1'), applied: amount('1'), decimals: 2, cutoff: undefined };
  const cancelled = { ...coming, cancelledMs: START };
  const settling = { ...rest, allotment };
  const settled = { ...settling, settledMs: END };
  const unlocking = { ...settled, unlockingMs: LISTING };
  const code = (check: () => void) => {
    try {
      check();
      return 'ok';
    } catch (error) {
      return (error as { code?: unknown }).code;
    }
  };
  const moved = (project: Project, change: Partial<Timetable>, now: number) =>
    code(() => checkNewTimes(project, { ...TIMES, ...change }, now));
  const [start, end, listing] = [
    { startMs: START + HOUR_MS },
    { endMs: END + HOUR_MS },
    { listingMs: LISTING + HOUR_MS },
  ];
  expect([moved(coming, start, START - 1), moved(coming, start, START)]).toEqual(['ok', 'project_state']);
  expect([moved(coming, end, END - 1), moved(coming, end, END)]).toEqual(['ok', 'project_state']);
  // An allotment that began, or a cancellation, ends a subscription before its time.
  expect([moved(settling, end, START + 1), moved(cancelled, end, START + 1)]).toEqual([
    'project_state',
    'project_state',
  ]);
  expect([coming, settled, unlocking, cancelled].map((project) => moved(project, listing, LISTING))).toEqual([
    'ok',
    'ok',
    'project_state',
    'project_state',
  ]);
  expect([moved(settled, { listingMs: END }, END), moved(settled, { listingMs: END - 1 }, END)]).toEqual([
    'ok',
    'value_invalid',
  ]);
  expect(
    [settling, settled, unlocking, { ...settled, cancelledMs: START }].map((project) =>
      code(() => checkListing(project)),
    ),
  ).toEqual(['project_state', 'ok', 'project_state', 'project_state']);
  expect(
    [coming, settling, cancelled].map((project) => code(() => checkCancellation(project, END - 1))),
  ).toEqual(['ok', 'project_state', 'project_state']);
  expect(code(() => checkCancellation(coming, END))).toBe('project_state');
});
