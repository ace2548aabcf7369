import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeDemo } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz } from './fuzz/run.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'karat-fuzz-'));
  await placeDemo(dataDir);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('a few seconds of requests of every kind find no fault; npm run bench -- fuzz runs for ten minutes', async () => {
  const { faults, requests } = await fuzz({ dataDir, seed: 20, seconds: 8, clients: 3 });
  expect(faults).toEqual([]);
  expect(requests).toBeGreaterThan(100);
}, 180_000);
