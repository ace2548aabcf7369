import { ZERO, amount, format, minus, mulDivDown, negate, price, rate } from '@karat/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { copyResult } from './result.ts';
import { meanSlippage, proportionalMultiple, simulateCopies } from './simulation.ts';
import type { CopiedTrade, SimulationTerms } from './simulation.ts';

const NOW = 30 * DAY_MS;
const PERIOD = { from: 0, now: NOW };
const trade = (
  from: number,
  to: number | undefined,
  net: string,
  more: Partial<CopiedTrade> = {},
): CopiedTrade => ({
  openedAt: from,
  closedAt: to,
  net: amount(net),
  margin: amount('300'),
  notional: amount('3000'),
  lots: amount('10'),
  lotStep: amount('1'),
  minLots: amount('1'),
  maxLots: amount('1000'),
  ...more,
});
const terms = (more: Partial<SimulationTerms> = {}): SimulationTerms => ({
  size: { mode: 'multiple', number: amount('0.5') },
  sum: amount('1000'),
  orderCap: undefined,
  stopLoss: undefined,
  takeProfit: undefined,
  shareRatio: rate('0.1'),
  slippage: rate('0'),
  ...more,
});

describe('a simulation of copies', () => {
  test('scales results by the lots, and takes the share of realised profit only', () => {
    const trades = [trade(HOUR_MS, 2 * HOUR_MS, '100'), trade(DAY_MS, undefined, '-30')];
    const found = simulateCopies(trades, terms(), PERIOD);
    expect(found).toMatchObject({ profit: amount('35'), share: amount('5'), net: amount('30'), copied: 2 });
    expect(found.curve).toEqual([
      { at: 0, equity: ZERO },
      { at: 2 * HOUR_MS, equity: amount('50') },
      { at: NOW, equity: amount('35') },
    ]);
    // From 50 down to 35: 15 of 1,050.
    expect(found.drawdown).toBe(amount('1.42'));
  });

  test('skips copies that are too small, above the limit of an order, or beyond what is left of the sum', () => {
    const small = [trade(1, 2, '10', { lots: amount('1') })];
    expect(simulateCopies(small, terms(), PERIOD)).toMatchObject({ copied: 0, skipped: 1 });
    const one = [trade(1, 2, '10')];
    expect(simulateCopies(one, terms({ orderCap: amount('149') }), PERIOD)).toMatchObject({ skipped: 1 });
    const three = [trade(1, 9, '0'), trade(2, 9, '0'), trade(3, 9, '0')];
    expect(simulateCopies(three, terms({ sum: amount('300') }), PERIOD)).toMatchObject({
      copied: 2,
      skipped: 1,
    });
    // A loss of 1 leaves too little for two at a time.
    const after = [trade(1, 2, '-2'), ...three.map((each) => ({ ...each, openedAt: each.openedAt + 1 }))];
    expect(simulateCopies(after, terms({ sum: amount('300') }), PERIOD)).toMatchObject({
      copied: 2,
      skipped: 2,
    });
  });

  test('ends at the limit of loss or profit; nothing is copied afterwards', () => {
    const losses = [trade(1, 2, '-60'), trade(3, 4, '-60'), trade(5, 6, '1000')];
    expect(simulateCopies(losses, terms({ stopLoss: amount('60') }), PERIOD)).toMatchObject({
      profit: amount('-60'),
      copied: 2,
      ended: { by: 'stop_loss', at: 4 },
    });
    const gains = [trade(1, 2, '60'), trade(3, 4, '60')];
    expect(simulateCopies(gains, terms({ takeProfit: amount('30') }), PERIOD)).toMatchObject({
      profit: amount('30'),
      ended: { by: 'take_profit', at: 2 },
    });
  });

  test('pays slippage at the opening and at the close, in proportion to the copy', () => {
    const slippage = rate('0.001');
    const closed = simulateCopies([trade(1, 2, '100')], terms({ slippage }), PERIOD);
    // Half of 3,000 twice, a thousandth each: 3 of 50.
    expect(closed).toMatchObject({ profit: amount('47'), share: amount('4.7') });
    const open = simulateCopies([trade(1, undefined, '100')], terms({ slippage }), PERIOD);
    expect(open.profit).toBe(amount('48.5'));
  });

  const anyTrade = fc
    .record({
      openedAt: fc.integer({ min: 0, max: 1_000 }),
      length: fc.integer({ min: 1, max: 500 }),
      isOpen: fc.boolean(),
      net: fc.integer({ min: -300, max: 300 }),
      lots: fc.integer({ min: 1, max: 50 }),
    })
    .map(({ openedAt, length, isOpen, net, lots }) =>
      trade(openedAt, isOpen ? undefined : openedAt + length, String(net), { lots: amount(String(lots)) }),
    );
  test('never pays a share of a loss, and adds up', () => {
    fc.assert(
      fc.property(
        fc.array(anyTrade, { maxLength: 30 }),
        fc.integer({ min: 10, max: 5_000 }),
        (trades, sum) => {
          const found = simulateCopies(trades, terms({ sum: amount(String(sum)) }), PERIOD);
          expect(found.copied + found.skipped).toBe(trades.length);
          expect(found.share).toBeGreaterThanOrEqual(0n);
          expect(found.net).toBe(minus(found.profit, found.share));
          expect(found.curve.at(-1)?.equity).toBe(found.profit);
        },
      ),
    );
  });

  test('the proportional multiple is the sum over the capital, rounded down at two decimals', () => {
    expect(format(proportionalMultiple(amount('500'), amount('1500')))).toBe('0.33');
    expect(proportionalMultiple(amount('500'), ZERO)).toBe(ZERO);
  });
});

