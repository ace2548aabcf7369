import { amount } from '@karat/money';
import { auditLedger } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import { MINUTE_MS } from '@karat/rules';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FiatHarness, refusal } from './testing/harness.ts';

let h: FiatHarness;
beforeAll(async () => {
  h = await FiatHarness.open('providers');
});
afterAll(() => h?.close());
beforeEach(() => {
  h.notices.length = 0;
  h.stripe.requests.length = 0;
});

const pages = (reference: string) =>
  [...h.stripe.account.sessions.values()].filter((session) => session.reference === reference);
const exceptions = async (state: 'open' | 'refunded' | 'dismissed' | 'settled' = 'open') =>
  (
    await h.fiat.handlers['console/fiat_exceptions']({
      ...h.operator(),
      tx: undefined,
      input: { state, page: 1, limit: 50 },
    })
  ).data;
const closeException = (id: number, how: 'refund' | 'dismiss') =>
  h.database.db.transact(async (tx) =>
    h.fiat.handlers['console/fiat_exception_close']({
      ...h.operator(),
      tx,
      input: { id, how, note: 'seen by us' },
    }),
  );

test('the offers name the provider of a method', async () => {
  const user = h.newUser();
  const card = await h.place(user);
  const { url, simulated } = await h.pay(user, card.id);
  expect([url.startsWith(`${h.stripe.url}/c/pay/`), simulated]).toEqual([true, false]);
  const other = await h.place(user, { method: 'third_party' as never });
  expect(await h.pay(user, other.id)).toMatchObject({
    url: expect.stringMatching(/^\/simulator\/pay\//) as unknown,
    simulated: true,
  });
  const config = await h.fiat.handlers['otc/config']({
    ...h.operator(),
    caller: undefined,
    tx: undefined,
    input: {},
  });
  expect(config.methods.map(({ method, simulated: isSimulated }) => [method, isSimulated])).toEqual([
    ['swift', false],
    ['card', false],
    ['third_party', true],
  ]);
});

test('a payment credits once for all its events, twice and concurrently', async () => {
  const user = h.newUser();
  const { session } = await h.page(user);
  h.stripe.account.pay(session);
  const outcomes = await h.deliver('twice');
  expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['credited', 'repeated', 'ignored']));
  expect(await h.balance(user)).toEqual(['100', '0']);
  const { order, session: next } = await h.page(user, { amount: amount('200') });
  const before = h.stripe.account.events.length;
  h.stripe.account.pay(next);
  const events = h.stripe.account.events.slice(before);
  h.lose();
  const all = await Promise.all([...events, ...events, ...events].map((event) => h.hook(event)));
  expect(all.filter((outcome) => outcome === 'credited')).toHaveLength(1);
  expect(await h.balance(user)).toEqual(['300', '0']);
  expect(await h.detail(user, order.id)).toMatchObject({ state: 'successful', simulated: false });
});

test('a hundred taps on Pay make one page', async () => {
  const user = h.newUser();
  const order = await h.place(user);
  const urls = await Promise.all(Array.from({ length: 100 }, () => h.pay(user, order.id)));
  expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
  expect(pages(order.reference)).toHaveLength(1);
});

test('a lost answer is no lost page: the next tap finds it, in the language of the first', async () => {
  const user = h.newUser();
  const order = await h.place(user);
  h.stripe.fail('error_after', 'error_after', 'error_after');
  expect(await refusal(h.pay(user, order.id))).toBe('unavailable');
  const { url } = await h.fiat.handlers['otc/pay']({
    ...h.buyer(user),
    lang: 'jp',
    tx: undefined,
    input: { id: order.id },
  });
  expect(pages(order.reference).map((page) => page.url)).toEqual([url]);
});

test('a page whose answer was lost and that is paid nevertheless is credited by a look-up', async () => {
  const user = h.newUser();
  const order = await h.place(user);
  h.stripe.fail('error_after', 'error_after', 'error_after');
  expect(await refusal(h.pay(user, order.id))).toBe('unavailable');
  h.stripe.account.pay(pages(order.reference)[0]?.id ?? '');
  h.lose();
  h.clock.advance(MINUTE_MS);
  await h.work();
  expect(await h.balance(user)).toEqual(['100', '0']);
  expect(h.notices.map(({ kind }) => kind)).toEqual(['fiat:ordered', 'fiat:successful']);
});

