import { contract, userId } from '@karat/contract';
import type { CostMethod } from '@karat/contract';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import { amount, format, negate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { callHandler } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figureHandlers } from './http.ts';
import { readEvents, readOpenLots } from './read-store.ts';
import { readAssets, readDebts } from './state-store.ts';
import {
  ALICE,
  BEN,
  BTC,
  BTC_MARKET,
  ETH,
  ETH_MARKET,
  PortfolioFixture,
  START,
  UNPRICED,
  USDT,
} from './testing/fixture.ts';
import { chartOf, periodsOf } from './value-history.ts';

let database: TestDatabase;
let fixture: PortfolioFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new PortfolioFixture(database.db);
  await fixture.knownHistory();
  await fixture.count(ALICE);
});
afterAll(() => database.drop());

const asset = async (currency = BTC): Promise<Readonly<Record<string, string>>> => {
  const found = (await readAssets(database.db, ALICE)).find((row) => row.currency === currency);
  return Object.fromEntries(
    Object.entries(found ?? {}).map(([name, value]: [string, bigint | number]) => [
      name,
      typeof value === 'bigint' ? format(amount(value)) : String(value),
    ]),
  );
};

// Bought 0.1 at 50,000 and at 40,000 less 0.0001 fee each, received 0.05 at an index of 52,000, sold 0.12 at 60,000 for
// 7,200 less 7.2: first in, first out sells 0.0999 for 5,000 and 0.0201 of 0.05 that count 2,600; the average is
// 11,600 for 0.2498. The rebate of 0.0001 counts 6.1.
test('cost and profit of a known history to the last digit, by average and first in, first out', async () => {
  expect(await asset()).toEqual({
    currency: String(BTC),
    quantity: '0.1299',
    held: '0',
    owed: '0',
    costFifo: '5560.9',
    realisedFifo: '1147.6',
    costAverage: '6033.642033627',
    realisedAverage: '1620.342033627',
    income: '6.1',
    fees: '9',
  });
  expect(await asset(USDT)).toMatchObject({ quantity: '8194.3', income: '1.5', fees: '7.2' });
});

test('the sale names its proceeds, cost, fee and profit', async () => {
  const sale = async (method: CostMethod) => {
    const [event] = await readEvents(database.db, ALICE, { of: 'sales', method, limit: 1 });
    return event && [event.quantity, event.value, event.cost, event.realised, event.fee].map(format);
  };
  expect(await sale('fifo')).toEqual(['-0.12', '7192.8', '6045.2', '1147.6', '7.2']);
  expect(await sale('average')).toEqual(['-0.12', '7192.8', '5572.457966373', '1620.342033627', '7.2']);
});

test('open lots are what first in, first out left; the deposit is marked', async () => {
  const { rows, total } = await readOpenLots(database.db, ALICE, BTC, { page: 1, limit: 10 });
  expect(total).toBe(3);
  expect(
    rows.map((lot) => [format(lot.acquired), format(lot.quantity), format(lot.cost), lot.estimated]),
  ).toEqual([
    ['0.05', '0.0299', '1554.8', true],
    ['0.0999', '0.0999', '4000', false],
    ['0.0001', '0.0001', '6.1', false],
  ]);
  const [marked, none] = await readEvents(database.db, ALICE, { of: 'estimated', method: 'fifo', limit: 5 });
  expect(none).toBeUndefined();
  expect(marked && [marked.type, format(marked.value), marked.kind]).toEqual([
    'transfer_in',
    '2600',
    'deposit',
  ]);
});

test('the chart adds transfers, and profit is what the value gained beyond them', async () => {
  const points = await chartOf(fixture.deps, ALICE, '7d');
  const last = points.at(-1);
  expect(points.length).toBeLessThanOrEqual(100);
  expect(last && [last.value, last.transfers, last.profit].map(format)).toEqual([
    '16118.2',
    '12600',
    '3518.2',
  ]);
});

const call = (path: 'portfolio/summary' | 'portfolio/chart', fields: Record<string, string>) =>
  callHandler(contract.portfolio, figureHandlers({ ...fixture.deps, counter: fixture.counter }), path, {
    who: ALICE,
    fields,
  });

