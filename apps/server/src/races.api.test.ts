import { sql } from '@karat/platform/db';
import { keyedHash } from '@karat/platform/crypto';
import { createPaymentSimulator } from '@karat/platform/payments';
import { amount } from '@karat/money';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallReply, CallOptions } from './testing/api-client.ts';
import { openLiveServer, outcomeOf } from './testing/live-server.ts';
import type { LiveServer } from './testing/live-server.ts';

const BTC = 1;
const USDT = 3;
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const PAY = { pay_password: '274951' };
const HASH_KEY = 'ab'.repeat(32);
/** Each race confirms dozens of payments, and each confirmation is slow on purpose. */
const MS_MAX = 90_000;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
type Body = Readonly<Record<string, string | number>>;

let floor: LiveServer;
let alice: string;
let bruno: string;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  floor = await openLiveServer({ settings: { KARAT_HASH_KEY: HASH_KEY, KARAT_CHECK_REPLIES: '1' } });
  alice = await floor.login('alice');
  bruno = await floor.login('bruno');
  for (const role of ['finance', 'risk', 'admin']) tokens[role] = await floor.loginOperator(role);
});
afterAll(async () => {
  await floor?.close();
});
vi.setConfig({ testTimeout: MS_MAX });

const by = (token: string | undefined, body: Body = {}): CallOptions => ({ token, body });
const get = async <T>(path: string, token: string | undefined, body: Body = {}): Promise<T> =>
  (await floor.ask(path, { method: 'GET', token, body })).message as T;
/** Counts results, such as `{ ok: 1, insufficient_balance: 49 }`. */
function tally(answers: readonly CallReply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[outcomeOf(answer)] = (counts[outcomeOf(answer)] ?? 0) + 1;
  return counts;
}
const idOf = ({ message }: CallReply): number => (message as { id: number }).id;
const times = <T>(number: number, one: T): T[] => Array.from({ length: number }, () => one);

/** Returns alice's USDT for trading, available and held. */
async function own(token = alice): Promise<{ free: number; held: number }> {
  const { message } = await floor.ask('wallet/detail', by(token, { currency: USDT, type: 'change' }));
  const { balance, lock_balance: held } = message as { balance: string; lock_balance: string };
  return { free: Number(balance), held: Number(held) };
}

const out = (number: number | string, more: Body = {}): Body => ({
  address: ADDRESS,
  currency: USDT,
  number,
  type: 0,
  network: 'ethereum',
  ...PAY,
  ...more,
});

/** Requests an approval with one call and returns it from the list. */
async function seen(id: number): Promise<{ id: number; digest: string }> {
  const { data } = await get<{ data: { id: number; digest: string }[] }>(
    'console/approvals',
    tokens['admin'],
    { state: 'asked', limit: 50 },
  );
  return data.find((each) => each.id === id) ?? expect.fail(`no approval ${id}`);
}

/** Creates a withdrawal that waits for its reviewers, as they see it. */
async function requested(number: number, more: Body = {}): Promise<{ id: number; digest: string }> {
  const answer = await floor.ask('wallet/out', by(alice, out(number, more)));
  expect(answer.error).toBeUndefined();
  return get('console/withdrawal', tokens['risk'], { id: idOf(answer) });
}

test('of two concurrent approvals of one correction by two operators and the same operator, one books it', async () => {
  const me = await get<{ uid: number }>('user/info', alice);
  const body = {
    uid: me.uid,
    account: 'change',
    counter: 'promotion',
    currency: USDT,
    amount: '150000',
    reason: 'deposit_missing',
    note: 'for a test',
  };
  const asked = await floor.ask('console/correction', by(tokens['finance'], body));
  const request = await seen(idOf(asked));
  const before = await own();
  const [risk, admin] = await floor.proofs('risk', 'admin');
  const answers = await floor.atOnce([
    ...times(5, ['console/approve', by(tokens['risk'], { ...request, ...risk })] as const),
    ...times(5, ['console/approve', by(tokens['admin'], { ...request, ...admin })] as const),
  ]);
  expect(tally(answers)['ok']).toBe(1);
  expect((await own()).free).toBe(before.free + 150_000);
});

