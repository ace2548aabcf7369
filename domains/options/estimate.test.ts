import { UNIT, amount, format, parse, percentFromRate, price, rate, rateFromPercent } from '@karat/money';
import { optionPayout, settleOption } from '@karat/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const START = 1_700_000_000_000;

test('the payout that a ticket shows is what a win returns, at any ratio, stake and number of decimals', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 }),
      fc.bigInt({ min: 1n, max: 10n ** 17n }),
      fc.bigInt({ min: 1n, max: 5n * UNIT }).map((units) => rate(units)),
      (decimals, units, ratio) => {
        const stake = amount(units * 10n ** BigInt(10 - decimals));
        // The ratio travels in percent.
        const sent = parse(format(percentFromRate(ratio))) ?? 0n;
        const second = START / 1_000;
        const tick = (time: number, more: bigint) => ({
          time: second + time,
          price: price(30_000n * UNIT + more),
        });
        const { outcome, returned } = settleOption(
          { direction: 'up', stake, ratio, decimals, acceptedMs: START, expiresMs: START + 30_000 },
          [tick(0, 0n), tick(27, 1n), tick(28, 1n), tick(29, 1n)],
        );
        expect(outcome).toBe('win');
        expect(optionPayout(stake, rateFromPercent(sent), decimals)).toBe(returned);
      },
    ),
  );
});
