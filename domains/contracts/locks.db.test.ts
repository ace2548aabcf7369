import type { UserId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractsApprovals } from './operator.ts';
import { contractStoppable } from './operator-stops.ts';
import { contractMarketById, readLimits } from './settings-store.ts';
import { lastCutoffs, lockLive, writeCutoff } from './store.ts';
import { BTC, ContractsFixture, ETH } from './testing/contracts-fixture.ts';

const DECISION = { approval: 1, reason: 'checked', askedBy: 'risk', approvedBy: 'admin' };
const STALE = {
  hasWaited: true,
  status: 'rejected',
  reason: expect.objectContaining({ code: 'approval_stale' }) as unknown,
};

let database: TestDatabase;
let fixture: ContractsFixture;

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  fixture = new ContractsFixture(database.db);
  await fixture.funds();
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000', 2: '2000' });
});
afterAll(async () => {
  await fixture.contracts.stop();
  await database.drop();
});

/** Runs `first`, and `second` in another transaction while that of `first` is open. */
const during = (first: (tx: Tx) => Promise<unknown>, second: (tx: Tx) => Promise<unknown>) =>
  overlap(database.db, first, () => database.db.transact(second));

const approve = (kind: string, payload: Record<string, string | number>) => async (tx: Tx) =>
  contractsApprovals(fixture.contracts, async () => undefined)[kind]?.execute(tx, payload, DECISION);
const contractOf = async (id = BTC) =>
  (await contractMarketById(database.db, id)) ?? expect.fail('no contract');

test('of two changes of a contract at once the second is refused, since it was read before', async () => {
  const { version } = await contractOf();
  const cap = (net_cap: string) => approve('contract change', { match_id: BTC, version, net_cap });
  expect(await during(cap('900000'), cap('800000'))).toMatchObject(STALE);
  expect(await contractOf()).toMatchObject({ version: version + 1, caps: { net: amount('900000') } });
});

test('a halt at once with a change of caps keeps both', async () => {
  const before = await contractOf();
  const { version } = before;
  const halt = { reason: 'checked', at: fixture.clock.now(), level: 'halt', by: 'risk' } as const;
  await during(approve('contract change', { match_id: BTC, version, user_cap: '700000' }), (tx) =>
    contractStoppable(fixture.contracts).stop(tx, String(BTC), halt),
  );
  expect(await contractOf()).toEqual({
    ...before,
    ...{ state: 'halted', version: version + 2, caps: { ...before.caps, user: amount('700000') } },
  });
  await database.db.transact((tx) => contractStoppable(fixture.contracts).resume(tx, String(BTC), halt));
});

test('of two changes of the limits of users at once the second is refused', async () => {
  const { version } = await readLimits(database.db);
  const most = (positions_max: number) => approve('contract limits', { version, positions_max });
  expect(await during(most(90), most(80))).toMatchObject(STALE);
  expect(await readLimits(database.db)).toMatchObject({ version: version + 1, positionsMax: 90 });
});

test('live positions of the users of a batch are locked, those of others are free', async () => {
  const ann = await fixture.addUser(810_001, '10000');
  const ben = await fixture.addUser(810_002, '10000');
  const open = (user: UserId) =>
    fixture.contracts.orders.open(user, {
      ...{ marketId: BTC, side: 'long', mode: 'isolated', lots: amount('10'), multiple: 10 },
    });
  const [first, second, other] = [await open(ann), await open(ann), await open(ben)];
  const take = (id: number) =>
    database.db.run(sql`select 1 from contracts_positions where id = ${id} for update nowait`);
  await database.db.transact(async (tx) => {
    expect((await lockLive(tx, [ann])).map(({ id }) => id)).toEqual([first.id, second.id]);
    for (const { id } of [first, second]) await expect(take(id)).rejects.toThrow('could not obtain lock');
    expect(await take(other.id)).toBe(1);
  });
});

test('the charged cut-off of a market never goes back', async () => {
  const day = Date.parse('2026-03-02T05:00:00Z');
  const write = (market: typeof BTC, at: number) => writeCutoff(database.db, market, at, at + 1_000);
  const written = [
    await write(BTC, day),
    await write(ETH, day - 1),
    await write(BTC, day - 1),
    await write(BTC, day),
  ];
  expect(written).toEqual([1, 1, 0, 0]);
  const cutoffs = await lastCutoffs(database.db);
  expect([cutoffs.get(BTC), cutoffs.get(ETH)]).toEqual([day, day - 1]);
});
