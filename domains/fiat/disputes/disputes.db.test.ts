import { currencyId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, format, minus, negate } from '@karat/money';
import { USDT, auditLedger, houseAccount } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hasOpenDispute } from '../index.ts';
import { FiatHarness, refusal } from '../testing/harness.ts';

/** The dollar of bank accounts. */
const USD = currencyId(21);
let h: FiatHarness;
beforeAll(async () => {
  h = await FiatHarness.open('disputes');
});
afterAll(() => h?.close());
beforeEach(() => void (h.notices.length = 0));

const disputeOf = async (user: UserId, order: number) => {
  const [found] = (await h.detail(user, order)).disputes;
  return found ?? expect.fail('no dispute');
};
const settle = (id: number, how: 'recover' | 'waive' = 'recover') =>
  Promise.resolve(
    h.fiat.handlers['console/fiat_dispute_settle']({
      ...h.operator(),
      tx: undefined,
      input: { id, how, reason: 'the bank has decided' },
    }),
  );
const submit = (id: number, login = 'finance') =>
  h.database.db.transact(async (tx) =>
    h.fiat.handlers['console/fiat_dispute_evidence']({
      ...h.operator(login),
      tx,
      input: { id, text: 'The payer confirmed it with a code.' },
    }),
  );
const noticesOf = (user: UserId) =>
  h.notices.filter((notice) => notice.user === user).map(({ kind }) => kind);
type StripeEvent = FiatHarness['stripe']['account']['events'][number];
/** Another event that says something else about the same thing. */
const altered = (event: StripeEvent | undefined, change: Readonly<Record<string, unknown>>): StripeEvent => {
  const { id, data, ...rest } = event ?? expect.fail('no event');
  return { ...rest, id: `${id}_altered`, data: { object: { ...data.object, ...change } } };
};
const openExceptions = async (subject: string) => {
  const { data } = await h.fiat.handlers['console/fiat_exceptions']({
    ...h.operator(),
    tx: undefined,
    input: { state: 'open', page: 1, limit: 50 },
  });
  return data.filter((each) => each.subject === subject);
};
/** A purchase whose payment is disputed. */
async function disputed(more: Parameters<FiatHarness['stripe']['account']['dispute']>[1] = {}) {
  const user = h.newUser();
  const { order, payment } = await h.bought(user);
  const number = h.stripe.account.dispute(payment, more);
  await h.deliver();
  return { user, order, payment, number, dispute: await disputeOf(user, order.id) };
}

test('a dispute holds the coins that it is about, and the user reads why and until when', async () => {
  const { user, order, dispute } = await disputed({ reason: 'unrecognized' });
  expect(await h.balance(user)).toEqual(['0', '100']);
  expect(dispute).toMatchObject({
    state: 'open',
    reason: 'unrecognised',
    amount: '100',
    currency: 'USD',
    claim: '100',
    held: '100',
    may_answer: true,
    due_ms: Math.floor(h.clock.now() / 1_000) * 1_000 + 7 * DAY_MS,
  });
  expect((await h.detail(user, order.id)).dispute).toBe('open');
  expect(await hasOpenDispute(h.database.db, user)).toBe(true);
  expect(h.notices.find(({ kind }) => kind === 'fiat:dispute_opened')).toMatchObject({
    user,
    values: { held: '100', reason: 'unrecognised' },
  });
});

test('coins that left are not held, and money that came later is not touched', async () => {
  const user = h.newUser();
  const { order, payment } = await h.bought(user);
  await h.move(user, '-70');
  await h.move(user, '500');
  h.stripe.account.dispute(payment);
  await h.deliver();
  expect(await h.balance(user)).toEqual(['500', '30']);
  expect(await disputeOf(user, order.id)).toMatchObject({ claim: '100', held: '30' });
});

test.each(['open', 'lost'])(
  'two disputes of one user hold no coin twice, the first one %s',
  async (state) => {
    const user = h.newUser();
    const [one, two] = [await h.bought(user), await h.bought(user)];
    await h.move(user, '-100');
    const first = h.stripe.account.dispute(one.payment);
    if (state === 'lost') h.stripe.account.closeDispute(first, 'lost');
    await h.deliver();
    expect((await disputeOf(user, one.order.id)).state).toBe(state);
    await h.move(user, '300');
    h.stripe.account.dispute(two.payment);
    await h.deliver();
    expect(await h.balance(user)).toEqual(['300', '100']);
    expect((await disputeOf(user, two.order.id)).held).toBe('0');
  },
);

