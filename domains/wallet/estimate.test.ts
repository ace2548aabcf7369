import {
  amount,
  format,
  isMultipleOf,
  parse,
  plus,
  price,
  rate,
  rateFromPercent,
  smallestUnit,
} from '@karat/money';
import { convert, maxConversion } from '@karat/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percent } from './rules.ts';

const decimals = fc.integer({ min: 0, max: 10 });
const prices = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((units) => price(units));
const fees = fc.bigInt({ min: 0n, max: 10n ** 9n }).map((units) => rate(units));
const units = fc.bigInt({ min: 1n, max: 10n ** 15n });

test('an estimate from the rates on the wire is what the server converts, to the last digit', () => {
  fc.assert(
    fc.property(units, prices, prices, fees, decimals, decimals, (number, from, to, fee, ofFrom, ofTo) => {
      const given = amount(number * smallestUnit(ofFrom));
      const places = { from: ofFrom, to: ofTo };
      const server = convert(given, { from, to }, fee, places);
      const sent = { from: price(format(from)), to: price(format(to)) };
      const sentFee = rateFromPercent(parse(percent(fee)) ?? -1n);
      expect(convert(given, sent, sentFee, places)).toEqual(server);
      // received is the largest amount that does not exceed the exact worth.
      const unit = smallestUnit(ofTo);
      expect(server.received * to <= given * from).toBe(true);
      expect((server.received + unit) * to > given * from).toBe(true);
      expect(isMultipleOf(server.received, unit)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('the maximum amount is paid by the balance together with its fee, and one unit more is not', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fees, decimals, (number, fee, places) => {
      const unit = smallestUnit(places);
      const available = amount(number * unit);
      const paid = (given: bigint) => convert(amount(given), ONE, fee, { from: places, to: 10 }).paid;
      const max = maxConversion(available, fee, places);
      expect(paid(max) <= available).toBe(true);
      expect(paid(plus(max, amount(unit))) > available).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

const ONE = { from: price('1'), to: price('1') };
