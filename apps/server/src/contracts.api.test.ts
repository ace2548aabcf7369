import { readReceipt, verifyReceipt } from '@karat/evidence';
import { MINUTE_MS } from '@karat/rules';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallReply } from './testing/api-client.ts';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';
import { verifyByDocs } from './testing/verify-by-docs.ts';

const USDT = 3;
const clock = clockAt(SATURDAY);
let database: PreparedDatabase;
let server: TestServer;
let alice: string;

interface Position {
  readonly id: number;
  readonly status: number;
  readonly share: string;
  readonly price: string;
  readonly caution_money: string;
  readonly liquidation_price: string | null;
  readonly receipt?: string | null;
}
interface Row {
  readonly id: number;
  readonly currency_id: number;
  readonly legal_id: number;
  readonly currency_name: string;
  readonly now_price: string;
}

let rows: readonly Row[] = [];
const row = (name: string): Row => rows.find((each) => each.currency_name === name) ?? expect.fail(name);
const pair = (name: string) => ({ currency_id: row(name).currency_id, legal_id: row(name).legal_id });

type Body = Readonly<Record<string, string | number>>;
const post = (path: string, body: Body, more: { token?: string; lang?: string; key?: string } = {}) =>
  server.ask(path, { token: alice, body, ...more });
const get = (path: string, body: Body, token = alice) => server.ask(path, { method: 'GET', token, body });
const order = (more: Body = {}): Body => ({
  ...pair('BTC'),
  type: 1,
  status: 1,
  share: '1',
  multiple: 10,
  margin_mode: 'isolated',
  ...more,
});
const positionOf = ({ message, error }: CallReply): Position => {
  expect(error).toBeUndefined();
  return message as Position;
};
const mine = async (status: number): Promise<Position[]> => {
  const { message } = await server.reply('lever/my_trade', { token: alice, body: { status, limit: 50 } });
  return message.data;
};
/** Waits until the index has reached the clock's time. */
async function fresh(): Promise<void> {
  for (;;) {
    const { stale } = await server.reply('market/index', { body: { match_id: row('BTC').id } });
    if (!stale) return;
  }
}

