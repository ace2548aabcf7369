import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BTC, ContractsFixture } from './testing/contracts-fixture.ts';

const ATTEMPTS = 8;

let database: TestDatabase;
let fixture: ContractsFixture;

beforeEach(async () => {
  database = await createTestDatabase({ connections: 6, connected: true });
  fixture = new ContractsFixture(database.db);
  await fixture.funds();
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000', 2: '2000' });
});
const noFaults = async (): Promise<void> => expect(await fixture.violations()).toEqual([]);
afterEach(async () => {
  await fixture.contracts.stop();
  await noFaults();
  await database.drop();
});

/** One bitcoin with ten times the margin: a long is liquidated at 28,500. */
const opened = (user: UserId, mode: 'isolated' | 'cross' = 'isolated') =>
  fixture.contracts.orders.open(user, {
    marketId: BTC,
    side: 'long',
    mode,
    lots: amount('100'),
    multiple: 10,
  });
const outcome = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const closed = (id: number) =>
  database.db.one<{ status: number; why: string }>(
    sql`select status, close_reason as why from contracts_positions where id = ${id}`,
  );
const turned = <T>(list: readonly T[], by: number): T[] => [...list.slice(by), ...list.slice(0, by)];

test('a manual close against a liquidation: one of both ends the position, at one price', async () => {
  const user = await fixture.addUser(800_001, '100000');
  const reasons = new Set<string>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { id } = await opened(user);
    fixture.clock.advance(1_000);
    const races = [
      () => outcome(fixture.contracts.orders.close(user, id, undefined)),
      () => fixture.publish({ 1: '28400' }).then(() => 'tick'),
      () => outcome(fixture.contracts.orders.closeMany(user, 0, undefined)),
      () => outcome(fixture.contracts.orders.close(user, id, amount('40'))),
    ];
    await Promise.all(turned(races, attempt % races.length).map((race) => race()));
    await fixture.contracts.idle();
    const end = await closed(id);
    expect(end.status).toBe(3);
    reasons.add(end.why);
    await fixture.tick({ 1: '30000' });
    expect((await closed(id)).status).toBe(3);
    expect(await fixture.violations()).toEqual([]);
    expect((await fixture.balance(user)).split('/')[1]).toBe('0');
  }
  expect([...reasons].every((why) => ['user', 'liquidation'].includes(why))).toBe(true);
});

test('a stop set against the tick that reaches it either closes there or is refused', async () => {
  const user = await fixture.addUser(800_001, '100000');
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { id } = await opened(user);
    fixture.clock.advance(1_000);
    const races = [
      () => outcome(fixture.contracts.orders.setStops(user, id, { stopLoss: price('29500') })),
      () => fixture.publish({ 1: '29400' }).then(() => 'tick'),
      () => outcome(fixture.contracts.orders.setStops(user, id, { takeProfit: price('31000') })),
    ];
    await Promise.all(turned(races, attempt % races.length).map((race) => race()));
    await fixture.contracts.idle();
    await fixture.tick({ 1: '29300' });
    await fixture.tick({ 1: '30000' });
    const end = await closed(id);
    // Set before the tick it closes at the next one; set after it, it is refused because the price has passed it.
    expect(end.status === 3 ? end.why : 'open').toMatch(/^(stop_loss|open)$/);
    await outcome(fixture.contracts.orders.closeMany(user, 0, undefined));
    expect(await fixture.balance(user)).toMatch(/\/0$/);
  }
});

test('cancelling a limit order against the tick that fills it: one of both happens, and its money moves once', async () => {
  const user = await fixture.addUser(800_001, '100000');
  const ends = new Map<number, number>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { id } = await fixture.contracts.orders.open(user, {
      marketId: BTC,
      side: 'long',
      mode: 'isolated',
      lots: amount('10'),
      multiple: 10,
      target: price('29900'),
    });
    fixture.clock.advance(1_000);
    const races = [
      () => outcome(fixture.contracts.orders.cancel(user, id)),
      () => fixture.publish({ 1: '29800' }).then(() => 'tick'),
      () => outcome(fixture.contracts.orders.cancel(user, id)),
    ];
    const results = await Promise.all(turned(races, attempt % races.length).map((race) => race()));
    await fixture.contracts.idle();
    const { status } = await closed(id);
    const cancelled = results.filter((each) => each === 'done').length;
    // 1 open, 4 cancelled.
    expect([status, cancelled]).toEqual(cancelled === 1 ? [4, 1] : [1, 0]);
    ends.set(status, (ends.get(status) ?? 0) + 1);
    await outcome(fixture.contracts.orders.closeMany(user, 0, undefined));
    await fixture.tick({ 1: '30000' });
    expect(await fixture.balance(user)).toMatch(/\/0$/);
    expect(await fixture.violations()).toEqual([]);
  }
});