test('the summary has each sum of all currencies in its own field', async () => {
  // 0.1299 BTC at 61,000 that cost 5,560.9, and 8,194.3 USDT; fees of 9 and 7.2, income of 6.1 and 1.5.
  expect(await call('portfolio/summary', { method: 'fifo' })).toMatchObject({
    value: '16118.2',
    cost: '13755.2',
    unrealised: '2363',
    unrealised_percent: '17.17',
    realised: '1147.6',
    income: '7.6',
    fees: '16.2',
    owed: '0',
    today: { profit: '5122.2', percent: '46.58' },
    unpriced: [],
    estimated: 1,
  });
});

test('a chart begins with its first value and ends with its last', async () => {
  const to = START + 48.5 * HOUR_MS;
  expect(await call('portfolio/chart', { range: '24h' })).toMatchObject({
    range: '24h',
    from_ms: expect.any(Number) as number,
    to_ms: to,
    start_value: '10996',
    value: '16118.2',
    transfers: '0',
    profit: '5122.2',
    percent: '46.58',
  });
});

test('days sum to the month, and each begins with the value at which the day before ended', async () => {
  const starts = [0, 1, 2].map((day) => Date.parse('2026-03-02T00:00:00Z') + day * DAY_MS);
  const days = await periodsOf(fixture.deps, ALICE, 'day', {
    starts,
    end: (starts[2] ?? 0) + DAY_MS,
    method: 'fifo',
  });
  expect(
    days.map((day) => [format(day.value), format(day.transfers), format(day.realised), format(day.income)]),
  ).toEqual([
    ['12794.8', '12600', '0', '0'],
    ['10992', '0', '0', '0'],
    ['16118.2', '0', '1147.6', '7.6'],
  ]);
  expect(days.map(({ profit }) => format(profit))).toEqual(['194.8', '-1802.8', '5126.2']);
});

test('borrowed money is owed and no income; interest is an expense, and a debt in a coin gains when the coin falls', async () => {
  const { clock } = fixture;
  clock.set(START + 3 * DAY_MS);
  await fixture.tick(ETH_MARKET, '2000');
  const before = await asset(USDT);
  await fixture.move('loan:drawdown', ALICE, '1000', USDT, '77');
  await fixture.move('loan:drawdown', ALICE, '2', ETH, '78');
  await fixture.count(ALICE);
  expect(await asset(USDT)).toMatchObject({ owed: '1000', income: before['income'] });
  expect(await asset(ETH)).toMatchObject({ quantity: '2', owed: '2', costFifo: '4000', income: '0' });
  clock.set(START + 3 * DAY_MS + HOUR_MS);
  await fixture.tick(ETH_MARKET, '1500');
  await fixture.move('loan:repayment', ALICE, '-400', USDT, '77');
  await fixture.move('loan:repayment', ALICE, '-610', USDT, '77');
  await fixture.move('loan:repayment', ALICE, '-2', ETH, '78');
  await fixture.count(ALICE);
  expect(await asset(USDT)).toMatchObject({ owed: '0', fees: '17.2' });
  // The units lost 1,000 and the debt in them gained as much.
  expect(await asset(ETH)).toMatchObject({ quantity: '0', owed: '0', costFifo: '0', realisedFifo: '0' });
  expect(await readDebts(database.db, ALICE)).toEqual([]);
});

test('a liquidation sells at the index and ends the debt; what it took beyond the debt is an expense', async () => {
  await fixture.move('loan:drawdown', ALICE, '500', USDT, '79');
  await fixture.tick(BTC_MARKET, '60000');
  const before = await asset();
  await fixture.move('loan:liquidation', ALICE, '-0.01', BTC, '79');
  await fixture.count(ALICE);
  expect(await asset(USDT)).toMatchObject({ owed: '0', fees: '117.2' });
  const realised = amount(String((await asset())['realisedFifo'])) - amount(String(before['realisedFifo']));
  // 0.01 of the deposit's lot cost 520.
  expect(format(amount(realised))).toBe('80');
});

