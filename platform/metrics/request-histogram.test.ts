import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createMetrics } from './index.ts';

test('requests are counted up to each bound, by call and outcome', async () => {
  const metrics = createMetrics();
  const library = new Histogram({
    name: 'karat_request_seconds',
    help: 'Time to answer, by call and outcome',
    labelNames: ['call', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [],
  });
  const registry = new Registry();
  registry.registerMetric(library);
  for (const call of ['coin/trade', '-'])
    for (const outcome of ['ok', 'refused'] as const)
      for (const seconds of [0, 0.001, 0.00100001, 0.25, 5, 6, 0.003]) {
        metrics.request(call, outcome, seconds);
        library.observe({ call, outcome }, seconds);
      }
  expect(await metrics.text()).toContain(`\n\n${await registry.metrics()}`);
});
