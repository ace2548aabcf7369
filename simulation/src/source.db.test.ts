import { createSeeds } from '@karat/domains/market';
import type { Market } from '@karat/domains/market';
import { virtualClock } from '@karat/platform/clock';
import { sql } from '@karat/platform/db';
import { seededRandom } from '@karat/platform/random';
import { DAY_MS, HOUR_MS, utcDay } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BEHAVIOURS } from './instruments.ts';
import { createSimulatedSource } from './source.ts';
import { createWalk } from './walk.ts';

const START = Date.parse('2026-11-20T22:00:00Z');
const [BTC] = BEHAVIOURS;
if (!BTC) throw new Error('no instruments');
const market = { symbol: 'BTC/USDT' } as Market;

let database: TestDatabase;
const opened = async (now: number) => {
  const clock = virtualClock(now);
  const seeds = createSeeds({ db: database.db, clock, random: seededRandom(`at ${now}`) });
  const source = createSimulatedSource({ clock, seeds });
  await source.start();
  return { clock, seeds, source };
};
const priceAt = (source: Awaited<ReturnType<typeof opened>>['source'], at: number): number =>
  Number(source.quote(market, at)?.price ?? 0n) / 1e10;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

test('the seeds of today and tomorrow are committed, and shown only when their day is over', async () => {
  const { clock, seeds } = await opened(START);
  const [tomorrow, today] = await seeds.commitments(10);
  expect([today?.day, tomorrow?.day]).toEqual(['2026-11-20', '2026-11-21']);
  expect([today?.seed, tomorrow?.seed, today?.base]).toEqual([null, null, null]);
  clock.set(Date.parse('2026-11-21T00:00:00Z'));
  const [, over] = await seeds.commitments(10);
  expect(over?.seed).toMatch(/^[0-9a-f]{64}$/);
  const text = `karat-seed-v1|2026-11-20|${over?.seed}|${over?.base}`;
  expect(createHash('sha256').update(text).digest('hex')).toBe(today?.commitment);
});

test('the committed prices are the published ones: anyone can recompute them from the revealed seed', async () => {
  const { clock, seeds, source } = await opened(START);
  const played = [1, 777, 5000].map((second) => source.quote(market, START + second * 1000)?.price);
  clock.set(START + DAY_MS);
  const seed = await seeds.read(utcDay(START));
  if (!seed) throw new Error('no seed');
  const walk = createWalk(seed);
  expect([1, 777, 5000].map((second) => walk.priceAt(BTC, 79_200 + second))).toEqual(played);
});

test('midnight is crossed without a step', async () => {
  const { source } = await opened(START);
  const midnight = Date.parse('2026-11-21T00:00:00Z');
  const before = priceAt(source, midnight - 1000);
  const after = priceAt(source, midnight);
  expect(Math.abs(after / before - 1)).toBeLessThan(0.002);
  expect(before).toBeGreaterThan(0);
});

test('a restart on the same day continues the same walk', async () => {
  const { source } = await opened(START);
  const later = START + HOUR_MS;
  const expected = priceAt(source, later);
  expect(priceAt((await opened(later)).source, later)).toBe(expected);
});

test('after a stop of ten days the walk continues where the last committed day ends', async () => {
  const first = await opened(START);
  const last = await first.seeds.read('2026-11-21');
  if (!last) throw new Error('no seed');
  const end = Number(createWalk(last).priceAt(BTC, 86_400) ?? 0n) / 1e10;
  const midnight = Date.parse('2026-12-01T00:00:00Z');
  expect(priceAt((await opened(midnight + 5_000)).source, midnight)).toBe(end);
});

test('a seed is never replaced', async () => {
  const { seeds } = await opened(START);
  const standing = await seeds.read('2026-11-21');
  expect(await seeds.commit('2026-11-21', new Map())).toEqual(standing);
  const { n } = await database.db.one<{ n: number }>(sql`select count(*)::int as n from market_seeds`);
  expect(n).toBe(2);
});

test('the next day is ready before it begins, while the clock runs', async () => {
  const { clock, source, seeds } = await opened(START);
  clock.advance(2 * HOUR_MS + 60_000);
  await expect.poll(() => seeds.read('2026-11-22')).toBeDefined();
  await expect.poll(() => source.quote(market, START + DAY_MS + 2 * HOUR_MS)).toBeDefined();
});