beforeAll(async () => {
  database = await createDemoDatabase(SATURDAY);
  server = await startTestServer(database, {}, { clock });
  alice = await server.login('alice');
  rows = (await server.reply('currency/quotation_new')).flatMap(({ quotation }) => quotation);
  const moved = { currency_id: USDT, number: '2000', from_field: 'change', to_field: 'lever' };
  if ((await post('wallet/change', moved)).type !== 'ok') throw new Error('no margin');
  await fresh();
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

interface MyReceipt {
  readonly hash: string;
  readonly salt: string;
  readonly uid: number;
}

/** Verifies receipts with the published ticks, by the library and by the documented command. */
async function expectProved(receipts: readonly MyReceipt[]): Promise<void> {
  // The minute of the ticks is over and its head is signed.
  clock.turn(MINUTE_MS);
  await fresh();
  const keys = await server.reply('proofs/keys');
  const trusted = (purpose: string) =>
    keys.filter((key) => key.purpose === purpose).map((key) => key.public_key);
  for (const { hash, salt, uid } of receipts) {
    const { message } = await server.ask('proofs/receipt', { method: 'GET', body: { hash } });
    const checks = await verifyReceipt(readReceipt(JSON.stringify(message)), {
      receiptKeys: trusted('receipts'),
      tickKeys: trusted('index-ticks'),
      ticks: async ({ market, from, to }) =>
        (await fetch(`${server.url}/api/market/ticks?match_id=${market}&from=${from}&to=${to}`)).text(),
    });
    expect(checks.filter(({ state }) => state !== 'proved')).toEqual([]);
    const address = `${server.url}/api/proofs/receipt?hash=${hash}`;
    expect(await verifyByDocs(address, '--salt', salt, '--uid', String(uid))).toMatchObject({ status: 0 });
    const other = ['--salt', salt, '--uid', String(uid + 1)];
    expect(await verifyByDocs(address, ...other)).toMatchObject({ status: 1 });
  }
}

test('a long is opened, gets its stops, is closed in parts, and anyone can verify every fill', async () => {
  const opened = positionOf(await post('lever/submit', order({ share: '10' })));
  expect(opened).toMatchObject({ status: 1, share: '10', margin_mode: 'isolated', order_kind: 1 });
  const stop = { id: opened.id, stop_loss_price: '1000' };
  expect(positionOf(await post('lever/setstop', stop))).toMatchObject({ stop_loss_price: '1000' });
  const unset = { id: opened.id, stop_loss_price: '0', target_profit_price: '900000' };
  expect(positionOf(await post('lever/setstop', unset))).toMatchObject({
    stop_loss_price: '0',
    target_profit_price: '900000',
  });
  const part = positionOf(await post('lever/close', { id: opened.id, share: '4' }));
  expect(part).toMatchObject({ status: 1, share: '6', origin_share: '10' });
  expect(positionOf(await post('lever/close', { id: opened.id }))).toMatchObject({ status: 3 });
  expect(await post('lever/close', { id: opened.id })).toMatchObject({ error: 'position_not_open' });

  const detail = await server.reply('lever/detail', { token: alice, body: { id: opened.id } });
  expect(detail.fills).toMatchObject([
    { kind: 'open', share: '10' },
    { kind: 'close', reason: 'user', share: '4' },
    { kind: 'close', reason: 'user', share: '6' },
  ]);
  const asked = { token: alice, body: { kind: 'contract', subject: opened.id } };
  const receipts = await server.reply('proofs/mine', asked);
  expect(receipts).toHaveLength(3);
  const [last] = await mine(3);
  expect([last?.id, last?.receipt, detail.receipt]).toEqual([
    opened.id,
    receipts.at(-1)?.hash,
    receipts.at(-1)?.hash,
  ]);
  const closing = { token: alice, body: { kind: 'contract:close', limit: 1 } };
  expect((await server.reply('wallet/bills', closing)).data).toMatchObject([
    { proof: { kind: 'contract', subject: String(opened.id) } },
  ]);
  await expectProved(receipts);
});

test('a limit order holds its cost until it is cancelled, and pages list each order once', async () => {
  const available = async (): Promise<number> =>
    Number((await server.reply('lever/deal', { token: alice, body: pair('BTC') })).user_lever);
  const before = await available();
  const target = String(Math.round(Number(row('BTC').now_price) / 2));
  const ids: number[] = [];
  for (let each = 0; each < 3; each++) {
    const waiting = await post('lever/submit', order({ status: 0, target_price: target, share: '2' }));
    ids.push(positionOf(waiting).id);
  }
  expect(await available()).toBeLessThan(before);
  const page = async (number: number): Promise<number[]> => {
    const asked = { ...pair('BTC'), status: 0, limit: 2, page: number };
    const { message } = await server.reply('lever/my_trade', { token: alice, body: asked });
    expect([message.total, message.last_page]).toEqual([3, 2]);
    return message.data.map(({ id }) => id);
  };
  expect([...(await page(1)), ...(await page(2))]).toEqual(ids.toReversed());
  for (const id of ids) expect(positionOf(await post('lever/cancel', { id })).status).toBe(4);
  expect(await post('lever/cancel', { id: ids[0] ?? 0 })).toMatchObject({ error: 'position_not_pending' });
  expect(await available()).toBe(before);
});

test('all, only longs or only shorts are closed, and the account adds up afterwards', async () => {
  const open = async (type: number, name: string) =>
    positionOf(await post('lever/submit', order({ ...pair(name), type }))).id;
  const long = await open(1, 'BTC');
  const short = await open(2, 'BTC');
  const other = await open(1, 'ETH');
  const all = await server.reply('lever/dealall', { token: alice });
  const sum = all.order.data.reduce((total, each) => total + Number(each.caution_money), 0);
  expect(Number(all.caution_money_total)).toBeCloseTo(sum, 6);
  const closed = async (body: Body): Promise<number[]> =>
    ((await post('lever/batch_close', body)).message as { closed: Position[] }).closed.map(({ id }) => id);
  expect(await closed({ type: 1, ...pair('BTC') })).toEqual([long]);
  expect(await closed({ type: 2 })).toEqual([short]);
  expect(await closed({ type: 0 })).toEqual([other]);
  expect(await closed({ type: 0 })).toEqual([]);
});

test('the same key and order has the same reply and opens once; another order under it is refused', async () => {
  const first = await post('lever/submit', order(), { key: 'once' });
  expect((await post('lever/submit', order(), { key: 'once' })).message).toEqual(first.message);
  expect(await post('lever/submit', order({ share: '2' }), { key: 'once' })).toMatchObject({
    error: 'idempotency_conflict',
  });
  expect((await mine(1)).filter(({ id }) => id === positionOf(first).id)).toHaveLength(1);
  await post('lever/batch_close', { type: 0 });
});

test.each([
  ['multiple_invalid', { multiple: 7 }],
  ['lots_invalid', { share: '0.5' }],
  ['insufficient_balance', { share: '500', multiple: 1 }],
  ['stop_side_wrong', { target_profit_price: '1' }],
  ['price_tick', { stop_loss_price: '1000.000001' }],
  ['target_price_invalid', { status: 0 }],
  ['market_unknown', { currency_id: 99_999 }],
] as const)(
  "an order is refused with %s, in the caller's language, and changes nothing",
  async (code, wrong) => {
    const said = [];
    for (const lang of ['en', 'th', 'fra']) {
      const answer = await post('lever/submit', order(wrong), { lang });
      expect(answer).toMatchObject({ type: 'error', error: code });
      said.push(answer.message);
    }
    expect(new Set(said).size).toBe(3);
    expect(await mine(1)).toEqual([]);
  },
);

test('nobody sees or changes the position of another user', async () => {
  const { id } = positionOf(await post('lever/submit', order()));
  const bruno = await server.login('bruno');
  expect(await get('lever/detail', { id }, bruno)).toMatchObject({ error: 'position_unknown' });
  const calls = ['close', 'cancel', 'setstop', 'reverse', 'margin', 'amend'];
  for (const call of calls)
    expect(
      await post(
        `lever/${call}`,
        { id, stop_loss_price: '1', type: 1, amount: '1', share: '2' },
        { token: bruno },
      ),
    ).toMatchObject({
      error: 'position_unknown',
    });
  expect(await get('proofs/mine', { kind: 'contract', subject: id }, bruno)).toMatchObject({
    error: 'receipt_unknown',
  });
  expect((await server.ask('lever/my_trade', { body: {} })).type).toBe('999');
  expect(positionOf(await post('lever/close', { id })).status).toBe(3);
});

test('a position is reversed, gets and returns margin, and every fill can be verified', async () => {
  const first = positionOf(await post('lever/submit', order({ share: '10' })));
  const before = first.liquidation_price;
  const margin = { id: first.id, type: 1, amount: '25.5' };
  const added = positionOf(await post('lever/margin', margin, { key: 'margin' }));
  expect(Number(added.caution_money)).toBeCloseTo(Number(first.caution_money) + 25.5, 6);
  expect(Number(added.liquidation_price)).toBeLessThan(Number(before));
  expect((await post('lever/margin', margin, { key: 'margin' })).message).toEqual(added);
  const texts = [];
  for (const lang of ['en', 'jp', 'vn']) {
    const answer = await post('lever/margin', { id: first.id, type: 2, amount: '26' }, { lang });
    expect(answer).toMatchObject({ type: 'error', error: 'margin_not_removable' });
    texts.push(answer.message);
  }
  expect(new Set(texts).size).toBe(3);
  positionOf(await post('lever/margin', { id: first.id, type: 2, amount: '5' }));
  const changes = await server.reply('lever/detail', { token: alice, body: { id: first.id } });
  expect(changes.margins).toMatchObject([{ change: '25.5' }, { change: '-5' }]);

  const reply = await post('lever/reverse', { id: first.id }, { key: 'reverse' });
  const { closed, opened } = reply.message as { closed: Position; opened: Position };
  expect([closed, opened]).toMatchObject([
    { id: first.id, status: 3 },
    { status: 1, type: 2, share: '10', margin_mode: 'isolated', multiple: 10 },
  ]);
  expect((await post('lever/reverse', { id: first.id }, { key: 'reverse' })).message).toEqual(reply.message);
  expect(await post('lever/reverse', { id: first.id })).toMatchObject({ error: 'position_not_open' });
  expect(await post('lever/margin', { id: first.id, type: 1, amount: '1' })).toMatchObject({
    error: 'position_not_open',
  });
  expect(positionOf(await post('lever/close', { id: opened.id })).status).toBe(3);
  const mineOf = (id: number) =>
    server.reply('proofs/mine', { token: alice, body: { kind: 'contract', subject: id } });
  const receipts = [...(await mineOf(first.id)), ...(await mineOf(opened.id))];
  expect(receipts).toHaveLength(4);
  await expectProved(receipts);
});

test('a waiting order is amended: its hold follows exactly, and a price already reached fills it', async () => {
  const available = async (): Promise<number> =>
    Number((await server.reply('lever/deal', { token: alice, body: pair('BTC') })).user_lever);
  const before = await available();
  const half = Math.round(Number(row('BTC').now_price) / 2);
  const submitted = await post('lever/submit', order({ status: 0, target_price: String(half), share: '2' }));
  const { id } = positionOf(submitted);
  const hold = before - (await available());
  const amended = await post('lever/amend', { id, target_price: String(half / 2), share: '4' });
  expect(positionOf(amended)).toMatchObject({ status: 0, share: '4', origin_share: '4' });
  expect(before - (await available())).toBeCloseTo(hold, 4);
  expect(await post('lever/amend', { id, target_price: '1000.000001' })).toMatchObject({
    error: 'price_tick',
  });
  expect(await post('lever/amend', { id, share: '50000' })).toMatchObject({ error: 'insufficient_balance' });
  expect(before - (await available())).toBeCloseTo(hold, 4);
  const filled = positionOf(await post('lever/amend', { id, target_price: String(half * 4) }));
  expect(filled).toMatchObject({ status: 1, share: '4' });
  expect(await post('lever/amend', { id, share: '1' })).toMatchObject({ error: 'position_not_pending' });
  expect(positionOf(await post('lever/close', { id })).status).toBe(3);
});

test('a stock contract waits for its exchange: market orders are refused with their own text, limit orders rest', async () => {
  const closed = await post('lever/submit', order(pair('AAPL')), { lang: 'en' });
  expect(closed).toMatchObject({
    error: 'contract_hours',
    message: 'The stock market of AAPL/USDT is closed. A limit order and TP/SL wait until it opens.',
  });
  expect((await post('lever/submit', order(pair('AAPL')), { lang: 'jp' })).message).toMatch(/取引時間外/);
  const target = String(Math.round(Number(row('AAPL').now_price) * 2));
  const waiting = await post('lever/submit', order({ ...pair('AAPL'), status: 0, target_price: target }));
  expect(positionOf(waiting)).toMatchObject({ status: 0, target_price: target });
  expect(positionOf(await post('lever/cancel', { id: positionOf(waiting).id })).status).toBe(4);
});

test('two operators change the limits of users, and the next order obeys them', async () => {
  const risk = await server.loginOperator('risk');
  const admin = await server.loginOperator('admin');
  const change = { levels: '0:20,1:20,2:20', positions_max: 1, reason: 'a quiet weekend' };
  const asked = await post('console/contract_limits_change', change, { token: risk });
  expect(asked.type).toBe('ok');
  const again = await post('console/contract_limits_change', change, { token: admin });
  const open = { token: admin, body: { state: 'asked', kind: 'contract limits' } };
  const waiting = await server.reply('console/approvals', open);
  const approve = async (of: CallReply, role: string, token: string): Promise<CallReply> => {
    // A one-time code is good once.
    clock.turn(MINUTE_MS);
    const { password, totp } = await server.proofOf(role);
    const { id } = of.message as { id: number };
    const digest = waiting.data.find((each) => each.id === id)?.digest ?? '';
    return post('console/approve', { id, digest, password, totp }, { token });
  };
  expect(await approve(asked, 'risk', risk)).toMatchObject({ error: 'approval_own' });
  await fresh();
  const before = positionOf(await post('lever/submit', order({ multiple: 50 })));
  expect((await approve(asked, 'admin', admin)).type).toBe('ok');
  // It was requested under other limits.
  expect(await approve(again, 'risk', risk)).toMatchObject({ error: 'approval_stale' });
  await fresh();
  expect(await post('lever/submit', order({ multiple: 50 }))).toMatchObject({ error: 'multiple_capped' });
  expect(await post('lever/submit', order())).toMatchObject({ error: 'too_many_positions' });
  expect(((await post('lever/deal', pair('BTC'))).message as { multiple_max: number }).multiple_max).toBe(20);
  expect(positionOf(await post('lever/close', { id: before.id })).status).toBe(3);
  expect((await get('console/contract_limits', {}, admin)).message).toMatchObject({
    levels: [0, 1, 2].map((level) => ({ level, multiple_max: 20 })),
    positions_max: 1,
  });
  for (const wrong of [{ levels: '7:5' }, { levels: '0:50' }, { positions_max: 5_000 }])
    expect(
      await post('console/contract_limits_change', { ...wrong, reason: 'none of it' }, { token: risk }),
    ).toMatchObject({ error: 'value_invalid' });
});
