import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budgetState, comesNear } from './budget.ts';
import { MICRO, readSmsPrices, routeOf, smsPrices } from './prices.ts';

const prices = smsPrices();

test.each([
  ['+85251234567', 'HK', 0.07],
  ['+12025550123', 'US', 0.01],
  ['+16475550123', 'CA', 0.01],
  ['+18765550123', 'JM', 0.25],
  ['+18095550123', 'DO', 0.09],
  ['+8821612345678', '+882', 3],
  ['+99312345678', '+993', 0.4],
])('a message to %s goes to %s', (number, country, dollars) => {
  expect(routeOf(number, prices)).toEqual({ country, price: dollars * MICRO });
});

test('every number has a price above zero', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 10_000n, max: 999_999_999_999_999n }), (digits) => {
      const route = routeOf(`+${digits}`, prices);
      expect(route.price).toBeGreaterThan(0);
      expect(route.country).not.toBe('');
    }),
  );
});

test('prices are overridden by country, by prefix and for all others', () => {
  const read = readSmsPrices('HK=0.05, +8525=0.5,+8529123=2,*=1') ?? expect.fail('not read');
  const own = smsPrices(read);
  expect(routeOf('+85291244567', own)).toEqual({ country: 'HK', price: 50_000 });
  expect(routeOf('+85291234567', own)).toEqual({ country: '+8529123', price: 2 * MICRO });
  expect(routeOf('+85251234567', own)).toEqual({ country: '+8525', price: 500_000 });
  expect(routeOf('+99312345678', own).price).toBe(MICRO);
  for (const wrong of ['HK', 'HK=', 'XX=1', 'hk=1', 'HK=-1', 'HK=1e3', '+0=1', 'HK=1;CN=2'])
    expect(readSmsPrices(wrong), wrong).toBeUndefined();
  expect(readSmsPrices('')?.size).toBe(0);
});

test('a budget is near from four fifths, and reached when a message no longer fits', () => {
  expect(budgetState(79, 100, 1)).toBe('ok');
  expect(budgetState(80, 100, 1)).toBe('near');
  expect(budgetState(99, 100, 1)).toBe('near');
  expect(budgetState(100, 100, 1)).toBe('reached');
  expect(budgetState(95, 100, 6)).toBe('reached');
});

test('the alarm is logged once however the cost grows', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 100 }), (steps) => {
      let cost = 0;
      let alarms = 0;
      for (const step of steps) {
        if (comesNear(cost, cost + step, 500)) alarms += 1;
        cost += step;
      }
      expect(alarms).toBe(cost >= 400 ? 1 : 0);
    }),
  );
});
