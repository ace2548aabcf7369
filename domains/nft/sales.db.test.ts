import { Refusal } from '@karat/contract';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { userId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBids } from './bid.ts';
import { cancelSale } from './list.ts';
import { amount, rate } from '@karat/money';
import { ALICE, ARTIST, BRUNO, CHLOE, DAY, NftFixture } from './testing/fixture.ts';

const MANY = Array.from({ length: 50 }, (_, index) => userId(100_100 + index));
const MINUTE = 60_000;

let database: TestDatabase;
let nft: NftFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  nft = await new NftFixture(database.db).open();
  for (const user of [ALICE, BRUNO, CHLOE, ...MANY]) await nft.fund(user, '1000');
});
afterAll(() => database.drop());

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const outcome: unknown = await work.catch((error: unknown) => error);
  return outcome instanceof Refusal ? outcome.code : 'accepted';
};

test('a sale at a fixed price moves money and ownership, and splits the price', async () => {
  const code = await nft.work();
  const artist = await nft.wallet(ARTIST);
  await nft.list(code, '100');
  const before = await nft.wallet(ALICE);
  const { order } = await nft.buy(code, ALICE);
  expect(order).toMatchObject({ state: 'paid', received: amount('97.5'), royalty: 0n, fee: amount('2.5') });
  expect(await nft.owner(code)).toBe(ALICE);
  expect([before, await nft.wallet(ALICE)]).toEqual(['1000 0', '900 0']);
  expect([artist, await nft.wallet(ARTIST)]).toEqual(['0 0', '97.5 0']);
  await nft.list(code, '200', { user: ALICE });
  await nft.buy(code, BRUNO);
  expect(await nft.owner(code)).toBe(BRUNO);
  expect([await nft.wallet(ALICE), await nft.wallet(BRUNO)]).toEqual(['1085 0', '800 0']);
  expect(await nft.wallet(ARTIST)).toBe('107.5 0');
});

test('the VIP discount of the seller lowers the fee of a listing, and later levels do not change it', async () => {
  const code = await nft.work();
  nft.discounts.set(ARTIST, rate('0.2'));
  await nft.list(code, '100');
  nft.discounts.delete(ARTIST);
  // 2.5 % less a fifth; the discount of the buyer changes nothing.
  nft.discounts.set(CHLOE, rate('0.5'));
  expect((await nft.buy(code, CHLOE)).order).toMatchObject({ received: amount('98'), fee: amount('2') });
  nft.discounts.clear();
});

test('fifty buyers of one work: one owner, one payment', async () => {
  const code = await nft.work();
  await nft.list(code, '10');
  const codes = await Promise.all(MANY.map((user) => codeOf(nft.buy(code, user))));
  expect(codes.filter((each) => each === 'accepted')).toHaveLength(1);
  expect(codes.filter((each) => each === 'nft_sold')).toHaveLength(49);
  const winner = MANY[codes.indexOf('accepted')];
  expect(await nft.owner(code)).toBe(winner);
});

test('a seller can neither buy nor bid, and only owners sell', async () => {
  const [fixed, auction] = [await nft.work(), await nft.work()];
  await nft.fund(ARTIST, '1000');
  await nft.list(fixed, '10');
  await nft.list(auction, '10', { increment: '1' });
  expect(await codeOf(nft.buy(fixed, ARTIST))).toBe('nft_own_listing');
  expect(await nft.bid(auction, ARTIST, '10')).toMatchObject({ code: 'nft_own_listing' });
  expect(await codeOf(nft.list(fixed, '10', { user: ALICE }))).toBe('nft_not_owner');
  expect(await codeOf(nft.list(fixed, '10'))).toBe('nft_listed');
  expect(await codeOf(nft.buy(auction, ALICE))).toBe('nft_not_on_sale');
  expect(await nft.bid(fixed, ALICE, '20')).toMatchObject({ code: 'nft_not_on_sale' });
});

test('a first sale can be taken back before a bid, a resale cannot', async () => {
  const code = await nft.work();
  await nft.list(code, '5');
  const cancel = (user = ARTIST) =>
    nft.ctx.db.transact((tx) => cancelSale(nft.deps, tx, user, code)).then((listing) => listing.state);
  expect(await codeOf(cancel(ALICE))).toBe('nft_not_owner');
  expect(await cancel()).toBe('cancelled');
  await nft.list(code, '5');
  await nft.buy(code, CHLOE);
  await nft.list(code, '6', { user: CHLOE });
  expect(await codeOf(cancel(CHLOE))).toBe('nft_resale_final');
});

test('an auction holds one margin of each bidder and returns it at the end; the winner pays within a day', async () => {
  const code = await nft.work();
  await nft.list(code, '100', { increment: '5' });
  const [alice, bruno] = [await nft.wallet(ALICE), await nft.wallet(BRUNO)];
  expect(await nft.bid(code, ALICE, '99')).toMatchObject({ code: 'nft_bid_low' });
  await nft.bid(code, ALICE, '100');
  expect(await nft.bid(code, BRUNO, '104')).toMatchObject({ code: 'nft_bid_low', values: { min: '105' } });
  await nft.bid(code, BRUNO, '105');
  await nft.bid(code, ALICE, '110');
  const listing = await nft.bid(code, BRUNO, '120');
  expect(listing).toMatchObject({ bids: 4, bidders: 2, leader: BRUNO });
  expect(await nft.wallet(ALICE)).toMatch(/ 10$/);
  nft.clock.set(nft.clock.now() + DAY);
  await nft.worker.runDue();
  expect(await nft.wallet(ALICE)).toBe(alice);
  const order = await nft.orderOf(code);
  expect(await nft.wallet(BRUNO)).toMatch(/ 10$/);
  expect(await codeOf(nft.pay(ALICE, order))).toBe('nft_order_unknown');
  await nft.pay(BRUNO, order);
  expect(await codeOf(nft.pay(BRUNO, order))).toBe('nft_order_paid');
  expect(await nft.owner(code)).toBe(BRUNO);
  expect([bruno, await nft.wallet(BRUNO)]).toEqual(['800 0', '680 0']);
  const notices = nft.notifications.filter(({ values }) => values?.['code'] === code);
  // The title names the work: its code says nothing to a person.
  for (const { values } of notices) expect(values?.['name']).toMatch(/^Work \d+$/);
  const kinds = notices.map(({ kind }) => kind);
  expect(kinds).toEqual(['nft:outbid', 'nft:outbid', 'nft:outbid', 'nft:won', 'nft:sold']);
});

