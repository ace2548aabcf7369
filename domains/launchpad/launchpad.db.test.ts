import { userId } from '@karat/contract';
import { allotmentTerms } from '@karat/rules';
import { amount, format, price, smallestUnit } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationsAfter, subscriptionsOf } from './application-store.ts';
import { readAllotmentTerms } from './settlement-store.ts';
import {
  ALICE,
  BEA,
  BTC,
  CARL,
  END,
  HOUR_MS,
  LISTING,
  LaunchpadFixture,
  START,
  USDT,
} from './testing/fixture.ts';

let database: TestDatabase;
let fixture: LaunchpadFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new LaunchpadFixture(database.db);
});
afterAll(() => database.drop());

const refusal = (failing: Promise<unknown>): Promise<unknown> =>
  failing.then(
    () => 'accepted',
    (error: unknown) => (error as { code?: unknown }).code,
  );
/** People that no other test uses. */
let people = 100_100;
async function person(money = '100000') {
  const user = userId(++people);
  await fixture.fund(user, money);
  return user;
}

test('an application holds the money, the end allots 240k/360k/400k and returns the rest, the listing unlocks the tokens', async () => {
  const id = await fixture.project();
  const { currencyId: token } = await fixture.row(id);
  for (const [user, tokens] of [
    [ALICE, '600000'],
    [BEA, '900000'],
    [CARL, '1000000'],
  ] as const) {
    await fixture.fund(user, '100000');
    await fixture.apply(id, tokens, user);
  }
  // Who has cancelled everything is allotted nothing, and not notified of the listing.
  const gone = await person('1');
  await fixture.cancel((await fixture.apply(id, '10', gone)).id, gone);
  expect(await fixture.wallet(ALICE)).toBe('40000 60000');
  expect(fixture.notifications.find(({ user }) => user === ALICE)?.values).toEqual({
    ...{ tokens: '600000', token: 'TOK1', amount: '60000', currency: 'USDT', date: '2026-11-21 08:00' },
  });
  const holding = async (user = ALICE) => {
    const [first, ...others] = await subscriptionsOf(database.db, user, 5);
    expect(others).toEqual([]);
    return first && [first.projectId, format(first.applied), format(first.tokens), first.isUnlocked];
  };
  expect([await holding(), await holding(gone)]).toEqual([[id, '600000', '0', false], undefined]);
  expect(await fixture.contradictions()).toEqual([]);
  expect(await fixture.runAt(END - 1)).toBe(0);
  expect(await fixture.runAt(END)).toBeGreaterThan(3);
  const people = [ALICE, BEA, CARL];
  expect(await Promise.all(people.map((user) => fixture.wallet(user, token)))).toEqual([
    '0 240000',
    '0 360000',
    '0 400000',
  ]);
  expect(await Promise.all(people.map((user) => fixture.wallet(user)))).toEqual([
    '76000 0',
    '64000 0',
    '60000 0',
  ]);
  expect(await fixture.house('launchpad')).toBe('100000 0');
  expect(fixture.receipts.map(({ result }) => result)).toEqual([
    { tokens: '240000', paid: '24000', refund: '36000' },
    { tokens: '360000', paid: '36000', refund: '54000' },
    { tokens: '400000', paid: '40000', refund: '60000' },
  ]);
  expect(fixture.notifications.at(-1)).toMatchObject({
    user: CARL,
    values: {
      ...{ tokens: '400000', applied: '1000000', token: 'TOK1' },
      ...{ paid: '40000', refund: '60000', currency: 'USDT' },
    },
  });
  expect(await holding()).toEqual([id, '0', '240000', false]);
  expect(await fixture.contradictions()).toEqual([]);
  expect(await fixture.runAt(END + 1)).toBe(0);
  expect(await fixture.runAt(LISTING - 1)).toBe(0);
  await fixture.runAt(LISTING);
  expect(await holding()).toEqual([id, '0', '240000', true]);
  expect(await fixture.wallet(CARL, token)).toBe('400000 0');
  expect(await fixture.row(id)).toMatchObject({ listedMs: LISTING });
  expect(fixture.notifications.filter(({ kind }) => kind === 'launchpad:listed')).toHaveLength(3);
  expect(await fixture.runAt(LISTING + 1)).toBe(0);
  fixture.clock.set(START);
});