describe('the slippage of copies', () => {
  const fill = (side: 'long' | 'short', from: string, to: string) => ({
    side,
    traderPrice: price(from),
    price: price(to),
  });
  test('is the mean of what their fills were worse, rounded up', () => {
    expect(meanSlippage([])).toBe(undefined);
    expect(meanSlippage([fill('long', '100', '100.3')])).toBe(rate('0.003'));
    expect(meanSlippage([fill('short', '100', '99.7'), fill('long', '100', '99.9')])).toBe(rate('0.001'));
    expect(meanSlippage([fill('long', '30000', '30000.1')])).toBe(rate('0.000004'));
  });
  test('is never a gain', () => {
    expect(meanSlippage([fill('short', '100', '101')])).toBe(rate('0'));
  });
});

describe('the result of copies', () => {
  const figures = {
    realised: amount('150'),
    unrealised: amount('-20'),
    shared: amount('5'),
    unsharedProfit: amount('100'),
    ratio: rate('0.1'),
    decimals: 6,
  };
  test('is profit less paid and due shares', () => {
    expect(copyResult(figures)).toEqual({ due: amount('8'), net: amount('117') });
  });
  test('has no share due below the high-water mark, open losses included', () => {
    expect(copyResult({ ...figures, unrealised: amount('-100') })).toMatchObject({ due: ZERO });
    expect(copyResult({ ...figures, unsharedProfit: negate(amount('10')) })).toMatchObject({ due: ZERO });
  });
  test('of an earlier follow carries no share', () => {
    const due = copyResult({ ...figures, unsharedProfit: ZERO, ratio: rate('0') });
    expect(due).toEqual({ due: ZERO, net: amount('125') });
  });
  test('is never more than the profit', () => {
    const money = fc.integer({ min: -1_000, max: 1_000 }).map((value) => amount(String(value)));
    fc.assert(
      fc.property(money, money, money, (realised, unrealised, unsharedProfit) => {
        const { due, net } = copyResult({ ...figures, realised, unrealised, unsharedProfit, shared: ZERO });
        expect(due).toBeGreaterThanOrEqual(0n);
        expect(net).toBe(minus(amount(realised + unrealised), due));
        expect(due).toBeLessThanOrEqual(mulDivDown(amount(2_000n * 10n ** 10n), 1n, 10n));
      }),
    );
  });
});