test('a webhook that never came is looked up, and one that comes later has no further effect', async () => {
  const user = h.newUser();
  const { order, session } = await h.page(user);
  h.clock.advance(MINUTE_MS);
  await h.work();
  expect(await h.detail(user, order.id)).toMatchObject({ state: 'to_be_paid' });
  h.stripe.account.pay(session);
  const [paid] = h.stripe.account.events.slice(-3);
  h.lose();
  h.clock.advance(2 * MINUTE_MS);
  await h.work();
  expect(await h.detail(user, order.id)).toMatchObject({ state: 'successful' });
  expect(await h.hook(paid ?? expect.fail())).toBe('repeated');
  expect(await h.balance(user)).toEqual(['100', '0']);
});

test('a provider that does not answer is asked again later, without losing the payment', async () => {
  const user = h.newUser();
  const { session } = await h.page(user);
  h.stripe.account.pay(session);
  h.lose();
  h.clock.advance(MINUTE_MS);
  h.stripe.fail('error', 'garbage', 'rate_limit');
  await h.work();
  expect(await h.balance(user)).toEqual(['0', '0']);
  h.clock.advance(MINUTE_MS);
  await h.work();
  expect(await h.balance(user)).toEqual(['100', '0']);
});

test('the page of a cancelled order is closed; one that was paid before is refunded once', async () => {
  const user = h.newUser();
  const open = await h.page(user);
  await h.cancel(user, open.order.id);
  await h.work();
  expect(pages(open.order.reference)[0]?.status).toBe('expired');
  const paid = await h.page(user);
  const { id: payment } = h.stripe.account.pay(paid.session);
  h.lose();
  await h.cancel(user, paid.order.id);
  await h.work();
  expect(h.stripe.account.intents.get(payment)?.refunded).toBe(10_000);
  await h.deliver('twice');
  await h.work();
  expect(h.stripe.account.intents.get(payment)?.refunded).toBe(10_000);
  expect(await h.balance(user)).toEqual(['0', '0']);
  expect(h.notices.filter(({ kind }) => kind === 'fiat:refunded')).toHaveLength(1);
});

test('another amount or currency credits nothing and waits for an operator, who sends it back once', async () => {
  const user = h.newUser();
  for (const other of [{ amount: 9_900 }, { currency: 'eur' }]) {
    const { order, session } = await h.page(user);
    const { id: payment } = h.stripe.account.pay(session, other);
    expect(await h.deliver()).toContain('differs');
    h.clock.advance(MINUTE_MS);
    await h.work();
    expect(await h.balance(user)).toEqual(['0', '0']);
    const [found] = (await exceptions()).filter(({ subject }) => subject === payment);
    expect(found).toMatchObject({ kind: 'differs', reference: order.reference, uid: user, refundable: true });
    const both = await Promise.all([
      refusal(closeException(found?.id ?? 0, 'refund')),
      refusal(closeException(found?.id ?? 0, 'dismiss')),
    ]);
    expect(both.toSorted()).toEqual(['done', 'fiat_exception_state']);
    if (both[0] === 'done') {
      await h.work();
      expect(h.stripe.account.intents.get(payment)?.refunded).toBe(other.amount ?? 10_000);
    }
    h.lose();
    await h.cancel(user, order.id);
  }
});

test('a refund that the exchange did not ask for, or that failed, waits for an operator and takes no coins', async () => {
  const user = h.newUser();
  const { payment } = await h.bought(user);
  const form = new URLSearchParams({ payment_intent: payment, amount: '4000' });
  h.stripe.account.refund(form);
  expect(await h.deliver()).toContain('charged_back');
  h.stripe.account.failRefund(payment);
  expect(await h.deliver()).toContain('refund_failed');
  const found = (await exceptions()).filter(({ subject }) => subject === payment);
  expect(found.map(({ kind }) => kind).toSorted()).toEqual(['refund_failed', 'refunded_elsewhere']);
  expect(await h.balance(user)).toEqual(['100', '0']);
  // The coins of the purchase were sold: only two operators refund it.
  const failed = found.find(({ kind }) => kind === 'refund_failed');
  expect(await refusal(closeException(failed?.id ?? 0, 'refund'))).toBe('fiat_not_refundable');
  expect(await refusal(closeException(failed?.id ?? 0, 'dismiss'))).toBe('done');
  // An operator has decided about it: another report of it opens nothing.
  h.stripe.account.failRefund(payment);
  await h.deliver();
  const left = (await exceptions()).filter(({ subject }) => subject === payment);
  expect(left.map(({ kind }) => kind)).toEqual(['refunded_elsewhere']);
});

