import { contract } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount } from '@karat/money';
import { callHandler } from '@karat/platform/testing';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callDesk } from '../testing/desk.ts';
import { FiatHarness } from '../testing/harness.ts';

let h: FiatHarness;
let call: ReturnType<typeof callDesk>;
let anna: UserId;
let ben: UserId;
/** Unix ms of what happens. */
const at: Record<string, number> = {};
let settled: Awaited<ReturnType<FiatHarness['bought']>>;
let open: Awaited<ReturnType<FiatHarness['bought']>>;
const PROOF = '/files/receipt';
const EVIDENCE = 'The payer confirmed it with a code.';

const next = (name: string): void => {
  h.clock.advance(MINUTE_MS);
  at[name] = h.clock.now();
};
const when = (name: string): number => at[name] ?? expect.fail(name);
/** When the bank stops to accept evidence: its clock counts seconds. */
const dueOf = (name: string): number => Math.floor(when(name) / 1_000) * 1_000 + 7 * DAY_MS;

/** A dispute about a part in yen, which is lost, one about all in dollars, which is open, a later one, and one that is won. */
async function makeDisputes(): Promise<void> {
  const yen = { country: 'JP', currency: 'JPY', method: 'card' as const };
  next('bought');
  settled = await h.bought(anna, { ...yen, amount: amount('15150'), full_name: 'Anna Lee' });
  await h.move(anna, '-85');
  next('opened');
  const number = h.stripe.account.dispute(settled.payment, { amount: 6_060, reason: 'duplicate' });
  await h.deliver();
  next('lost');
  h.stripe.account.closeDispute(number, 'lost');
  await h.deliver();
  next('boughtLater');
  open = await h.bought(ben, { method: 'card', amount: amount('45'), email: 'ben@mail.example' });
  await h.move(ben, '-5');
  next('openedLater');
  h.stripe.account.dispute(open.payment, { reason: 'unrecognized' });
  await h.deliver();
  await h.move(ben, '7');
  next('answered');
  h.pictures.set(PROOF, ben);
  await h.answer(ben, { id: 2, text: 'I bought this myself.', image: PROOF });
  next('submitted');
  expect(await call('console/fiat_dispute_evidence', { id: 2, text: EVIDENCE })).toBe('ok');
  await h.work();
  at['sent'] = h.clock.now();
  for (const end of [undefined, 'won'] as const) {
    h.clock.advance(MINUTE_MS);
    const { payment } = await h.bought(h.newUser(), { method: 'card' });
    const later = h.stripe.account.dispute(payment);
    if (end !== undefined) h.stripe.account.closeDispute(later, end);
    await h.deliver();
  }
}

beforeAll(async () => {
  h = await FiatHarness.open('dispute replies');
  call = callDesk(h);
  [anna, ben] = [h.newUser(), h.newUser()];
  await makeDisputes();
});
afterAll(() => h?.close());

/** The disputes as their users read them. */
const disputes = () => ({
  lost: {
    ...{ id: 1, state: 'lost', reason: 'duplicate', amount: '6060', currency: 'JPY', claim: '40' },
    ...{ held: '15', recovered: '0', loss: '0', due_ms: dueOf('opened'), opened_ms: when('opened') },
    ...{ ended_ms: when('lost'), answers: [], may_answer: false },
    steps: [
      { step: 'open', at_ms: when('opened') },
      { step: 'lost', at_ms: when('lost') },
    ],
  },
  open: {
    ...{ id: 2, state: 'open', reason: 'unrecognised', amount: '45', currency: 'USD', claim: '45' },
    ...{ held: '40', recovered: '0', loss: '0', due_ms: dueOf('openedLater') },
    ...{ opened_ms: when('openedLater'), ended_ms: null, may_answer: true },
    answers: [{ text: 'I bought this myself.', image: PROOF, at_ms: when('answered') }],
    steps: [
      { step: 'open', at_ms: when('openedLater') },
      { step: 'evidence', at_ms: when('sent') },
    ],
  },
});
const queued = () => {
  const { lost, open: second } = disputes();
  return {
    lost: {
      ...{ ...lost, uid: anna, order_id: settled.order.id, reference: settled.order.reference },
      ...{ provider: 'stripe', evidence_ms: null },
    },
    open: {
      ...{ ...second, uid: ben, order_id: open.order.id, reference: open.order.reference },
      ...{ provider: 'stripe', evidence_ms: when('sent') },
    },
  };
};

test('a buyer reads the own dispute with its sums, deadline, steps and answers', async () => {
  const { disputes: own, dispute } = await h.detail(ben, open.order.id);
  expect([own, dispute]).toEqual([[disputes().open], 'open']);
  const list = await callHandler(contract.fiat, h.fiat.handlers, 'otc/orders', { who: anna });
  expect(list.data.map((order) => order.dispute)).toEqual(['lost']);
});

