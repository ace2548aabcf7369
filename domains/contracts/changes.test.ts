import { Refusal, userId } from '@karat/contract';
import { ZERO, amount, format, price, rate } from '@karat/money';
import { expect, test } from 'vitest';
import { amendOrder } from './amend-order.ts';
import { changeMargin } from './change-margin.ts';
import type { HouseState, MarginAccount } from './margin-account.ts';
import { pendingHold } from './margin-account.ts';
import type { OrderTerms } from './order-checks.ts';
import { Status } from './position.ts';
import type { Position } from './position.ts';
import { reversePosition } from './reverse-position.ts';
import { BTC, marketWith } from './testing/contracts-fixture.ts';
import { openPositionWith, positionWith } from './testing/positions.ts';

const termsAt = (index: string, more: Partial<OrderTerms> = {}): OrderTerms => ({
  market: marketWith(BTC),
  contract: {
    marketId: BTC,
    state: 'open',
    multiples: [5, 10, 20],
    lotStep: amount('1'),
    caps: { net: amount('1000000'), gross: amount('2000000'), user: amount('150000') },
    version: 1,
  },
  state: 'open',
  mark: { index: price(index), tick: 7 },
  stale: false,
  exposure: { long: amount('1'), short: ZERO, pendingLong: ZERO, pendingShort: ZERO },
  ...more,
});
const house = (): HouseState => ({ pool: amount('1000000'), insurance: amount('1000'), promotion: ZERO });
const accountWith = (available: string, ...positions: Position[]): MarginAccount => ({
  available: amount(available),
  positions,
});
const limits = { multipleMax: 10, positionsMax: 1, feeDiscount: rate('0') };
const marksAt = (index: string) => () => ({ index: price(index), tick: 7 });
const stateOf = (account: MarginAccount, funds: HouseState): string =>
  JSON.stringify([account, funds], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );

