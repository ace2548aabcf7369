import { contract } from '@karat/contract';
import type { MarketId } from '@karat/contract';
import { seedDemoOperators } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';
import { callHandler } from '@karat/platform/testing';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANNA, BEN, START, openStocks } from './testing/fixture.ts';
import type { StocksFixture } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: StocksFixture;
let tesla: MarketId;

/** In the order of their plans: called off, to come, and two that are done. */
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await openStocks(database.db);
  const passwords = { hash: async () => 'x', verify: async () => true, pretend: async () => false };
  await seedDemoOperators(fixture.ctx, passwords);
  const market = fixture.market.instruments.bySymbol('TSLA/USDT') ?? expect.fail('no TSLA');
  tesla = market.id;
  await fixture.give(ANNA, '3.333333');
  await fixture.give(BEN, '10');
  const after = (minutes: number): number => START + minutes * MINUTE_MS;
  await fixture.plan({ match_id: tesla, kind: 'split', ratio_new: 7, ratio_old: 5, note: 'Off' }, after(30));
  await fixture.decide('stock action cancel', { id: 1 });
  await fixture.plan({ match_id: tesla, kind: 'dividend', per_share: '1.5', note: 'To come' }, after(40));
  await fixture.plan({ kind: 'dividend', per_share: '0.25', note: 'Third quarter' }, after(10));
  await fixture.plan({ kind: 'split', ratio_new: 3, ratio_old: 2, note: 'Smaller shares' }, after(20));
  await fixture.due(after(10));
  await fixture.due(after(20));
});
const nothingFailed = (): void => expect(fixture.errors).toEqual([]);
afterAll(async () => {
  nothingFailed();
  await fixture.close();
  await database.drop();
});

const call = <Path extends keyof typeof contract.stocks>(
  path: Path,
  fields: Record<string, unknown> = {},
  who = ANNA,
) => callHandler(contract.stocks, fixture.stocks.handlers, path, { who, fields });

const actions = () => {
  const apple = { match_id: fixture.aapl.id, symbol: 'AAPL/USDT' };
  const tesla_ = { match_id: tesla, symbol: 'TSLA/USDT' };
  return {
    off: {
      ...{ id: 1, ...tesla_, kind: 'split', per_share: null, ratio_new: 7, ratio_old: 5 },
      ...{ state: 'cancelled', note: 'Off', effective_at: '2026-11-21 12:30:00' },
      effective_ms: START + 30 * MINUTE_MS,
    },
    coming: {
      ...{ id: 2, ...tesla_, kind: 'dividend', per_share: '1.5', ratio_new: null, ratio_old: null },
      ...{ state: 'planned', note: 'To come', effective_at: '2026-11-21 12:40:00' },
      effective_ms: START + 40 * MINUTE_MS,
    },
    paid: {
      ...{ id: 3, ...apple, kind: 'dividend', per_share: '0.25', ratio_new: null, ratio_old: null },
      ...{ state: 'done', note: 'Third quarter', effective_at: '2026-11-21 12:10:00' },
      effective_ms: START + 10 * MINUTE_MS,
    },
    split: {
      ...{ id: 4, ...apple, kind: 'split', per_share: null, ratio_new: 3, ratio_old: 2 },
      ...{ state: 'done', note: 'Smaller shares', effective_at: '2026-11-21 12:20:00' },
      effective_ms: START + 20 * MINUTE_MS,
    },
  };
};

test('dividends and splits are listed by their time, the latest first, of all markets or of one', async () => {
  const { off, coming, paid, split } = actions();
  expect(await call('stocks/actions')).toEqual([coming, off, split, paid]);
  expect(await call('stocks/actions', { limit: 2 })).toEqual([coming, off]);
  expect(await call('stocks/actions', { match_id: fixture.aapl.id })).toEqual([split, paid]);
  expect(await call('stocks/actions', { match_id: tesla, limit: 1 })).toEqual([coming]);
  await expect(call('stocks/actions', { match_id: 9_999 })).rejects.toThrow('market_unknown');
});

test('a holder reads what became of the own shares, the latest first, page by page', async () => {
  const { paid, split } = actions();
  const ofAnna = [
    { ...split, quantity_before: '3.333333', quantity_after: '4.999999', paid: '0' },
    { ...paid, quantity_before: '3.333333', quantity_after: '3.333333', paid: '0.833333' },
  ];
  expect(await call('stocks/entitlements')).toEqual({ data: ofAnna, next: null });
  const first = await call('stocks/entitlements', { limit: 1 });
  expect(first).toEqual({ data: [ofAnna[0]], next: expect.stringMatching(/^\d+$/) as string });
  expect(await call('stocks/entitlements', { limit: 1, cursor: first.next })).toEqual({
    data: [ofAnna[1]],
    next: null,
  });
  expect((await call('stocks/entitlements', {}, BEN)).data).toEqual([
    { ...split, quantity_before: '10', quantity_after: '15', paid: '0' },
    { ...paid, quantity_before: '10', quantity_after: '10', paid: '2.5' },
  ]);
});