test('of fifty withdrawals of the whole balance exactly one succeeds, and the ledger agrees', async () => {
  const { free } = await own();
  const answers = await floor.atOnce(times(50, ['wallet/out', by(alice, out(free))]));
  expect(tally(answers)).toEqual({ ok: 1, insufficient_balance: 49 });
  expect(await own()).toEqual({ free: 0, held: free });
  expect(await floor.audit()).toMatch(/^OK/);
  const id = idOf(answers.find(({ type }) => type === 'ok') ?? expect.fail());
  const back = await floor.atOnce(times(10, ['withdrawal/cancel', by(alice, { id })]));
  expect(tally(back)).toEqual({ ok: 1, withdrawal_under_way: 9 });
  expect(await own()).toEqual({ free, held: 0 });
});

test('a large withdrawal takes two different operators, for any number of concurrent approvals', async () => {
  const large = await requested(50_000);
  const reason = 'looks right';
  const [finance] = await floor.proofs('finance');
  const asking = by(tokens['finance'], { ...large, reason, ...finance });
  const asked = await floor.atOnce(times(5, ['console/withdrawal_approve', asking] as const));
  expect(tally(asked)['ok']).toBe(1);
  const first = asked.find(({ type }) => type === 'ok') ?? expect.fail();
  const { asked: id } = first.message as { asked: number };
  const request = await seen(id);
  const [risk, admin] = await floor.proofs('risk', 'admin');
  const answers = await floor.atOnce([
    ...times(5, ['console/approve', by(tokens['risk'], { ...request, ...risk })] as const),
    ...times(5, ['console/approve', by(tokens['admin'], { ...request, ...admin })] as const),
    ['withdrawal/cancel', by(alice, { id: large.id })],
  ]);
  expect(tally(answers)['ok']).toBeLessThanOrEqual(2);
  const { state, steps } = await get<{ state: string; steps: { state: string }[] }>(
    'withdrawal/detail',
    alice,
    { id: large.id },
  );
  expect(['approved', 'cancelled']).toContain(state);
  expect(steps.filter((step) => step.state === 'approved').length).toBeLessThanOrEqual(1);
  if (state === 'approved') await floor.ask('withdrawal/cancel', by(alice, { id: large.id }));
});

test('a withdrawal, an order, a transfer, a conversion and a payment compete for the same money: one gets it', async () => {
  const { uid } = await get<{ uid: number }>('user/info', bruno);
  for (let round = 0; round < 5; round++) {
    const { price } = await get<{ price: string }>('market/index', undefined, { match_id: BTC });
    const low = Math.floor(Number(price) / 20) * 19;
    const target = low - (low % 10);
    const { free } = await own();
    // Any two of these exceed the balance.
    const part = (free * 0.6).toFixed(2);
    const order = {
      type: 1,
      currency_id: BTC,
      legal_id: USDT,
      target_price: target,
      amount: (Number(part) / target).toFixed(4),
    };
    const between = { currency_id: USDT, number: part, from_field: 'change', to_field: 'lever' };
    const conversion = { number: part, from_currency_id: USDT, to_currency_id: BTC };
    const gift = { to: uid, currency_id: USDT, number: part, first_payment_ok: 1, ...PAY };
    const requests: [string, Body][] = [
      ['wallet/out', out(part)],
      ['coin/trade', order],
      ['wallet/change', between],
      ['user/Transfer', conversion],
      ['wallet/send', gift],
    ];
    // Another one is first each time.
    const rotated = [...requests.slice(round), ...requests.slice(0, round)];
    const answers = await floor.atOnce(
      times(3, rotated).flatMap((each) => each.map(([path, body]) => [path, by(alice, body)] as const)),
    );
    expect(tally(answers)).toEqual({ ok: 1, insufficient_balance: 14 });
    expect((await own()).free).toBeLessThan(free * 0.45);
  }
});

