import { format, price, rate, amount } from '@karat/money';
import { optionProfit, settleOption } from '@karat/rules';
import type { OptionTerms } from '@karat/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { optionFacts, optionFormula } from './option.ts';

const START = 1_800_000_000_000;
const terms: OptionTerms = {
  direction: 'up',
  stake: amount('100'),
  ratio: rate('0.85'),
  decimals: 6,
  acceptedMs: START + 300,
  expiresMs: START + 180_300,
};
/** One tick a second from the start on. */
const ticks = (...prices: readonly (readonly [second: number, text: string])[]) =>
  prices.map(([second, text]) => ({ time: START / 1000 + second, price: price(text) }));
const last = (text: string) => [176, 177, 178, 179, 180].map((second) => [second, text] as const);

test('100 at 85 % up from 30,000.00, settled at 30,000.10, gives 185 back', () => {
  const result = settleOption(terms, ticks([0, '29999'], [1, '30000'], ...last('30000.1'), [181, '1']));
  expect(result).toMatchObject({ outcome: 'win', returned: amount('185'), settlement: price('30000.1') });
  expect(result.entry?.price).toBe(price('30000'));
  expect(result.window).toHaveLength(5);
});

test('the same the other way is lost', () => {
  const down = { ...terms, direction: 'down' as const };
  expect(settleOption(down, ticks([1, '30000'], ...last('30000.1')))).toMatchObject({
    outcome: 'lose',
    returned: 0n,
  });
});

test('entry is the first tick at or after acceptance, to the millisecond', () => {
  const on = { ...terms, acceptedMs: START, expiresMs: START + 30_000 };
  expect(settleOption(on, ticks([0, '5'], [1, '6'])).entry?.price).toBe(price('5'));
  expect(settleOption({ ...on, acceptedMs: START + 1 }, ticks([0, '5'], [1, '6'])).entry?.price).toBe(
    price('6'),
  );
});

test('only the five seconds before expiry settle, and a tick at expiry does not', () => {
  const exact = { ...terms, acceptedMs: START, expiresMs: START + 30_000 };
  const all = ticks(...Array.from({ length: 40 }, (_, second) => [second, String(100 + second)] as const));
  const { window, settlement } = settleOption(exact, all);
  expect(window.map(({ time }) => time - START / 1000)).toEqual([25, 26, 27, 28, 29]);
  expect(settlement).toBe(price('127'));
});

test('two ticks in the window void the option, three settle it', () => {
  const entry = [1, '30000'] as const;
  expect(settleOption(terms, ticks(entry, [176, '1'], [180, '1']))).toMatchObject({
    outcome: 'void',
    returned: amount('100'),
  });
  expect(settleOption(terms, ticks(entry, [176, '1'], [178, '1'], [180, '1'])).outcome).toBe('lose');
});

test('without a tick between acceptance and expiry the option is void', () => {
  expect(settleOption(terms, ticks([0, '30000'], [200, '30000']))).toMatchObject({
    outcome: 'void',
    entry: undefined,
  });
});

test('equal prices tie and give the stake back, a ten-billionth in the mean does not', () => {
  expect(settleOption(terms, ticks([1, '30000'], ...last('30000')))).toMatchObject({
    outcome: 'tie',
    returned: amount('100'),
  });
  const hair = ticks([1, '30000'], [176, '30000'], [177, '30000'], [178, '30000.0000000001']);
  expect(settleOption(terms, hair).outcome).toBe('win');
});

test('a profit is rounded down at the decimals of the currency', () => {
  expect(format(optionProfit(amount('0.000001'), rate('0.85'), 6))).toBe('0');
  expect(format(optionProfit(amount('1.111111'), rate('0.85'), 6))).toBe('0.944444');
});

const anyTicks = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 1000 })), { maxLength: 60 })
  .map((rows) => [...new Map(rows)].toSorted(([a], [b]) => a - b).map(([s, p]) => [s, `${p}`] as const));

