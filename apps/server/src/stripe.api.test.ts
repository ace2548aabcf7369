import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStripeServer } from '@karat/platform/testing';
import type { StripeServer } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { offersOf } from './container/fiat.ts';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

let database: TestDatabase;
let server: TestServer;
let stripe: StripeServer;
let directory: string;
let token: string;

const offers = {
  countries: { US: ['USD'] },
  minimums: { USD: '20' },
  banks: [],
  providers: {
    card: { provider: 'stripe', currencies: ['USD'] },
    third_party: { provider: 'simulator', currencies: ['USD'] },
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  stripe = await openStripeServer(() => Date.now());
  directory = await mkdtemp(join(tmpdir(), 'karat-offers-'));
  await writeFile(join(directory, 'offers.json'), JSON.stringify(offers));
  server = await startTestServer(database, {
    KARAT_FIAT_FILE: join(directory, 'offers.json'),
    KARAT_STRIPE_URL: stripe.url,
    KARAT_STRIPE_SECRET_KEY: stripe.secretKey,
    KARAT_STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  });
  token = await server.login('alice');
});
afterAll(async () => {
  await server?.close();
  await stripe?.close();
  await database?.drop();
  await rm(directory, { recursive: true, force: true });
});

const hook = async (signature: string, body: Buffer) => {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
  const answer = await fetch(new URL('/hooks/stripe', server.url), { method: 'POST', headers, body });
  const { outcome } = (await answer.json()) as { outcome: string };
  return [answer.status, outcome] as const;
};
const deliver = async (from: number) => {
  const outcomes: string[] = [];
  for (const event of stripe.account.events.slice(from)) {
    const { signature, body } = stripe.webhook(event);
    const [status, outcome] = await hook(signature, body);
    expect(status).toBe(200);
    outcomes.push(outcome);
  }
  return outcomes;
};
const order = {
  country: 'US',
  currency: 'USD',
  method: 'card',
  amount: '150',
  first_name: 'Alice',
  last_name: 'L',
  full_name: 'Alice L',
  email: 'a@mail.example',
  phone: '+1 212 555 0100',
};
const usdt = async () => {
  const { balance } = await server.reply('wallet/detail', { body: { currency: 3 }, token });
  return Number(balance);
};

test('a card payment, its dispute and the answer of the user, over HTTP', async () => {
  const before = await usdt();
  const { id } = await server.reply('otc/order', { body: order, token });
  const { url, simulated } = await server.reply('otc/pay', { body: { id }, token });
  expect(simulated).toBe(false);
  const session = url.split('/').at(-1) ?? '';
  expect(stripe.account.sessions.get(session)?.successUrl).toMatch(/\/#\/pages\/otc\/otc\?id=/);
  let from = stripe.account.events.length;
  const { id: payment } = stripe.account.pay(session);
  expect(await deliver(from)).toContain('credited');
  expect(await usdt()).toBe(before + 150);
  from = stripe.account.events.length;
  stripe.account.dispute(payment);
  expect(await deliver(from)).toEqual(['dispute_opened', 'dispute_updated']);
  expect(await usdt()).toBeCloseTo(before, 6);
  const shown = await server.reply('otc/order_detail', { body: { id }, token });
  const [dispute] = shown.disputes;
  expect(dispute).toMatchObject({ state: 'open', held: '150', may_answer: true });
  const answered = await server.reply('otc/dispute_answer', {
    body: { id: dispute?.id ?? 0, text: 'This was me' },
    token,
  });
  expect(answered.disputes[0]?.answers).toMatchObject([{ text: 'This was me', image: null }]);
});

test('while the dispute is open nothing goes to other users, as a payment or as a gift; the account is not frozen', async () => {
  const body = { currency_id: 3, number: '1', pay_password: '274951' };
  const send = { ...body, to: 'chloe@demo.karat.example', first_payment_ok: 1 };
  const gift = { ...body, days: 1, code_hash: 'ab'.repeat(32) };
  const before = await usdt();
  expect(await server.ask('wallet/send', { body: send, token })).toMatchObject({ error: 'payment_disputed' });
  expect(await server.ask('gift/create', { body: gift, token })).toMatchObject({ error: 'payment_disputed' });
  const chloe = await server.login('chloe');
  const other = { ...send, to: 'alice@demo.karat.example' };
  expect((await server.ask('wallet/send', { body: other, token: chloe })).error).not.toBe('payment_disputed');
  const quote = { from_currency_id: 3, to_currency_id: 1, number: '50' };
  expect((await server.ask('user/getTransferQuote', { body: quote, token })).type).toBe('ok');
  expect(await usdt()).toBeGreaterThanOrEqual(before);
});

test('a webhook that is not signed for this endpoint is refused', async () => {
  const { signature, body } = stripe.webhook({ id: 'evt_x', type: 'customer.created', data: { object: {} } });
  expect(await hook(signature, body)).toEqual([200, 'ignored']);
  expect(await hook(signature.replace(/v1=.*/, `v1=${'0'.repeat(64)}`), body)).toEqual([400, 'unsigned']);
  expect(await hook('', body)).toEqual([400, 'unsigned']);
  const headers = { 'content-type': 'application/json', 'karat-signature': signature };
  const other = await fetch(new URL('/hooks/payments', server.url), { method: 'POST', headers, body });
  expect(other.status).toBe(400);
});

test('a known event of an unknown shape is asked for again', async () => {
  const { signature, body } = stripe.webhook({
    id: 'evt_y',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1', amount: 'much' } },
  });
  expect(await hook(signature, body)).toEqual([503, 'again']);
});

test('no page of a user, and no call of theirs, decides about a dispute', async () => {
  for (const path of [
    'console/fiat_dispute_settle',
    'console/fiat_dispute_evidence',
    'console/fiat_exception_close',
    'console/fiat_part_accept',
    'console/fiat_part_return',
  ]) {
    const answer = await server.ask(path, { method: 'POST', token, body: { id: 1 } });
    expect(answer.type, path).not.toBe('ok');
  }
});

test('offers that name a provider without its settings stop the start', async () => {
  const config = readConfig({ KARAT_FIAT_FILE: join(directory, 'offers.json'), KARAT_DATA: directory });
  await expect(offersOf(config)).rejects.toThrow(
    'names the payment provider stripe, which is not configured',
  );
  expect(() => readConfig({ KARAT_STRIPE_SECRET_KEY: 'sk_test_x', KARAT_DATA: directory })).toThrow(
    'KARAT_STRIPE_SECRET_KEY needs KARAT_STRIPE_WEBHOOK_SECRET: set both or none',
  );
});
