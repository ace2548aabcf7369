import { Refusal } from '@karat/contract';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import { listOutbox } from '@karat/platform/delivery';
import type { Outgoing } from '@karat/platform/delivery';
import type { Log } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MICRO, createSms } from './index.ts';
import type { Sms } from './index.ts';

const HK = '+85251234567';
const JAMAICA = '+18765550123';
const DAY = 86_400_000;

let own: TestDatabase;
let clock: VirtualClock;
let lines: string[];
let ctx: Context;
/** A dollar a day, half of it for one country: seven messages to Hong Kong at seven cents, two to Jamaica at a quarter. */
const caps = { day: MICRO, country: MICRO / 2 };

beforeAll(async () => {
  own = await createTestDatabase({ connections: 12 });
});
afterAll(() => own.drop());
beforeEach(async () => {
  await own.db.run(sql`truncate platform_sms_spending, platform_dev_outbox`);
  clock = virtualClock();
  lines = [];
  const note = (fields: object, text: string): void => void lines.push(`${text} ${JSON.stringify(fields)}`);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  ctx = { db: own.db, clock, random: seededRandom('sms'), bus: createBus(() => undefined), log, demo: true };
});

const outcome = async (sms: Sms, to: string, more: Partial<Outgoing> = {}): Promise<string> =>
  own.db
    .transact((tx) => sms.send(tx, { to, lang: 'en', body: 'Your code is 123456.', ...more }))
    .then(
      () => 'ok',
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );
const times = (count: number, work: () => Promise<string>): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, work));
const sent = async (): Promise<number> => (await listOutbox(own.db, { page: 1, limit: 100 })).total;

test('concurrent messages never exceed the cap of a country, and no refused message is sent', async () => {
  const sms = createSms(ctx, { caps });
  const outcomes = await times(40, () => outcome(sms, HK));
  expect(outcomes.filter((one) => one === 'ok')).toHaveLength(7);
  expect(outcomes.filter((one) => one === 'sms_limit_reached')).toHaveLength(33);
  expect(await sent()).toBe(7);
  expect(sms.refused()).toBe(33);
  expect(sms.costToday()).toBeCloseTo(0.49);
});

test('the daily cap covers all countries', async () => {
  const sms = createSms(ctx, { caps });
  await times(7, () => outcome(sms, HK));
  await times(2, () => outcome(sms, JAMAICA));
  expect(await outcome(sms, '+4915112345678')).toBe('sms_limit_reached');
  expect(await sms.spending(own.db)).toEqual({
    state: 'reached',
    cost: 0.99,
    cap: 1,
    countries: [
      { country: 'JM', state: 'reached' },
      { country: 'HK', state: 'reached' },
    ],
  });
});

test('costs survive a restart, and a new day begins at zero', async () => {
  await times(7, () => outcome(createSms(ctx, { caps }), HK));
  const restarted = createSms(ctx, { caps });
  expect(await outcome(restarted, HK)).toBe('sms_limit_reached');
  expect(await outcome(restarted, '+12025550123')).toBe('ok');
  expect(restarted.costToday()).toBeCloseTo(0.5);
  clock.advance(DAY);
  expect(restarted.costToday()).toBe(0);
  expect(await outcome(restarted, HK)).toBe('ok');
});

test('a message with deliver: false is refused at the same point, and costs nothing', async () => {
  const sms = createSms(ctx, { caps });
  expect(await times(20, () => outcome(sms, HK, { deliver: false }))).toEqual(
    Array.from({ length: 20 }, () => 'ok'),
  );
  expect((await sms.spending(own.db)).cost).toBe(0);
  expect(sms.costToday()).toBe(0);
  await times(7, () => outcome(sms, HK));
  expect(await outcome(sms, HK, { deliver: false })).toBe('sms_limit_reached');
});

test('a security notification is sent also beyond the cap, and counts', async () => {
  const sms = createSms(ctx, { caps });
  await times(8, () => outcome(sms, HK));
  expect(await outcome(sms, HK, { notice: true })).toBe('ok');
  expect((await sms.spending(own.db)).cost).toBeCloseTo(0.56);
});

test('the log reports once that a cap is near and once that it is reached', async () => {
  const sms = createSms(ctx, { caps });
  const count = (text: string): number => lines.filter((line) => line.startsWith(text)).length;
  for (let sends = 0; sends < 5; sends++) await outcome(sms, HK);
  // Would cross four fifths, and costs nothing.
  await outcome(sms, HK, { deliver: false });
  expect(count('SMS cost cap is near')).toBe(0);
  for (let sends = 0; sends < 15; sends++) await outcome(sms, HK);
  expect([count('SMS cost cap is near'), count('SMS cost cap reached')]).toEqual([1, 1]);
  // Of another country too: Jamaica is near its cap and the whole day's, then at its own.
  for (let sends = 0; sends < 4; sends++) await outcome(sms, JAMAICA);
  expect([count('SMS cost cap is near'), count('SMS cost cap reached')]).toEqual([3, 2]);
  expect(lines.join('')).not.toContain('5123');
});

test('a failed transaction costs nothing', async () => {
  const sms = createSms(ctx, { caps });
  const failing = own.db.transact(async (tx) => {
    await sms.send(tx, { to: HK, lang: 'en', body: 'x' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect((await sms.spending(own.db)).cost).toBe(0);
});
