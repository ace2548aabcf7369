import { expect, test } from 'vitest';
import { anySignal } from './signals.ts';

test('aborts with the first signal and its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const signal = anySignal([one.signal, other.signal]);
  expect(signal.aborted).toBe(false);
  other.abort('slow');
  one.abort('left');
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toBe('slow');
});

test('is aborted from the start if one of them is', () => {
  const signal = anySignal([new AbortController().signal, AbortSignal.abort('left')]);
  expect(signal.reason).toBe('left');
});
