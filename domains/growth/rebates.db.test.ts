import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { SPOT_FEES } from '@karat/domains/spot';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { HOUR_MS } from '@karat/rules';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countFees } from './count-fees.ts';
import { recordFee } from './fees-due.ts';
import { payRebates } from './rebates.ts';
import { ALICE, BEN, BTC, CLEO, GrowthFixture, START, USDT } from './testing/fixture.ts';

const DORA = userId(100_004);
const DECISION = { approval: 1, reason: 'a test', askedBy: 'risk', approvedBy: 'admin' };
let database: TestDatabase;
let fixture: GrowthFixture;
let now = START;

beforeAll(async () => {
  database = await createTestDatabase({ connections: 12 });
  fixture = new GrowthFixture(database.db);
  await fixture.people(ALICE, BEN, CLEO, DORA);
  await fixture.invite(ALICE, BEN, DORA);
  await fixture.grant(SPOT_FEES, '1', BTC);
  await fixture.grant(SPOT_FEES, '1000', USDT);
  await fixture.grant(houseAccount('fees', BEN % 16), '1000', USDT);
});
afterAll(() => database.drop());
beforeEach(() => {
  now += 10 * HOUR_MS;
  fixture.clock.set(now);
  fixture.signs.clear();
});

/** Ends the period and pays what is due. */
async function endPeriod(): Promise<number> {
  await countFees(fixture.deps);
  fixture.clock.set((now += HOUR_MS));
  return payRebates(fixture.deps);
}
const wallet = (user: UserId, currency = USDT) => fixture.balance(userAccount(user, 'change'), currency);
const fill = (buyer: UserId, seller: UserId, buyerFee: string, sellerFee: string) =>
  fixture.fill({ buyer, seller, quantity: '0.3', buyerFee, sellerFee });
const states = async (invitee: UserId) =>
  (
    await database.db.rows<{ state: string }>(
      sql`select state from growth_rebates where invitee_id = ${invitee} order by id`,
    )
  ).map(({ state }) => state);
const decide = (kind: string, uid: UserId) =>
  database.db.transact(async (tx) => fixture.growth.approvals[kind]?.execute(tx, { uid }, DECISION));

test('a fifth of the fees of an invited user goes to the inviter at the end of the hour, in the currency of the fee', async () => {
  await fill(BEN, CLEO, '0.00030001', '9');
  await fill(CLEO, BEN, '0.0002', '9.000009');
  await countFees(fixture.deps);
  expect(await payRebates(fixture.deps)).toBe(0);
  expect(await endPeriod()).toBe(2);
  // 0.00030001 x 20 % = 0.000060002, rounded down at eight decimals; 9.000009 x 20 % = 1.8000018 at six.
  expect([await wallet(ALICE, BTC), await wallet(ALICE)]).toEqual(['0.00006', '1.800001']);
  expect(await wallet(CLEO)).toBe('0');
  expect(await endPeriod()).toBe(0);
});

test('contract fees give rebates from the account that received them', async () => {
  await database.db.run(sql`
    insert into contracts_fills (position_id, user_id, market_id, kind, lots, quantity, price, index_price, tick, margin, profit,
      fee, insurance, absorbed, at)
    values (1, ${BEN}, 1, 'open', 1, 1, 50000, 50000, 1, 500, 0, 25, 0, 0, to_timestamp(${now} / 1000.0))`);
  expect(await endPeriod()).toBe(1);
  expect(await wallet(ALICE)).toBe('6.800001');
  expect(await fixture.balance(houseAccount('fees', BEN % 16), USDT)).toBe('995');
});