test('a withdrawal is approved once, by one operator with ten requests or by three at once', async () => {
  const first = await requested(100);
  const reason = 'looks right';
  const [again] = await floor.proofs('risk');
  const alone = await floor.atOnce(
    times(10, ['console/withdrawal_approve', by(tokens['risk'], { ...first, reason, ...again })]),
  );
  expect(tally(alone)['ok']).toBe(1);
  const second = await requested(100);
  const roles = ['finance', 'risk', 'admin'];
  const proofs = await floor.proofs(...roles);
  const together = await floor.atOnce(
    roles.map((role, at) => [
      'console/withdrawal_approve',
      by(tokens[role], { ...second, reason, ...proofs[at] }),
    ]),
  );
  expect(tally(together)).toEqual({ ok: 1, withdrawal_under_way: 2 });
  for (const { id } of [first, second]) {
    const { steps } = await get<{ steps: { state: string }[] }>('withdrawal/detail', alice, { id });
    expect(steps.map(({ state }) => state)).toEqual(['requested', 'approved']);
  }
});

test('exactly one of cancel, reject and send to the bank applies to a card payout', async () => {
  const card = {
    real_name: 'Alice Demo',
    bank_name: 'First Bank',
    bank_account: '000123456789',
  };
  const { id: cardId } = (await floor.ask('user/cash_save', by(alice, card))).message as { id: number };
  const ends = new Map<number, string>();
  for (let round = 0; round < 4; round++) {
    const payout = await requested(100, { address: cardId, type: 1, network: 'card' });
    const [risk] = await floor.proofs('risk');
    const approval = by(tokens['risk'], { ...payout, reason: 'looks right', ...risk });
    expect(await floor.outcome('console/withdrawal_approve', approval)).toBe('ok');
    const id = payout.id;
    const answers = await floor.atOnce([
      ['withdrawal/cancel', by(alice, { id })],
      ['console/withdrawal_export', by(tokens['finance'], { type: 1, currency: USDT })],
      ['console/withdrawal_reject', by(tokens['risk'], { id, reason: 'limits' })],
      ['console/withdrawal_export', by(tokens['admin'], { type: 1, currency: USDT })],
      ['withdrawal/cancel', by(alice, { id })],
    ]);
    expect(tally(answers)['ok']).toBe(1);
    const { state } = await get<{ state: string }>('withdrawal/detail', alice, { id });
    ends.set(id, state);
  }
  const sent = [...ends.values()].filter((state) => state === 'exported').length;
  const { data } = await get<{ data: { count: number; total: string }[] }>(
    'console/withdrawal_batches',
    tokens['finance'],
  );
  // 2 of each 100 are the fee.
  expect(data.map((batch) => [batch.count, batch.total])).toEqual(times(sent, [1, '98']));
  expect([...ends.values()].every((state) => ['exported', 'cancelled', 'rejected'].includes(state))).toBe(
    true,
  );
});

test('the same key twenty times at once moves money once, over every path', async () => {
  const { uid } = await get<{ uid: number }>('user/info', bruno);
  const buyer = { first_name: 'Alice', last_name: 'Demo', full_name: 'Alice Demo', phone: '+12025550143' };
  const bought = { country: 'US', currency: 'USD', email: 'alice@demo.karat.example', ...buyer };
  const waiting = await requested(40);
  const paths: [string, Body, string][] = [
    [
      'wallet/change',
      { currency_id: USDT, number: 7, from_field: 'change', to_field: 'micro' },
      'wallet_transfers',
    ],
    ['user/Transfer', { number: 20, from_currency_id: USDT, to_currency_id: BTC }, 'wallet_conversions'],
    ['wallet/send', { to: uid, currency_id: USDT, number: 3, first_payment_ok: 1, ...PAY }, 'wallet_sends'],
    ['wallet/out', out(30), 'withdrawals_requests'],
    ['withdrawal/cancel', { id: waiting.id }, "withdrawals_steps where state = 'cancelled'"],
    ['otc/order', { ...bought, method: 'swift', amount: 100 }, 'fiat_orders'],
  ];
  for (const [path, body, rows] of paths) {
    const count = async (): Promise<number> =>
      (await floor.server.db.one<{ n: number }>(sql([`select count(*) as n from ${rows}`]))).n;
    const before = await count();
    const answers = await floor.atOnce(
      times(20, [path, { ...by(alice, body), key: `once ${path}`.replace(' ', '-') }]),
    );
    expect(tally(answers), path).toEqual({ ok: 20 });
    expect(new Set(answers.map(({ message }) => JSON.stringify(message))).size, path).toBe(1);
    expect(await count(), path).toBe(before + 1);
  }
});

