import { createBus } from '@karat/platform/bus';
import { systemClock } from '@karat/platform/clock';
import { silentLog } from '@karat/platform/log';
import { systemRandom } from '@karat/platform/random';
import { schedule } from '@karat/platform/work';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Container } from './container.ts';
import { startWork } from './work.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Handlers of due work, by the part of the container and the name of its handlers. */
const HANDLERS = [
  ...['identity.work', 'credentials.work', 'messages.work', 'stocks.work', 'copytrade.work', 'fiat.work'],
  ...['withdrawals.work', 'compliance.work', 'mail.work', 'sms.work'],
  ...['messages.pushWork', 'deposits.sweepWork', 'fiat.providerWork'],
];
/** Workers of single products. */
const SETTLERS = [
  ...['options.settler', 'dual.settler', 'gifts.worker', 'growth.worker', 'loans.worker', 'mining.worker'],
  ...['launchpad.worker', 'nft.worker', 'games.worker', 'portfolio.worker', 'daily.worker'],
];
/** Handlers that run also while the clock is not trusted: nothing of theirs settles by time. */
const UNTRUSTED = ['compliance.work', 'fiat.providerWork', 'mail.work', 'messages.pushWork', 'sms.work'];
/** Starts of recurring work. */
const STARTS = [
  ...['identity.start', 'credentials.start', 'messages.start', 'withdrawals.start', 'deposits.startSweeps'],
  ...['compliance.start', 'fiat.start'],
];

test('all due work of the exchange is done until it is stopped, and what settles by time once the clock is trusted', async () => {
  let trusted = false;
  const ctx = {
    db: database.db,
    clock: { ...systemClock, isTrusted: () => trusted },
    random: systemRandom,
    bus: createBus(() => undefined),
    log: silentLog,
    demo: true,
  };
  const done: string[] = [];
  const started: string[] = [];
  const stopped: string[] = [];
  const parts: Record<string, Record<string, unknown>> = {};
  const put = (part: string, name: string, value: unknown) => void ((parts[part] ??= {})[name] = value);
  for (const [part = '', name = ''] of HANDLERS.map((each) => each.split('.')))
    put(part, name, { [`test:${part}.${name}`]: async () => void done.push(`${part}.${name}`) });
  for (const [part = '', name = ''] of SETTLERS.map((each) => each.split('.')))
    put(part, name, {
      start: () => void started.push(`${part}.${name}`),
      stop: async () => void stopped.push(`${part}.${name}`),
    });
  for (const [part = '', name = ''] of STARTS.map((each) => each.split('.')))
    put(part, name, async () => void started.push(`${part}.${name}`));
  await ctx.db.transact(async (tx) => {
    for (const name of HANDLERS)
      await schedule(tx, { kind: `test:${name}`, subject: '1', dueAt: ctx.clock.now() });
  });
  const stop = await startWork({ ctx, ...parts } as unknown as Container);
  await expect.poll(() => done.length).toBe(UNTRUSTED.length);
  expect(done.toSorted()).toEqual(UNTRUSTED);
  trusted = true;
  await expect.poll(() => done.toSorted()).toEqual(HANDLERS.toSorted());
  expect(started.toSorted()).toEqual([...SETTLERS, ...STARTS].toSorted());
  expect(stopped).toEqual([]);
  await stop();
  expect(stopped.toSorted()).toEqual(SETTLERS.toSorted());
});
