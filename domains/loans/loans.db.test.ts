import type { UserId } from '@karat/contract';
import { loanConversionFormula } from '@karat/evidence';
import type { Receipt } from '@karat/evidence';
import { houseAccount } from '@karat/domains/ledger';
import type { PaidFee } from '@karat/domains/growth';
import { amount, format, price as priceOf, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { loanDebt } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cancel } from './apply.ts';
import { addCollateral, takeAssets } from './assets.ts';
import { callMargin } from './call.ts';
import { loanHistoryOf } from './credit-history.ts';
import { convertAssets } from './convert.ts';
import { reject } from './decide.ts';
import type { LoansDeps } from './deps.ts';
import { eventsOf } from './event-store.ts';
import { checkLoans } from './obligations.ts';
import { loansInState, loansOfUser } from './store.ts';
import {
  ALICE,
  BEA,
  BTC,
  DAY_MS,
  ETH,
  LoansFixture,
  START,
  USDT,
  coins,
  outcome,
} from './testing/fixture.ts';

const ENDLESS = 100;
let database: TestDatabase;
let fixture: LoansFixture;

beforeEach(async () => {
  database = await createTestDatabase({ connections: 12, connected: true });
  fixture = await LoansFixture.open(database.db);
  await fixture.at(START);
  await fixture.grant(houseAccount('loan_pool'), '20000000', USDT);
  await fixture.grant(houseAccount('conversion'), '1000', BTC);
  await fixture.grant(houseAccount('conversion'), '10000000', USDT);
  await fixture.fund(ALICE, '10', BTC);
  await fixture.fund(ALICE, '100000', USDT);
});
afterEach(async () => {
  const contradictions = await fixture.contradictions();
  if (contradictions.length > 0) throw new Error(contradictions.join(', '));
  await fixture.worker.stop();
  await database.drop();
});

const take = (id: number, text: string, currency = USDT) =>
  database.db.transact((tx) =>
    takeAssets(fixture.deps, tx, { userId: ALICE, id, currency, amount: amount(text) }),
  );
const add = (id: number, text: string, currency = BTC) =>
  database.db.transact((tx) =>
    addCollateral(fixture.deps, tx, { userId: ALICE, id, currency, amount: amount(text) }),
  );
const exchange = (id: number, text: string, from = USDT, to = BTC) =>
  database.db.transact((tx) =>
    convertAssets(fixture.deps, tx, { userId: ALICE, id, from, to, amount: amount(text) }),
  );
const debtOf = async (id: number): Promise<string> => format(loanDebt(await fixture.loan(id)));
const historyOf = (user: UserId) => loanHistoryOf(database.db, user, fixture.clock.now());
const kinds = (): string[] => fixture.notifications.map(({ kind }) => kind);

test('an application holds its collateral, an approval pays out into the held assets, a full repayment frees everything', async () => {
  const { id } = await fixture.apply();
  expect(await fixture.wallet(ALICE, BTC)).toBe('5 5');
  const loan = await fixture.approve(id, '0.0003');
  expect(loan).toMatchObject({ state: 'active', chargedDays: 1, interest: amount('180') });
  expect(await fixture.wallet(ALICE, USDT)).toBe('100000 600000');
  expect(await fixture.pool(USDT)).toBe('19400000 0');
  await fixture.repay(id, { amount: amount('100180') });
  expect(await fixture.loan(id)).toMatchObject({ principal: amount('500000'), interest: 0n });
  expect(await fixture.wallet(ALICE, USDT)).toBe('100000 499820');
  expect(await outcome(fixture.repay(id, { source: 'balance' }))).toBe('insufficient_balance');
  const ended = await fixture.repay(id);
  expect(ended).toMatchObject({ state: 'repaid', assets: [] });
  expect(await fixture.wallet(ALICE, USDT)).toBe('99820 0');
  expect(await fixture.wallet(ALICE, BTC)).toBe('10 0');
  expect(await fixture.pool(USDT)).toBe('20000180 0');
  expect(await outcome(fixture.repay(id))).toBe('loan_not_open');
  expect(await historyOf(ALICE)).toEqual({ loansOnTime: 1, loansLate: 0, loansOverdue: 0 });
  expect(kinds()).toEqual(['loans:applied', 'loans:approved', 'loans:repaid', 'loans:repaid']);
  expect(fixture.notifications.slice(2).map(({ values }) => [values?.['amount'], values?.['debt']])).toEqual([
    ['100180', '500000'],
    ['500000', '0'],
  ]);
});

