import { expect, test, vi } from 'vitest';
import { SCREEN_TIMEOUT_MS, Unreachable, inTime } from './unreachable.ts';

test('a screen that takes longer than a minute counts as lost', async () => {
  vi.useFakeTimers();
  try {
    const waiting = inTime(new Promise(() => undefined)).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(SCREEN_TIMEOUT_MS - 1);
    const early = await Promise.race([waiting, Promise.resolve('waiting')]);
    await vi.advanceTimersByTimeAsync(1);
    expect(early).toBe('waiting');
    expect(await waiting).toBeInstanceOf(Unreachable);
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