test('whatever the ticks: up and down are never both won, a win pays stake and ratio, anything else at most the stake', () => {
  fc.assert(
    fc.property(
      anyTicks,
      fc.integer({ min: 0, max: 20_000 }),
      fc.bigInt(1n, 10n ** 12n),
      (rows, at, stake) => {
        const base = {
          ...terms,
          stake: amount(stake * 10_000n),
          acceptedMs: START + at,
          expiresMs: START + at + 30_000,
        };
        const [up, down] = (['up', 'down'] as const).map((direction) =>
          settleOption({ ...base, direction }, ticks(...rows)),
        );
        const outcomes = [up?.outcome, down?.outcome]
          .map(String)
          .toSorted((a, b) => (a < b ? -1 : 1))
          .join();
        expect(['lose,win', 'tie,tie', 'void,void']).toContain(outcomes);
        for (const one of [up, down]) {
          const most = base.stake + optionProfit(base.stake, base.ratio, base.decimals);
          const pays = { win: most, lose: 0n, tie: base.stake, void: base.stake };
          expect(one?.returned).toBe(pays[one?.outcome ?? 'void']);
        }
      },
    ),
  );
});

test('the formula chooses from all published ticks what it settled by, and gives the same from the chosen ones alone', () => {
  const hash = 'a'.repeat(64);
  fc.assert(
    fc.property(anyTicks, fc.integer({ min: 0, max: 20_000 }), (rows, at) => {
      const own = { ...terms, acceptedMs: START + at, expiresMs: START + at + 30_000 };
      const order = optionFacts({ ...own, market: 1, symbol: 'BTC/USDT', currency: 'USDT' });
      const published = rows.map(([second, text]) => ({
        market: 1,
        time: START / 1000 + second,
        price: text,
        source: 'simulated' as const,
        quotes: `simulated=${text}`,
        previous: hash,
        hash,
      }));
      const [range] = optionFormula.ranges(order);
      const within = published.filter(({ time }) => range && time >= range.from && time <= range.to);
      const chosen = optionFormula.choose(order, within);
      const direct = settleOption(own, ticks(...rows));
      expect(optionFormula.result(order, chosen)).toMatchObject({
        outcome: direct.outcome,
        returned: format(direct.returned),
        window_ticks: String(direct.window.length),
      });
      expect(optionFormula.choose(order, chosen)).toEqual(chosen);
    }),
  );
});

test('the receipt asks for the ticks from acceptance, or from the window if that is earlier, up to the expiry', () => {
  const rangesOf = (more: Partial<OptionTerms>) =>
    optionFormula.ranges(optionFacts({ ...terms, ...more, market: 4, symbol: 'BTC/USDT', currency: 'USDT' }));
  const second = START / 1000;
  expect(rangesOf({})).toEqual([{ market: 4, from: second + 1, to: second + 180 }]);
  expect(rangesOf({ acceptedMs: START, expiresMs: START + 180_000 })).toEqual([
    { market: 4, from: second, to: second + 179 },
  ]);
  expect(rangesOf({ acceptedMs: START + 2_000, expiresMs: START + 4_000 })).toEqual([
    { market: 4, from: second - 1, to: second + 3 },
  ]);
});

test('the receipt states entry and settlement where there are any', () => {
  const order = optionFacts({ ...terms, market: 1, symbol: 'BTC/USDT', currency: 'USDT' });
  const published = [[1, '30000'] as const, ...last('30000.1')].map(([second, text]) => ({
    ...{ market: 1, time: START / 1000 + second, price: text, source: 'simulated' as const },
    ...{ quotes: '', previous: '', hash: '' },
  }));
  expect(optionFormula.result(order, published)).toEqual({
    outcome: 'win',
    entry: '30000',
    entry_second: String(START / 1000 + 1),
    settlement: '30000.1',
    window_ticks: '5',
    returned: '185',
  });
  expect(optionFormula.choose(order, published)).toEqual(published);
  expect(optionFormula.result({ ...order, direction: 'down' }, published)).toMatchObject({
    outcome: 'lose',
    returned: '0',
  });
  expect(optionFormula.result(order, [])).toEqual({ outcome: 'void', window_ticks: '0', returned: '100' });
  expect(() => optionFormula.result({ ...order, direction: 'flat' }, published)).toThrow('direction flat');
});