test('applications beyond limits, leverage, term, funds or standing are refused and leave nothing', async () => {
  const apply = (more: Parameters<LoansFixture['apply']>[0]) => outcome(fixture.apply(more));
  expect(await apply({ amount: amount('499999.99') })).toBe('loan_amount');
  expect(await apply({ amount: amount('10000000.01') })).toBe('loan_amount');
  expect(await apply({ amount: amount('900000.000001') })).toBe('loan_leverage');
  expect(await apply({ amount: amount('600000.0000001') })).toBe('amount_too_precise');
  expect(await apply({ days: 6 })).toBe('loan_days');
  expect(await apply({ days: 366 })).toBe('loan_days');
  expect(await apply({ collateral: coins('11', BTC) })).toBe('insufficient_balance');
  expect(await apply({ userId: BEA })).toBe('insufficient_balance');
  fixture.borrowers.set(ALICE, { vipLevel: 1, level: 2, isFrozen: false });
  expect(await apply({})).toBe('loan_not_eligible');
  await database.db.run(
    sql`insert into loans_market_makers (user_id, since) values (${ALICE}, to_timestamp(0))`,
  );
  fixture.borrowers.set(ALICE, { vipLevel: 0, level: 0, isFrozen: false });
  expect(await apply({})).toBe('loan_not_eligible');
  fixture.borrowers.set(ALICE, { vipLevel: 0, level: 1, isFrozen: false });
  await fixture.at(START + 1_000);
  fixture.clock.set(START + 10_000);
  expect(await apply({})).toBe('index_stale');
  await fixture.at(START + 20_000);
  expect(await fixture.wallet(ALICE, BTC)).toBe('10 0');
  expect(await apply({ amount: amount('900000') })).toBe('ok');
  expect(await apply({})).toBe('loan_application_open');
});

test('a rejected and a withdrawn application free the collateral; a rejection keeps its note, neither can be decided again', async () => {
  const first = await fixture.apply();
  const note = 'Name the pair that you quote.';
  const no = { id: first.id, reason: 'purpose_unclear', note, operator: 'finance' } as const;
  await database.db.transact((tx) => reject(fixture.deps, tx, no));
  expect(await fixture.loan(first.id)).toMatchObject({ state: 'rejected', reason: 'purpose_unclear', note });
  expect(fixture.notifications.at(-1)).toMatchObject({ kind: 'loans:rejected', values: { note } });
  expect(await fixture.wallet(ALICE, BTC)).toBe('10 0');
  expect(await outcome(fixture.approve(first.id))).toBe('loan_decided');
  const second = await fixture.apply();
  expect(await outcome(database.db.transact((tx) => cancel(fixture.deps, tx, BEA, second.id)))).toBe(
    'loan_unknown',
  );
  await database.db.transact((tx) => cancel(fixture.deps, tx, ALICE, second.id));
  expect(
    await outcome(database.db.transact((tx) => reject(fixture.deps, tx, { ...no, id: second.id }))),
  ).toBe('loan_decided');
  expect(await fixture.wallet(ALICE, BTC)).toBe('10 0');
});

test('an application is among the open loans of its user until it is decided', async () => {
  const { id } = await fixture.apply();
  const listed = async (filter: 'open' | 'closed'): Promise<number[]> =>
    (await loansOfUser(database.db, ALICE, filter, { page: 1, limit: 10 })).rows.map((loan) => loan.id);
  expect([await listed('open'), await listed('closed')]).toEqual([[id], []]);
  await database.db.transact((tx) => cancel(fixture.deps, tx, ALICE, id));
  expect([await listed('open'), await listed('closed')]).toEqual([[], [id]]);
});

test('operators see running loans with the riskiest first, at the last prices', async () => {
  await fixture.fund(BEA, '20', BTC);
  await fixture.grant(houseAccount('loan_pool'), '9', BTC);
  const safe = await fixture.lend({ collateral: coins('10', BTC) });
  const risky = await fixture.lend({ userId: BEA, collateral: coins('4', BTC) });
  const btc = await fixture.lend({
    userId: BEA,
    currencyId: BTC,
    amount: amount('9'),
    collateral: coins('15', BTC),
  });
  const order = async (price: string): Promise<number[]> => {
    const prices = [
      { currency: USDT, price: priceOf('1') },
      { currency: BTC, price: priceOf(price) },
    ];
    const { rows } = await loansInState(database.db, 'active', undefined, prices, { page: 1, limit: 10 });
    return rows.map(({ id }) => id);
  };
  // 1.4 and 2 at 60,000 USDT; the loan of bitcoins on bitcoins has 2.67 at any price.
  expect(await order('60000')).toEqual([risky.id, safe.id, btc.id]);
  expect(await order('120000')).toEqual([risky.id, btc.id, safe.id]);
  // Without the price of its currency nobody knows the risk of a loan.
  const dollars = [{ currency: USDT, price: priceOf('1') }];
  const unknown = await loansInState(database.db, 'active', undefined, dollars, { page: 1, limit: 10 });
  expect(unknown.rows[0]?.id).toBe(btc.id);
  const ofBea = await loansInState(database.db, undefined, BEA, [], { page: 1, limit: 10 });
  expect(ofBea).toMatchObject({ total: 2, rows: [{ id: btc.id }, { id: risky.id }] });
});