test('an application is refused before the start, from the end on, at another price, beyond its limits and beyond the balance', async () => {
  const id = await fixture.project({
    startMs: START + HOUR_MS,
    orderMin: amount('10'),
    userMax: amount('500'),
  });
  const user = await person('20');
  const codes = async (tokens: string, more = {}) => refusal(fixture.apply(id, tokens, user, more));
  expect(await codes('10')).toBe('project_not_open');
  fixture.clock.set(START + HOUR_MS);
  expect(await codes('9.99')).toBe('project_minimum');
  expect(await codes('10.001')).toBe('amount_too_precise');
  expect(await codes('500.01')).toBe('project_maximum');
  expect(await codes('10', { price: price('0.11') })).toBe('project_price_changed');
  expect(await codes('10', { payCurrency: 'ETH' })).toBe('project_pay_currency');
  expect(await codes('10', { payCurrency: 'BTC', price: price('0.0000016667') })).toBe(
    'insufficient_balance',
  );
  expect(await codes('201')).toBe('insufficient_balance');
  expect(await codes('10', { projectId: 9_999 })).toBe('project_unknown');
  expect(await codes('200')).toBe('accepted');
  await fixture.fund(user, '100');
  await expect(fixture.apply(id, '300.01', user)).rejects.toMatchObject({
    code: 'project_maximum',
    values: { max: '500', left: '300' },
  });
  expect(await codes('300')).toBe('accepted');
  fixture.clock.set(END);
  expect(await codes('10')).toBe('project_not_open');
  expect(await fixture.contradictions()).toEqual([]);
  fixture.clock.set(START);
});

test('a cancelled application returns all of its money once, and not after the end', async () => {
  const id = await fixture.project();
  const user = await person('100');
  const first = await fixture.apply(id, '300', user);
  const second = await fixture.apply(id, '700', user);
  expect(await refusal(fixture.cancel(first.id, BEA))).toBe('project_order_unknown');
  await fixture.cancel(first.id, user);
  expect(await refusal(fixture.cancel(first.id, user))).toBe('project_order_ended');
  expect(await fixture.wallet(user)).toBe('30 70');
  await fixture.runAt(END);
  expect(await refusal(fixture.cancel(second.id, user))).toBe('project_order_ended');
  expect((await fixture.application(second.id, user)).settled).toMatchObject({ tokens: amount('700') });
  expect(await fixture.contradictions()).toEqual([]);
  fixture.clock.set(START);
});

test('the same user in parallel never exceeds the maximum, and the counters agree', async () => {
  const id = await fixture.project({ userMax: amount('1000') });
  const user = await person();
  const asked = Array.from({ length: 30 }, () => refusal(fixture.apply(id, '100', user)));
  const answers = await Promise.all(asked);
  expect(answers.filter((each) => each === 'accepted')).toHaveLength(10);
  expect(new Set(answers)).toEqual(new Set(['accepted', 'project_maximum']));
  expect(await fixture.contradictions()).toEqual([]);
});

test('cancellations and applications against the settlement leave every application either cancelled or settled', async () => {
  const id = await fixture.project({ supply: amount('1000'), userMax: amount('1000') });
  const users = await Promise.all(Array.from({ length: 12 }, () => person('1000')));
  const applied = await Promise.all(users.map((user) => fixture.apply(id, '321.07', user)));
  fixture.clock.set(END - 1);
  const racing = applied.map(async ({ id: application, userId: user }, index) => {
    if (index === 5) fixture.clock.set(END);
    return refusal(index % 2 === 0 ? fixture.cancel(application, user) : fixture.apply(id, '50', user));
  });
  const settled = fixture.worker.runDue();
  const answers = await Promise.all(racing);
  await settled;
  await fixture.runAt(END);
  expect(new Set(answers).size).toBeGreaterThan(0);
  const { open } = await database.db.one<{ open: number }>(sql`
    select count(*) as open from launchpad_applications where project_id = ${id} and settled_at is null and cancelled_at is null`);
  expect(open).toBe(0);
  expect(await fixture.contradictions()).toEqual([]);
  fixture.clock.set(START);
});