test('a dispute of a part holds its share, and parts together never more than the purchase', async () => {
  const user = h.newUser();
  const { order, payment } = await h.bought(user);
  for (const units of [4_000, 3_000, 9_000]) h.stripe.account.dispute(payment, { amount: units });
  await h.deliver();
  expect(await h.balance(user)).toEqual(['0', '100']);
  const { disputes } = await h.detail(user, order.id);
  expect(disputes.map(({ claim }) => claim)).toEqual(['30', '30', '40']);
});

test('what the provider takes for two disputes of one payment is booked for each', async () => {
  const { order, payment } = await h.bought(h.newUser());
  // Enough at the bank, also after what earlier disputes took.
  for (let n = 0; n < 2; n++) await h.bought(h.newUser());
  await h.work();
  const bank = await h.house('bank', USD);
  for (const units of [4_000, 3_000]) h.stripe.account.dispute(payment, { amount: units });
  await h.deliver();
  await h.work();
  expect(format(minus(bank, await h.house('bank', USD)))).toBe('70');
  const { count } = await h.database.db.one<{ count: number }>(sql`
    select count(*) as count from ledger_journals where kind = 'fiat:chargeback' and reference = ${order.reference}`);
  expect(count).toBe(2);
});

test('what a dispute takes is booked up to what was paid', async () => {
  const { payment } = await h.bought(h.newUser());
  for (let n = 0; n < 2; n++) await h.bought(h.newUser());
  await h.work();
  const bank = await h.house('bank', USD);
  h.stripe.account.dispute(payment, { amount: 15_000 });
  await h.deliver();
  await h.work();
  expect(format(minus(bank, await h.house('bank', USD)))).toBe('100');
});

test('a payment that is disputed again after a dispute was won is claimed in full', async () => {
  const { user, order, payment, number } = await disputed();
  h.stripe.account.closeDispute(number, 'won');
  await h.deliver();
  h.stripe.account.dispute(payment);
  await h.deliver();
  expect((await h.detail(user, order.id)).disputes.map(({ state, claim }) => [state, claim])).toEqual([
    ['open', '100'],
    ['won', '100'],
  ]);
});

test('an earlier deadline in a late report does not shorten the time to answer', async () => {
  const { user, order, dispute } = await disputed();
  const [event] = h.stripe.account.events.filter(({ type }) => type === 'charge.dispute.created').slice(-1);
  const due_by = Math.floor(h.clock.now() / 1_000) + 3_600;
  await h.hook(altered(event, { evidence_details: { due_by, has_evidence: false, submission_count: 0 } }));
  expect((await disputeOf(user, order.id)).due_ms).toBe(dispute.due_ms);
});

test('a dispute in another currency is booked by nobody but an operator', async () => {
  const user = h.newUser();
  const { order, payment } = await h.bought(user);
  await h.work();
  const bank = await h.house('bank', USD);
  const number = h.stripe.account.dispute(payment);
  const events = h.stripe.account.events.slice(-2);
  h.lose();
  for (const event of events) await h.hook(altered(event, { currency: 'eur' }));
  expect(await disputeOf(user, order.id)).toMatchObject({ currency: 'EUR', claim: '100' });
  await h.work();
  expect(await h.house('bank', USD)).toBe(bank);
  expect(await openExceptions(number)).toMatchObject([{ kind: 'dispute_differs', currency: 'EUR' }]);
});

test('events twice, backwards and all at once open and end a dispute once', async () => {
  const user = h.newUser();
  const { order, payment } = await h.bought(user);
  // What earlier disputes moved is booked before.
  await h.work();
  const bank = await h.house('bank', USD);
  const number = h.stripe.account.dispute(payment);
  h.stripe.account.closeDispute(number, 'won');
  const events = h.stripe.account.events.filter(({ type }) => type.startsWith('charge.dispute')).slice(-4);
  h.lose();
  const sent = [...events.toReversed(), ...events, ...events];
  const outcomes = await Promise.all(sent.map((event) => h.hook(event)));
  expect(outcomes.filter((outcome) => outcome === 'dispute_won')).toHaveLength(1);
  await h.work();
  // The bank account may have had too little for the first attempt: the second one follows a second later.
  h.clock.advance(2_000);
  await h.work();
  expect(await h.balance(user)).toEqual(['100', '0']);
  expect((await h.detail(user, order.id)).disputes).toMatchObject([{ state: 'won', held: '0' }]);
  expect(noticesOf(user).filter((kind) => kind === 'fiat:dispute_won')).toHaveLength(1);
  // What the provider took and gave back is booked once each.
  expect(await h.house('bank', USD)).toBe(bank);
  const { count } = await h.database.db.one<{ count: number }>(sql`
    select count(*) as count from ledger_journals where kind = 'fiat:chargeback' and reference = ${order.reference}`);
  expect(count).toBe(2);
  expect(await hasOpenDispute(h.database.db, user)).toBe(false);
});

