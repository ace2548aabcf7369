import { expect, test, vi } from 'vitest';
import { SCREEN_TIMEOUT_MS, Unreachable, inTime } from './unreachable.ts';

test('loading a screen fails after one minute', async () => {
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

test('a loaded screen is returned', async () => {
  await expect(inTime(Promise.resolve('screen'))).resolves.toBe('screen');
});

test('a load failure differs from an error inside the screen', async () => {
  await expect(inTime(Promise.reject(new TypeError('fetch')))).rejects.toBeInstanceOf(Unreachable);
});