test('operators read how many holders an action reached, what it paid, and its approval', async () => {
  const { off, coming, paid, split } = actions();
  const rows = [
    { ...coming, holders: 0, paid: '0', approval: 703 },
    { ...off, holders: 0, paid: '0', approval: 701 },
    { ...split, holders: 2, paid: '0', approval: 705 },
    { ...paid, holders: 2, paid: '3.333333', approval: 704 },
  ];
  expect(await call('console/stock_actions')).toEqual(rows);
  expect(await call('console/stock_actions', { limit: 3 })).toEqual(rows.slice(0, 3));
});

test('an action is asked for with its exact terms, and so is its end', async () => {
  const effective = START + 50 * MINUTE_MS;
  const ask = (path: 'console/stock_action' | 'console/stock_action_cancel', fields: object) =>
    callHandler(contract.stocks, fixture.stocks.handlers, path, {
      login: 'finance',
      fields: { reason: 'the board decided', ...fields },
    });
  const terms = { match_id: tesla, effective_ms: effective, note: 'Two for one' };
  const split = await ask('console/stock_action', {
    ...{ ...terms, kind: 'split', ratio_new: 2, ratio_old: 1 },
  });
  const dividend = await ask('console/stock_action', { ...terms, kind: 'dividend', per_share: '0.5' });
  const end = await ask('console/stock_action_cancel', { id: 2 });
  const asked = await database.db.rows(sql`
    select id as approval, digest, kind, subject, payload, reason from operators_approvals order by id`);
  const said = { reason: 'the board decided', subject: 'TSLA/USDT' };
  expect(asked).toEqual([
    {
      ...{ ...split, ...said, kind: 'stock action' },
      payload: { ...terms, kind: 'split', ratio_new: 2, ratio_old: 1 },
    },
    {
      ...{ ...dividend, ...said, kind: 'stock action' },
      payload: { ...terms, kind: 'dividend', per_share: '0.5' },
    },
    { ...end, ...said, kind: 'stock action cancel', payload: { id: 2 } },
  ]);
  await expect(ask('console/stock_action_cancel', { id: 3 })).rejects.toThrow('stock_action_decided');
  await expect(ask('console/stock_action_cancel', { id: 99 })).rejects.toThrow('not_found');
});

test('terms of the other kind, terms that are missing and a split that changes nothing are refused', async () => {
  const terms = {
    match_id: tesla,
    effective_ms: START + 50 * MINUTE_MS,
    note: 'Two for one',
    reason: 'the board',
  };
  const ask = (fields: object) =>
    callHandler(contract.stocks, fixture.stocks.handlers, 'console/stock_action', {
      login: 'finance',
      fields: { ...terms, ...fields },
    });
  for (const fields of [
    { kind: 'dividend' },
    { kind: 'dividend', per_share: '0.5', ratio_new: 2 },
    { kind: 'dividend', per_share: '0.5', ratio_old: 1 },
    { kind: 'split', ratio_new: 2 },
    { kind: 'split', ratio_old: 1 },
    { kind: 'split', ratio_new: 2, ratio_old: 1, per_share: '0.5' },
    { kind: 'split', ratio_new: 3, ratio_old: 3 },
  ])
    await expect(ask(fields)).rejects.toThrow('stock_action_invalid');
});

test('the calendar has the sessions of thirty days, the short one, and the days without one', async () => {
  const session = (date: string, close = '21:00') => ({
    open_ms: Date.parse(`${date}T14:30:00Z`),
    close_ms: Date.parse(`${date}T${close}:00Z`),
    early: close !== '21:00',
  });
  const [now, inSession] = [fixture.clock.now(), Date.parse('2026-11-23T14:30:00Z')];
  const november = ['23', '24', '25', '27', '30'].map((day) =>
    session(`2026-11-${day}`, day === '27' ? '18:00' : '21:00'),
  );
  const december = ['01', '02', '03', '04', '07', '08', '09', '10', '11', '14', '15', '16', '17', '18'].map(
    (day) => session(`2026-12-${day}`),
  );
  const expected = { sessions: [...november, ...december], holidays: ['2026-11-26'] };
  expect(await call('stocks/calendar')).toEqual({ now_ms: now, open: false, ...expected });
  fixture.clock.set(inSession);
  expect(await call('stocks/calendar')).toEqual({
    now_ms: inSession,
    open: true,
    holidays: ['2026-11-26'],
    sessions: [...expected.sessions, session('2026-12-21'), session('2026-12-22')],
  });
  fixture.clock.set(now);
});