function outcome(run: () => unknown): string {
  try {
    run();
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
/** Refused with a code, and nothing has changed. */
function refused(account: MarginAccount, funds: HouseState, run: () => unknown): string {
  const before = stateOf(account, funds);
  const code = outcome(run);
  expect(stateOf(account, funds)).toBe(before);
  return code;
}

const reverse = (account: MarginAccount, terms: OrderTerms, funds = house(), id = account.positions[0]?.id) =>
  reversePosition(terms, account, funds, id ?? 0, limits, {
    id: 99,
    userId: userId(1),
    at: 5,
    marks: () => terms.mark,
  });

test('a long of 1 BTC at a gain is reversed into a short of 1 BTC at the same index', () => {
  const account = accountWith('0', openPositionWith({ takeProfit: price('40000') }));
  const [closed, opened] = reverse(account, termsAt('31000'));
  expect(closed).toMatchObject({ kind: 'closed', reason: 'user', profit: amount('1000') });
  expect(opened.position).toMatchObject({
    id: 99,
    side: 'short',
    mode: 'isolated',
    multiple: 10,
    lots: amount('100'),
  });
  expect(opened.position.takeProfit).toBeUndefined();
  expect([format(account.available), format(opened.position.margin)]).toEqual(['900', '3100']);
  expect(account.positions.map(({ status }) => status)).toEqual([Status.closed, Status.open]);
});

test('a reversal whose result lacks margin is refused and leaves the position open', () => {
  // The loss of 100 leaves 2,900, the short needs 2,990.
  const rich = accountWith('90', openPositionWith());
  expect(outcome(() => reverse(rich, termsAt('29900')))).toBe('done');
  const funds = house();
  const poor = accountWith('89.999999', openPositionWith());
  expect(refused(poor, funds, () => reverse(poor, termsAt('29900'), funds))).toBe('insufficient_balance');
});

test.each<[string, Partial<Position>, Partial<OrderTerms>]>([
  ['position_not_open', { status: Status.closing, trigger: { reason: 'stop_loss', tick: 3 } }, {}],
  ['market_halted', {}, { state: 'halted' }],
  ['contract_closed', {}, { state: 'cancel_only' }],
  ['contract_hours', {}, { state: 'closed' }],
  ['index_stale', {}, { stale: true }],
  ['multiple_capped', { multiple: 20 }, {}],
  ['multiple_invalid', { multiple: 7 }, {}],
  ['exposure_full', {}, { exposure: { ...termsAt('1').exposure, short: amount('33') } }],
])('a reversal is refused with %s and changes nothing', (code, position, more) => {
  const account = accountWith('5000', openPositionWith(position));
  const funds = house();
  expect(refused(account, funds, () => reverse(account, termsAt('30000', more), funds))).toBe(code);
});

test('the closed side counts no longer for the limits of the reversal', () => {
  const exposure = { long: amount('30'), short: amount('2'), pendingLong: ZERO, pendingShort: ZERO };
  const terms = termsAt('30000', { exposure });
  const caps = { ...terms.contract.caps, gross: amount('960000'), user: amount('30000') };
  const account = accountWith('5000', openPositionWith());
  expect(outcome(() => reverse(account, { ...terms, contract: { ...terms.contract, caps } }))).toBe('done');
});

test('a lot size that changed since the order leaves the quantity as it was', () => {
  const account = accountWith('5000', openPositionWith({ lotSize: amount('0.02'), lots: amount('50') }));
  const [, opened] = reverse(account, termsAt('30000'));
  expect(opened).toMatchObject({ quantity: amount('1') });
});

const margin = (
  account: MarginAccount,
  direction: 'add' | 'remove',
  money: string,
  terms = termsAt('30000'),
) =>
  changeMargin(
    terms,
    account,
    { id: account.positions[0]?.id ?? 0, direction, money: amount(money) },
    marksAt('30000'),
  );

test('margin moves between the available balance and the position', () => {
  const account = accountWith('1000', openPositionWith());
  expect(margin(account, 'add', '1000')).toMatchObject({ change: amount('1000'), margin: amount('4000') });
  expect(format(account.available)).toBe('0');
  expect(margin(account, 'remove', '400.5')).toMatchObject({ change: amount('-400.5') });
  expect([account.available, account.positions[0]?.margin].map((each) => format(each ?? ZERO))).toEqual([
    '400.5',
    '3599.5',
  ]);
});

test.each<[string, Partial<Position>, 'add' | 'remove', string, Partial<OrderTerms>]>([
  ['insufficient_balance', {}, 'add', '1000.000001', {}],
  ['amount_too_precise', {}, 'add', '0.0000001', {}],
  ['margin_not_isolated', { mode: 'cross' }, 'add', '1', {}],
  ['position_not_open', { status: Status.pending }, 'add', '1', {}],
  ['position_not_open', { status: Status.closing }, 'remove', '1', {}],
  ['margin_not_removable', {}, 'remove', '0.000001', {}],
  ['index_stale', { margin: amount('4000') }, 'remove', '1', { stale: true }],
  ['market_halted', { margin: amount('4000') }, 'remove', '1', { state: 'halted' }],
])('a change of margin is refused with %s and changes nothing', (code, position, direction, money, more) => {
  const account = accountWith('1000', openPositionWith(position));
  const terms = termsAt('30000', more);
  expect(refused(account, house(), () => margin(account, direction, money, terms))).toBe(code);
});

test('margin is added while the market is halted or its index stale', () => {
  const account = accountWith('1000', openPositionWith());
  margin(account, 'add', '1', termsAt('30000', { stale: true, mark: undefined }));
  margin(account, 'add', '1', termsAt('30000', { state: 'halted' }));
  expect(account.positions[0]?.margin).toBe(amount('3002'));
});

test('margin that the cross positions need is not added to an isolated one', () => {
  const isolated = openPositionWith();
  const cross = openPositionWith({ mode: 'cross' });
  // Equity of the cross account: 1,000 + 3,000 - 2,000 at 28,000; at most 500 may leave it.
  const account = accountWith('1000', isolated, cross);
  const add = (money: string) => () =>
    changeMargin(
      termsAt('28000'),
      account,
      { id: isolated.id, direction: 'add', money: amount(money) },
      marksAt('28000'),
    );
  expect(refused(account, house(), add('500'))).toBe('insufficient_balance');
  expect(outcome(add('499.999999'))).toBe('done');
});

/** A pending order with its hold. */
const pendingWith = (more: Partial<Position> = {}): Position => {
  const position = positionWith({ target: price('29000'), feeRate: rate('0.001'), ...more });
  position.hold = pendingHold(position, position.target ?? price('1'));
  return position;
};
const amend = (
  account: MarginAccount,
  change: { target?: string; lots?: string },
  terms = termsAt('30000'),
  funds = house(),
) =>
  amendOrder(
    terms,
    account,
    funds,
    {
      id: account.positions[0]?.id ?? 0,
      target: change.target === undefined ? undefined : price(change.target),
      lots: change.lots === undefined ? undefined : amount(change.lots),
    },
    { at: 5, marks: () => terms.mark },
  );

test('an amended order holds exactly margin and fee of its new price and lots', () => {
  const position = pendingWith();
  const account = accountWith('10000', position);
  const total = account.available + position.hold;
  for (const change of [{ target: '28000' }, { lots: '200' }, { target: '29500', lots: '150' }, {}]) {
    const [event, ...more] = amend(account, change);
    expect(event?.kind).toBe('amended');
    expect(more).toEqual([]);
    expect(position.hold).toBe(pendingHold(position, position.target ?? price('1')));
    expect(account.available + position.hold).toBe(total);
  }
  expect(position).toMatchObject({ lots: amount('150'), originLots: amount('150'), target: price('29500') });
});

test('an order amended to a price that the market has reached is filled at once', () => {
  const account = accountWith('10000', pendingWith());
  const events = amend(account, { target: '30000' });
  expect(events.map(({ kind }) => kind)).toEqual(['amended', 'opened']);
  expect(account.positions).toHaveLength(1);
  expect(account.positions[0]).toMatchObject({ status: Status.open, margin: amount('3000'), hold: ZERO });
});

test.each<[string, { target?: string; lots?: string }, Partial<Position>, Partial<OrderTerms>]>([
  ['insufficient_balance', { lots: '400' }, {}, {}],
  [
    'insufficient_balance',
    { target: '20000', lots: '160' },
    { side: 'short', target: price('31000'), lots: amount('150') },
    {},
  ],
  ['insufficient_balance', { target: '30000', lots: '120' }, { mode: 'cross' }, {}],
  ['price_tick', { target: '29000.05' }, {}, {}],
  ['lots_invalid', { lots: '0.5' }, {}, {}],
  ['stop_side_wrong', { target: '28000' }, { stopLoss: price('28500') }, {}],
  ['user_limit', { lots: '501' }, {}, {}],
  ['exposure_full', { lots: '200' }, {}, { exposure: { ...termsAt('1').exposure, long: amount('33') } }],
  ['position_not_pending', { lots: '2' }, { status: Status.cancelled }, {}],
  ['contract_closed', { lots: '2' }, {}, { state: 'cancel_only' }],
  ['index_stale', { lots: '2' }, {}, { stale: true }],
])('an amendment is refused with %s and changes nothing', (code, change, more, termsMore) => {
  const account = accountWith('40', pendingWith(more));
  const funds = house();
  expect(refused(account, funds, () => amend(account, change, termsAt('30000', termsMore), funds))).toBe(
    code,
  );
});

test('an order amended to a reached price is refused if its cross account would be liquidated at once', () => {
  // Equity without the order, at 27,000: what is available or held. Margins after it: 5,700.
  const fill = (available: string) => {
    const pending = pendingWith({ mode: 'cross', target: price('26000') });
    const account = accountWith(available, pending, openPositionWith({ mode: 'cross' }));
    const run = () => amend(account, { target: '27000' }, termsAt('27000'));
    return available === '224' ? refused(account, house(), run) : run().map(({ kind }) => kind);
  };
  expect(fill('224')).toBe('insufficient_balance');
  expect(fill('224.000001')).toEqual(['amended', 'opened']);
});

test('an amendment that adds no lots is not judged by limits that have changed since', () => {
  const market = marketWith(BTC, { minShare: amount('200') });
  expect(
    amend(accountWith('10000', pendingWith()), { target: '28000' }, termsAt('30000', { market })),
  ).toHaveLength(1);
  const full = { ...termsAt('1').exposure, long: amount('5000') };
  const less = accountWith('10000', pendingWith());
  expect(amend(less, { lots: '50' }, termsAt('30000', { exposure: full }))).toHaveLength(1);
  expect(less.positions[0]).toMatchObject({ lots: amount('50') });
});

test('while the exchange is closed an amended order rests, whatever its price', () => {
  const account = accountWith('10000', pendingWith());
  expect(
    amend(account, { target: '31000' }, termsAt('30000', { state: 'closed' })).map(({ kind }) => kind),
  ).toEqual(['amended']);
});