test('operators read lost disputes first, then open ones by their deadline, then those that have ended', async () => {
  const { lost, open: second } = queued();
  const list = (fields: Record<string, unknown> = {}) => call('console/fiat_disputes', fields);
  const { data } = await list();
  expect([data.slice(0, 2), data.map(({ id }) => id)]).toEqual([
    [lost, second],
    [1, 2, 3, 4],
  ]);
  expect(await list({ page: 2, limit: 1 })).toEqual({
    ...{ per_page: 1, total: 4, last_page: 4, current_page: 2, data: [second] },
  });
  expect(await list({ state: 'lost' })).toMatchObject({ data: [{ id: 1 }], total: 1 });
  expect(await list({ state: 'active' })).toMatchObject({
    data: [{ id: 1 }, { id: 2 }, { id: 3 }],
    total: 3,
  });
  expect(await call('console/fiat_dispute', { id: 2 })).toEqual({
    ...{ ...second, payer_name: 'Jo Doe', payer_email: 'ben@mail.example', verified_name: 'Jo Doe' },
    ...{ received: '45', paid_ms: when('boughtLater'), available: '7', reserve: '1000000' },
    ...{ is_withdrawn: true, is_reinstated: false, evidence: EVIDENCE, evidence_by: 'finance', asked: false },
  });
});

test('a settlement that is asked for shows as such, and afterwards what came back and what is lost', async () => {
  const settle = { id: 1, how: 'recover', reason: 'the bank has decided' };
  const { approval } = await call('console/fiat_dispute_settle', settle);
  const facts = {
    ...{ payer_name: 'Anna Lee', payer_email: 'jo@mail.example', verified_name: 'Jo Doe' },
    ...{ received: '100', paid_ms: when('bought'), available: '0', reserve: '1000000' },
    ...{ is_withdrawn: true, is_reinstated: false, evidence: null, evidence_by: null },
  };
  const { lost } = queued();
  expect(await call('console/fiat_dispute', { id: 1 })).toEqual({ ...lost, ...facts, asked: true });
  next('settled');
  await h.approve(approval);
  const { steps, ...after } = await call('console/fiat_dispute', { id: 1 });
  expect(steps.at(-1)).toEqual({ step: 'recovered', at_ms: when('settled') });
  expect(after).toMatchObject({
    ...{ state: 'recovered', held: '0', recovered: '15', loss: '25', reserve: '999975' },
  });
  expect(await call('console/fiat_disputes', { state: 'active' })).toMatchObject({ total: 2 });
  expect((await call('console/fiat_disputes')).data.map(({ id }) => id)).toEqual([2, 3, 4, 1]);
});

test('what providers report beside the rules comes open ones first, with whether it can be sent back', async () => {
  const differs = async (name: string, sum: string, paid: number) => {
    const user = h.newUser();
    const { order, session } = await h.page(user, { amount: amount(sum) });
    next(name);
    const { id: payment } = h.stripe.account.pay(session, { amount: paid });
    await h.deliver();
    return { order, payment, user };
  };
  const [first, second, third, fourth] = [
    await differs('first', '60', 5_900),
    await differs('second', '70', 6_800),
    await differs('third', '80', 7_700),
    await differs('fourth', '90', 8_600),
  ];
  expect(await call('console/fiat_exception_close', { id: 3, how: 'refund', note: 'Sent back' })).toBe('ok');
  expect(await call('console/fiat_exception_close', { id: 4, how: 'dismiss', note: 'Is ours' })).toBe('ok');
  const row = (id: number, { order, payment, user }: typeof first, more: object) => ({
    ...{ id, kind: 'differs', provider: 'stripe', subject: payment, order_id: order.id },
    ...{ reference: order.reference, uid: user, currency: 'USD', ...more },
  });
  const waiting = { state: 'open', refundable: true, decided_by: null, note: '' };
  const closed = { refundable: false, decided_by: 'finance' };
  const rows = [
    row(1, first, { ...waiting, amount: '59', at_ms: when('first') }),
    row(2, second, { ...waiting, amount: '68', at_ms: when('second') }),
    row(4, fourth, {
      ...{ ...closed, amount: '86', state: 'dismissed', note: 'Is ours', at_ms: when('fourth') },
    }),
    row(3, third, {
      ...{ ...closed, amount: '77', state: 'refunded', note: 'Sent back', at_ms: when('third') },
    }),
  ];
  const list = (fields: Record<string, unknown> = {}) => call('console/fiat_exceptions', fields);
  expect((await list()).data).toEqual(rows);
  expect(await list({ page: 2, limit: 3 })).toEqual({
    ...{ per_page: 3, total: 4, last_page: 2, current_page: 2, data: [rows[3]] },
  });
  expect(await list({ state: 'dismissed' })).toMatchObject({ data: [{ id: 4 }], total: 1 });
});
