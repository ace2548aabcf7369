import { UNIT, ZERO, amount, format, isMultipleOf, price, rate, smallestUnit } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import {
  areStopsValid,
  contractFee,
  contractMargin,
  contractNotional,
  contractProfit,
  contractQuantity,
  isCloseOut,
  liquidationPrice,
  marginShare,
  riskRate,
} from '@karat/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crossMarginState, isolatedMarginState, applyOpen, placePending } from './margin-account.ts';
import type { MarginAccount, HouseState } from './margin-account.ts';
import type { MarkPrice } from './position-events.ts';
import { Status, isOpen } from './position.ts';
import { exposureAllows } from './rules.ts';
import { BTC, ETH, marketWith } from './testing/contracts-fixture.ts';
import { positionWith as position } from './testing/positions.ts';
import { settleTick } from './tick.ts';
import type { TickView } from './tick.ts';
import { positionView } from './view.ts';

const viewAt = (prices: Readonly<Record<number, Price>>, tick: number): TickView => ({
  mark: (id) => {
    const index = prices[id];
    return index === undefined ? undefined : { index, tick };
  },
  isTrading: (id) => prices[id] !== undefined,
  isStalled: () => false,
  at: tick * 1_000,
});

describe('worked figures', () => {
  test('quantity, notional, margin and fee', () => {
    const quantity = contractQuantity(amount('100'), amount('0.01'));
    expect(format(quantity)).toBe('1');
    expect(format(contractNotional(quantity, price('30000')))).toBe('30000');
    expect(format(contractMargin(quantity, price('30000'), 10))).toBe('3000');
    expect(format(contractFee(quantity, price('30010'), rate('0.0005')))).toBe('15.005');
  });
  test('amounts that a user pays round up, amounts that a user gets round down', () => {
    expect(format(contractMargin(amount('1'), price('0.1'), 3))).toBe('0.033334');
    expect(format(contractProfit('long', amount('0.3333333333'), price('1'), price('1.00001')))).toBe(
      '0.000003',
    );
    expect(format(contractProfit('short', amount('0.3333333333'), price('1'), price('1.00001')))).toBe(
      '-0.000004',
    );
  });
  test('a long of 1 BTC at 30,000 with 10x isolated is liquidated at 28,500, not a cent above', () => {
    const held = { side: 'long' as const, quantity: amount('1'), open: price('30000'), spread: price('0') };
    const at = (index: string) =>
      isolatedMarginState(
        position({ status: Status.open, price: price('30000'), margin: amount('3000') }),
        price(index),
      );
    expect(isCloseOut(at('28500'))).toBe(true);
    expect(isCloseOut(at('28500.01'))).toBe(false);
    expect(liquidationPrice(at('30000'), price('30000'), [held], 2)).toBe(price('28500'));
    expect(riskRate(at('29400'))).toBe('80.00');
  });
  test('an account without margins has no risk rate', () => {
    expect(riskRate({ equity: 5n, margins: ZERO })).toBeUndefined();
  });
});

const prices = fc.bigInt({ min: 1_000n, max: 100_000_000n }).map((units) => price(units * 10n ** 8n));
const lots = fc.bigInt({ min: 1n, max: 50_000n }).map((units) => amount(units * UNIT));
const sides = fc.constantFrom('long' as const, 'short' as const);

test('margin times leverage is the notional but for the last unit of rounding', () => {
  fc.assert(
    fc.property(prices, lots, fc.constantFrom(1, 2, 5, 10, 20, 50, 100), (at, of, multiple) => {
      const quantity = contractQuantity(of, amount('0.01'));
      const rest = contractMargin(quantity, at, multiple) * BigInt(multiple) - contractNotional(quantity, at);
      expect(rest >= -10_000n && rest <= 10_000n * BigInt(multiple)).toBe(true);
    }),
  );
});