test('a dispute whose first report says that it is won holds nothing, not even for a moment', async () => {
  const user = h.newUser();
  const { order, payment } = await h.bought(user);
  const number = h.stripe.account.dispute(payment);
  h.stripe.account.closeDispute(number, 'won');
  const closed = h.stripe.account.events.filter(({ type }) => type === 'charge.dispute.closed').at(-1);
  h.lose();
  expect(await h.hook(closed ?? expect.fail('no event'))).toBe('dispute_won');
  expect(await h.balance(user)).toEqual(['100', '0']);
  expect(
    await h.database.db.rows(sql`
      select kind from ledger_journals
      where reference = ${order.reference} and kind in ('fiat:dispute_hold', 'fiat:dispute_release')`),
  ).toEqual([]);
});

test('a dispute that is won releases what it held', async () => {
  const { user, order, number } = await disputed();
  await h.move(user, '25');
  h.stripe.account.closeDispute(number, 'won');
  await h.deliver('twice');
  await h.work();
  expect(await h.balance(user)).toEqual(['125', '0']);
  expect((await disputeOf(user, order.id)).steps.map(({ step }) => step)).toEqual(['open', 'won']);
});

test('a lost one is settled by two operators, once: held coins come back, the rest is a loss and no debt', async () => {
  const user = h.newUser();
  const { order, payment } = await h.bought(user);
  await h.move(user, '-60');
  const [desk, reserve] = [await h.house('fiat_desk'), await h.house('fiat_chargebacks')];
  const number = h.stripe.account.dispute(payment);
  h.stripe.account.closeDispute(number, 'lost');
  await h.deliver();
  await h.work();
  const { id } = await disputeOf(user, order.id);
  expect(await h.balance(user)).toEqual(['0', '40']);
  expect(await refusal(settle(id + 1_000))).toBe('fiat_dispute_unknown');
  const { approval } = await settle(id);
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => refusal(h.approve(approval))));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['done', 'approval_stale']));
  expect(await h.balance(user)).toEqual(['0', '0']);
  expect(await disputeOf(user, order.id)).toMatchObject({
    state: 'recovered',
    held: '0',
    recovered: '40',
    loss: '60',
    may_answer: false,
  });
  expect(format(amount((await h.house('fiat_desk')) - desk))).toBe('100');
  expect(format(amount((await h.house('fiat_chargebacks')) - reserve))).toBe('-60');
  // Money that comes later is the user's.
  await h.move(user, '500');
  await h.work();
  expect(await h.balance(user)).toEqual(['500', '0']);
  expect(noticesOf(user).slice(-3)).toEqual([
    'fiat:dispute_opened',
    'fiat:dispute_lost',
    'fiat:dispute_recovered',
  ]);
  expect(await h.detail(user, order.id)).toMatchObject({ state: 'successful', dispute: 'recovered' });
  expect((await auditLedger(h.database.db)).differences).toEqual([]);
});

test('a bank that decides the other way after the end is put before an operator', async () => {
  for (const [end, later] of [
    ['lost', 'won'],
    ['won', 'lost'],
  ] as const) {
    const { user, order, number } = await disputed();
    for (const status of [end, later]) {
      h.stripe.account.closeDispute(number, status);
      await h.deliver();
    }
    expect((await disputeOf(user, order.id)).state).toBe(end);
    const raised = await h.database.db.rows(sql`select kind from fiat_exceptions where subject = ${number}`);
    expect(raised, end).toEqual([{ kind: 'dispute_differs' }]);
  }
});

