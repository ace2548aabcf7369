import { contract, userId } from '@karat/contract';
import { SPOT_FEES } from '@karat/domains/spot';
import { houseAccount } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { callHandler, pageAt } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countFees } from './count-fees.ts';
import { recordFee } from './fees-due.ts';
import { ALICE, BEN, BTC, CLEO, GrowthFixture, START, USDT } from './testing/fixture.ts';

const [DORA, EVE, FAY, GIA] = [userId(100_004), userId(100_005), userId(100_006), userId(100_007)];
const DECISION = { approval: 1, reason: 'a test', askedBy: 'risk', approvedBy: 'admin' };
const MIDNIGHT = Date.parse('2026-11-21T00:00:00Z');
/** The levels are set a little after midnight, and that takes a while. */
const RUN = MIDNIGHT + 5_000;
const RUN_MS = 7_000;
const SECOND_DAY = MIDNIGHT + HOUR_MS;
const MULTIPLES = [100, 100, 100, 125, 150, 200];
const LEVELS = [
  { volume: '0', balance: '0', fee_discount: '0', outflow_limit: '100' },
  { volume: '50000', balance: '20000', fee_discount: '5', outflow_limit: '100' },
  { volume: '500000', balance: '100000', fee_discount: '10', outflow_limit: '120' },
  { volume: '5000000', balance: '500000', fee_discount: '20', outflow_limit: '150' },
  { volume: '25000000', balance: '2000000', fee_discount: '30', outflow_limit: '200' },
  { volume: '100000000', balance: '10000000', fee_discount: '40', outflow_limit: '300' },
].map((terms, level) => ({ level, ...terms, multiple_max: MULTIPLES[level] }));

let database: TestDatabase;
let fixture: GrowthFixture;

const call = <Path extends keyof typeof contract.growth>(path: Path, who = ALICE, fields = {}) =>
  callHandler(contract.growth, fixture.growth.handlers, path, { who, fields });
const asOperator = <Path extends keyof typeof contract.growth>(path: Path, fields = {}) =>
  callHandler(contract.growth, fixture.growth.handlers, path, { login: 'risk', fields });
const sell = (seller: typeof BEN, quantity: string, sellerFee: string) =>
  fixture.fill({ buyer: CLEO, seller, quantity, buyerFee: '0', sellerFee });
const decide = (kind: string, payload: Readonly<Record<string, string | number>>) =>
  database.db.transact(async (tx) => fixture.growth.approvals[kind]?.execute(tx, payload, DECISION));

/** Fees that are paid out at midnight, when Ben reaches VIP 2 by his balance and Dora VIP 1 by her volume. */
async function firstDay(): Promise<void> {
  await fixture.growth.worker.runDue();
  await fixture.fund(BEN, '120000');
  await fixture.fund(DORA, '900');
  await sell(BEN, '0.1', '10');
  await fixture.fill({ buyer: BEN, seller: CLEO, quantity: '0.2', buyerFee: '0.001', sellerFee: '0' });
  await sell(DORA, '0.3', '5');
  await database.db.run(sql`
    insert into contracts_fills (position_id, user_id, market_id, kind, lots, quantity, price, index_price, tick, margin, profit,
      fee, insurance, absorbed, at)
    values (1, ${DORA}, 1, 'open', 1, 1, 50000, 50000, 1, 500, 0, 25, 0, 0, to_timestamp(${START} / 1000.0))`);
  await countFees(fixture.deps);
  fixture.clock.set(RUN);
  await fixture.growth.worker.runDue();
}