test('who does not pay in a day loses the margin to the seller, and the work stays', async () => {
  const code = await nft.work();
  await nft.list(code, '100', { increment: '5' });
  const artist = Number((await nft.wallet(ARTIST)).split(' ')[0]);
  await nft.bid(code, CHLOE, '100');
  nft.clock.set(nft.clock.now() + DAY);
  await nft.worker.runDue();
  nft.clock.set(nft.clock.now() + DAY - 60 * MINUTE);
  await nft.worker.runDue();
  expect(nft.notifications.at(-1)).toMatchObject({ kind: 'nft:payment_due', user: CHLOE });
  nft.clock.set(nft.clock.now() + 60 * MINUTE);
  const order = await nft.orderOf(code);
  expect(await codeOf(nft.pay(CHLOE, order))).toBe('nft_order_expired');
  await nft.worker.runDue();
  expect(nft.notifications.slice(-2).map(({ kind, user }) => [kind, user])).toEqual([
    ['nft:expired', CHLOE],
    ['nft:forfeited', ARTIST],
  ]);
  expect(await nft.owner(code)).toBe(ARTIST);
  expect(Number((await nft.wallet(ARTIST)).split(' ')[0])).toBe(artist + 10);
  await nft.list(code, '1');
});

test('parallel equal bids have one leader, and a repeated request bids once', async () => {
  const code = await nft.work();
  await nft.list(code, '10', { increment: '1' });
  const outcomes = await Promise.all(MANY.map((user) => nft.bid(code, user, '10', `k-${user}`)));
  expect(outcomes.filter((outcome) => !(outcome instanceof Refusal))).toHaveLength(1);
  const leader = MANY[outcomes.findIndex((outcome) => !(outcome instanceof Refusal))] ?? ALICE;
  expect(await nft.bid(code, leader, '10', `k-${leader}`)).toMatchObject({ bids: 1, leader });
  expect(await nft.bid(code, leader, '11', `k-${leader}`)).toMatchObject({ code: 'idempotency_conflict' });
});

test('a late bid extends the auction; a bid at the end is too late', async () => {
  const code = await nft.work();
  const { endMs } = await nft.list(code, '10', { increment: '1' });
  nft.clock.set(endMs - MINUTE);
  expect(await nft.bid(code, ALICE, '10')).toMatchObject({ endMs: endMs + 4 * MINUTE, extensions: 1 });
  nft.clock.set(endMs + 4 * MINUTE);
  const [bid] = await Promise.all([nft.bid(code, BRUNO, '20'), nft.worker.runDue()]);
  expect(bid).toMatchObject({ code: 'nft_not_on_sale' });
  expect(await nft.orderOf(code)).toBeGreaterThan(0);
});

test('payment and expiry exclude each other', async () => {
  const code = await nft.work();
  await nft.list(code, '10', { increment: '1' });
  await nft.bid(code, ALICE, '10');
  nft.clock.set(nft.clock.now() + DAY);
  await nft.worker.runDue();
  const id = await nft.orderOf(code);
  nft.clock.set(nft.clock.now() + DAY - 1);
  const paid = codeOf(nft.pay(ALICE, id));
  nft.clock.set(nft.clock.now() + 1);
  await Promise.all([paid, nft.worker.runDue()]);
  const { state } = await database.db.one<{ state: string }>(
    sql`select state from nft_orders where id = ${id}`,
  );
  expect(await nft.owner(code)).toBe(state === 'paid' ? ALICE : ARTIST);
});

test('a resale and a sale of the same work at once leave one owner', async () => {
  const code = await nft.work();
  await nft.list(code, '1');
  const outcomes = await Promise.all([
    codeOf(nft.buy(code, ALICE)),
    codeOf(nft.list(code, '2')),
    codeOf(nft.buy(code, BRUNO)),
  ]);
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
});

test('a batch decides bids in order, also where a bidder lacks the margin', async () => {
  const code = await nft.work();
  await nft.list(code, '100', { increment: '10' });
  const poor = userId(100_999);
  const request = (user: typeof poor, price: string) => ({
    user,
    code,
    price: amount(price),
    key: undefined,
  });
  nft.notifications.length = 0;
  const outcomes = await nft.ctx.db.transact((tx) =>
    placeBids(nft.deps, tx, [
      request(poor, '500'),
      request(ALICE, '100'),
      request(BRUNO, '100'),
      request(CHLOE, '110'),
      request(ALICE, '120'),
    ]),
  );
  expect(outcomes.map((outcome) => (outcome instanceof Refusal ? outcome.code : outcome.bids))).toEqual([
    'insufficient_balance',
    1,
    'nft_bid_low',
    2,
    3,
  ]);
  // Alice was overtaken and leads again.
  expect(nft.notifications.map(({ user, kind }) => [user, kind])).toEqual([[CHLOE, 'nft:outbid']]);
});

test('books, margins, owners and boxes agree after all of it', async () => {
  expect(await nft.contradictions()).toEqual([]);
});