test('what is counted twice in an hour adds up in the sums of the hour and of the day', async () => {
  const user = userId(100_003);
  await fixture.tick(BTC_MARKET, '50000');
  await fixture.move('deposit', user, '0.01', BTC);
  for (const sold of ['60000', '70000', '40000']) {
    await fixture.trade({ buyer: BEN, seller: user, quantity: '0.001', price: sold, sellerFee: '0.01' });
    await fixture.move('growth:rebate', user, '0.5');
    await fixture.count(user);
  }
  expect(
    await database.db.rows(sql`
      select span, trim_scale(sum(transfers))::text as transfers, trim_scale(sum(realised_fifo))::text as fifo,
        trim_scale(sum(realised_average))::text as average, trim_scale(sum(income))::text as income,
        trim_scale(sum(fees))::text as fees
      from portfolio_periods where user_id = ${user} group by span order by span`),
  ).toEqual(
    [1, 24].map((span) => ({
      ...{ span, transfers: '500', fifo: '19.97', average: '19.97', income: '1.5', fees: '0.03' },
    })),
  );
});

test('a split changes quantities, not the cost; charts of the past are in new shares', async () => {
  await fixture.count(BEN);
  const pastOf = async (user: typeof ALICE) =>
    (
      await database.db.one<{ quantity: string }>(sql`
        select trim_scale(quantity)::text as quantity from portfolio_periods
        where user_id = ${user} and currency_id = ${BTC} and span = 1 order by start limit 1`)
    ).quantity;
  expect([await pastOf(ALICE), await pastOf(BEN)]).toEqual(['0.0999', '100']);
  const before = await asset();
  await fixture.move('stock:split', ALICE, String(before['quantity']), BTC);
  await fixture.count(ALICE);
  const after = await asset();
  expect(after).toMatchObject({ costFifo: before['costFifo'], costAverage: before['costAverage'] });
  expect(after['quantity']).toBe(format(amount(BigInt(amount(String(before['quantity']))) * 2n)));
  const { rows } = await readOpenLots(database.db, ALICE, BTC, { page: 1, limit: 10 });
  expect(format(amount(rows.reduce((sum, { quantity }) => sum + quantity, 0n)))).toBe(after['quantity']);
  // Only those of the user: each one's split is a journal of their own.
  expect([await pastOf(ALICE), await pastOf(BEN)]).toEqual(['0.1998', '100']);
});

test('holds, releases and transfers between own accounts are no events', async () => {
  const seq = await database.db.one(sql`select seq, counted from portfolio_users where user_id = ${ALICE}`);
  const [change, lever] = [userAccount(ALICE, 'change'), userAccount(ALICE, 'lever')];
  const hundred = amount('100');
  await fixture.post('spot:hold', [
    { account: change, currency: USDT, available: negate(hundred), held: hundred },
  ]);
  await fixture.post('transfer', [
    { account: change, currency: USDT, available: negate(hundred) },
    { account: lever, currency: USDT, available: hundred },
  ]);
  await fixture.count(ALICE);
  expect(
    await database.db.one(sql`select seq, counted from portfolio_users where user_id = ${ALICE}`),
  ).toEqual({
    ...(seq as object),
    counted: (seq as { counted: number }).counted + 2,
  });
  expect(await asset(USDT)).toMatchObject({ held: '100' });
});

test('what a coin without a price cost is neither gained nor lost', async () => {
  const day = Date.parse('2026-03-10T00:00:00Z');
  fixture.clock.set(day + HOUR_MS);
  const [change, issuer] = [userAccount(BEN, 'change'), houseAccount('loan_pool')];
  const [cost, tokens] = [amount('300'), amount('60')];
  await fixture.move('deposit', BEN, '1000');
  await fixture.post('launchpad:allotment', [
    { account: change, currency: USDT, available: negate(cost) },
    { account: issuer, currency: USDT, available: cost },
    { account: change, currency: UNPRICED, available: tokens },
    { account: houseAccount('external'), currency: UNPRICED, available: negate(tokens) },
  ]);
  fixture.clock.set(day + 3 * HOUR_MS);
  await fixture.count(BEN);
  const points = await chartOf(fixture.deps, BEN, '24h');
  const shown = [points.at(-2), points.at(-1)].map(
    (point) => point && [point.transfers, point.profit].map(format),
  );
  expect(shown).toEqual([
    ['1000', '0'],
    ['1000', '0'],
  ]);
  const [first] = await periodsOf(fixture.deps, BEN, 'day', {
    starts: [day],
    end: day + DAY_MS,
    method: 'average',
  });
  expect(first && format(first.profit)).toBe('0');
});
