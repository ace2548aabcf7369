import { ZERO, amount, format, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import { expect, test } from 'vitest';
import { applyClose, applyOpen, chargeOvernight, shortfallOf } from './margin-account.ts';
import type { HouseState, MarginAccount } from './margin-account.ts';
import type { PositionEvent } from './position-events.ts';
import { notificationsOf } from './engine/decide/notifications.ts';
import { journalsOf } from './journals.ts';
import { Status } from './position.ts';
import type { Position } from './position.ts';
import { exposureAllows } from './rules.ts';
import { BTC, ETH, marketWith } from './testing/contracts-fixture.ts';
import { openPositionWith, positionWith } from './testing/positions.ts';
import { settleTick, warningsOf } from './tick.ts';
import type { TickView } from './tick.ts';
import { pageOfAll, positionView, totalsOf } from './view.ts';

const view = (btc: string, eth?: string, more: Partial<TickView> = {}): TickView => {
  const prices: Record<number, Price> = { [BTC]: price(btc), ...(eth ? { [ETH]: price(eth) } : {}) };
  return {
    mark: (id) => {
      const index = prices[id];
      return index === undefined ? undefined : { index, tick: 9 };
    },
    isTrading: (id) => prices[id] !== undefined,
    isStalled: () => false,
    at: 9_000,
    ...more,
  };
};
const houseWith = (pool = '1000000', insurance = '1000000'): HouseState => ({
  pool: amount(pool),
  insurance: amount(insurance),
  promotion: ZERO,
});
const settled = (at: TickView, available: string, ...positions: Position[]) => {
  const account: MarginAccount = { available: amount(available), positions };
  const house = houseWith();
  const events = settleTick(account, house, at);
  return {
    account,
    house,
    events: events.map((event) => [
      event.kind,
      event.position.id,
      ...(event.kind === 'closed' ? [event.reason, event.rate] : []),
    ]),
  };
};
const cross = (more: Partial<Position> = {}) => openPositionWith({ mode: 'cross', ...more });
const eth = (more: Partial<Position> = {}) => cross({ marketId: ETH, price: price('30000'), ...more });

test('a trigger is filled at a later tick than its own, at that price', () => {
  const waiting = (tick: number) =>
    openPositionWith({
      status: Status.closing,
      takeProfit: price('31000'),
      trigger: { reason: 'take_profit', tick },
    });
  expect(settled(view('31000'), '0', waiting(9)).events).toEqual([]);
  const position = waiting(8);
  expect(settled(view('31000'), '0', position).events).toEqual([
    ['closed', position.id, 'take_profit', undefined],
  ]);
});

test('the profit of a fill pays for a limit order at the same tick: fills come first', () => {
  const winner = openPositionWith({
    status: Status.closing,
    trigger: { reason: 'take_profit', tick: 8 },
    takeProfit: price('31000'),
  });
  const short = positionWith({ side: 'short', target: price('29000'), hold: amount('2900') });
  const { account } = settled(view('31000'), '0', winner, short);
  // A short of 1 at 31,000 needs 3,100; it held 2,900.
  expect(format(short.margin)).toBe('3100');
  expect(format(account.available)).toBe('3800');
});

test('a stop that is reached at this tick only waits; a limit order that fills may reach its stop at once', () => {
  const order = positionWith({ target: price('29000'), hold: amount('2900'), stopLoss: price('28500') });
  const { events } = settled(view('28500'), '0', order);
  expect(events).toEqual([
    ['opened', order.id],
    ['triggered', order.id],
  ]);
  expect(order).toMatchObject({ status: Status.closing, trigger: { reason: 'stop_loss', tick: 9 } });
});

test('isolated positions are liquidated before the cross account, which then still stands', () => {
  const isolated = openPositionWith({ price: price('31000') });
  const held = cross();
  // Cross: 2,900 + 3,000 - 1,500 stays above half. The isolated rest of 500 comes to it first.
  const { events, account } = settled(view('28500'), '0', isolated, held);
  expect(events).toEqual([['closed', isolated.id, 'liquidation', '16.66']]);
  expect(format(account.available)).toBe('500');
});

test('of a cross account the largest loss is liquidated first, and the rest is judged again', () => {
  const small = cross({ price: price('29000') });
  const large = cross({ price: price('32500') });
  // Equity 7,500 - 500 - 4,000 = 3,000 of 6,000; without the larger loss 3,000 of 3,000.
  const { events } = settled(view('28500'), '1500', small, large);
  expect(events).toEqual([['closed', large.id, 'liquidation', '50.00']]);
  const even = [cross({ price: price('31000') }), cross({ price: price('31000') })] as const;
  expect(settled(view('28000'), '0', ...even).events[0]?.[1]).toBe(even[0].id);
});

test('before a loss exceeds the account the best winner is closed, the best first', () => {
  const loser = cross({ price: price('40000') });
  const little = eth({ price: price('29000') });
  const much = eth({ price: price('26000') });
  // BTC loses 10,000 of 3,000: 7,000 are missing, exactly what the better winner brings.
  const { events } = settled(view('30000', '30000'), '0', loser, little, much);
  expect(events.map(([kind, id, reason]) => [kind, id, reason])).toEqual([
    ['closed', much.id, 'cover'],
    ['closed', loser.id, 'liquidation'],
  ]);
});

test('a position worth nothing is not closed to cover, and none of a market that does not trade', () => {
  const loss = { price: price('40000') };
  const loser = cross(loss);
  const worthless = eth({ price: price('33000') });
  expect(settled(view('30000', '30000'), '0', loser, worthless).events[0]?.[1]).toBe(loser.id);
  const winner = eth({ price: price('28000') });
  const closed = view('30000', '30000', { isTrading: (id) => id === BTC });
  const uncovered = cross(loss);
  const { events, house } = settled(closed, '0', uncovered, winner);
  expect(events.map(([, id]) => id)).toEqual([uncovered.id]);
  expect(house.insurance).toBe(amount('993000'));
});

test('a cross account with a stopped index is left alone, one that is fine keeps its pending orders', () => {
  const stopped = view('20000', '30000', { isStalled: (id) => id === ETH });
  expect(settled(stopped, '0', cross(), eth()).events).toEqual([]);
  const order = positionWith({ target: price('10000'), hold: amount('1000') });
  expect(settled(view('30000'), '0', cross(), order).events).toEqual([]);
  const due = settled(view('28500'), '0', cross(), order);
  expect(due.events.map(([kind]) => kind)).toEqual(['cancelled', 'opened'].slice(0, 1));
});

test('warnings name the cross account and each isolated position at 80 % or below, with its rate', () => {
  const positions = [cross(), openPositionWith(), openPositionWith({ margin: amount('2999') })];
  const warned = (index: string) =>
    warningsOf({ available: ZERO, positions }, view(index)).map(({ position, rate: at }) => [
      position?.id,
      at,
    ]);
  expect(warned('29400')).toEqual([
    [undefined, '80.00'],
    [positions[1]?.id, '80.00'],
    [positions[2]?.id, '79.99'],
  ]);
  expect(warned('29400.01')).toEqual([[positions[2]?.id, '79.99']]);
});

test('two partial closes add up: margin, profit, fee and insurance', () => {
  const position = openPositionWith({ feeRate: rate('0.001'), fee: amount('30') });
  const account: MarginAccount = { available: ZERO, positions: [position] };
  const close = (lots: string, index: string): PositionEvent =>
    applyClose(account, houseWith(), position, {
      lots: amount(lots),
      mark: { index: price(index), tick: 9 },
      reason: 'user',
      at: 5,
    });
  close('25', '31000');
  expect(position).toMatchObject({ status: Status.open, lots: amount('75'), margin: amount('2250') });
  expect([position.profit, position.fee].map(format)).toEqual(['250', '37.75']);
  expect(close('75', '20000')).toMatchObject({ insurance: amount('5250'), fee: ZERO });
  expect([position.profit, position.fee, position.insurance].map(format)).toEqual(['-7250', '37.75', '5250']);
  expect(position).toMatchObject({ status: Status.closed, closedAt: 5, margin: ZERO, closeTick: 9 });
});

test('a gain that pool and fund pay exactly is paid, one unit more waits and changes nothing', () => {
  const close = (insurance: string) => {
    const position = openPositionWith({ price: price('29000') });
    const account: MarginAccount = { available: ZERO, positions: [position] };
    const house = houseWith('600', insurance);
    const run = () =>
      applyClose(account, house, position, {
        lots: position.lots,
        mark: { index: price('30000'), tick: 9 },
        reason: 'user',
        at: 5,
      });
    return { account, house, position, run };
  };
  const paid = close('400');
  expect(paid.run()).toMatchObject({ poolCover: amount('400'), profit: amount('1000') });
  expect([paid.house.pool, paid.house.insurance, paid.account.available].map(format)).toEqual([
    '0',
    '0',
    '4000',
  ]);
  const short = close('399.999999');
  expect(short.run).toThrow('pool_exhausted');
  expect([short.house.pool, short.account.available].map(format)).toEqual(['600', '0']);
  expect(short.position.status).toBe(Status.open);
});

test('a loss that the fund cannot cover is absorbed by the pool', () => {
  const position = openPositionWith();
  const house = houseWith('5000', '100');
  const account: MarginAccount = { available: amount('50'), positions: [position] };
  const mark = { index: price('26000'), tick: 9 };
  const event = applyClose(account, house, position, {
    lots: position.lots,
    mark,
    reason: 'liquidation',
    at: 5,
  });
  // 4,000 lost of 3,000: the fund has 100, the pool receives 900 less.
  expect(event).toMatchObject({ insurance: amount('100'), absorbed: amount('900'), funds: amount('3000') });
  expect([house.pool, house.insurance, account.available].map(format)).toEqual(['8100', '0', '50']);
  // What the user lost is the margin: -4,000 of profit and 1,000 beyond the funds.
  expect([position.profit, position.insurance].map(format)).toEqual(['-4000', '1000']);
});

test('the available balance backs a cross position and no isolated one', () => {
  const loser = openPositionWith();
  const account: MarginAccount = { available: amount('500'), positions: [loser] };
  const missing = (position: Position) =>
    format(shortfallOf(account, position, price('26000'), position.lots));
  expect([missing(loser), missing({ ...loser, mode: 'cross' })]).toEqual(['1000', '500']);
});

test('an opening stores margin and fee apart, and a filled order uses what it held first', () => {
  const order = positionWith({ target: price('31000'), hold: amount('3200'), feeRate: rate('0.001') });
  const account: MarginAccount = { available: amount('7'), positions: [order] };
  const event = applyOpen(account, order, { index: price('30000'), tick: 9 }, 5);
  expect(event).toMatchObject({ fee: amount('30'), margin: amount('3000'), hold: amount('3200') });
  expect(order).toMatchObject({
    originMargin: amount('3000'),
    margin: amount('3000'),
    hold: ZERO,
    fee: amount('30'),
  });
  expect(format(account.available)).toBe('177');
  expect(account.positions).toHaveLength(1);
});

test('nights add up, and the last one is noted', () => {
  const position = openPositionWith({ overnightRate: rate('0.01') });
  const account: MarginAccount = { available: amount('450'), positions: [position] };
  const night = (cutoff: number) =>
    chargeOvernight(account, position, { index: price('30000'), tick: 9 }, cutoff);
  expect(night(86_400_000)).toMatchObject({ fromAvailable: amount('300'), fromMargin: ZERO });
  expect(night(172_800_000)).toMatchObject({ fromAvailable: amount('150'), fromMargin: amount('150') });
  expect([position.overnight, position.margin].map(format)).toEqual(['600', '2850']);
  expect(position.chargedAt).toBe(172_800_000);
});

test('a close names the level of the stop that fired', () => {
  const stops = { takeProfit: price('31000'), stopLoss: price('29000') };
  const levels = (['take_profit', 'stop_loss'] as const).map((reason) => {
    const position = openPositionWith({ ...stops, status: Status.closing, trigger: { reason, tick: 8 } });
    const mark = { index: price('30000'), tick: 9 };
    const event = applyClose({ available: ZERO, positions: [position] }, houseWith(), position, {
      lots: position.lots,
      mark,
      reason,
      at: 5,
    });
    return event.kind === 'closed' && event.trigger && [format(event.trigger.level), event.trigger.tick];
  });
  expect(levels).toEqual([
    ['31000', 8],
    ['29000', 8],
  ]);
});

const closedBy = (reason: 'user' | 'trader' | 'liquidation' | 'cover' | 'take_profit' | 'stop_loss') => {
  const position = openPositionWith({ version: 4 });
  const mark = { index: price('30000'), tick: 9 };
  const account: MarginAccount = { available: ZERO, positions: [position] };
  return applyClose(account, houseWith(), position, {
    lots: position.lots,
    mark,
    reason,
    at: 5,
    rate: '49.99',
  });
};
const market = { find: () => marketWith(BTC) } as never;

test('notified is what the user did not do: filled orders, stops, liquidations and covers', () => {
  const kinds = (event: PositionEvent) => notificationsOf(market, [event]).map(({ kind }) => kind);
  expect((['user', 'trader'] as const).flatMap((reason) => kinds(closedBy(reason)))).toEqual([]);
  expect((['liquidation', 'cover'] as const).flatMap((reason) => kinds(closedBy(reason)))).toEqual([
    'contracts:liquidated',
    'contracts:liquidated',
  ]);
  expect((['take_profit', 'stop_loss'] as const).flatMap((reason) => kinds(closedBy(reason)))).toEqual([
    'contracts:stopped',
    'contracts:stopped',
  ]);
  const [notice] = notificationsOf(market, [closedBy('liquidation')]);
  expect(notice?.values).toMatchObject({ rate: '49.99', price: '30000', symbol: 'BTC/USDT' });
  const open = (hold: string) => {
    const position = positionWith({ hold: amount(hold), target: price('30000') });
    return applyOpen(
      { available: amount('9000'), positions: [] },
      position,
      { index: price('30000'), tick: 1 },
      1,
    );
  };
  expect([kinds(open('0')), kinds(open('5000'))]).toEqual([[], ['contracts:filled']]);
});

test('each version of a position has its own notification and journals', () => {
  const event = closedBy('stop_loss');
  const key = `contract:${event.position.id}`;
  expect(notificationsOf(market, [event])[0]?.key).toBe(`${key}:5`);
  expect(journalsOf([event], 1).map((each) => each.key)).toEqual([`contract:close:${event.position.id}:5.0`]);
});

test('a liquidation and a cover are booked as such, every other close as a close', () => {
  const kinds = (reason: Parameters<typeof closedBy>[0]) =>
    journalsOf([closedBy(reason)], 1).map(({ kind }) => kind);
  expect([kinds('liquidation'), kinds('cover'), kinds('trader'), kinds('take_profit')]).toEqual([
    ['contract:liquidation'],
    ['contract:liquidation'],
    ['contract:close'],
    ['contract:close'],
  ]);
});

const nothing = { long: ZERO, short: ZERO, pendingLong: ZERO, pendingShort: ZERO };
const buy = { side: 'long' as const, quantity: amount('1'), index: price('10') };

test('the caps of a market are reached exactly by the last order, on either side', () => {
  const caps = { net: amount('30'), gross: amount('70') };
  const allows = (more: Partial<typeof nothing>, side: 'long' | 'short' = 'long', pool = '1000') =>
    exposureAllows({ ...nothing, ...more }, caps, amount(pool), { ...buy, side });
  expect([allows({ long: amount('2') }), allows({ long: amount('3') })]).toEqual([true, false]);
  expect([allows({ short: amount('2') }, 'short'), allows({ short: amount('3') }, 'short')]).toEqual([
    true,
    false,
  ]);
  // A pending order of the other side is no protection, a filled one is.
  expect(allows({ long: amount('3'), pendingShort: amount('1') })).toBe(false);
  expect(allows({ long: amount('3'), short: amount('1') })).toBe(true);
  expect([allows({ pendingLong: amount('2') }), allows({ pendingLong: amount('3') })]).toEqual([true, false]);
  expect([
    allows({ pendingShort: amount('2') }, 'short'),
    allows({ pendingShort: amount('3') }, 'short'),
    allows({ short: amount('3'), long: amount('1') }, 'short'),
  ]).toEqual([true, false, true]);
  expect([
    allows({ long: amount('3'), short: amount('3') }),
    allows({ long: amount('3.5'), short: amount('3') }),
  ]).toEqual([true, false]);
  expect([allows({}, 'long', '10'), allows({}, 'long', '9.999999')]).toEqual([true, false]);
});

test('a position on the wire has the numbers of its side, kind and market', () => {
  const account: MarginAccount = { available: ZERO, positions: [] };
  const wire = (more: Partial<Position>) =>
    positionView(openPositionWith(more), marketWith(BTC), account, view('30300').mark);
  expect(wire({ spread: price('10'), lots: amount('50'), margin: amount('1500') })).toMatchObject({
    match_id: 1,
    currency_id: 1,
    legal_id: 3,
    type: 1,
    order_kind: 1,
    price: '30000',
    update_price: '30290',
    share: '50',
    origin_share: '100',
    number: '0.5',
    caution_money: '1500',
    origin_caution_money: '3000',
    profits: '145',
    target_price: null,
    target_profit_price: '0',
    stop_loss_price: '0',
  });
  const stops = { takeProfit: price('29000'), stopLoss: price('31000') };
  expect(wire({ side: 'short', target: price('30000'), ...stops })).toMatchObject({
    type: 2,
    order_kind: 0,
    target_price: '30000',
    target_profit_price: '29000',
    stop_loss_price: '31000',
    profits: '-300',
  });
});

test('the totals sum margins, first margins and profits of open positions only', () => {
  const half = openPositionWith({ lots: amount('50'), margin: amount('1500') });
  const account: MarginAccount = {
    available: ZERO,
    positions: [half, cross(), positionWith({ hold: amount('9') })],
  };
  expect(totalsOf(account, view('30300').mark)).toEqual({
    hazard_rate: '110.00',
    caution_money_total: '4500',
    origin_caution_money_total: '6000',
    profits_total: '450',
  });
  expect(totalsOf({ available: ZERO, positions: [] }, view('1').mark).hazard_rate).toBe('0');
});

test('a page of rows in memory ends with its last row', () => {
  const rows = Array.from({ length: 20 }, (_, at) => at);
  expect(pageOfAll(rows, 2, 10)).toMatchObject({ data: rows.slice(10), last_page: 2, total: 20 });
  expect(pageOfAll(rows, 3, 10).data).toEqual([]);
});
