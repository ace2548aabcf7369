import { expect, test } from 'vitest';
import { followForm, isLimit, isReady, isWrong, sentForm } from './follow-form.ts';

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

test('the form begins with what the user follows with now', () => {
  const known = { type: 2, number: '3', order_cap: '10', total_cap: '20', slippage: '1', stop_loss: '30' };
  const expected = { ...known, type: '2' };
  expect(followForm(known as never)).toEqual(expected);
  expect(followForm({ ...known, type: 1 } as never).type).toBe('1');
  expect(sentForm(7, followForm(known as never))).toEqual({ ...known, trader_user_id: 7 });
});

test('limits differ from required fields; each wrong one keeps the form from being sent', () => {
  const entries = ['number', 'slippage', 'order_cap', 'total_cap', 'stop_loss'] as const;
  expect(entries.map(isLimit)).toEqual([false, false, true, true, true]);
  for (const entry of entries) expect(isReady({ ...first, [entry]: '0' }), entry).toBe(false);
});
