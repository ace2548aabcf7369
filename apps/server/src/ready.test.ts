import type { HealthState } from '@karat/platform/health';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Container } from './container.ts';
import { degradedIn, readinessOf } from './ready.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the checks that fail in part or at all are named', () => {
  const rows = (['ok', 'degraded', 'off', 'down'] satisfies HealthState[]).map((state) => ({
    name: `is ${state}`,
    state,
    detail: '',
    sinceMs: 0,
  }));
  expect(degradedIn(rows)).toEqual(['is degraded', 'is down']);
});

test('a database that has not answered after two seconds is not ready', async () => {
  const container = { ctx: { db: { one: () => new Promise(() => undefined) } } } as unknown as Container;
  const ready = readinessOf(container, false)();
  vi.advanceTimersByTime(2_000);
  expect(await ready).toEqual({ database: false });
});