test('an approval needs cover of the pool, a current index and leverage at that moment', async () => {
  const { id } = await fixture.apply({ amount: amount('900000') });
  await fixture.tick('59000');
  expect(await outcome(fixture.approve(id))).toBe('loan_leverage');
  fixture.clock.set(START + 60_000);
  expect(await outcome(fixture.approve(id))).toBe('index_stale');
  await fixture.at(START + 61_000, '60000');
  fixture.borrowers.set(ALICE, { vipLevel: 2, level: 2, isFrozen: true });
  expect(await outcome(fixture.approve(id))).toBe('loan_not_eligible');
  fixture.borrowers.delete(ALICE);
  await fixture.fund(BEA, '200', BTC);
  await fixture.lend({ userId: BEA, amount: amount('9800000'), collateral: coins('100', BTC) });
  await fixture.lend({ userId: BEA, amount: amount('9800000'), collateral: coins('100', BTC) });
  expect(await outcome(fixture.approve(id))).toBe('loan_pool_empty');
});

test('two operators who approve at once pay out once', async () => {
  const { id } = await fixture.apply();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(fixture.approve(id))));
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'loan_decided'), 'ok']);
  expect(await fixture.pool(USDT)).toBe('19400000 0');
});

test('assets leave a loan only while the rate stays at 150 %, however many requests come at once', async () => {
  // 900,000 of assets on 600,000 of debt: exactly 150 %.
  const { id } = await fixture.lend();
  expect(await outcome(take(id, '0.000001'))).toBe('loan_release_limit');
  await fixture.tick('70000');
  expect(await outcome(take(id, '50000.01'))).toBe('loan_release_limit');
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(take(id, '10000'))));
  expect(outcomes.filter((each) => each === 'ok')).toHaveLength(5);
  expect(await fixture.wallet(ALICE, USDT)).toBe('150000 550000');
  expect(await outcome(take(id, '6', BTC))).toBe('loan_release_limit');
  expect(await outcome(take(id, '1', ETH))).toBe('loan_release_limit');
});

test('a price that falls while assets are taken wins: nothing leaves below the rate', async () => {
  const { id } = await fixture.lend();
  await fixture.tick('70000');
  const [taken] = await Promise.all([outcome(take(id, '50000')), fixture.tick('60000')]);
  const loan = await fixture.loan(id);
  const usdt = loan.assets.find(({ currency }) => currency === USDT)?.amount;
  expect(usdt).toBe(amount(taken === 'ok' ? '550000' : '600000'));
  expect(await outcome(take(id, '1'))).toBe('loan_release_limit');
});

test('without a current index nothing is released, converted or liquidated; a repayment is taken', async () => {
  const { id } = await fixture.lend();
  await fixture.tick('5000');
  fixture.clock.set(fixture.clock.now() + 10_000);
  expect(await outcome(take(id, '1'))).toBe('index_stale');
  expect(await outcome(exchange(id, '1000'))).toBe('index_stale');
  expect(await fixture.worker.revalue()).toBe(0);
  expect(await fixture.loan(id)).toMatchObject({ state: 'active' });
  await fixture.repay(id, { amount: amount('100000') });
  expect(await debtOf(id)).toBe('500000');
});

test('a conversion stays inside the loan, costs its fee, and is refused below the margin call', async () => {
  const { id } = await fixture.lend();
  await exchange(id, '300000');
  const loan = await fixture.loan(id);
  expect(loan.assets).toEqual([
    { currency: BTC, amount: amount('10') },
    { currency: USDT, amount: amount('299700') },
  ]);
  expect(await fixture.wallet(ALICE, BTC)).toBe('5 10');
  expect(await outcome(exchange(id, '300000'))).toBe('insufficient_balance');
  expect(await outcome(exchange(id, '1', USDT, USDT))).toBe('same_currency');
  expect(await outcome(exchange(id, '10000000', BTC, USDT))).toBe('insufficient_balance');
  await fixture.tick('48034');
  expect(await outcome(exchange(id, '100000'))).toBe('loan_risk');
});