/** Rebates in every state that is not paid: due, held, released and refused. */
async function secondDay(): Promise<void> {
  fixture.clock.set(SECOND_DAY);
  fixture.signs.set(FAY, ['document', 'payee']).set(GIA, ['payee']).set(DORA, ['device']);
  await sell(FAY, '0.01', '30');
  await countFees(fixture.deps);
  fixture.clock.set(SECOND_DAY + 1_000);
  await fixture.fill({ buyer: GIA, seller: CLEO, quantity: '0.02', buyerFee: '0.0005', sellerFee: '0' });
  await sell(DORA, '0.03', '15');
  await sell(BEN, '0.7', '40');
  await sell(EVE, '0.04', '100');
  const conversion = { userId: BEN, currency: USDT, fee: amount('4'), atMs: fixture.clock.now() };
  await database.db.transact((tx) =>
    recordFee(tx, { ...conversion, volumeCurrency: USDT, volume: amount('3000') }),
  );
  await countFees(fixture.deps);
  expect(await asOperator('console/invitation_refuse', { uid: FAY, reason: 'one document' })).toBe('ok');
  await decide('rebate release', { uid: GIA });
  await fixture.fund(BEN, '400000');
  await fixture.growth.levels.load();
}

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new GrowthFixture(database.db, START, {
    onStep: (step) => step === 'stored' && fixture.clock.set(fixture.clock.now() + RUN_MS),
    creditFactsOf: (_, user) =>
      Promise.resolve({
        ...{ level: user === ALICE ? 1 : 2, createdMs: START - 95 * DAY_MS, loansOnTime: 12 },
        ...{ loansLate: 2, loansOverdue: 1, auctionsUnpaid: 4, proofsRefused: 1 },
      }),
  });
  await fixture.people(ALICE, BEN, CLEO, DORA, EVE, FAY, GIA);
  await fixture.invite(ALICE, BEN, DORA, FAY, GIA);
  await fixture.invite(BEN, EVE);
  await database.db.run(sql`
    update identity_users set nickname = substr('ABCDEFG', (id - 100000)::int, 1) || 'ndy',
      real_state = case when id in (${DORA}, ${GIA}) then 2 else 1 end, created_at = created_at + (id - 100000) * interval '1 min'`);
  await fixture.grant(SPOT_FEES, '1', BTC);
  await fixture.grant(SPOT_FEES, '1000', USDT);
  await fixture.grant(houseAccount('fees', DORA % 16), '1000', USDT);
  await firstDay();
  await secondDay();
});
afterAll(() => database.drop());

test('the summary of an inviter: what is paid, and what waits without what was refused', async () => {
  expect(await call('invite/summary')).toEqual({
    extension_code: `CODE${ALICE}`,
    share: '20',
    period_seconds: 3_600,
    invited: 4,
    // 8 USDT, and 0.0002 BTC at 50,000.
    total: '18',
    paid: [
      { currency_name: 'BTC', amount: '0.0002' },
      { currency_name: 'USDT', amount: '8' },
    ],
    pending: [
      // Released.
      { currency_name: 'BTC', amount: '0.0001' },
      // A fifth of 40, of 4, and of Dora's 15, which are held.
      { currency_name: 'USDT', amount: '11.8' },
    ],
  });
});

test('invited people are masked, the newest first, by pages', async () => {
  const row = (name: string, uid: string, verified: boolean, minutes: number) => ({
    ...{ name, uid, verified, created_ms: START + minutes * 60_000 },
  });
  const first = await call('invite/people', ALICE, { page: 1, limit: 3 });
  expect(first).toEqual(
    pageAt({ page: 1, limit: 3, total: 4 }, [
      row('G***', '10***07', true, 7),
      row('F***', '10***06', false, 6),
      row('D***', '10***04', true, 4),
    ]),
  );
  const second = await call('invite/people', ALICE, { page: 2, limit: 3 });
  expect(second).toEqual(pageAt({ page: 2, limit: 3, total: 4 }, [row('B***', '10***02', false, 2)]));
});

test('rebates by day, product, currency and state, by pages', async () => {
  const row = (of: string, product: string, state: string, code: string, sum: string, people = 1) => ({
    ...{ date: `2026-11-${of}`, product, state, currency_name: code, amount: sum, people },
  });
  expect(await call('invite/rebates', ALICE, { page: 1, limit: 5 })).toEqual(
    pageAt({ page: 1, limit: 5, total: 8 }, [
      row('21', 'conversion', 'due', 'USDT', '0.8'),
      row('21', 'spot', 'released', 'BTC', '0.0001'),
      row('21', 'spot', 'due', 'USDT', '8'),
      row('21', 'spot', 'held', 'USDT', '3'),
      row('21', 'spot', 'refused', 'USDT', '6'),
    ]),
  );
  expect(await call('invite/rebates', ALICE, { page: 2, limit: 5 })).toEqual(
    pageAt({ page: 2, limit: 5, total: 8 }, [
      row('20', 'contracts', 'paid', 'USDT', '5'),
      row('20', 'spot', 'paid', 'BTC', '0.0002'),
      row('20', 'spot', 'paid', 'USDT', '3', 2),
    ]),
  );
  expect(await call('invite/rebates', BEN)).toMatchObject({
    data: [row('21', 'spot', 'due', 'USDT', '20')],
    total: 1,
  });
});

test('operators see the rebates of all inviters by currency', async () => {
  expect(await asOperator('console/rebates')).toEqual({
    share: '20',
    totals: [
      { currency_name: 'BTC', paid: '0.0002', due: '0.0001', held: '0', refused: '0' },
      { currency_name: 'USDT', paid: '8', due: '28.8', held: '3', refused: '6' },
    ],
  });
});

