import { contract } from '@karat/contract';
import { USDT, houseAccount } from '@karat/domains/ledger';
import { amount, format, minus, negate } from '@karat/money';
import { callHandler } from '@karat/platform/testing';
import { DAY_MS } from '@karat/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paidPurchases } from './daily.ts';
import { paidIn, purchasesOf } from './monitored.ts';
import { PICTURE, callDesk } from './testing/desk.ts';
import { FiatHarness, refusal } from './testing/harness.ts';

let h: FiatHarness;
beforeAll(async () => {
  h = await FiatHarness.open('limits');
});
afterAll(() => h?.close());

type Path = keyof typeof contract.fiat;
const NONE = 999_999;
const own = (who: ReturnType<FiatHarness['newUser']>, path: Path, fields: Record<string, unknown>) =>
  h.database.db.transact((tx) => callHandler(contract.fiat, h.fiat.handlers, path, { who, tx, fields }));
const place = (sum: string) => refusal(h.place(h.newUser(), { amount: amount(sum) }));

test('what is not there is named', async () => {
  const call = callDesk(h);
  const { id } = await h.place(h.newUser(), { method: 'swift' });
  const order = { id: NONE, line_id: 1 };
  const asked: readonly [path: Path, fields: Record<string, unknown>, code: string][] = [
    ['console/fiat_order', { id: NONE }, 'fiat_order_unknown'],
    ['console/fiat_confirm', order, 'fiat_order_unknown'],
    ['console/fiat_confirm', { id, line_id: NONE }, 'fiat_line_unknown'],
    ['console/fiat_part_accept', order, 'fiat_order_unknown'],
    ['console/fiat_part_accept', { id, line_id: NONE }, 'fiat_line_unknown'],
    ['console/fiat_part_return', { ...order, note: 'Not ours' }, 'fiat_order_unknown'],
    ['console/fiat_reject', { id: NONE, reason: 'payer_differs' }, 'fiat_order_unknown'],
    ['console/fiat_refund', { id: NONE, reason: 'the buyer asked' }, 'fiat_order_unknown'],
    ['console/fiat_line_aside', { id: NONE, note: 'Not ours' }, 'fiat_line_unknown'],
    ['console/fiat_statement_discard', { id: NONE, reason: 'of another bank' }, 'fiat_statement_unknown'],
    [
      'console/fiat_exception_close',
      { id: NONE, how: 'dismiss', note: 'seen by us' },
      'fiat_exception_unknown',
    ],
    ['console/fiat_dispute', { id: NONE }, 'fiat_dispute_unknown'],
    ['console/fiat_dispute_evidence', { id: NONE, text: 'The payer confirmed it.' }, 'fiat_dispute_unknown'],
    [
      'console/fiat_dispute_settle',
      { id: NONE, how: 'waive', reason: 'the bank has decided' },
      'fiat_dispute_unknown',
    ],
  ];
  for (const [path, fields, code] of asked)
    expect([path, await refusal(call(path, fields))]).toEqual([path, code]);
  const decision = { approval: 1, reason: 'seen', askedBy: 'finance', approvedBy: 'risk' };
  for (const [kind, payload, code] of [
    ['fiat:confirm', { order: NONE, line: 1 }, 'fiat_order_unknown'],
    ['fiat:confirm', { order: id, line: NONE }, 'fiat_line_unknown'],
    ['fiat:refund', { order: NONE }, 'approval_stale'],
    ['fiat:discard statement', { statement: NONE }, 'approval_stale'],
    ['fiat:settle dispute', { dispute: NONE, how: 'waive' }, 'approval_stale'],
  ] as const) {
    const { execute } = h.fiat.approvals[kind] ?? expect.fail(kind);
    const done = h.database.db.transact((tx) => execute(tx, payload, decision));
    expect([kind, await refusal(done)]).toEqual([kind, code]);
  }
  const user = h.newUser();
  const ofUser: readonly [path: Path, fields: Record<string, unknown>, code: string][] = [
    ['otc/order_detail', { id: NONE }, 'fiat_order_unknown'],
    ['otc/pay', { id: NONE }, 'fiat_order_unknown'],
    ['otc/cancel', { id: NONE }, 'fiat_order_unknown'],
    ['otc/proof', { id: NONE, image: PICTURE }, 'fiat_order_unknown'],
    ['otc/dispute_answer', { id: NONE, text: 'I paid for it.' }, 'fiat_dispute_unknown'],
  ];
  for (const [path, fields, code] of ofUser)
    expect([path, await refusal(own(user, path, fields))]).toEqual([path, code]);
});

