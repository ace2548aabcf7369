import { Refusal, userId } from '@karat/contract';
import { ZERO, amount, format, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import { expect, test } from 'vitest';
import { cancelOrder, closeMany, closePosition, openPosition, setStops } from './commands.ts';
import type { OpenRequest, OrderTerms } from './order-checks.ts';
import type { HouseState, MarginAccount } from './margin-account.ts';
import { Status } from './position.ts';
import { BTC, ETH, marketWith } from './testing/contracts-fixture.ts';
import { openPositionWith, positionWith } from './testing/positions.ts';

const terms = (more: Partial<OrderTerms> = {}, marketTerms = {}): OrderTerms => ({
  market: marketWith(BTC, { minShare: amount('2'), maxShare: amount('500'), ...marketTerms }),
  contract: {
    marketId: BTC,
    state: 'open',
    multiples: [5, 10, 20],
    lotStep: amount('2'),
    caps: { net: amount('1000000'), gross: amount('2000000'), user: amount('150000') },
    version: 1,
  },
  state: 'open',
  mark: { index: price('30000'), tick: 7 },
  stale: false,
  exposure: { long: ZERO, short: ZERO, pendingLong: ZERO, pendingShort: ZERO },
  ...more,
});
const limits = { multipleMax: 10, positionsMax: 3 };
const house = (): HouseState => ({ pool: amount('1000000'), insurance: amount('1000'), promotion: ZERO });
const accountWith = (available: string, ...positions: MarginAccount['positions']): MarginAccount => ({
  available: amount(available),
  positions,
});
const request: OpenRequest = {
  marketId: BTC,
  side: 'long',
  mode: 'isolated',
  lots: amount('100'),
  multiple: 10,
};
const marks = () => ({ index: price('30000'), tick: 7 });

function outcome(run: () => unknown): string {
  try {
    run();
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
const opening = (more: Partial<OpenRequest>, of = terms(), account = accountWith('1000000')): string =>
  outcome(() =>
    openPosition(of, account, house(), { ...request, ...more }, limits, {
      id: 1,
      userId: userId(1),
      at: 0,
      marks,
    }),
  );

test('lots are accepted at both limits and at whole steps, and refused a step beyond', () => {
  const lots = (text: string): string => opening({ lots: amount(text) });
  expect(['2', '4', '500'].map(lots)).toEqual(['done', 'done', 'done']);
  expect(['0', '3', '502'].map(lots)).toEqual(['lots_invalid', 'lots_invalid', 'lots_invalid']);
});

test('the leverage is on the list and at most that of the user', () => {
  expect(['5', '10', '20', '7'].map((text) => opening({ multiple: Number(text) }))).toEqual([
    'done',
    'done',
    'multiple_capped',
    'multiple_invalid',
  ]);
});

test('targets and both stops are whole ticks, for both sides', () => {
  const finer = price('29000.05');
  expect(opening({ target: finer })).toBe('price_tick');
  expect(opening({ side: 'short', target: price('31000.05') })).toBe('price_tick');
  expect(opening({ stopLoss: finer })).toBe('price_tick');
  expect(opening({ side: 'short', takeProfit: finer })).toBe('price_tick');
  expect(opening({ stopLoss: price('29000'), takeProfit: price('31000') })).toBe('done');
});

test('a stop of a limit order is judged by its target, not by the index', () => {
  expect(opening({ target: price('29000'), takeProfit: price('29500') })).toBe('done');
  expect(opening({ target: price('29000'), stopLoss: price('29500') })).toBe('stop_side_wrong');
});

test('a copy fills within its slippage in both directions, the edge included', () => {
  const from = (text: string): string =>
    opening({ slippage: { from: price(text), most: price('10') } }, terms({}, { spread: price('5') }));
  // It opens at 30,005.
  expect(['29995', '30015'].map(from)).toEqual(['done', 'done']);
  expect(['29994.9', '30015.1'].map(from)).toEqual(['index_stale', 'index_stale']);
});

test('the number of live positions has a limit; closed ones do not count', () => {
  const live = [
    openPositionWith({ marketId: ETH, lots: amount('2') }),
    positionWith({ marketId: ETH, lots: amount('2') }),
  ];
  const ended = openPositionWith({ status: Status.closed });
  expect(opening({}, terms(), accountWith('9000', ...live, ended))).toBe('done');
  expect(opening({}, terms(), accountWith('9000', ...live, openPositionWith({ lots: amount('2') })))).toBe(
    'too_many_positions',
  );
});

test('the own positions of a market count against the cap of a user, up to it exactly; other markets do not', () => {
  const own = openPositionWith({ lots: amount('400') });
  const elsewhere = openPositionWith({ marketId: ETH, lots: amount('400') });
  expect(opening({}, terms(), accountWith('9000', own))).toBe('done');
  expect(opening({ lots: amount('102') }, terms(), accountWith('9000', own))).toBe('user_limit');
  expect(opening({ lots: amount('102') }, terms(), accountWith('9000', elsewhere))).toBe('done');
});

test.each([
  ['open', 'open', 'done', 'done', 'done'],
  ['open', 'halted', 'market_halted', 'market_halted', 'market_halted'],
  ['halted', 'open', 'market_halted', 'market_halted', 'market_halted'],
  ['close_only', 'open', 'contract_closed', 'contract_closed', 'done'],
  ['open', 'cancel_only', 'contract_closed', 'contract_closed', 'done'],
  ['open', 'closed', 'contract_hours', 'done', 'contract_hours'],
] as const)(
  'contracts %s on a market that is %s: market order, limit order, close',
  (contract, state, market, limit, close) => {
    const of = terms({ state, contract: { ...terms().contract, state: contract } });
    expect(opening({}, of)).toBe(market);
    expect(opening({ target: price('29000') }, of)).toBe(limit);
    const held = openPositionWith();
    expect(outcome(() => closePosition(of, accountWith('0', held), house(), { id: held.id, at: 0 }))).toBe(
      close,
    );
  },
);

test('a market without contracts opens none; a stale or missing index refuses all', () => {
  expect(opening({}, terms({ market: { ...terms().market, openLever: false } }))).toBe('contract_closed');
  expect(opening({}, terms({ stale: true }))).toBe('index_stale');
  expect(opening({}, terms({ mark: undefined }))).toBe('index_stale');
});

test('while the exchange is closed even a reached limit order waits', () => {
  const account = accountWith('9000');
  const reached = { ...request, target: price('30000') };
  const as = { id: 1, userId: userId(1), at: 0, marks };
  expect(openPosition(terms({ state: 'closed' }), account, house(), reached, limits, as).kind).toBe('pended');
  expect(openPosition(terms(), account, house(), reached, limits, as).kind).toBe('opened');
  expect(account.positions.map(({ status }) => status)).toEqual([Status.pending, Status.open]);
  expect(
    openPosition(terms(), account, house(), { ...reached, target: price('29999.9') }, limits, as).kind,
  ).toBe('pended');
});

test('a balance of exactly margin and fee opens or places an order; one unit less does not', () => {
  const of = terms({}, { tradeFee: rate('0.001') });
  expect(opening({}, of, accountWith('3030'))).toBe('done');
  expect(opening({}, of, accountWith('3029.999999'))).toBe('insufficient_balance');
  expect(opening({ target: price('29000') }, of, accountWith('2929'))).toBe('done');
  expect(opening({ target: price('29000') }, of, accountWith('2928.999999'))).toBe('insufficient_balance');
});

test('a cross order that the account could not carry is refused; an isolated one of the same account is not', () => {
  // Equity 3,000 + 3,000 - 4,500: half of the margins after the order would be 3,000.
  const loser = openPositionWith({ mode: 'cross', price: price('34500') });
  const account = () => accountWith('3000', { ...loser });
  expect(opening({ mode: 'cross', lots: amount('10') }, terms(), account())).toBe('insufficient_balance');
  expect(opening({ mode: 'isolated', lots: amount('10') }, terms(), account())).toBe('done');
});

test('a part of a position is whole steps, all of it is any rest', () => {
  const closing = (lots: string, held = '7'): string => {
    const position = openPositionWith({ lots: amount(held) });
    return outcome(() =>
      closePosition(terms(), accountWith('0', position), house(), {
        id: position.id,
        lots: amount(lots),
        at: 0,
      }),
    );
  };
  expect(['2', '6', '7'].map((lots) => closing(lots))).toEqual(['done', 'done', 'done']);
  expect(['3', '8'].map((lots) => closing(lots))).toEqual(['lots_invalid', 'lots_invalid']);
});

test('a close names its reason: the user, or the copied trader', () => {
  const reasonOf = (reason?: 'trader'): string => {
    const position = openPositionWith();
    const event = closePosition(terms(), accountWith('0', position), house(), {
      id: position.id,
      at: 5,
      ...(reason ? { reason } : {}),
    });
    return event.kind === 'closed' ? event.reason : event.kind;
  };
  expect([reasonOf(), reasonOf('trader')]).toEqual(['user', 'trader']);
});

test('only an open position closes, only a pending order is cancelled', () => {
  for (const status of [Status.pending, Status.closing]) {
    const position = openPositionWith({ status });
    expect(
      outcome(() => closePosition(terms(), accountWith('0', position), house(), { id: position.id, at: 0 })),
    ).toBe('position_not_open');
  }
  const open = openPositionWith();
  expect(outcome(() => cancelOrder(accountWith('0', open), open.id, 0))).toBe('position_not_pending');
  expect(outcome(() => cancelOrder(accountWith('0', open), open.id + 1, 0))).toBe('position_not_pending');
  const waiting = positionWith({ hold: amount('5') });
  const account = accountWith('1', waiting);
  expect(cancelOrder(account, waiting.id, 9)).toMatchObject({ kind: 'cancelled', hold: amount('5') });
  expect([format(account.available), waiting.status, waiting.closedAt]).toEqual(['6', Status.cancelled, 9]);
});

test('closing many takes the gains first, so that they pay the losses of a cross account', () => {
  const loser = openPositionWith({ mode: 'cross', price: price('35000') });
  const winner = openPositionWith({ mode: 'cross', price: price('28000') });
  const account = accountWith('0', loser, winner);
  const events = closeMany(
    () => terms(),
    account,
    house(),
    () => true,
    0,
  );
  expect(events.map((event) => event.position.id)).toEqual([winner.id, loser.id]);
  expect(format(account.available)).toBe('3000');
});

test('of several positions those that cannot be closed stay; if none can, the first refusal is thrown', () => {
  const [btc, eth] = [openPositionWith(), openPositionWith({ marketId: ETH })];
  const termsOf = (closed: readonly number[]) => (market: number) =>
    terms(closed.includes(market) ? { stale: true } : {});
  const run = (...closed: number[]) =>
    closeMany(termsOf(closed), accountWith('0', btc, eth), house(), () => true, 0);
  expect(outcome(() => run(BTC, ETH))).toBe('index_stale');
  expect(run(BTC).map((event) => event.position.id)).toEqual([eth.id]);
  expect(btc.status).toBe(Status.open);
});

const stops = (
  position: MarginAccount['positions'][number],
  change: { takeProfit?: Price | null; stopLoss?: Price | null },
  of = terms(),
): string => outcome(() => setStops(of, accountWith('0', position), { id: position.id, ...change }));

test('stops of a pending order are judged by its target, those of a position by the index', () => {
  const waiting = positionWith({ target: price('20000') });
  expect(stops(waiting, { takeProfit: price('21000'), stopLoss: price('19000') })).toBe('done');
  expect(stops(waiting, { stopLoss: price('21000') })).toBe('stop_side_wrong');
  const held = openPositionWith();
  expect(stops(held, { stopLoss: price('21000') })).toBe('done');
  expect(stops(held, { takeProfit: price('21000') })).toBe('stop_side_wrong');
  // A pending order needs no index, a position does.
  expect(stops(waiting, { takeProfit: price('22000') }, terms({ stale: true }))).toBe('done');
  expect(stops(held, { takeProfit: price('32000') }, terms({ stale: true }))).toBe('index_stale');
});

test('a stop that is not named stays, even if the price has passed it; null removes one', () => {
  const held = openPositionWith({ takeProfit: price('29000'), stopLoss: price('31000') });
  expect(stops(held, { takeProfit: price('32000') })).toBe('done');
  expect([held.takeProfit, held.stopLoss]).toEqual([price('32000'), price('31000')]);
  expect(stops(held, { stopLoss: null })).toBe('done');
  expect([held.takeProfit, held.stopLoss]).toEqual([price('32000'), undefined]);
  const passed = openPositionWith({ takeProfit: price('29000') });
  expect(stops(passed, { stopLoss: price('28000') })).toBe('done');
});