test('a refund that comes back is sent again with another key, also the second time', async () => {
  const user = h.newUser();
  const { order, session } = await h.page(user);
  const { id: payment } = h.stripe.account.pay(session, { amount: 9_900 });
  await h.deliver();
  await h.cancel(user, order.id);
  const refunded = () =>
    h.stripe.requests.filter(({ path, body }) => path === '/v1/refunds' && body.includes(payment));
  const open = async () => (await exceptions()).filter(({ subject }) => subject === payment);
  const [differs] = await open();
  await closeException(differs?.id ?? 0, 'refund');
  await h.work();
  for (let n = 0; n < 2; n++) {
    h.stripe.account.failRefund(payment);
    await h.deliver('twice');
    const [failed] = await open();
    expect(failed).toMatchObject({ kind: 'refund_failed', state: 'open', refundable: true });
    await closeException(failed?.id ?? 0, 'refund');
    await h.work();
  }
  const keys = refunded().map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(3);
});

test('money without an order of ours waits for an operator', async () => {
  const { signature, body } = h.stripe.webhook({
    id: 'evt_foreign',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_foreign', amount: 500, amount_received: 500, currency: 'usd', metadata: {} } },
  });
  expect(await h.fiat.webhook('stripe', signature, body)).toBe('unknown_order');
  expect((await exceptions()).find(({ subject }) => subject === 'pi_foreign')).toMatchObject({
    kind: 'unknown_order',
    amount: '5',
    refundable: false,
  });
});

test('one provider cannot speak for the order of another', async () => {
  const user = h.newUser();
  const order = await h.place(user, { method: 'third_party' as never });
  const event = {
    id: 'evt_other_provider',
    type: 'payment_intent.succeeded',
    data: {
      object: {
        id: 'pi_other_provider',
        amount: 10_000,
        amount_received: 10_000,
        currency: 'usd',
        metadata: { reference: order.reference },
      },
    },
  };
  const { signature, body } = h.stripe.webhook(event);
  expect(await h.fiat.webhook('simulator', signature, body)).toBe('unsigned');
  expect(await h.fiat.webhook('nobody', signature, body)).toBe('unsigned');
  expect(await h.fiat.webhook('stripe', signature, body)).toBe('unknown_order');
  expect(await h.balance(user)).toEqual(['0', '0']);
});

test('a signature is worth five minutes', async () => {
  const user = h.newUser();
  const { session } = await h.page(user);
  h.stripe.account.pay(session);
  const [event] = h.stripe.account.events.slice(-3);
  h.lose();
  const { signature, body } = h.stripe.webhook(event ?? expect.fail());
  h.clock.advance(5 * MINUTE_MS + 1_000);
  expect(await h.fiat.webhook('stripe', signature, body)).toBe('unsigned');
  expect(await h.hook(event ?? expect.fail())).toBe('credited');
});

test('amounts in yen have no cents', async () => {
  const user = h.newUser();
  const { session } = await h.page(user, { country: 'JP', currency: 'JPY', amount: amount('3030') });
  expect(h.stripe.account.sessions.get(session)).toMatchObject({ amount: 3_030, currency: 'jpy' });
  h.stripe.account.pay(session);
  expect(await h.deliver()).toContain('credited');
  expect(await h.balance(user)).toEqual(['20', '0']);
});

test('a worker that dies between the answer and its commit pays and refunds nothing twice', async () => {
  const user = h.newUser();
  const { order, session } = await h.page(user);
  const { id: payment } = h.stripe.account.pay(session);
  await h.cancel(user, order.id);
  h.lose();
  // The first worker speaks to the provider and dies: its transaction is lost, its request is not.
  const died = h.database.db.transact(async (tx) => {
    const lookUp = h.fiat.providerWork['fiat:look_up'] ?? expect.fail();
    const item = {
      id: 0,
      kind: 'fiat:look_up',
      subject: String(order.id),
      dueAt: 0,
      payload: {},
      attempt: 1,
    };
    await lookUp(tx, item);
    const refund = h.fiat.providerWork['fiat:refund'] ?? expect.fail();
    const work = await tx.rows<{ subject: string; payload: Record<string, string> }>(
      sql`select subject, payload from platform_work where kind = 'fiat:refund' and state = 'waiting'`,
    );
    for (const each of work) await refund(tx, { ...item, kind: 'fiat:refund', ...each });
    throw new Error('killed');
  });
  await expect(died).rejects.toThrow('killed');
  expect(h.stripe.account.intents.get(payment)?.refunded).toBe(10_000);
  await h.work();
  expect(h.stripe.account.intents.get(payment)?.refunded).toBe(10_000);
  await h.deliver('reversed');
  expect(await h.detail(user, order.id)).toMatchObject({ state: 'cancelled' });
  expect(h.notices.filter(({ kind }) => kind === 'fiat:refunded')).toHaveLength(1);
  expect((await auditLedger(h.database.db)).differences).toEqual([]);
});
