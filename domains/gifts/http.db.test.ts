import { contract } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { BTC, USDT } from '@karat/domains/ledger';
import { sha256Hex } from '@karat/evidence';
import { callHandler } from '@karat/platform/testing';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextExpiry } from './store.ts';
import { GiftFixture, START } from './testing/fixture.ts';

/** Nicknames are K and the number of the user, masked to its last digit. */
const [ALICE, BOB, CAROL] = [210_011, 210_022, 210_033];

let database: TestDatabase;
let fixture: GiftFixture;
let alice: UserId;
let bob: UserId;
let carol: UserId;
/** Replies to what was done, by what became of the gift. */
const replies: Record<string, unknown> = {};

const call = <Path extends keyof typeof contract.gifts>(
  path: Path,
  who: UserId,
  fields: Record<string, unknown> = {},
) =>
  database.db.transact((tx) =>
    callHandler(contract.gifts, fixture.gifts.handlers, path, { who, tx, fields }),
  );
const asOperator = <Path extends keyof typeof contract.gifts>(
  path: Path,
  fields: Record<string, unknown> = {},
) => callHandler(contract.gifts, fixture.gifts.handlers, path, { login: 'risk', fields });
/** Creates a gift a minute after what was before. */
async function give(
  who: UserId,
  number: string,
  more: { days: number; note?: string; currency_id?: number },
) {
  fixture.clock.advance(MINUTE_MS);
  const code = fixture.newCode();
  const terms = { currency_id: USDT, number, code_hash: sha256Hex(code), pay_password: 'pay-secret' };
  return { ...(await call('gift/create', who, { ...terms, ...more })), code };
}
const later = (minutes: number): void => fixture.clock.advance(minutes * MINUTE_MS);

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new GiftFixture(database.db);
  [alice, bob, carol] = [
    await fixture.person(ALICE),
    await fixture.person(BOB),
    await fixture.person(CAROL, '0.01'),
  ];
  await fixture.fund(alice, '1', BTC);
  const { code, ...open } = await give(alice, '0.01', { days: 3, note: 'for you', currency_id: BTC });
  replies['created'] = open;
  later(10);
  replies['claimed'] = await call('gift/claim', carol, { gift_code: code });
  await give(alice, '25', { days: 1 });
  later(24 * 60);
  await fixture.gifts.worker.runDue();
  const third = await give(alice, '30.5', { days: 5, note: 'a mistake' });
  later(20);
  replies['cancelled'] = await call('gift/cancel', alice, { id: third.id });
  const fourth = await give(alice, '40', { days: 7, note: 'for everybody' });
  later(30);
  replies['refused'] = await asOperator('console/gift_cancel', { id: fourth.id, reason: 'reported' });
  const fifth = await give(bob, '12', { days: 2, note: 'back to you' });
  later(40);
  await call('gift/claim', alice, { gift_code: fifth.code });
  await give(alice, '60', { days: 9, note: 'not yet' });
});
afterAll(() => database.drop());

const minute = (count: number): number => START + count * MINUTE_MS;
const usdt = { currency: 3, currency_name: 'USDT' };
/** Gifts without the two sides, in the order of their creation. */
const [first, expired, cancelled, refused, fifth, open] = [
  {
    ...{ id: 1, state: 'claimed', currency: 1, currency_name: 'BTC', number: '0.01', note: 'for you' },
    ...{ created_ms: minute(1), expires_ms: minute(1) + 3 * DAY_MS, ended_ms: minute(11) },
  },
  {
    ...{ ...usdt, id: 2, state: 'expired', number: '25', note: '' },
    ...{ created_ms: minute(12), expires_ms: minute(12) + DAY_MS, ended_ms: minute(12) + DAY_MS },
  },
  {
    ...{ ...usdt, id: 3, state: 'cancelled', number: '30.5', note: 'a mistake' },
    ...{ created_ms: minute(13) + DAY_MS, expires_ms: minute(13) + 6 * DAY_MS },
    ended_ms: minute(33) + DAY_MS,
  },
  {
    ...{ ...usdt, id: 4, state: 'cancelled', number: '40', note: 'for everybody' },
    ...{ created_ms: minute(34) + DAY_MS, expires_ms: minute(34) + 8 * DAY_MS },
    ended_ms: minute(64) + DAY_MS,
  },
  {
    ...{ ...usdt, id: 5, state: 'claimed', number: '12', note: 'back to you' },
    ...{ created_ms: minute(65) + DAY_MS, expires_ms: minute(65) + 3 * DAY_MS },
    ended_ms: minute(105) + DAY_MS,
  },
  {
    ...{ ...usdt, id: 6, state: 'open', number: '60', note: 'not yet', ended_ms: null },
    ...{ created_ms: minute(106) + DAY_MS, expires_ms: minute(106) + 10 * DAY_MS },
  },
] as const;

