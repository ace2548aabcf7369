import { ZERO, amount, compare, mulUp, price, times } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  COIN_GAS,
  SWEEP_POLICY,
  affordable,
  covers,
  freeNonce,
  minimumOf,
  tightFees,
  topUpOf,
} from './rules.ts';

const units = (max: bigint) => fc.bigInt({ min: 1n, max });
const fees = fc.tuple(units(10n ** 12n), units(10n ** 10n)).map(([base, tip]) => ({
  maxFeePerGas: base * 2n + tip,
  maxPriorityFeePerGas: tip,
}));

test('the minimum is worth the least value, and the multiple of the fee', () => {
  const prices = { unit: price('2000'), coin: price('2000') };
  expect(minimumOf(SWEEP_POLICY, prices, ZERO)).toBe(amount('0.05'));
  // 0.01 ETH are 20 USDT; twenty times as much is the minimum.
  expect(minimumOf(SWEEP_POLICY, prices, amount('0.01'))).toBe(amount('0.2'));
  fc.assert(
    fc.property(units(10n ** 15n), units(10n ** 15n), units(10n ** 12n), (unit, coin, fee) => {
      const found = minimumOf(SWEEP_POLICY, { unit: price(unit), coin: price(coin) }, amount(fee));
      const worth = mulUp(found, price(unit));
      expect(compare(worth, SWEEP_POLICY.fromUsdt)).toBeGreaterThanOrEqual(0);
      const cost = times(mulUp(amount(fee), price(coin)), SWEEP_POLICY.feeFactor);
      expect(compare(worth, cost)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('what an address is emptied with lets the base fee rise by a quarter, and costs no more than usual', () => {
  fc.assert(
    fc.property(fees, (usual) => {
      const tight = tightFees(usual);
      const base = (usual.maxFeePerGas - usual.maxPriorityFeePerGas) / 2n;
      expect(tight.maxFeePerGas - tight.maxPriorityFeePerGas).toBe((base * 5n) / 4n);
      expect(tight.maxFeePerGas).toBeLessThanOrEqual(usual.maxFeePerGas);
    }),
  );
});

test('a top-up covers the transfer, and fees never take more than lies there', () => {
  fc.assert(
    fc.property(fees, units(10n ** 18n), units(200_000n), (wanted, coins, gas) => {
      const paid = affordable(wanted, coins, gas);
      expect(paid.maxFeePerGas * gas).toBeLessThanOrEqual(coins);
      expect(paid.maxPriorityFeePerGas).toBeLessThanOrEqual(paid.maxFeePerGas);
      if (covers(wanted, coins, gas)) expect(paid).toEqual(wanted);
      else expect(covers(wanted, coins + topUpOf(wanted, coins, gas), gas)).toBe(true);
    }),
  );
  expect(COIN_GAS).toBe(21_000n);
});

test('a top-up brings the coins to exactly twice the highest cost, and exactly the highest cost is covered', () => {
  const each = { maxFeePerGas: 30n, maxPriorityFeePerGas: 2n };
  expect(topUpOf(each, 1_000n, 100n)).toBe(5_000n);
  expect([covers(each, 3_000n, 100n), covers(each, 2_999n, 100n)]).toEqual([true, false]);
});

test('a transfer is sent again after half an hour, and a failed address left alone for a day', () => {
  expect([SWEEP_POLICY.stuckMs, SWEEP_POLICY.pauseMs]).toEqual([1_800_000, 86_400_000]);
});

test('a nonce is the lowest that nothing has', () => {
  expect(freeNonce([], 4)).toBe(4);
  expect(freeNonce([4, 5, 7], 4)).toBe(6);
  expect(freeNonce([1, 2], 4)).toBe(4);
});