test('the gain of one side is the loss of the other, but for a rounding unit to the house', () => {
  fc.assert(
    fc.property(prices, prices, lots, (from, to, quantity) => {
      const both = contractProfit('long', quantity, from, to) + contractProfit('short', quantity, from, to);
      expect(both === 0n || both === -10_000n).toBe(true);
    }),
  );
});

test('the parts of a margin never sum to more than the margin', () => {
  fc.assert(
    fc.property(
      lots,
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.bigInt({ min: 1n, max: 49_999n }),
      (of, units, part) => {
        const margin = amount(units * 10_000n);
        const some = amount((part * UNIT) % of);
        const first = marginShare(margin, some, of);
        expect(first >= 0n && first <= margin).toBe(true);
        expect(marginShare(margin, of, of)).toBe(margin);
      },
    ),
  );
});

/** Above every spread: a market whose index is below its spread has no quotes. */
const ticksOf = (decimals: number) =>
  fc.bigInt({ min: 101n, max: 10n ** 8n }).map((units) => price(units * 10n ** BigInt(10 - decimals)));
const heldAtTicks = fc.integer({ min: 0, max: 7 }).chain((decimals) =>
  fc.record({
    decimals: fc.constant(decimals),
    index: ticksOf(decimals),
    available: fc.bigInt({ min: 0n, max: 10n ** 11n }).map((units) => amount(units * 10_000n)),
    cross: fc.boolean(),
    held: fc.array(
      fc.record({
        side: sides,
        lots: fc.bigInt({ min: 1n, max: 50_000n }).map((units) => amount(units * UNIT)),
        price: ticksOf(decimals),
        spread: fc.bigInt({ min: 0n, max: 100n }).map((units) => price(units * 10n ** BigInt(10 - decimals))),
        multiple: fc.constantFrom(1, 3, 7, 10, 50, 100),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
);

test('the shown liquidation price is the first tick at which the tick settlement liquidates, for net long and net short', () => {
  fc.assert(
    fc.property(heldAtTicks, ({ decimals, index, available, cross, held }) => {
      const positions = (cross ? held : held.slice(0, 1)).map(
        ({ side, lots: of, price: at, spread, multiple }) =>
          position({
            side,
            spread,
            lots: of,
            price: at,
            mode: cross ? 'cross' : 'isolated',
            status: Status.open,
            margin: contractMargin(contractQuantity(of, amount('0.01')), at, multiple),
          }),
      );
      const account = (): MarginAccount => ({ available, positions: positions.map((each) => ({ ...each })) });
      const isLiquidated = (at: Price): boolean =>
        settleTick(
          account(),
          { pool: amount(10n ** 30n), insurance: amount(10n ** 30n), promotion: ZERO },
          viewAt({ 1: at }, 5),
        ).some((event) => event.kind === 'closed' && event.reason === 'liquidation');
      const market = { ...marketWith(BTC), indexDecimals: decimals };
      const views = positions.map((each) =>
        positionView(each, market, account(), () => ({ index, tick: 4 })),
      );
      const [first] = views;
      for (const view of views) expect(view.liquidation_price).toBe(first?.liquidation_price);
      if (!first || first.liquidation_price === null) return;
      const tick = price(first.liquidation_price);
      const unit = smallestUnit(decimals);
      const net = positions.reduce((sum, { side, lots: of }) => sum + (side === 'long' ? of : -of), 0n);
      const before = price(net > 0n ? tick + unit : tick - unit);
      expect(isMultipleOf(tick, unit)).toBe(true);
      expect(isLiquidated(tick)).toBe(true);
      // Below the spread a long closes at 1e-10.
      if (before > 100n * unit) expect(isLiquidated(before)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test('a valid trigger is not reached at that price, on either side', () => {
  fc.assert(
    fc.property(prices, prices, prices, sides, (at, takeProfit, stopLoss, side) => {
      if (!areStopsValid(side, at, { takeProfit, stopLoss })) return;
      const held = position({
        side,
        status: Status.open,
        price: at,
        margin: amount('1000000000'),
        takeProfit,
        stopLoss,
      });
      const account: MarginAccount = { available: ZERO, positions: [held] };
      expect(
        settleTick(account, { pool: ZERO, insurance: ZERO, promotion: ZERO }, viewAt({ 1: at }, 5)),
      ).toEqual([]);
    }),
  );
});

test('pending orders count against the caps as if they were filled', () => {
  const nothing = { long: ZERO, short: ZERO, pendingLong: ZERO, pendingShort: ZERO };
  const caps = { net: amount('100'), gross: amount('150') };
  const one = { side: 'long' as const, quantity: amount('1'), index: price('60') };
  expect(exposureAllows(nothing, caps, amount('1000'), one)).toBe(true);
  expect(exposureAllows({ ...nothing, pendingLong: amount('1') }, caps, amount('1000'), one)).toBe(false);
  expect(exposureAllows({ ...nothing, short: amount('1') }, caps, amount('1000'), one)).toBe(true);
  expect(exposureAllows({ ...nothing, short: amount('2') }, caps, amount('1000'), one)).toBe(false);
  expect(exposureAllows(nothing, caps, amount('59'), one)).toBe(false);
});

/** Reference implementation: isolated positions only, in ordinary fractions, step by step. */
class Naive {
  free: number;
  readonly held: {
    side: 1 | -1;
    open: number;
    margin: number;
    tp: number;
    sl: number;
    wait: boolean;
    id: number;
  }[] = [];
  constructor(free: number) {
    this.free = free;
  }
  tick(index: number): void {
    for (const one of [...this.held]) {
      if (one.wait) {
        this.end(one, index);
        continue;
      }
      const won = one.side === 1 ? index >= one.tp : index <= one.tp;
      const lost = one.side === 1 ? index <= one.sl : index >= one.sl;
      if ((one.tp > 0 && won) || (one.sl > 0 && lost)) one.wait = true;
      else if (one.margin + (index - one.open) * one.side <= one.margin / 2) this.end(one, index);
    }
  }
  end(one: (typeof this.held)[number], index: number): void {
    this.held.splice(this.held.indexOf(one), 1);
    this.free += Math.max(0, one.margin + (index - one.open) * one.side);
  }
}

test('isolated positions end as in a naive implementation, whatever the price does', () => {
  const steps = fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 5, maxLength: 60 });
  const orders = fc.array(
    fc.record({
      at: fc.nat(20),
      long: fc.boolean(),
      multiple: fc.constantFrom(10, 20, 50, 100),
      tp: fc.nat(600),
      sl: fc.nat(600),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(steps, orders, (path, placed) => {
      const naive = new Naive(100_000);
      const account: MarginAccount = { available: amount('100000'), positions: [] };
      const house: HouseState = { pool: amount('1000000'), insurance: amount('1000000'), promotion: ZERO };
      let index = 10_000;
      path.forEach((step, at) => {
        index = Math.max(1_000, index + step);
        const mark: MarkPrice = { index: price(String(index)), tick: at + 1 };
        settleTick(account, house, viewAt({ 1: mark.index }, at + 1));
        naive.tick(index);
        for (const { long, multiple, tp, sl, at: when } of placed) {
          if (when !== at) continue;
          const side = long ? 1 : -1;
          const up = tp === 0 ? 0 : index + side * tp;
          const down = sl === 0 ? 0 : index - side * sl;
          const fresh = position({ side: long ? 'long' : 'short', multiple });
          if (up > 0) fresh.takeProfit = price(String(up));
          if (down > 0) fresh.stopLoss = price(String(down));
          applyOpen(account, fresh, mark, at);
          naive.free -= index / multiple;
          naive.held.push({
            side,
            open: index,
            margin: index / multiple,
            tp: up,
            sl: down,
            wait: false,
            id: fresh.id,
          });
        }
      });
      const left = account.positions.filter(isOpen).map((each) => each.id);
      expect(left).toEqual(naive.held.map((each) => each.id));
      expect(Number(format(account.available))).toBeCloseTo(naive.free, 3);
    }),
    { numRuns: 300 },
  );
});

test('user, pool and fund sum to their start; no balance is below zero; no margin at risk stays at 50 %', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -300, max: 300 })), {
    minLength: 3,
    maxLength: 40,
  });
  const orders = fc.array(
    fc.record({
      at: fc.nat(20),
      long: fc.boolean(),
      eth: fc.boolean(),
      cross: fc.boolean(),
      limit: fc.integer({ min: -500, max: 500 }),
      multiple: fc.constantFrom(5, 20, 100),
      lots: fc.integer({ min: 1, max: 300 }),
      sl: fc.nat(500),
    }),
    { maxLength: 12 },
  );
  const insurances = fc.constantFrom('0', '500', '1000000');
  fc.assert(
    fc.property(steps, orders, insurances, (path, placed, insurance) => {
      const account: MarginAccount = { available: amount('20000'), positions: [] };
      const house: HouseState = { pool: amount('1000000'), insurance: amount(insurance), promotion: ZERO };
      const total = (): bigint => {
        let sum: bigint = account.available + house.pool + house.insurance;
        for (const { margin, hold } of account.positions) sum += margin + hold;
        return sum;
      };
      const before = total();
      let [btc, eth] = [10_000, 2_000];
      path.forEach(([b, e], at) => {
        btc = Math.max(500, btc + b);
        eth = Math.max(100, eth + e);
        const prices = { 1: price(String(btc)), 2: price(String(eth)) };
        const view = viewAt(prices, at + 1);
        settleTick(account, house, view);
        expect(total()).toBe(before);
        for (const value of [account.available, house.pool, house.insurance]) expect(value >= 0n).toBe(true);
        for (const { margin, hold } of account.positions) expect(margin >= 0n && hold >= 0n).toBe(true);
        const closable = account.positions.some(
          (each) => each.mode === 'cross' && each.status === Status.open,
        );
        const cross = crossMarginState(account, view.mark);
        if (cross && closable) expect(isCloseOut(cross)).toBe(false);
        for (const want of placed.filter((each) => each.at === at)) place(account, want, prices, at + 1);
      });
    }),
    { numRuns: 300 },
  );
});

interface Wanted {
  readonly long: boolean;
  readonly eth: boolean;
  readonly cross: boolean;
  readonly limit: number;
  readonly multiple: number;
  readonly lots: number;
  readonly sl: number;
}

/** Opens or places an order if the balance is sufficient. */
function place(account: MarginAccount, want: Wanted, prices: Record<1 | 2, Price>, tick: number): void {
  const index = prices[want.eth ? 2 : 1];
  const lotsWanted: Amount = amount(String(want.lots));
  const fresh = position({
    marketId: want.eth ? ETH : BTC,
    side: want.long ? 'long' : 'short',
    mode: want.cross ? 'cross' : 'isolated',
    multiple: want.multiple,
    lots: lotsWanted,
    originLots: lotsWanted,
    createdAt: tick,
    ...(want.limit > 200
      ? { target: price(index + BigInt(want.long ? -1 : 1) * BigInt(want.limit) * UNIT) }
      : {}),
  });
  if ((fresh.target ?? 1n) <= 0n) return;
  if (want.sl > 0) {
    const at = index - BigInt(want.long ? 1 : -1) * BigInt(want.sl) * UNIT;
    if (at > 0n) fresh.stopLoss = price(at);
  }
  try {
    if (fresh.target === undefined) applyOpen(account, fresh, { index, tick }, tick);
    else placePending(account, fresh);
  } catch {
    // Insufficient balance: nothing has changed, which the sums show.
  }
}
