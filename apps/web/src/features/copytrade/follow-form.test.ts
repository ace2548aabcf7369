import { expect, test } from 'vitest';
import { followForm, isReady, isWrong, sentForm } from './follow-form.ts';

const first = followForm(undefined);

test('numbers follow the locale and are sent with a decimal point', () => {
  const form = { ...first, number: '0,5', order_cap: ' 12,25 ' };
  expect(isReady(form, 'fr')).toBe(true);
  expect(sentForm(7, form, 'fr')).toMatchObject({ number: '0.5', order_cap: '12.25' });
  expect(isWrong('0,5', 'en')).toBe(true);
});

test('size and slippage are required, limits are optional', () => {
  expect(isReady(first, 'en')).toBe(true);
  expect(isReady({ ...first, number: ' ' }, 'en')).toBe(false);
  expect(isReady({ ...first, slippage: '' }, 'en')).toBe(false);
  expect(sentForm(7, first, 'en')).toMatchObject({ order_cap: '', total_cap: '', stop_loss: '' });
});

test('text that is not an amount above zero is invalid, empty text is not', () => {
  expect(['abc', '0', '-1', '1', ''].map((text) => isWrong(text, 'en'))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