test('ten payers at once pay each rebate once', async () => {
  const before = Number(await wallet(ALICE));
  await fill(CLEO, BEN, '0', '5');
  await countFees(fixture.deps);
  fixture.clock.set((now += HOUR_MS));
  const paid = await Promise.all(Array.from({ length: 10 }, () => payRebates(fixture.deps)));
  expect(paid.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(Number(await wallet(ALICE)) - before).toBeCloseTo(1, 6);
});

test('ten countings at once count each fee once', async () => {
  const before = Number(await wallet(ALICE));
  await fill(CLEO, BEN, '0', '10');
  await Promise.all(Array.from({ length: 10 }, () => countFees(fixture.deps)));
  await endPeriod();
  expect(Number(await wallet(ALICE)) - before).toBeCloseTo(2, 6);
});

test('a pair on one device is held; released by operators it is paid, and the same sign does not hold it again', async () => {
  const before = Number(await wallet(ALICE));
  fixture.signs.set(BEN, ['device']);
  await fill(CLEO, BEN, '0', '20');
  expect(await endPeriod()).toBe(0);
  expect((await states(BEN)).at(-1)).toBe('held');
  await decide('rebate release', BEN);
  expect(await payRebates(fixture.deps)).toBe(1);
  await fill(CLEO, BEN, '0', '20');
  expect(await endPeriod()).toBe(1);
  expect(Number(await wallet(ALICE)) - before).toBeCloseTo(8, 6);
  fixture.signs.set(BEN, ['device', 'document']);
  await fill(CLEO, BEN, '0', '20');
  expect(await endPeriod()).toBe(0);
  expect((await states(BEN)).at(-1)).toBe('held');
  await expect(decide('rebate release', CLEO)).rejects.toMatchObject({ code: 'invitation_unknown' });
});

test('a refused pair gets nothing, not even for later fees', async () => {
  fixture.signs.set(DORA, ['payee']);
  await fill(CLEO, DORA, '0', '20');
  await endPeriod();
  await database.db.run(sql`update growth_invitations set state = 'refused' where invitee_id = ${DORA}`);
  await database.db.run(sql`update growth_rebates set state = 'refused' where invitee_id = ${DORA}`);
  await fill(CLEO, DORA, '0', '20');
  expect(await endPeriod()).toBe(0);
  expect(await states(DORA)).toEqual(['refused']);
  await expect(decide('rebate release', DORA)).rejects.toMatchObject({ code: 'invitation_decided' });
});

test('fees that the house has moved on delay a rebate, and lose none', async () => {
  await decide('rebate release', BEN);
  await payRebates(fixture.deps);
  await fill(BEN, CLEO, '10', '0');
  await endPeriod();
  expect((await states(BEN)).at(-1)).toBe('due');
  await fixture.grant(SPOT_FEES, '10', BTC);
  expect(await endPeriod()).toBe(1);
  expect(await wallet(ALICE, BTC)).toBe('2.00006');
});

test('a sign that was not released holds a pair, also where it is the only one now', async () => {
  fixture.signs.set(BEN, ['payee']);
  await fill(CLEO, BEN, '0', '20');
  expect(await endPeriod()).toBe(0);
  expect((await states(BEN)).at(-1)).toBe('held');
  await decide('rebate release', BEN);
  expect(await payRebates(fixture.deps)).toBe(1);
});

test('a fee of a conversion counts once as volume and for the rebate, in whatever order conversions commit', async () => {
  const volume = async (): Promise<number> => {
    const rows = await database.db.rows<{ volume: string }>(
      sql`select volume from growth_volumes where user_id = ${BEN}`,
    );
    return rows.reduce((sum, row) => sum + Number(row.volume), 0);
  };
  const before = { volume: await volume(), wallet: Number(await wallet(ALICE)) };
  const pay = (tx: Tx, fee: string) =>
    recordFee(tx, {
      ...{ userId: BEN, currency: USDT, fee: amount(fee), atMs: now },
      ...{ volumeCurrency: USDT, volume: amount('3000') },
    });
  const { promise: counted, resolve: commit } = Promise.withResolvers<undefined>();
  const { promise: written, resolve: write } = Promise.withResolvers<undefined>();
  const first = database.db.transact(async (tx) => {
    await pay(tx, '3');
    write(undefined);
    await counted;
  });
  await written;
  await database.db.transact((tx) => pay(tx, '2'));
  await database.db.transact((tx) => pay(tx, '0'));
  await Promise.all(Array.from({ length: 10 }, () => countFees(fixture.deps)));
  expect((await volume()) - before.volume).toBe(3_000);
  commit(undefined);
  await first;
  await Promise.all(Array.from({ length: 10 }, () => countFees(fixture.deps)));
  expect((await volume()) - before.volume).toBe(6_000);
  expect(await endPeriod()).toBe(1);
  // A fifth of 5 USDT.
  expect(Number(await wallet(ALICE)) - before.wallet).toBeCloseTo(1, 6);
  expect(await database.db.rows(sql`select 1 from growth_fees_due`)).toEqual([]);
});

test('a new share holds for new rebates', async () => {
  const before = Number(await wallet(ALICE));
  await database.db.transact(async (tx) =>
    fixture.growth.approvals['rebate share']?.execute(tx, { share: '50' }, DECISION),
  );
  await fill(CLEO, BEN, '0', '2');
  await endPeriod();
  expect(Number(await wallet(ALICE)) - before).toBeCloseTo(1, 6);
  expect(await fixture.contradictions()).toEqual([]);
});
