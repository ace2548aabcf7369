import { expect, test } from 'vitest';
import { Refusal, refuse } from './refusal.ts';

const thrownBy = (run: () => never): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

test('a refusal is thrown with its code and the values of its text', () => {
  const refusal = thrownBy(() => refuse('amount_below_minimum', { min: '10' }));
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({
    name: 'Refusal',
    message: 'amount_below_minimum',
    code: 'amount_below_minimum',
    values: { min: '10' },
  });
  expect(thrownBy(() => refuse('order_unknown'))).toMatchObject({ code: 'order_unknown', values: {} });
});