test('the VIP discount lowers the fee of a conversion, which is written down for volume and rebates', async () => {
  const { id } = await fixture.lend();
  const fees: PaidFee[] = [];
  const deps: LoansDeps = {
    ...fixture.deps,
    feeDiscount: (user) => rate(user === ALICE ? '0.1' : '0'),
    recordFee: (_, fee) => Promise.resolve(void fees.push(fee)),
  };
  await database.db.transact((tx) =>
    convertAssets(deps, tx, { userId: ALICE, id, from: USDT, to: BTC, amount: amount('300000') }),
  );
  const rows = await database.db.rows<{ user: number; body: string }>(
    sql`select user_id as "user", body from proofs_receipts where kind = 'loan-conversion'`,
  );
  const [receipt, ...others] = rows.map(({ body }) => JSON.parse(body) as Receipt);
  expect([rows[0]?.user, others]).toEqual([ALICE, []]);
  expect(receipt?.order).toMatchObject({
    ...{ loan: String(id), from_currency: 'USDT', to_currency: 'BTC', from_market: '0', to_market: '1' },
    ...{ amount: '300000', full_fee_rate: '0.001', discount: '0.1' },
  });
  expect(receipt?.ticks.map(({ price }) => price)).toEqual(['60000']);
  expect(receipt?.result).toEqual({ fee_rate: '0.0009', received: '5', fee: '270', taken: '300270' });
  expect(loanConversionFormula.result(receipt?.order ?? {}, receipt?.ticks ?? [])).toEqual(receipt?.result);
  // 0.1 % less a tenth.
  expect(await fixture.wallet(ALICE, USDT)).toBe('100000 299730');
  expect(fees).toEqual([
    {
      ...{ userId: ALICE, currency: USDT, fee: amount('270'), atMs: fixture.clock.now() },
      ...{ volumeCurrency: USDT, volume: amount('300000') },
    },
  ]);
});

test('a margin call is sent once per fall, blocks money that leaves, and ends when the rate has recovered', async () => {
  const { id } = await fixture.lend();
  const gate = () => outcome(checkLoans(database.db, ALICE, fixture.clock.now()));
  // 600,000 + 5 x 36,000 = 780,000: exactly 130 %.
  await fixture.tick('36000');
  expect(await fixture.worker.revalue()).toBe(0);
  expect(await gate()).toBe('ok');
  await fixture.tick('35999');
  await fixture.worker.revalue();
  expect(await gate()).toBe('loan_called');
  // Another process that has not read the call.
  expect(await database.db.transact((tx) => callMargin(fixture.deps, tx, id))).toBe(false);
  for (const price of ['36500', '35000', '37000', '35500']) {
    await fixture.tick(price);
    await fixture.worker.revalue();
  }
  const calls = () => kinds().filter((kind) => kind === 'loans:called').length;
  expect(calls()).toBe(1);
  await fixture.tick('42001');
  await fixture.worker.revalue();
  expect(await gate()).toBe('ok');
  await fixture.tick('35000');
  await fixture.worker.revalue();
  expect(calls()).toBe(2);
  await add(id, '5');
  expect(await gate()).toBe('ok');
  expect(await fixture.loan(id)).toMatchObject({ calledMs: undefined });
});

test('at 110 % a loan is kept, below it is liquidated at the index with a receipt; the surplus returns', async () => {
  const { id } = await fixture.lend();
  await fixture.tick('12000');
  await fixture.worker.revalue();
  expect(await fixture.loan(id)).toMatchObject({ state: 'active' });
  await fixture.tick('11999.999');
  expect(await fixture.worker.revalue()).toBe(1);
  expect(await fixture.loan(id)).toMatchObject({ state: 'liquidated', assets: [] });
  // The debt was paid in its own currency; every coin returned.
  expect(await fixture.wallet(ALICE, USDT)).toBe('100000 0');
  expect(await fixture.wallet(ALICE, BTC)).toBe('10 0');
  expect(await fixture.pool(USDT)).toBe('20000000 0');
  const receipts = await database.db.rows(
    sql`select 1 from proofs_receipts where kind = 'loan' and subject = ${String(id)}`,
  );
  expect(receipts).toHaveLength(1);
  expect(kinds()).toContain('loans:liquidated');
  expect(await fixture.worker.revalue()).toBe(0);
});

test('the event of a liquidation has the debt with its interest', async () => {
  const { id } = await fixture.lend({}, '0.0003');
  await fixture.tick('11000');
  expect(await fixture.worker.revalue()).toBe(1);
  const { rows } = await eventsOf(database.db, id, { page: 1, limit: 1 });
  expect(rows).toMatchObject([{ kind: 'liquidated', amount: amount('600180') }]);
});