test('operators see pairs, held ones first, of a state if asked, by pages', async () => {
  const none = { held: '0', paid: '0', decided_by: null };
  const pair = { inviter: ALICE, state: 'clear', signs: [], ...none };
  const dora = {
    ...{ ...pair, invitee: DORA, state: 'held', signs: ['device'], held: '3', paid: '6', created_ms: START },
  };
  const gia = { ...pair, invitee: GIA, signs: ['payee'], decided_by: 'two operators' };
  const eve = { ...pair, invitee: EVE, inviter: BEN };
  const fay = {
    ...{ ...pair, invitee: FAY, state: 'refused', signs: ['document', 'payee'], decided_by: 'risk' },
    created_ms: SECOND_DAY,
  };
  // 2 USDT, and 0.0002 BTC at 50,000.
  const ben = { ...pair, invitee: BEN, paid: '12', created_ms: START };
  const later = { created_ms: SECOND_DAY + 1_000 };
  const list = (fields: object) => asOperator('console/invitations', fields);
  expect(await list({ page: 1, limit: 3 })).toEqual(
    pageAt({ page: 1, limit: 3, total: 5 }, [dora, { ...gia, ...later }, { ...eve, ...later }]),
  );
  expect(await list({ page: 2, limit: 3 })).toEqual(pageAt({ page: 2, limit: 3, total: 5 }, [fay, ben]));
  expect(await list({ state: 'held' })).toMatchObject({ data: [dora], total: 1 });
  expect(await list({ state: 'refused' })).toMatchObject({ data: [fay], total: 1 });
  expect(await list({ state: 'clear' })).toMatchObject({ total: 3 });
});

test('levels with their fees after the discount', async () => {
  const fees = [
    ['0.1', '2.5'],
    ['0.095', '2.375'],
    ['0.09', '2.25'],
    ['0.08', '2'],
    ['0.07', '1.75'],
    ['0.06', '1.5'],
  ];
  expect(await call('vip/levels')).toEqual(
    LEVELS.map((terms, level) => ({ ...terms, conversion_fee: fees[level]?.[0], nft_fee: fees[level]?.[1] })),
  );
});

test('the own standing: figures of the decision, and those of now with the level that they give', async () => {
  const next = { next_ms: MIDNIGHT + DAY_MS };
  expect(await call('vip/status', BEN)).toEqual({
    level: 2,
    decided: { date: '2026-11-21', volume: '15000', balance: '120000', level: 2 },
    // 35,000 of fills and 3,000 of a conversion since.
    ...{ volume: '53000', balance: '520000', expected_level: 3, ...next },
  });
  expect(await call('vip/status', DORA)).toEqual({
    level: 1,
    decided: { date: '2026-11-21', volume: '65000', balance: '900', level: 1 },
    ...{ volume: '66500', balance: '900', expected_level: 1, ...next },
  });
  expect(await call('vip/status', userId(100_010))).toEqual({
    ...{ level: 0, decided: null, volume: '0', balance: '0', expected_level: 0, ...next },
  });
});

test('operators see the users of each level, and the runs, the newest first', async () => {
  const users = [5, 1, 1, 0, 0, 0];
  expect(await asOperator('console/vip')).toEqual({
    levels: LEVELS.map((terms, level) => ({ ...terms, users: users[level] })),
    runs: [
      { date: '2026-11-21', users: 7, changed: 2, started_ms: RUN, done_ms: RUN + RUN_MS },
      { date: '2026-11-20', users: 0, changed: 0, started_ms: START, done_ms: START },
    ],
  });
  const ben = { uid: BEN, level: 2, date: '2026-11-21', volume: '15000', balance: '120000' };
  const dora = { uid: DORA, level: 1, date: '2026-11-21', volume: '65000', balance: '900' };
  for (const [index, one] of [ben, dora].entries())
    expect(await asOperator('console/vip_users', { page: index + 1, limit: 1 })).toEqual(
      pageAt({ page: index + 1, limit: 1, total: 2 }, [one]),
    );
});

test('the credit score with each of its parts, of the caller alone', async () => {
  const part = (name: string, count: number, each: number, most: number, points: number) => ({
    ...{ part: name, count, each, count_max: most, points },
  });
  expect(await call('credit/score')).toEqual({
    score: 83,
    max: 200,
    parts: [
      part('base', 1, 100, 1, 100),
      part('verification', 1, 10, 2, 10),
      part('age', 3, 1, 30, 3),
      part('loans_on_time', 12, 5, 10, 50),
      part('loans_late', 2, -10, 5, -20),
      part('loans_overdue', 1, -20, 2, -20),
      part('auctions_unpaid', 4, -10, 3, -30),
      part('proofs_refused', 1, -10, 3, -10),
    ],
  });
  expect((await call('credit/score', BEN)).score).toBe(93);
});
