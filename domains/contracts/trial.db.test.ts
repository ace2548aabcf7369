import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { lockTrialCoupons, usableTrialCoupons, writeTrialUses } from '@karat/domains/growth';
import { USDT, houseAccount } from '@karat/domains/ledger';
import type { NewReceipt } from '@karat/domains/proofs';
import { formulaOf } from '@karat/evidence';
import type { ReceiptTick } from '@karat/evidence';
import { amount, format, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Contracts } from './create.ts';
import type { TrialPort } from './engine/ports.ts';
import { feesOfPositions } from './fees.ts';
import { receiptsBy } from './receipts.ts';
import { BTC, ContractsFixture, marketWith } from './testing/contracts-fixture.ts';
import { FaultyDatabase } from './testing/faulty-database.ts';

let database: TestDatabase;
let faulty: FaultyDatabase;
let fixture: ContractsFixture;
let receipts: NewReceipt[];
/** Set by a test: the next write of coupons fails, as if the process died there. */
let diesAtWrite = false;

const trials = (): TrialPort => ({
  usable: (db, user) => usableTrialCoupons(fixture.clock, db, user),
  lock: (tx, uses) => lockTrialCoupons(fixture.clock, tx, uses),
  write: async (tx, uses) => {
    await writeTrialUses(fixture.clock, tx, uses);
    if (!diesAtWrite) return;
    diesAtWrite = false;
    throw new Error('killed');
  },
});
const ticksOf = (queries: Queries, id: number, from: number, to: number): Promise<ReceiptTick[]> =>
  queries.rows<ReceiptTick>(sql`
    select market_id as market, time, trim_scale(price)::text as price, source, quotes, '' as previous, '' as hash
    from market_ticks where market_id = ${id} and time between ${from} and ${to}`);

function newProcess(): Contracts {
  const keep = (some: readonly NewReceipt[]): void => void receipts.push(...some);
  const proofs = {
    leave: async (_tx: unknown, some: readonly NewReceipt[]) => (keep(some), []),
    owe: async (_tx: unknown, some: readonly NewReceipt[]) => keep(some),
  };
  return fixture.newProcess({ trials: trials(), prove: receiptsBy(proofs, ticksOf, (id) => `M${id}`) });
}

beforeEach(async () => {
  database = await createTestDatabase({ connections: 6, connected: true });
  faulty = new FaultyDatabase(database.db);
  [receipts, diesAtWrite] = [[], false];
  fixture = new ContractsFixture(faulty.db, [marketWith(BTC, { tradeFee: rate('0.001') })]);
  fixture.contracts = newProcess();
  await fixture.funds();
  await fixture.deposit(houseAccount('promotion'), '1000', 'test:promotion');
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000' });
});
const noFaults = async (): Promise<void> => expect(await fixture.violations()).toEqual([]);
afterEach(async () => {
  await fixture.contracts.stop();
  await noFaults();
  await database.drop();
});

/** Issues a coupon of 400 USDT for 10x and two hours; returns its number. */
async function issue(user: UserId, more: { readonly days?: number; readonly kind?: 'fee' | 'trial' } = {}) {
  const { days = 7, kind = 'trial' } = more;
  const at = sql`to_timestamp(${fixture.clock.now()} / 1000.0)`;
  const isTrial = kind === 'trial';
  const campaign = await database.db.one<{ id: number }>(sql`
    insert into growth_coupon_campaigns (kind, multiple_max, hold_hours, ratio, face, days, audience, coupons_max, ends_at, created_at)
    values (${kind}, ${isTrial ? 10 : null}, ${isTrial ? 2 : null}, 1, 400, ${days}, 'user', 1, ${at} + interval '7 days', ${at}) returning id`);
  const coupon = await database.db.one<{ id: number }>(sql`
    insert into growth_coupons (campaign_id, user_id, kind, multiple_max, hold_hours, ratio, face, issued_at, expires_at)
    values (${campaign.id}, ${user}, ${kind}, ${isTrial ? 10 : null}, ${isTrial ? 2 : null}, 1, 400, ${at},
      ${at} + make_interval(days => ${days})) returning id`);
  return coupon.id;
}
const use = (user: UserId, coupon: number, key?: string) =>
  fixture.contracts.orders.open(
    user,
    { marketId: BTC, side: 'long', mode: 'isolated', lots: amount('10'), multiple: 10 },
    key,
    coupon,
  );
const outcome = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const promotion = async (): Promise<string> =>
  format((await fixture.ledger.balance(database.db, houseAccount('promotion'), USDT)).available);
const couponRow = (id: number) =>
  database.db.one<{ state: string; position_id: number | null; returned: string }>(
    sql`select state, position_id, trim_scale(returned)::text as returned from growth_coupons where id = ${id}`,
  );

