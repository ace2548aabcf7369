import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BTC, Floor } from './testing/floor.ts';

const ROUNDS = 8;

let database: TestDatabase;
let floor: Floor;

beforeEach(async () => {
  database = await createTestDatabase({ connections: 6 });
  floor = new Floor(database.db);
  await floor.funds();
  await floor.contracts.start();
  await floor.tick({ 1: '30000', 2: '2000' });
});
const noFaults = async (): Promise<void> => expect(await floor.faults()).toEqual([]);
afterEach(async () => {
  await floor.contracts.stop();
  await noFaults();
  await database.drop();
});

/** One bitcoin with ten times the margin: closed out at 28,500 when it is long. */
const opened = (user: UserId, mode: 'isolated' | 'cross' = 'isolated') =>
  floor.contracts.orders.open(user, {
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

test('closing by hand against being closed out: one of both ends the position, at one price', async () => {
  const user = await floor.person(800_001, '100000');
  const reasons = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await opened(user);
    floor.clock.advance(1_000);
    const races = [
      () => outcome(floor.contracts.orders.close(user, id, undefined)),
      () => floor.publish({ 1: '28400' }).then(() => 'tick'),
      () => outcome(floor.contracts.orders.closeMany(user, 0, undefined)),
      () => outcome(floor.contracts.orders.close(user, id, amount('40'))),
    ];
    await Promise.all(turned(races, round % races.length).map((race) => race()));
    await floor.contracts.idle();
    const end = await closed(id);
    expect(end.status).toBe(3);
    reasons.add(end.why);
    await floor.tick({ 1: '30000' });
    expect((await closed(id)).status).toBe(3);
    expect(await floor.faults()).toEqual([]);
    expect((await floor.balance(user)).split('/')[1]).toBe('0');
  }
  expect([...reasons].every((why) => ['user', 'liquidation'].includes(why))).toBe(true);
});

test('a stop that is set against the tick that reaches it either closes there or is refused', async () => {
  const user = await floor.person(800_001, '100000');
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await opened(user);
    floor.clock.advance(1_000);
    const races = [
      () => outcome(floor.contracts.orders.setStops(user, id, { stopLoss: price('29500') })),
      () => floor.publish({ 1: '29400' }).then(() => 'tick'),
      () => outcome(floor.contracts.orders.setStops(user, id, { takeProfit: price('31000') })),
    ];
    await Promise.all(turned(races, round % races.length).map((race) => race()));
    await floor.contracts.idle();
    await floor.tick({ 1: '29300' });
    await floor.tick({ 1: '30000' });
    const end = await closed(id);
    // Set before the tick it closes at the next one; set after it, the price has passed it and it is refused.
    expect(end.status === 3 ? end.why : 'open').toMatch(/^(stop_loss|open)$/);
    await outcome(floor.contracts.orders.closeMany(user, 0, undefined));
    expect(await floor.balance(user)).toMatch(/\/0$/);
  }
});

test('cancelling a limit order against the tick that fills it: it is one or the other, and its money is once', async () => {
  const user = await floor.person(800_001, '100000');
  const ends = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await floor.contracts.orders.open(user, {
      marketId: BTC,
      side: 'long',
      mode: 'isolated',
      lots: amount('10'),
      multiple: 10,
      target: price('29900'),
    });
    floor.clock.advance(1_000);
    const races = [
      () => outcome(floor.contracts.orders.cancel(user, id)),
      () => floor.publish({ 1: '29800' }).then(() => 'tick'),
      () => outcome(floor.contracts.orders.cancel(user, id)),
    ];
    const said = await Promise.all(turned(races, round % races.length).map((race) => race()));
    await floor.contracts.idle();
    const { status } = await closed(id);
    const cancelled = said.filter((each) => each === 'done').length;
    // 1 open, 4 cancelled.
    expect([status, cancelled]).toEqual(cancelled === 1 ? [4, 1] : [1, 0]);
    ends.set(status, (ends.get(status) ?? 0) + 1);
    await outcome(floor.contracts.orders.closeMany(user, 0, undefined));
    await floor.tick({ 1: '30000' });
    expect(await floor.balance(user)).toMatch(/\/0$/);
    expect(await floor.faults()).toEqual([]);
  }
});
