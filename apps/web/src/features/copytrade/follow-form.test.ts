import { expect, test } from 'vitest';
import { followForm, isReady, isWrong, sentForm } from './follow-form.ts';

const first = followForm(undefined);

test('amounts are sent as they are held, in plain decimal text', () => {
  const form = { ...first, number: '0.5', order_cap: '12.25' };
  expect(isReady(form)).toBe(true);
  expect(sentForm(7, form)).toMatchObject({ number: '0.5', order_cap: '12.25' });
  expect(isWrong('0,5')).toBe(true);
});

test('size and slippage are required, limits are optional', () => {
  expect(isReady(first)).toBe(true);
  expect(isReady({ ...first, number: ' ' })).toBe(false);
  expect(isReady({ ...first, slippage: '' })).toBe(false);
  expect(sentForm(7, first)).toMatchObject({ order_cap: '', total_cap: '', stop_loss: '' });
});

test('text that is not an amount above zero is invalid, empty text is not', () => {
  expect(['abc', '0', '-1', '1', ''].map((text) => isWrong(text))).toEqual([true, true, true, false, false]);
});
