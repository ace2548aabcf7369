import { virtualClock } from '@karat/platform/clock';
import { silentLog } from '@karat/platform/log';
import { expect, test } from 'vitest';
import { createHealthMonitor } from './index.ts';
import type { HealthReading } from './index.ts';

/** Runs the pending reactions of settled promises. */
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

function monitored(measure: () => HealthReading | Promise<HealthReading>) {
  const clock = virtualClock();
  const lines: string[] = [];
  const log = {
    ...silentLog,
    warn: (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`),
  };
  const monitor = createHealthMonitor({ clock, log }, [{ name: 'signer', measure }]);
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settle();
  };
  return { clock, lines, monitor, pass };
}

test('a state is logged when it changes, with its start', async () => {
  let reading: HealthReading = { state: 'ok', detail: '' };
  const { clock, lines, monitor, pass } = monitored(() => reading);
  const began = clock.now();
  await monitor.start();
  expect(monitor.rows()).toEqual([{ name: 'signer', state: 'ok', detail: '', sinceMs: began }]);
  reading = { state: 'down', detail: 'ENOENT' };
  await pass(2_000);
  await pass(2_000);
  expect(monitor.rows()).toEqual([
    { name: 'signer', state: 'down', detail: 'ENOENT', sinceMs: began + 2_000 },
  ]);
  reading = { state: 'ok', detail: '' };
  await pass(2_000);
  expect(lines).toEqual([
    'health check failed {"check":"signer","state":"down","detail":"ENOENT"}',
    'health check recovered {"check":"signer","state":"ok","detail":""}',
  ]);
});

test('a check that fails or does not reply is down', async () => {
  let measure = (): Promise<HealthReading> => Promise.reject(new Error('refused'));
  const { monitor, pass } = monitored(() => measure());
  await monitor.start();
  expect(monitor.rows()).toMatchObject([{ state: 'down', detail: 'refused' }]);
  measure = () => new Promise(() => undefined);
  await pass(2_000);
  await pass(1_500);
  expect(monitor.rows()).toMatchObject([{ state: 'down', detail: 'no answer' }]);
});

test('a stopped monitor measures no more', async () => {
  let count = 0;
  const { monitor, pass } = monitored(() => {
    count += 1;
    return { state: 'ok', detail: '' };
  });
  await monitor.start();
  await monitor.stop();
  await pass(60_000);
  expect(count).toBe(1);
});