test('the house pays margin and fees, the user keeps the profit, and the receipts prove both', async () => {
  const user = await fixture.addUser(800_001, '7');
  const coupon = await issue(user);
  const position = await use(user, coupon);
  expect(position).toMatchObject({
    margin_mode: 'isolated',
    coupon: { id: coupon, paid: '303', returned: '0' },
  });
  expect(await fixture.balance(user)).toBe('7/300');
  expect(await promotion()).toBe('697');
  expect(await couponRow(coupon)).toEqual({ state: 'used', position_id: position.id, returned: '303' });
  await fixture.tick({ 1: '31000' });
  await fixture.contracts.orders.close(user, position.id, undefined);
  // A gain of 100 less fees of 3 and 3.1.
  expect(await fixture.balance(user)).toBe('100.9/0');
  expect(await promotion()).toBe('1000');
  expect(await couponRow(coupon)).toMatchObject({ state: 'used', returned: '0' });
  expect(receipts.map(({ formula }) => formula)).toEqual(['contract/3', 'contract/3']);
  for (const { formula, order, ticks, result } of receipts)
    expect(formulaOf(formula)?.result(order, ticks)).toEqual(result);
});

test('a liquidation costs the house alone, and fees of coupon positions count for nobody', async () => {
  const user = await fixture.addUser(800_001, '7');
  const coupon = await issue(user);
  await use(user, coupon);
  await fixture.tick({ 1: '20000' });
  expect(await fixture.balance(user)).toBe('7/0');
  expect(await promotion()).toBe('697');
  expect(await couponRow(coupon)).toMatchObject({ returned: '303' });
  expect((await feesOfPositions(database.db, 0, 100)).fees).toEqual([]);
});

test('of a hundred parallel uses one opens a position; the same key gets the same position', async () => {
  const user = await fixture.addUser(800_001, '7');
  const coupon = await issue(user);
  const parallel = await Promise.all(Array.from({ length: 100 }, () => outcome(use(user, coupon))));
  expect(parallel.filter((each) => each === 'done')).toHaveLength(1);
  expect(new Set(parallel)).toEqual(new Set(['done', 'coupon_used']));
  const other = await fixture.addUser(800_002, '7');
  const second = await issue(other);
  const replies = await Promise.all(Array.from({ length: 5 }, () => use(other, second, 'one-key')));
  expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
  expect(await promotion()).toBe('394');
});

test('coupons of others, unknown, expired and of another kind are refused, and a second while one runs', async () => {
  const [alice, ben] = [await fixture.addUser(800_001, '7'), await fixture.addUser(800_002, '7')];
  const hers = await issue(alice);
  expect(await outcome(use(ben, hers))).toBe('coupon_unknown');
  expect(await outcome(use(ben, 999_999))).toBe('coupon_unknown');
  expect(await outcome(use(ben, await issue(ben, { kind: 'fee' })))).toBe('coupon_kind');
  await use(alice, hers);
  expect(await outcome(use(alice, await issue(alice)))).toBe('trial_running');
  const old = await issue(ben, { days: 1 });
  fixture.clock.advance(24 * 3_600_000);
  await fixture.tick({ 1: '30000' });
  expect(await outcome(use(ben, old))).toBe('coupon_used');
});

test('a budget that does not cover the coupon leaves it unused', async () => {
  const users = await Promise.all([1, 2, 3, 4].map((n) => fixture.addUser(800_000 + n, '7')));
  const coupons = await Promise.all(users.map((user) => issue(user)));
  const outcomes = await Promise.all(users.map((user, at) => outcome(use(user, coupons[at] ?? 0))));
  expect(outcomes.toSorted()).toEqual(['done', 'done', 'done', 'trial_uncovered']);
  expect(await promotion()).toBe('91');
  const refused = coupons[outcomes.indexOf('trial_uncovered')] ?? 0;
  expect(await couponRow(refused)).toEqual({ state: 'open', position_id: null, returned: '0' });
});

test('the holding time closes the position at the first tick, also after a restart', async () => {
  const user = await fixture.addUser(800_001, '7');
  const position = await use(user, await issue(user));
  await fixture.contracts.stop();
  fixture.contracts = newProcess();
  await fixture.contracts.start();
  await fixture.tick({ 1: '30100' }, 2 * 3_600 - 1);
  expect(await fixture.balance(user)).toBe('7/300');
  await fixture.tick({ 1: '30100' });
  const row = await database.db.one<{ close_reason: string }>(
    sql`select close_reason from contracts_positions where id = ${position.id}`,
  );
  expect(row.close_reason).toBe('holding_time');
  // A gain of 10 less fees of 3 and 3.01.
  expect(await fixture.balance(user)).toBe('10.99/0');
  expect(await promotion()).toBe('1000');
  expect(fixture.notifications.map(({ kind }) => kind)).toContain('contracts:coupon_ended');
});

test('killed between the coupon and the commit nothing has happened; a lost reply is replayed', async () => {
  const user = await fixture.addUser(800_001, '7');
  const coupon = await issue(user);
  diesAtWrite = true;
  expect(await outcome(use(user, coupon))).not.toBe('done');
  expect([await promotion(), await fixture.balance(user)]).toEqual(['1000', '7/0']);
  expect(await couponRow(coupon)).toEqual({ state: 'open', position_id: null, returned: '0' });
  faulty.next = 'lose_reply';
  const position = await use(user, coupon, 'key');
  expect((await use(user, coupon, 'key')).id).toBe(position.id);
  expect([await promotion(), await fixture.balance(user)]).toEqual(['697', '7/300']);
});
