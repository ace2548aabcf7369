import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMetrics } from './index.ts';
import { watchEventLoop } from './event-loop.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('reports how late the timer fires, until it is stopped', () => {
  let now = 1_000;
  const delays: number[] = [];
  const stop = watchEventLoop(
    (seconds) => delays.push(seconds),
    () => now,
  );
  now = 1_050;
  vi.advanceTimersByTime(50);
  // The loop was blocked for 300 ms.
  now = 1_400;
  vi.advanceTimersByTime(50);
  // A timer may fire a little early; the next one counts from then.
  now = 1_449;
  vi.advanceTimersByTime(50);
  now = 1_509;
  vi.advanceTimersByTime(50);
  expect(delays).toEqual([0, 0.3, 0, 0.01]);
  stop();
  vi.advanceTimersByTime(500);
  expect(delays).toHaveLength(4);
});

test('a blocked loop is counted in the histogram', async () => {
  let now = 0;
  const metrics = createMetrics();
  const stop = metrics.watchEventLoop(() => now);
  now = 350;
  vi.advanceTimersByTime(50);
  stop();
  const text = await metrics.text();
  expect(text).toContain('karat_event_loop_delay_seconds_bucket{le="0.25"} 0');
  expect(text).toContain('karat_event_loop_delay_seconds_bucket{le="0.5"} 1');
});