test('a purchase is paid and proven until the moment at which it expires, and then no more', async () => {
  const user = h.newUser();
  const card = await h.place(user);
  const now = h.clock.now();
  h.clock.set(card.expires_ms - 1);
  expect(await refusal(h.pay(user, card.id))).toBe('done');
  h.clock.set(card.expires_ms);
  expect(await refusal(h.pay(user, card.id))).toBe('fiat_order_state');
  h.clock.set(now);
  for (const [before, code] of [
    [1, 'done'],
    [0, 'fiat_order_state'],
  ] as const) {
    const buyer = h.newUser();
    h.pictures.set(PICTURE, buyer);
    const { id, expires_ms: end } = await h.place(buyer, { method: 'swift' });
    h.clock.set(end - before);
    expect(await refusal(own(buyer, 'otc/proof', { id, image: PICTURE }))).toBe(code);
    h.clock.set(now);
  }
});

test('the smallest and the largest purchase of a level are placed, a unit beyond is not', async () => {
  expect([await place('19'), await place('20')]).toEqual(['amount_below_minimum', 'done']);
  expect([await place('2000'), await place('2001')]).toEqual(['done', 'fiat_over_limit']);
});

test('all coins of the desk can be sold, and not one more', async () => {
  const desk = houseAccount('fiat_desk');
  const post = (key: string, change: ReturnType<typeof amount>) =>
    h.database.db.transact((tx) =>
      h.ledger.post(tx, {
        ...{ key, kind: 'correction', reference: 'x', at: h.clock.now() },
        entries: [
          { account: desk, currency: USDT, available: change },
          { account: houseAccount('external'), currency: USDT, available: negate(change) },
        ],
      }),
    );
  const user = h.newUser();
  const before = await h.house('fiat_desk');
  await post('drain', minus(amount('100'), before));
  expect(await place('101')).toBe('fiat_sold_out');
  await h.bought(user);
  expect([await h.balance(user), format(await h.house('fiat_desk'))]).toEqual([['100', '0'], '0']);
  expect(await place('20')).toBe('fiat_sold_out');
  await post('refill', minus(before, amount('100')));
});

test('a reference that is taken is drawn again, and after five of them no purchase is placed', async () => {
  const { random } = h.ctx;
  const draw = (...numbers: number[]) =>
    Object.assign(h.ctx, { random: { ...random, below: () => numbers.shift() ?? expect.fail('too many') } });
  const user = h.newUser();
  draw(7);
  const first = await h.place(user);
  draw(7, 7, 8);
  expect((await h.place(user)).reference).not.toBe(first.reference);
  draw(7, 7, 7, 7, 7);
  await expect(h.place(user)).rejects.toThrow('no free reference');
  Object.assign(h.ctx, { random });
});

test('a rate sells until it is a day old', async () => {
  const now = h.clock.now();
  const yen = { country: 'JP', currency: 'JPY', amount: amount('30300') };
  h.clock.set(Date.parse('2026-03-02T12:00:00Z') + DAY_MS);
  expect(await refusal(h.place(h.newUser(), yen))).toBe('done');
  h.clock.advance(1);
  expect(await refusal(h.place(h.newUser(), yen))).toBe('price_unavailable');
  h.clock.set(now);
});

test('evidence is taken until its deadline', async () => {
  const now = h.clock.now();
  const deadline = Math.floor(now / 1_000) * 1_000 + 7 * DAY_MS;
  for (const [before, code] of [
    [1, 'done'],
    [0, 'fiat_dispute_state'],
  ] as const) {
    const user = h.newUser();
    const { order, payment } = await h.bought(user);
    h.stripe.account.dispute(payment);
    await h.deliver();
    const id = (await h.detail(user, order.id)).disputes[0]?.id ?? expect.fail('no dispute');
    h.clock.set(deadline - before);
    const text = 'The payer confirmed it with a code.';
    expect(await refusal(callDesk(h)('console/fiat_dispute_evidence', { id, text }))).toBe(code);
    h.clock.set(now);
  }
});

test('purchases of a time are those of each user that were paid in it, its ends included for monitoring', async () => {
  const [anna, ben] = [h.newUser(), h.newUser()];
  h.clock.set(Date.parse('2026-03-20T00:00:00Z'));
  const first = await h.bought(anna, { amount: amount('50') });
  const since = h.clock.now();
  h.clock.advance(1_000);
  const second = await h.bought(ben, { amount: amount('70') });
  const until = h.clock.now();
  const row = (user: typeof anna, { order }: typeof first, received: string, at: number) => ({
    ...{ id: order.id, user, received: amount(received), reference: order.reference, payer: null, at },
  });
  const rows = [row(anna, first, '50', since), row(ben, second, '70', until)];
  const { db } = h.database;
  expect(await paidIn(db, { since, until })).toEqual(rows);
  expect(await paidIn(db, { since: since + 1, until: until - 1 })).toEqual([]);
  expect(await purchasesOf(db, ben, { since, until })).toEqual(rows.slice(1));
  const sums = (fromMs: number, toMs: number) => paidPurchases(db, { fromMs, toMs, houseIdMax: 0 });
  const sum = (text: string, count: number) => [{ currency: USDT, amount: amount(text), count }];
  expect(await sums(since, until)).toEqual(sum('50', 1));
  expect(await sums(since, until + 1)).toEqual(sum('120', 2));
  expect(await sums(since + 1, until)).toEqual(sum('0', 0));
});