test('two operators may leave the coins to the user', async () => {
  const { user, order, number } = await disputed();
  expect(await refusal(settle((await disputeOf(user, order.id)).id))).toBe('fiat_dispute_state');
  h.stripe.account.closeDispute(number, 'lost');
  await h.deliver();
  await h.approve((await settle((await disputeOf(user, order.id)).id, 'waive')).approval);
  expect(await h.balance(user)).toEqual(['100', '0']);
  expect(await disputeOf(user, order.id)).toMatchObject({ state: 'waived', recovered: '0', loss: '100' });
});

test('a loss that the account for chargebacks does not cover is not booked, and nothing else either', async () => {
  const { user, order, number } = await disputed();
  h.stripe.account.closeDispute(number, 'lost');
  await h.deliver();
  const { id } = await disputeOf(user, order.id);
  const { approval } = await settle(id, 'waive');
  const reserve = await h.house('fiat_chargebacks');
  const post = (sum: string) => (key: string) =>
    h.database.db.transact((tx) =>
      h.ledger.post(tx, {
        ...{ key, kind: 'correction', reference: 'x', at: h.clock.now() },
        entries: [
          { account: houseAccount('fiat_chargebacks'), currency: USDT, available: amount(sum) },
          { account: houseAccount('external'), currency: USDT, available: negate(amount(sum)) },
        ],
      }),
    );
  const drained = format(minus(reserve, amount('1')));
  await post(`-${drained}`)('drain');
  expect(await refusal(h.approve(approval))).toBe('fiat_chargebacks_short');
  expect(await h.balance(user)).toEqual(['0', '100']);
  await post(drained)('refill');
  await h.approve(approval);
  expect(await h.balance(user)).toEqual(['100', '0']);
});

test('a disputed payment is not refunded besides, and a refunded one takes no coins again', async () => {
  const user = h.newUser();
  const [first, second] = [await h.bought(user), await h.bought(user)];
  const refund = async (id: number) =>
    h.fiat.handlers['console/fiat_refund']({
      ...h.operator(),
      tx: undefined,
      input: { id, reason: 'the user asked for it' },
    });
  const { approval } = await refund(first.order.id);
  const number = h.stripe.account.dispute(first.payment);
  await h.deliver();
  expect(await refusal(h.approve(approval))).toBe('fiat_disputed');
  expect(await refusal(refund(first.order.id))).toBe('fiat_disputed');
  h.stripe.account.closeDispute(number, 'lost');
  await h.deliver();
  expect(await refusal(h.approve(approval))).toBe('fiat_disputed');
  expect(await refusal(refund(first.order.id))).toBe('fiat_disputed');
  await h.approve((await refund(second.order.id)).approval);
  await h.work();
  await h.deliver();
  h.stripe.account.dispute(second.payment);
  await h.deliver();
  expect(await disputeOf(user, second.order.id)).toMatchObject({ claim: '0', held: '0' });
  expect(await h.balance(user)).toEqual(['0', '100']);
});

test('a refund that failed is not sent again once the bank has taken the payment back', async () => {
  const user = h.newUser();
  const { order, payment } = await h.bought(user);
  const { approval } = await h.fiat.handlers['console/fiat_refund']({
    ...h.operator(),
    tx: undefined,
    input: { id: order.id, reason: 'the user asked for it' },
  });
  await h.approve(approval);
  await h.work();
  h.stripe.account.failRefund(payment);
  h.stripe.account.closeDispute(h.stripe.account.dispute(payment), 'lost');
  await h.deliver();
  expect((await disputeOf(user, order.id)).state).toBe('lost');
  const [failed] = await openExceptions(payment);
  expect(failed).toMatchObject({ kind: 'refund_failed', refundable: true });
  const sendBack = h.database.db.transact(async (tx) =>
    h.fiat.handlers['console/fiat_exception_close']({
      ...h.operator(),
      tx,
      input: { id: failed?.id ?? 0, how: 'refund', note: 'once more' },
    }),
  );
  expect(await refusal(sendBack)).toBe('fiat_disputed');
});