test('each step of a gift is answered with the whole gift and the other side alone', () => {
  expect(replies['created']).toEqual({ ...first, state: 'open', ended_ms: null, nickname: '' });
  expect(replies['claimed']).toEqual({ ...first, nickname: 'K***1' });
  expect(replies['cancelled']).toEqual({ ...cancelled, nickname: '' });
});

test('sent and received gifts are lists of their own, newest first, page by page', async () => {
  const sent = [
    { ...open, nickname: '' },
    { ...refused, nickname: '' },
    { ...cancelled, nickname: '' },
    { ...expired, nickname: '' },
    { ...first, nickname: 'K***3' },
  ];
  const list = (who: UserId, direction: string, paging: object = {}) =>
    call('gift/list', who, { direction, ...paging });
  expect((await list(alice, 'out')).data).toEqual(sent);
  const pages = { per_page: 2, total: 5, last_page: 3 };
  expect(await list(alice, 'out', { page: 1, limit: 2 })).toEqual({
    ...{ ...pages, current_page: 1, data: sent.slice(0, 2) },
  });
  expect(await list(alice, 'out', { page: 3, limit: 2 })).toEqual({
    ...{ ...pages, current_page: 3, data: sent.slice(4) },
  });
  const received = await list(alice, 'in');
  expect([received.data, received.total]).toEqual([[{ ...fifth, nickname: 'K***2' }], 1]);
  expect((await list(bob, 'out')).data).toEqual([{ ...fifth, nickname: 'K***1' }]);
  expect((await list(carol, 'in')).data).toEqual([{ ...first, nickname: 'K***1' }]);
  expect(await list(carol, 'out')).toMatchObject({ data: [], total: 0 });
});

test('operators read both sides and who ended a gift, of one user or state, newest first', async () => {
  const nobody = { receiver: null, cancelled_by: null, cancel_reason: null };
  const by = { cancelled_by: 'risk', cancel_reason: 'reported' };
  const rows = [
    { ...open, ...nobody, sender: ALICE },
    { ...fifth, ...nobody, sender: BOB, receiver: ALICE },
    { ...refused, ...nobody, ...by, sender: ALICE },
    { ...cancelled, ...nobody, sender: ALICE },
    { ...expired, ...nobody, sender: ALICE },
    { ...first, ...nobody, sender: ALICE, receiver: CAROL },
  ];
  expect(replies['refused']).toEqual(rows[2]);
  const list = (fields: Record<string, unknown>) => asOperator('console/gifts', fields);
  expect((await list({})).data).toEqual(rows);
  const pages = { per_page: 4, total: 6, last_page: 2 };
  expect(await list({ page: 2, limit: 4 })).toEqual({ ...pages, current_page: 2, data: rows.slice(4) });
  const of = async (fields: Record<string, unknown>) => {
    const { data, total } = await list(fields);
    return [total, ...data.map(({ id }) => id)];
  };
  expect(await of({ uid: ALICE })).toEqual([6, 6, 5, 4, 3, 2, 1]);
  expect(await of({ uid: BOB })).toEqual([1, 5]);
  expect(await of({ uid: CAROL })).toEqual([1, 1]);
  expect(await of({ state: 'claimed' })).toEqual([2, 5, 1]);
  expect(await of({ state: 'cancelled', uid: ALICE })).toEqual([2, 4, 3]);
  expect(await of({ state: 'open' })).toEqual([1, 6]);
});

test('the worker rests until the next open gift expires, whatever ended before or expires later', async () => {
  await give(alice, '1', { days: 11 });
  expect(await nextExpiry(database.db)).toBe(open.expires_ms);
});
