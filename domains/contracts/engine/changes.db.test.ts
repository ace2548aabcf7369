import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenRequest } from '../order-checks.ts';
import { FaultyDatabase } from '../testing/faulty-database.ts';
import { BTC, ContractsFixture } from '../testing/contracts-fixture.ts';

let database: TestDatabase;
let fixture: ContractsFixture;
let faulty: FaultyDatabase;
let alice: UserId;

beforeEach(async () => {
  database = await createTestDatabase({ connections: 6, connected: true });
  fixture = new ContractsFixture(database.db);
  await fixture.funds();
  faulty = new FaultyDatabase(database.db);
  fixture.contracts = fixture.newProcess({ ctx: { ...fixture.ctx, db: faulty.db } });
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000', 2: '2000' });
  alice = await fixture.addUser(870_001, '9000');
});
const noFaults = async (): Promise<void> => expect(await fixture.violations()).toEqual([]);
afterEach(async () => {
  await fixture.contracts.stop();
  await noFaults();
  await database.drop();
});

const open = (more: Partial<OpenRequest> = {}) =>
  fixture.contracts.orders.open(alice, {
    marketId: BTC,
    side: 'long',
    mode: 'isolated',
    lots: amount('100'),
    multiple: 10,
    ...more,
  });
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
/** Positions and orders as `side status lots margin hold`, by id. */
const rows = async (): Promise<string[]> =>
  (
    await database.db.rows<{ text: string }>(sql`
      select concat_ws(' ', side, status, trim_scale(lots), trim_scale(margin), trim_scale(hold)) as text
      from contracts_positions order by id`)
  ).map(({ text }) => text);

const FAULTS = ['lose_reply', 'lose_connection'] as const;

test.each(FAULTS)('a reversal happens once when its transaction ends with %s', async (fault) => {
  const { id } = await open();
  await fixture.tick({ 1: '30100' });
  faulty.next = fault;
  const first = await fixture.contracts.orders.reverse(alice, id, 'once');
  expect(await rows()).toEqual(['long 3 100 0 0', 'short 1 100 3010 0']);
  expect(await fixture.balance(alice)).toBe('6090/3010');
  expect(await fixture.contracts.orders.reverse(alice, id, 'once')).toEqual(first);
  expect(await outcome(fixture.contracts.orders.reverse(alice, id))).toBe('position_not_open');
  expect(await outcome(fixture.contracts.orders.reverse(alice, first.opened.id, 'once'))).toBe(
    'idempotency_conflict',
  );
  // Memory matches the rows: the short is liquidated at its own price.
  await fixture.tick({ 1: '31605' });
  expect((await rows())[1]).toBe('short 3 100 0 0');
});

test.each(FAULTS)(
  'margin is added once when the transaction ends with %s, and memory follows',
  async (fault) => {
    const { id } = await open();
    const add = { id, direction: 'add', money: amount('1000') } as const;
    faulty.next = fault;
    const changed = await fixture.contracts.orders.changeMargin(alice, add, 'once');
    expect(changed).toMatchObject({ caution_money: '4000', liquidation_price: '28000' });
    expect(await fixture.contracts.orders.changeMargin(alice, add, 'once')).toEqual(changed);
    expect(await fixture.balance(alice)).toBe('5000/4000');
    const back = { id, direction: 'remove', money: amount('250') } as const;
    await fixture.contracts.orders.changeMargin(alice, back);
    expect(
      await database.db.rows(sql`
      select trim_scale(change)::text as change, trim_scale(margin)::text as margin
      from contracts_margin_changes where position_id = ${id} order by id`),
    ).toEqual([
      { change: '1000', margin: '4000' },
      { change: '-250', margin: '3750' },
    ]);
    await fixture.tick({ 1: '28125.01' });
    expect(await rows()).toEqual(['long 1 100 3750 0']);
    await fixture.tick({ 1: '28125' });
    expect(await rows()).toEqual(['long 3 100 0 0']);
    expect(await fixture.balance(alice)).toBe('7125/0');
  },
);

test.each(FAULTS)(
  'an order is amended once when the transaction ends with %s, and memory follows',
  async (fault) => {
    const { id } = await open({ target: price('29000') });
    faulty.next = fault;
    const change = { id, target: price('28000'), lots: amount('200') };
    const amended = await fixture.contracts.orders.amend(alice, change, 'once');
    expect(amended).toMatchObject({ target_price: '28000', share: '200', origin_share: '200' });
    expect(await fixture.contracts.orders.amend(alice, change, 'once')).toEqual(amended);
    expect(await fixture.balance(alice)).toBe('3400/5600');
    await fixture.tick({ 1: '29000' });
    expect(await rows()).toEqual(['long 0 200 0 5600']);
    await fixture.tick({ 1: '28000' });
    expect(await rows()).toEqual(['long 1 200 5600 0']);
    expect(await outcome(fixture.contracts.orders.amend(alice, { id, lots: amount('1') }))).toBe(
      'position_not_pending',
    );
  },
);

test('of a hundred reversals at once one wins, and of a close and a reversal either', async () => {
  const { id } = await open();
  const all = await Promise.all(
    Array.from({ length: 100 }, () => outcome(fixture.contracts.orders.reverse(alice, id))),
  );
  expect(all.filter((each) => each === 'done')).toHaveLength(1);
  expect(new Set(all)).toEqual(new Set(['done', 'position_not_open']));
  expect(await rows()).toHaveLength(2);
});

test('a refused reversal in a batch does not affect the other commands of it', async () => {
  const bruno = await fixture.addUser(870_002, '3000');
  const { id } = await open({ lots: amount('200') });
  const other = await fixture.contracts.orders.open(bruno, {
    marketId: BTC,
    side: 'short',
    mode: 'isolated',
    lots: amount('100'),
    multiple: 10,
  });
  // The loss leaves Bruno too little for the long.
  await fixture.tick({ 1: '30500' });
  const [mine, his] = await Promise.all([
    outcome(fixture.contracts.orders.reverse(alice, id)),
    outcome(fixture.contracts.orders.reverse(bruno, other.id)),
  ]);
  expect([mine, his]).toEqual(['done', 'insufficient_balance']);
  expect(await fixture.balance(bruno)).toBe('0/3000');
  expect(await rows()).toEqual(['long 3 200 0 0', 'short 1 100 3000 0', 'short 1 200 6100 0']);
});
