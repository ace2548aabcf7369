import { currencyId } from '@karat/contract';
import { amount, price, rate } from '@karat/money';
import type { Price, Rate } from '@karat/money';
import { BTC, USDC, USDT } from '@karat/domains/ledger';
import type { Currency, CurrencyKind } from '@karat/domains/ledger';
import { convert, hasMoved } from '@karat/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fiatPrice, isPrecise, hasCurrency, percent } from './rules.ts';

const currency = (id: number, kind: CurrencyKind, decimals = 6): Currency => ({
  id: currencyId(id),
  code: `C${id}`,
  title: '',
  kind,
  decimals,
  enabled: true,
});

test('one bitcoin at 30,000 with 0.1 % costs 1.001 and gives 30,000 dollars', () => {
  const prices = { from: price('30000'), to: price('1') };
  expect(convert(amount('1'), prices, rate('0.001'), { from: 8, to: 6 })).toEqual({
    fee: amount('0.001'),
    paid: amount('1.001'),
    received: amount('30000'),
  });
});

test('the fee rounds up and the received amount rounds down', () => {
  const prices = { from: price('1'), to: price('30000') };
  // 100.000001 / 30000 = 0.003333333366..., 0.1 % of it 0.100000001
  expect(convert(amount('100.000001'), prices, rate('0.001'), { from: 6, to: 8 })).toEqual({
    fee: amount('0.100001'),
    paid: amount('100.100002'),
    received: amount('0.00333333'),
  });
});

const decimals = fc.integer({ min: 0, max: 10 });
const anyPrice = fc.bigInt({ min: 1n, max: 10n ** 16n }).map((value): Price => price(value));
const feeRate = fc.bigInt({ min: 0n, max: 10n ** 9n }).map((value): Rate => rate(value));

test('a round trip never profits, at any prices, decimals and fee', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 10n }),
      anyPrice,
      anyPrice,
      feeRate,
      decimals,
      decimals,
      (count: bigint, a: Price, b: Price, fee: Rate, from: number, to: number) => {
        const number = amount(count * 10n ** BigInt(10 - from));
        const there = convert(number, { from: a, to: b }, fee, { from, to });
        const back = convert(there.received, { from: b, to: a }, fee, { from: to, to: from });
        expect(back.received <= number).toBe(true);
        expect(there.paid >= number && there.fee >= 0n).toBe(true);
        // Not above the exact quotient, and less than a smallest unit below it.
        const worth = there.received * b;
        expect(worth <= number * a).toBe(true);
        expect((there.received + 10n ** BigInt(10 - to)) * b > number * a - b).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('an unmoved lock gives no more value than it takes, fee included', () => {
  const at = fc.bigInt({ min: 10n ** 6n, max: 10n ** 16n }).map((value): Price => price(value));
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 14n }),
      fc.record({ from: at, to: at }),
      fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 })),
      fc.constantFrom(rate('0'), rate('0.001'), rate('0.002')),
      (number, locked, [up, down], fee) => {
        const shifted = (value: Price, by: number): Price => price((value * BigInt(10_000 + by)) / 10_000n);
        const now = { from: shifted(locked.from, up), to: shifted(locked.to, down) };
        if (hasMoved(locked, now, fee)) return;
        const { paid, received } = convert(amount(number), locked, fee, { from: 10, to: 10 });
        expect(received * now.to <= paid * now.from).toBe(true);
      },
    ),
    { numRuns: 5_000 },
  );
});

test('a ratio has moved if it is further than the spread from the lock, up or down', () => {
  const locked = { from: price('1'), to: price('30000') };
  const moved = (to: string) => hasMoved(locked, { from: price('1'), to: price(to) }, rate('0.001'));
  expect(['30000', '30030', '29970.03'].map(moved)).toEqual([false, false, false]);
  expect(['30030.0001', '29970.02', '60000'].map(moved)).toEqual([true, true, true]);
});

test('each account type has its own currencies, and USDT is in all four', () => {
  const [usd, btc, usdt, usdc, share] = [
    currency(21, 'fiat', 2),
    currency(BTC, 'coin', 8),
    currency(USDT, 'coin'),
    currency(USDC, 'coin'),
    currency(61, 'stock'),
  ] as const;
  const stored = (['legal', 'change', 'lever', 'micro'] as const).map((account) =>
    [usd, btc, usdt, usdc, share].filter((one) => one && hasCurrency(account, one)).map((one) => one?.id),
  );
  expect(stored).toEqual([
    [21, USDT],
    [BTC, USDT, USDC, 61],
    [USDT, USDC],
    [USDT, USDC],
  ]);
});

test('an amount finer than the currency is detected', () => {
  expect(isPrecise(amount('0.01'), currency(21, 'fiat', 2))).toBe(true);
  expect(isPrecise(amount('0.001'), currency(21, 'fiat', 2))).toBe(false);
  expect(isPrecise(amount('0.5'), currency(24, 'fiat', 0))).toBe(false);
  expect(isPrecise(amount('0.0000000001'), currency(2, 'coin', 10))).toBe(true);
});

test('rates format as percent, fiat as its price in dollars', () => {
  expect(percent(rate('0.001'))).toBe('0.1');
  expect(percent(rate('0.0125'))).toBe('1.25');
  expect(percent(rate('0'))).toBe('0');
  expect(fiatPrice(rate('4'))).toBe(price('0.25'));
  expect(fiatPrice(rate('25455'))).toBe(price('0.0000392850'));
});
