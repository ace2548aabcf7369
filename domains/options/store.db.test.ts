import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { optionApprovals } from './operator.ts';
import { claimDue, claimEntering, orderOfUser, ordersOfUser } from './store.ts';
import { forgetWindows, readRegions } from './terms-store.ts';
import { AAPL, ALICE, BEA, BTC, OptionsFixture } from './testing/options-fixture.ts';
import type { Order } from './types.ts';

let database: TestDatabase;
let fixture: OptionsFixture;
/** Of ALICE: a minute in bitcoin, then half a minute in bitcoin and in a stock; of BEA one in bitcoin. */
let [long, short, stock, other]: Order[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await OptionsFixture.open(database.db);
  await fixture.fund(ALICE, '1000');
  await fixture.fund(BEA, '1000');
  await fixture.fundPool('5000');
  await fixture.admit(ALICE, BEA);
  await fixture.seconds(1);
  fixture.clock.set(fixture.clock.now() + 300);
  long = await fixture.take({ seconds: 60, stake: amount('11') });
  fixture.clock.set(fixture.clock.now() + 1);
  short = await fixture.take({ seconds: 30, stake: amount('12') });
  stock = await fixture.take({ seconds: 30, stake: amount('13'), marketId: AAPL });
  fixture.clock.set(fixture.clock.now() + 1);
  other = await fixture.take({ seconds: 60, stake: amount('14'), userId: BEA });
});
afterAll(() => database.drop());

const need = (order: Order | undefined): Order => order ?? expect.fail('no order');
type Claim = (tx: Tx) => Promise<readonly Order[]>;
const idsOf = async (claim: Claim): Promise<number[]> =>
  (await database.db.transact(claim)).map(({ id }) => id);

test('orders that are due in their own market by its time are claimed, the longest due first', async () => {
  const [a, b, c, d] = [need(long), need(short), need(stock), need(other)];
  const due = (bitcoin: number | undefined, apple: number | undefined, limit = 10) =>
    idsOf((tx) =>
      claimDue(
        tx,
        [
          ...(bitcoin === undefined ? [] : [[BTC, bitcoin] as const]),
          ...(apple === undefined ? [] : [[AAPL, apple] as const]),
        ],
        limit,
      ),
    );
  expect(await due(b.expiresMs, c.expiresMs - 1)).toEqual([b.id]);
  expect(await due(b.expiresMs - 1, c.expiresMs)).toEqual([c.id]);
  expect(await due(undefined, d.expiresMs)).toEqual([c.id]);
  expect(await due(d.expiresMs, c.expiresMs)).toEqual([b.id, c.id, a.id, d.id]);
  expect(await due(d.expiresMs, c.expiresMs, 2)).toEqual([b.id, c.id]);
});

test('orders that wait for their entry are claimed by the time of their market, but not those that are due', async () => {
  const [a, b, c, d] = [need(long), need(short), need(stock), need(other)];
  const entering = (bitcoin: number, apple: number, limit = 10) =>
    idsOf((tx) =>
      claimEntering(
        tx,
        [
          [BTC, bitcoin],
          [AAPL, apple],
        ],
        limit,
      ),
    );
  expect(await entering(a.acceptedMs, c.acceptedMs - 1)).toEqual([a.id]);
  expect(await entering(a.acceptedMs - 1, c.acceptedMs)).toEqual([c.id]);
  expect(await entering(d.acceptedMs, c.acceptedMs)).toEqual([a.id, b.id, c.id, d.id]);
  expect(await entering(d.acceptedMs, c.acceptedMs, 2)).toEqual([a.id, b.id]);
  expect(await entering(b.expiresMs, c.expiresMs - 1)).toEqual([a.id, c.id, d.id]);
  expect(await entering(b.expiresMs - 1, c.expiresMs)).toEqual([a.id, b.id, d.id]);
});

test('a user reads own orders only, of one market or of all, with their number', async () => {
  const [a, b, c, d] = [need(long), need(short), need(stock), need(other)];
  const list = async (user: typeof ALICE, market: typeof BTC | undefined, page: number, limit: number) => {
    const { rows, total } = await ordersOfUser(
      ...([database.db, user, { market, open: undefined }, { page, limit }] as const),
    );
    return [rows.map(({ id }) => id), total];
  };
  expect(await list(ALICE, undefined, 1, 10)).toEqual([[c.id, b.id, a.id], 3]);
  expect(await list(ALICE, BTC, 1, 10)).toEqual([[b.id, a.id], 2]);
  expect(await list(ALICE, AAPL, 1, 10)).toEqual([[c.id], 1]);
  expect(await list(ALICE, BTC, 2, 1)).toEqual([[a.id], 2]);
  expect(await list(BEA, AAPL, 1, 10)).toEqual([[], 0]);
  expect(await orderOfUser(database.db, BEA, d.id)).toEqual(d);
  expect(await orderOfUser(database.db, ALICE, d.id)).toBeUndefined();
});

test('the regions without options become those of the change: some stay, some leave and one is new', async () => {
  const decision = { approval: 1, reason: 'test', askedBy: 'risk', approvedBy: 'admin' };
  const before = await readRegions(database.db);
  expect(before).toContain('GB');
  expect(before).not.toContain('FR');
  await database.db.transact(async (tx) => {
    await optionApprovals['option regions']?.execute(tx, { regions: 'US,GB,FR' }, decision);
  });
  expect(await readRegions(database.db)).toEqual(['FR', 'GB', 'US']);
});

test('limits of expiries before a second are forgotten, those of the second itself stay', async () => {
  await database.db.run(sql`delete from options_windows`);
  await database.db.run(sql`
    insert into options_windows (market_id, currency_id, second, owed) values (1, 3, 99, 1), (1, 3, 100, 1)`);
  expect(await forgetWindows(database.db, 100)).toBe(1);
  expect(await database.db.rows(sql`select second from options_windows`)).toEqual([{ second: 100 }]);
});
