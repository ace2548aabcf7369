import { expect, test, vi } from 'vitest';
import { SCREEN_TIMEOUT_MS, Unreachable, inTime } from './unreachable.ts';

test('a screen that takes longer than a minute counts as lost', async () => {
  vi.useFakeTimers();
  try {
    const waiting = inTime(new Promise(() => undefined));
    const outcome = expect(waiting).rejects.toBeInstanceOf(Unreachable);
    await vi.advanceTimersByTimeAsync(SCREEN_TIMEOUT_MS);
    await outcome;
  } finally {
    vi.useRealTimers();
  }
});

test('a screen that arrives is handed on', async () => {
  await expect(inTime(Promise.resolve('screen'))).resolves.toBe('screen');
});

test('a screen that fails to arrive is told apart from one that breaks', async () => {
  await expect(inTime(Promise.reject(new TypeError('fetch')))).rejects.toBeInstanceOf(Unreachable);
});