test('disputes whose webhooks were lost are found by the hourly look, opened and ended', async () => {
  const user = h.newUser();
  const { order, payment } = await h.bought(user);
  await h.fiat.start();
  const number = h.stripe.account.dispute(payment);
  h.lose();
  h.clock.advance(HOUR_MS);
  await h.work();
  expect(await disputeOf(user, order.id)).toMatchObject({ state: 'open', held: '100' });
  // Older than the list of recent ones, and a provider that is down for an hour.
  h.clock.advance(8 * DAY_MS);
  h.stripe.account.closeDispute(number, 'lost');
  h.lose();
  h.stripe.fail(...Array.from({ length: 3 }, () => 'error' as const));
  await h.work();
  h.clock.advance(HOUR_MS);
  await h.work();
  expect((await disputeOf(user, order.id)).state).toBe('lost');
});

test('a dispute that comes before its payment is settled once the payment is there', async () => {
  const user = h.newUser();
  const { order, session } = await h.page(user);
  const { id: payment } = h.stripe.account.pay(session);
  h.stripe.account.dispute(payment);
  const outcomes = await h.deliver('reversed');
  expect(outcomes).toContain('dispute_unknown');
  expect(outcomes).toContain('credited');
  await h.fiat.start();
  h.clock.advance(HOUR_MS);
  await h.work();
  expect(await disputeOf(user, order.id)).toMatchObject({ state: 'open', held: '100' });
  const { data } = await h.fiat.handlers['console/fiat_exceptions']({
    ...h.operator(),
    tx: undefined,
    input: { state: 'open', page: 1, limit: 50 },
  });
  expect(data.filter(({ kind }) => kind === 'dispute_unknown')).toEqual([]);
});

test('the user answers with a picture, only the own dispute, at most ten times, until it is decided', async () => {
  const { user, order, number, dispute } = await disputed();
  const other = h.newUser();
  h.pictures.set('/files/own', user).set('/files/other', other);
  const answer = { id: dispute.id, text: 'I paid this myself' };
  expect(await refusal(h.answer(other, answer))).toBe('fiat_dispute_unknown');
  expect(await refusal(h.answer(user, { ...answer, image: '/files/other' }))).toBe('image_invalid');
  await h.answer(user, { ...answer, image: '/files/own' });
  const more = await Promise.all(Array.from({ length: 12 }, () => refusal(h.answer(user, answer))));
  expect(more.filter((outcome) => outcome === 'done')).toHaveLength(9);
  expect(await disputeOf(user, order.id)).toMatchObject({
    answers: expect.arrayContaining([expect.objectContaining({ image: '/files/own' })]) as unknown,
    may_answer: false,
  });
  h.stripe.account.closeDispute(number, 'lost');
  await h.deliver();
  expect(await refusal(h.answer(user, answer))).toBe('fiat_dispute_state');
});

test('evidence goes to the bank once, also by two operators and after a lost answer', async () => {
  const { user, dispute, number } = await disputed();
  const outcomes = await Promise.all([refusal(submit(dispute.id)), refusal(submit(dispute.id, 'other'))]);
  expect(outcomes.toSorted()).toEqual(['done', 'fiat_evidence_sent']);
  h.stripe.fail('error_after');
  await h.work();
  expect(h.stripe.account.disputes.get(number)).toMatchObject({
    submissions: 1,
    evidence: { customer_name: 'Jo Doe', customer_email_address: 'jo@mail.example' },
  });
  expect(noticesOf(user)).toContain('fiat:dispute_evidence');
  const late = await disputed();
  h.clock.set(late.dispute.due_ms ?? 0);
  expect(await refusal(submit(late.dispute.id))).toBe('fiat_dispute_state');
});

test('of an opening and a spending at once, nothing becomes negative and nothing is held that is gone', async () => {
  for (let n = 0; n < 5; n++) {
    const user = h.newUser();
    const { order, payment } = await h.bought(user);
    h.stripe.account.dispute(payment);
    const [, spent] = await Promise.all([h.deliver(), refusal(h.move(user, '-80'))]);
    const { held } = await disputeOf(user, order.id);
    expect([spent, held]).toEqual(spent === 'done' ? ['done', '20'] : ['insufficient_balance', '100']);
  }
  expect((await auditLedger(h.database.db)).differences).toEqual([]);
});

test('the database refuses that a dispute ends twice', async () => {
  const { number } = await disputed();
  h.stripe.account.closeDispute(number, 'won');
  await h.deliver();
  const again = h.database.db.run(sql`update fiat_disputes set state = 'lost' where dispute = ${number}`);
  await expect(again).rejects.toThrow('cannot go from won to lost');
});
