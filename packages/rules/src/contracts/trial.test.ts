import { amount, format } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trialSettlement } from './trial.ts';

const settled = (payout: string, owed: string) => {
  const { kept, returned } = trialSettlement(amount(payout), amount(owed));
  return [format(kept), format(returned)];
};

test('the house gets back what it has paid, the user keeps what is beyond it, a loss is the house’s', () => {
  expect(settled('130', '100')).toEqual(['30', '100']);
  expect(settled('100', '100')).toEqual(['0', '100']);
  expect(settled('40', '100')).toEqual(['0', '40']);
  expect(settled('0', '100')).toEqual(['0', '0']);
  expect(settled('40', '0')).toEqual(['40', '0']);
});

test('both parts sum to the payout and neither is negative', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 20n), fc.bigInt(0n, 10n ** 20n), (payout, owed) => {
      const { kept, returned } = trialSettlement(amount(payout), amount(owed));
      expect(kept + returned).toBe(payout);
      expect(kept >= 0n && returned >= 0n && returned <= owed).toBe(true);
    }),
  );
});