test('a shortfall is paid by the insurance fund as far as it lasts; nobody goes below zero', async () => {
  await fixture.grant(houseAccount('insurance'), '10000', USDT);
  const { id } = await fixture.lend({ amount: amount('900000') });
  await exchange(id, '800000');
  await fixture.tick('30000');
  await fixture.worker.revalue();
  expect(await fixture.loan(id)).toMatchObject({ state: 'liquidated' });
  expect(await fixture.balance(houseAccount('insurance'), USDT)).toBe('0 0');
  expect(await fixture.wallet(ALICE, BTC)).toBe('5 0');
  expect(await fixture.wallet(ALICE, USDT)).toBe('100000 0');
  expect((await fixture.pool(BTC)).startsWith('18.3333')).toBe(true);
});

test('a repayment against a liquidation: one of them ends the loan, the books agree', async () => {
  const { id } = await fixture.lend();
  await fixture.worker.revalue();
  await fixture.tick('11000');
  const [paid] = await Promise.all([
    outcome(fixture.repay(id, { amount: amount('600000') })),
    fixture.worker.revalue(),
  ]);
  const { state } = await fixture.loan(id);
  expect(`${paid} ${state}`).toMatch(/^(ok repaid|loan_not_open liquidated)$/);
  expect(await fixture.wallet(ALICE, BTC)).toBe('10 0');
});

test('a hundred repayments at once take the debt and no more', async () => {
  const { id } = await fixture.lend();
  const outcomes = await Promise.all(
    Array.from({ length: ENDLESS }, () => outcome(fixture.repay(id, { amount: amount('10000') }))),
  );
  expect(outcomes.filter((each) => each === 'ok')).toHaveLength(60);
  expect(await fixture.loan(id)).toMatchObject({ state: 'repaid' });
  expect(await fixture.pool(USDT)).toBe('20000000 0');
});

test('a server that was down for three days charges each day once; an overdue loan is charged by started days', async () => {
  const { id } = await fixture.lend({ days: 7 }, '0.0003');
  await fixture.at(START + 3 * DAY_MS + 1);
  expect(await fixture.worker.chargeDue()).toBe(3);
  expect(await fixture.worker.chargeDue()).toBe(0);
  expect(await fixture.loan(id)).toMatchObject({ interest: amount('720'), chargedDays: 4 });
  await fixture.repay(id, { amount: amount('720') });
  await fixture.at(START + 7 * DAY_MS);
  await fixture.worker.chargeDue();
  await fixture.repay(id, { amount: amount('540'), source: 'balance' });
  expect(await debtOf(id)).toBe('600000');
  expect(await outcome(checkLoans(database.db, ALICE, fixture.clock.now()))).toBe('ok');
  await fixture.at(START + 10 * DAY_MS + 3_600_000);
  expect(await fixture.worker.chargeDue()).toBe(4);
  expect(await fixture.loan(id)).toMatchObject({ overdue: amount('12000') });
  expect(await outcome(checkLoans(database.db, ALICE, fixture.clock.now()))).toBe('loan_overdue');
  expect(await outcome(take(id, '1'))).toBe('loan_overdue');
  expect(await outcome(exchange(id, '1000'))).toBe('loan_overdue');
  expect(kinds().filter((kind) => kind === 'loans:overdue')).toHaveLength(1);
  expect(await historyOf(ALICE)).toEqual({ loansOnTime: 0, loansLate: 1, loansOverdue: 1 });
  expect(await historyOf(BEA)).toEqual({ loansOnTime: 0, loansLate: 0, loansOverdue: 0 });
});

test('an action sees the charges of its moment even if due work has not run; a clock set back charges nothing twice', async () => {
  const { id } = await fixture.lend({}, '0.0003');
  await fixture.at(START + 2 * DAY_MS + 1);
  await fixture.repay(id, { amount: amount('540') });
  expect(await debtOf(id)).toBe('600000');
  await fixture.at(START + DAY_MS);
  expect(await fixture.worker.chargeDue()).toBe(0);
  await fixture.at(START + 2 * DAY_MS + 2);
  expect(await fixture.worker.chargeDue()).toBe(0);
});

test('after a restart the valuation is rebuilt from rows', async () => {
  const { id } = await fixture.lend();
  const restarted = await LoansFixture.open(database.db, fixture.clock.now());
  await restarted.tick('11000');
  expect(await restarted.worker.revalue()).toBe(1);
  await restarted.worker.stop();
  expect(await fixture.loan(id)).toMatchObject({ state: 'liquidated' });
});