test('two workers at once settle every application once', async () => {
  const id = await fixture.project({ supply: amount('1000'), userMax: amount('1000') });
  const users = await Promise.all(Array.from({ length: 10 }, () => person('1000')));
  for (const user of users) await fixture.apply(id, '333.33', user);
  fixture.clock.set(END);
  const other = new LaunchpadFixture(database.db, END, { batch: 3 });
  await Promise.all([fixture.worker.runDue(), other.worker.runDue()]);
  await fixture.worker.runDue();
  expect((await fixture.row(id)).settledMs).toBe(END);
  expect(await fixture.contradictions()).toEqual([]);
  fixture.clock.set(START);
});

test('the terms of the allotment that the database computes are those of the rules', async () => {
  const random = fixture.ctx.random;
  for (const [decimals, supply] of [
    [0, '97'],
    [2, '1234.56'],
    [8, '0.00031'],
  ] as const) {
    const unit = smallestUnit(decimals);
    const id = await fixture.project({
      decimals,
      supply: amount(supply),
      userMax: amount(supply),
      orderMin: amount(unit),
    });
    const user = await person();
    const max = Number(amount(supply) / unit);
    for (let n = 0; n < 25; n++) {
      const tokens = amount(BigInt(1 + (Buffer.from(random.bytes(4)).readUInt32BE() % max)) * unit);
      await database.db.run(sql`
        insert into launchpad_applications (project_id, user_id, amount, currency_id, pay_decimals, price, held, applied_at)
        values (${id}, ${user}, ${format(tokens)}, ${USDT}, 6, 0.1, 1, now())`);
    }
    const applications = await applicationsAfter(database.db, id, 0, 100);
    const project = await fixture.row(id);
    const expected = allotmentTerms(project.supply, decimals, applications);
    expect(await readAllotmentTerms(database.db, project, project.supply)).toEqual(expected);
    await database.db.run(
      sql`update launchpad_applications set cancelled_at = now() where project_id = ${id}`,
    );
  }
});

test('a cancelled project refunds everybody at once, and lists nothing', async () => {
  const id = await fixture.project();
  const user = await person('100');
  await fixture.apply(id, '1000', user);
  await database.db.run(
    sql`update launchpad_projects set cancelled_at = to_timestamp(${START + 5} / 1000.0) where id = ${id}`,
  );
  await fixture.runAt(START + 5);
  expect(await fixture.wallet(user)).toBe('100 0');
  expect(fixture.notifications.at(-1)).toMatchObject({ user, kind: 'launchpad:refunded' });
  await fixture.runAt(LISTING);
  expect((await fixture.row(id)).listedMs).toBeUndefined();
  expect(await fixture.contradictions()).toEqual([]);
  fixture.clock.set(START);
});

test('a clock that jumps over the end and the listing settles and lists once, in this order', async () => {
  const id = await fixture.project({ listingMs: END });
  const { currencyId: token } = await fixture.row(id);
  const user = await person('100');
  await fixture.apply(id, '1000', user);
  await fixture.runAt(END + 40 * 24 * HOUR_MS);
  expect(await fixture.wallet(user, token)).toBe('1000 0');
  expect(await fixture.wallet(user)).toBe('0 0');
  await fixture.runAt(START);
  await fixture.runAt(END + 41 * 24 * HOUR_MS);
  expect(await fixture.wallet(user, token)).toBe('1000 0');
  expect(await fixture.contradictions()).toEqual([]);
  fixture.clock.set(START);
});

test('a price in bitcoin is held rounded up and charged by the same rule', async () => {
  const id = await fixture.project({ supply: amount('500'), userMax: amount('500') });
  const user = await person('0.01');
  const other = await person('100');
  await fixture.apply(id, '500', other);
  await fixture.fund(user, '0.001', BTC);
  await fixture.apply(id, '300.01', user, { payCurrency: String(BTC), price: price('0.0000016667') });
  expect(await fixture.wallet(user, BTC)).toBe('0.00049997 0.00050003');
  await fixture.runAt(END);
  expect(await fixture.wallet(user, BTC)).toBe('0.00068749 0');
  expect(await fixture.contradictions()).toEqual([]);
  fixture.clock.set(START);
});