test('a quote converts once while it is valid, and never after its ten seconds', async () => {
  const pair = { number: 50, from_currency_id: USDT, to_currency_id: BTC };
  const quoted = async (): Promise<Body> => {
    const { message } = await floor.ask('user/getTransferQuote', by(alice, pair));
    return { ...pair, quote_id: (message as { quote_id: string }).quote_id };
  };
  const fresh = await quoted();
  const answers = await floor.atOnce(times(20, ['user/Transfer', by(alice, fresh)]));
  expect(tally(answers)).toEqual({ ok: 1, quote_used: 19 });
  const late = await quoted();
  await floor.pass(10_000);
  expect(await floor.outcome('user/Transfer', by(alice, late))).toBe('quote_expired');
});

test('a webhook delivered forty times, also under other names, credits once; a changed or old one nothing', async () => {
  const form = {
    country: 'US',
    currency: 'USD',
    method: 'card',
    amount: 150,
    first_name: 'Alice',
    last_name: 'L',
    full_name: 'Alice L',
    email: 'a@mail.example',
    phone: '+12125550100',
  };
  const order = (await floor.ask('otc/order', by(alice, form))).message as { reference: string };
  const secret = keyedHash(Buffer.from(HASH_KEY, 'hex'), 'payment simulator');
  const provider = createPaymentSimulator(
    secret,
    () => floor.server.now(),
    async () => undefined,
  );
  const webhook = (id: string, at: number) =>
    provider.sign(
      {
        id,
        kind: 'succeeded',
        payment: 'P-1',
        reference: order.reference,
        currency: 'USD',
        amount: amount('150'),
      },
      at,
    );
  const deliver = async ({ signature, body }: { signature: string; body: Buffer }): Promise<string> => {
    const headers = { 'content-type': 'application/json', 'karat-signature': signature };
    const answer = await fetch(`${floor.server.url}/hooks/payments`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    });
    return ((await answer.json()) as { outcome: string }).outcome;
  };
  const { free } = await own();
  const now = floor.server.now();
  expect(await deliver(webhook('early', now - 301_000))).toBe('unsigned');
  const { signature, body } = webhook('changed', now);
  expect(await deliver({ signature, body: Buffer.from(body.toString().replace('150', '950')) })).toBe(
    'unsigned',
  );
  const deliveries = [...times(20, webhook('E-1', now)), ...times(20, webhook('E-2', now))];
  const outcomes = await Promise.all(deliveries.map(deliver));
  expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(39);
  expect((await own()).free).toBe(free + 150);
});

test('of two vouchers with one proof, approved at once by two operators each, one is credited', async () => {
  const form = new FormData();
  form.append('file', new Blob([PICTURE]), 'voucher.png');
  const image = String((await floor.ask('upload', { token: alice, body: form })).message);
  const body = { account: 'bank 1', amount: 500, currency: USDT, image };
  const vouchers = await floor.atOnce(times(2, ['wallet/charge_req', by(alice, body)]));
  expect(tally(vouchers)).toEqual({ ok: 2 });
  const reason = 'seen on the statement';
  const requests: { id: number; digest: string }[] = [];
  for (const voucher of vouchers) {
    const asked = await floor.ask(
      'console/voucher_credit',
      by(tokens['finance'], { id: idOf(voucher), reason }),
    );
    expect(asked.error).toBeUndefined();
    requests.push(await seen((asked.message as { approval: number }).approval));
  }
  const { free } = await own();
  const [risk, admin] = await floor.proofs('risk', 'admin');
  const answers = await floor.atOnce(
    times(4, requests).flatMap(([first, second]) => [
      ['console/approve', by(tokens['risk'], { ...first, ...risk })] as const,
      ['console/approve', by(tokens['admin'], { ...second, ...admin })] as const,
    ]),
  );
  expect(tally(answers)['ok']).toBe(1);
  expect((await own()).free).toBe(free + 500);
});

test('after all of it every balance equals the sum of its postings', async () => {
  expect(await floor.audit()).toMatch(/^OK/);
});
