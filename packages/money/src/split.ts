import type { Amount } from './decimal.ts';

/**
 * Splits `total` by weights with the largest remainder method; ties go to the lowest index, so 100 three ways is
 * 34/33/33. `unit` is the smallest part (the currency's last decimal place, in 1e-10). The parts sum to `total`
 * exactly when `total` is a multiple of `unit`; all-zero weights throw.
 */
export function split(total: Amount, weights: readonly bigint[], unit: bigint = 1n): Amount[] {
  if (total < 0n || total % unit !== 0n)
    throw new RangeError('split needs a non-negative multiple of the unit');
  if (weights.some((weight) => weight < 0n)) throw new RangeError('split needs non-negative weights');
  const whole = weights.reduce((a, b) => a + b, 0n);
  if (whole === 0n) throw new RangeError('split needs a positive weight');
  const units = total / unit;
  const parts = weights.map((weight) => (units * weight) / whole);
  const remainders = weights.map((weight) => (units * weight) % whole);
  const left = Number(units - parts.reduce((a, b) => a + b, 0n));
  const order = weights.map((_, index) => index);
  order.sort((a, b) => {
    const ra = remainders[a] ?? 0n;
    const rb = remainders[b] ?? 0n;
    return ra === rb ? a - b : ra > rb ? -1 : 1;
  });
  for (const index of order.slice(0, left)) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts.map((part) => (part * unit) as Amount);
}
