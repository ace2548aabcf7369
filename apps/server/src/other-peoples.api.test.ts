import { contract } from '@karat/contract';
import type { Call, Code } from '@karat/contract';
import { auditLedger } from '@karat/domains/ledger';
import { join as joinSql, sql } from '@karat/platform/db';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallReply } from './testing/api-client.ts';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { fieldsOf } from './testing/hostile.ts';
import { addNftRows } from './testing/nft-rows.ts';

type Body = Readonly<Record<string, string | number>>;
const PAY = { pay_password: '274951' };
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0xde709f2102306220921060314715629080e2fb77';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let bruno: string;
let uid: number;
/** Ids of alice's rows by kind. */
const hers: Record<string, string | number> = {};
let before: string;

const calls = Object.values(contract).flatMap((group): [string, Call][] => Object.entries(group));

/** The state of alice's account, to the last character; without prices, the time of her last visit and the volume that is counted each minute. */
async function state(): Promise<string> {
  const tables = await database.db.rows<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' 
      and table_name not in ('identity_sessions', 'growth_volumes') order by 1`);
  expect(tables.length).toBeGreaterThan(25);
  const sums = tables.map(({ name }) =>
    sql([
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t where user_id = ${uid}`,
    ]),
  );
  const rows = await database.db.rows<{ name: string; sum: string }>(joinSql(sums, ' union all '));
  return rows.map(({ name, sum }) => `${name} ${sum}`).join('\n');
}

const mine = async (path: string, body: Body, method = 'POST'): Promise<unknown> => {
  const { type, message } = await server.ask(path, { method, token: alice, body });
  expect(type, `${path}: ${String(message)}`).toBe('ok');
  return message;
};
const made = async (path: string, body: Body): Promise<number> =>
  ((await mine(path, body)) as { id: number }).id;
async function picture(): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([PICTURE]), 'a.png');
  return String((await server.ask('upload', { token: alice, body: form })).message);
}

/** Creates a purchase of a user. */
const buying = {
  country: 'US',
  currency: 'USD',
  amount: 100,
  first_name: 'Alice',
  last_name: 'Demo',
  full_name: 'Alice Demo',
  email: 'alice@demo.karat.example',
  phone: '+12025550143',
};

/** A dispute of a purchase, as a provider reports it. */
async function disputeOf(order: number): Promise<number> {
  const { id } = await database.db.one<{ id: number }>(sql`
    insert into fiat_disputes (provider, dispute, order_id, user_id, reason, state, amount, currency, claim, opened_at)
    select 'test', 'du_' || id, id, user_id, 'fraudulent', 'open', amount, currency, received, now()
    from fiat_orders where id = ${order} returning id`);
  return id;
}

/** Issues coupons to every user, as two operators do. */
async function issueCoupons(more: Readonly<Record<string, string | number>> = {}): Promise<void> {
  const { ctx, container } = server.server;
  const payload = { percent: '50', face: '10', days: 7, audience: 'everyone', coupons_max: 100, ...more };
  const decision = { approval: 1, reason: 'a test', askedBy: 'risk', approvedBy: 'admin' };
  await ctx.db.transact(async (tx) =>
    container.growth.approvals['coupon campaign']?.execute(tx, payload, decision),
  );
}

/** Creates a row of every kind that an account may have. */
async function settle(): Promise<void> {
  const index = (await mine('market/index', { match_id: 1 }, 'GET')) as { price: string };
  // Far enough below to rest, near enough to be accepted; on the tick.
  const low = Math.floor(Number(index.price) * 0.09) * 10;
  const order = { type: 1, currency_id: 1, legal_id: 3, amount: '0.001', target_price: low };
  const out = { address: ADDRESS, currency: 3, number: 30, type: 0, network: 'ethereum', ...PAY };
  const card = { real_name: 'Alice Demo', bank_name: 'First Bank', bank_account: '000123456789' };
  const abroad = Object.fromEntries(
    ['', 'Alice Demo', '000123456789', 'First Bank', '', 'BYLADEM1001', '', ''].map((text, at) => [
      `data[${at}]`,
      text,
    ]),
  );
  const move = (to: string) => ({ currency_id: 3, number: 2_000, from_field: 'change', to_field: to });
  await mine('wallet/change', move('lever'));
  await mine('wallet/change', move('micro'));
  hers['order'] = await made('coin/trade', order);
  const lever = { currency_id: 1, legal_id: 3, type: 1, share: 1, multiple: 10 };
  hers['position'] = await made('lever/submit', { ...lever, status: 1 });
  hers['limit'] = await made('lever/submit', { ...lever, status: 0, target_price: low });
  await mine('microtrade/quiz_answer', { answers: '1:2,2:3,3:1,4:2', country: 'HK' });
  const durations = (await mine('microtrade/seconds', {}, 'GET')) as { seconds: number; min: string }[];
  const longest = Math.max(...durations.map(({ seconds }) => seconds));
  hers['option'] = await made('microtrade/submit', {
    match_id: 1,
    currency_id: 3,
    type: 1,
    seconds: longest,
    number: 100,
  });
  const products = (await mine('lh/deposit/config', {}, 'GET')) as {
    id: number;
    currency_id: number;
    day: number;
  }[];
  const subscribe = (flexible: boolean) => ({
    config_id:
      products.find(({ currency_id, day }) => currency_id === 3 && (day === 0) === flexible)?.id ?? 0,
    amount: 100,
  });
  hers['deposit'] = await made('lh/deposit', subscribe(false));
  hers['flexible deposit'] = await made('lh/deposit', subscribe(true));
  hers['plan'] = await made('recurring/create', {
    ...{ match_id: 1, quote_amount: 20, frequency: 'monthly', day: 31, hour: 9, time_zone: 'UTC' },
  });
  hers['alert'] = await made('alert/create', {
    ...{ match_id: 1, kind: 'price', target: '1', repeat_minutes: 60 },
  });
  const { data: puts } = (await mine('dual/index', { type: 'put' }, 'GET')) as { data: { id: number }[] };
  hers['dual order'] = await made('dual/buyDual', { id: puts[0]?.id ?? 0, num: 1 });
  await mine('game/quiz_answer', { answers: '1:2,2:3,3:1,4:2', country: 'HK' });
  const { data: rounds } = (await mine('game/index', { status: 2, kind: 'decided' }, 'GET')) as {
    data: { id: number }[];
  };
  hers['game'] = rounds[0]?.id ?? 0;
  hers['game entry'] = await made('game/enter', { id: rounds[0]?.id ?? 0, option: 1, amount: 5 });
  const { list } = (await mine('project', { status: 'open' }, 'GET')) as {
    list: { id: number; pay_currencies: { currency_name: string; price: string }[] }[];
  };
  const project = list[0];
  const pay = project?.pay_currencies[0];
  hers['application'] = await made('project/order', {
    project_id: project?.id ?? 0,
    amount: 100,
    pay_currency: pay?.currency_name ?? '',
    price: pay?.price ?? '',
  });
  const loans = await server.reply('loan/list', { token: await server.login('dana'), body: {} });
  hers['loan'] = loans.data.find(({ state: is }) => is === 'active')?.id ?? 0;
  await issueCoupons();
  await issueCoupons({ kind: 'yield', percent: '0.1', yield_days: 30 });
  const coupons = (await mine('coupon/list', {}, 'GET')) as { data: { id: number; kind: string }[] };
  hers['coupon'] = coupons.data[0]?.id ?? 0;
  hers['trial coupon'] = coupons.data.find(({ kind }) => kind === 'trial')?.id ?? 0;
  const gift = { currency_id: 3, number: 1, days: 30, code_hash: 'ab'.repeat(32), ...PAY };
  hers['gift'] = await made('gift/create', gift);
  hers['withdrawal'] = await made('wallet/out', out);
  const { data: bills } = (await mine('wallet/bills', {}, 'GET')) as { data: { id: number }[] };
  hers['bill'] = bills[0]?.id ?? 0;
  hers['address'] = await made('user/wallet/save', {
    currency: 3,
    network: 'ethereum',
    name: 'Cold',
    address: ADDRESS,
  });
  hers['receiver'] = await made('user/receivers/save', { to: 'friend@people.example', name: 'Friend' });
  hers['card'] = await made('user/cash_save', card);
  hers['card abroad'] = await made('user/cash_save_international', abroad);
  hers['purchase'] = await made('otc/order', { ...buying, method: 'swift' });
  hers['dispute'] = await disputeOf(Number(hers['purchase']));
  hers['picture'] = await picture();
  hers['voucher'] = await made('wallet/charge_req', {
    account: 'bank',
    amount: 50,
    currency: 3,
    image: hers['picture'],
  });
  hers['favourite'] = await made('optional/add', { currency_id: 1 });
  hers['key'] = await made('api_keys/create', { label: 'bot', trade: 1, withdraw: 0, ...PAY });
  const quote = { number: 20, from_currency_id: 3, to_currency_id: 1 };
  hers['quote'] = String(((await mine('user/getTransferQuote', quote)) as { quote_id: string }).quote_id);
  const [session] = (await mine('user/sessions', {}, 'GET')) as { id: number }[];
  hers['session'] = session?.id ?? 0;
  hers['conversation'] = ((await mine('support/conversation', {}, 'GET')) as { id: number }).id;
  const sent = await mine('support/send', { client_id: 'with-a-picture', file: hers['picture'] });
  hers['picture message'] = (sent as { message: { id: number } }).message.id;
  const rooms = (await mine('chat/rooms', {}, 'GET')) as { id: number }[];
  const held = { room_id: rooms[0]?.id ?? 0, client_id: 'held-message', text: `pay to ${ADDRESS}` };
  hers['held message'] = await made('chat/send', held);
  const notices = (await mine('mailMessage/getList', {}, 'GET')) as { data: { id: number }[] };
  hers['notice'] = notices.data[0]?.id ?? expect.fail('no notice');
  const passkey = await database.db.one<{ id: number }>(sql`
    insert into credentials_passkeys (user_id, credential_id, public_key, counter, synced, name, created_at)
    values (${uid}, 'test', '\\x00', 0, false, 'Phone', now()) returning id`);
  hers['passkey'] = passkey.id;
  const { message } = await server.ask('user/info', { method: 'GET', token: bruno });
  const trader = (message as { uid: number }).uid;
  hers['follow'] = await made('follow/follow', { trader_user_id: trader, number: 1, type: 1 });
  hers['followed'] = trader;
  hers['uid'] = uid;
  await entered();
}

/** The next tick gives the option its entry price: after that her rows are stable. */
async function entered(): Promise<void> {
  const entry = sql`select 1 from options_orders where user_id = ${uid} and entry_price is not null`;
  while ((await database.db.maybe(entry)) === undefined) await mine('user/sessions', {}, 'GET');
}

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
  alice = await server.login('alice');
  bruno = await server.login('bruno');
  const { message } = await server.ask('user/info', { method: 'GET', token: alice });
  uid = (message as { uid: number }).uid;
  await settle();
  const other = await server.ask('user/info', { method: 'GET', token: bruno });
  Object.assign(hers, await addNftRows(database.db, uid, (other.message as { uid: number }).uid));
  before = await state();
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

/** Field of a call that receives an id of alice, the other fields, and the refusal. */
interface Attack {
  readonly thing: string;
  readonly beside?: Body | (() => Promise<Body>);
  /** The refusal; for a list, that it is empty. */
  readonly refused: Code | 'empty';
}
/** Proof of bruno: his password, and a code sent to his own address. */
async function proofOfBruno(): Promise<Body> {
  await server.ask('safe/send_code', { token: bruno, body: { purpose: 'security' } });
  const email = await database.db.one<{ body: string }>(sql`
    select body from platform_dev_outbox where receiver like 'bruno%' order by id desc limit 1`);
  return { password: 'karat-bruno', old_code: /\b[0-9]{6}\b/.exec(email.body)?.[0] ?? '' };
}
/** A coupon of bruno that raises the yield of an order. */
async function yieldCouponOfBruno(): Promise<Body> {
  const { data } = await server.reply('coupon/list', { token: bruno });
  return { id: data.find(({ kind }) => kind === 'yield')?.id ?? expect.fail('no coupon') };
}
const domestic = { real_name: 'Bruno', bank_name: 'First Bank', bank_account: '000987654321' };
const attacks: Readonly<Record<string, Readonly<Record<string, Attack>>>> = {
  'user/session/revoke': { id: { thing: 'session', refused: 'not_found' } },
  'user/session/rename': { id: { thing: 'session', beside: { name: 'mine' }, refused: 'not_found' } },
  'optional/del': { id: { thing: 'favourite', refused: 'not_found' } },
  'coin/cancel': { id: { thing: 'order', refused: 'order_unknown' } },
  'coin/amend': { id: { thing: 'order', beside: { amount: '0.0005' }, refused: 'order_unknown' } },
  'coin/order': { id: { thing: 'order', refused: 'order_unknown' } },
  'coin/fills': { order_id: { thing: 'order', refused: 'empty' } },
  'user/Transfer': {
    quote_id: {
      thing: 'quote',
      beside: { number: 20, from_currency_id: 3, to_currency_id: 1 },
      refused: 'quote_expired',
    },
  },
  'safe/passkey/rename': { id: { thing: 'passkey', beside: { name: 'mine' }, refused: 'not_found' } },
  'safe/passkey/remove': {
    id: { thing: 'passkey', beside: proofOfBruno, refused: 'not_found' },
  },
  'api_keys/remove': { id: { thing: 'key', refused: 'not_found' } },
  'mailMessage/read': { id: { thing: 'notice', refused: 'notice_unknown' } },
  'mailMessage/delete': { id: { thing: 'notice', refused: 'notice_unknown' } },
  'wallet/activity_steps': { id: { thing: 'bill', refused: 'not_found' } },
  'wallet/charge_req': {
    image: {
      thing: 'picture',
      beside: { account: 'bank', amount: 50, currency: 3 },
      refused: 'image_invalid',
    },
  },
  'withdrawal/detail': { id: { thing: 'withdrawal', refused: 'withdrawal_unknown' } },
  'withdrawal/cancel': { id: { thing: 'withdrawal', refused: 'withdrawal_unknown' } },
  'wallet/out': {
    address: {
      thing: 'card',
      beside: { currency: 3, number: 60, type: 1, ...PAY },
      refused: 'payee_unknown',
    },
  },
  'user/wallet/save': {
    id: {
      thing: 'address',
      beside: { currency: 3, network: 'ethereum', name: 'Mine', address: OTHER },
      refused: 'payee_unknown',
    },
  },
  'user/receivers/delete': { id: { thing: 'receiver', refused: 'payee_unknown' } },
  'user/wallet/delete': { id: { thing: 'address', refused: 'payee_unknown' } },
  'user/cash_save': { id: { thing: 'card', beside: domestic, refused: 'payee_unknown' } },
  'user/cash_info': { id: { thing: 'card', refused: 'payee_unknown' } },
  'user/cash_info_international': { id: { thing: 'card abroad', refused: 'payee_unknown' } },
  'user/cash_delete': { id: { thing: 'card', refused: 'payee_unknown' } },
  'otc/order_detail': { id: { thing: 'purchase', refused: 'fiat_order_unknown' } },
  'otc/proof': {
    id: { thing: 'purchase', beside: { image: '/files/x' }, refused: 'fiat_order_unknown' },
  },
  'otc/cancel': { id: { thing: 'purchase', refused: 'fiat_order_unknown' } },
  'otc/pay': { id: { thing: 'purchase', refused: 'fiat_order_unknown' } },
  'otc/dispute_answer': {
    id: { thing: 'dispute', beside: { text: 'not mine' }, refused: 'fiat_dispute_unknown' },
  },
  'lever/submit': {
    coupon_id: {
      thing: 'trial coupon',
      beside: {
        currency_id: 1,
        legal_id: 3,
        type: 1,
        status: 1,
        share: 1,
        multiple: 10,
        margin_mode: 'isolated',
      },
      refused: 'coupon_unknown',
    },
  },
  'lever/close': { id: { thing: 'position', refused: 'position_unknown' } },
  'lever/cancel': { id: { thing: 'limit', refused: 'position_unknown' } },
  'lever/reverse': { id: { thing: 'position', refused: 'position_unknown' } },
  'lever/margin': {
    id: { thing: 'position', beside: { type: 1, amount: '1' }, refused: 'position_unknown' },
  },
  'lever/amend': { id: { thing: 'limit', beside: { share: '2' }, refused: 'position_unknown' } },
  'lever/setstop': {
    id: { thing: 'position', beside: { stop_loss_price: '50000' }, refused: 'position_unknown' },
  },
  'lever/detail': { id: { thing: 'position', refused: 'position_unknown' } },
  'microtrade/get_result': { id: { thing: 'option', refused: 'option_unknown' } },
  'lh/deposit/order_detail': { id: { thing: 'deposit', refused: 'mining_order_unknown' } },
  'lh/deposit/order_accruals': { id: { thing: 'deposit', refused: 'mining_order_unknown' } },
  'lh/deposit/order_preview': { id: { thing: 'deposit', refused: 'mining_order_unknown' } },
  'lh/deposit/order/cancel': { id: { thing: 'deposit', refused: 'mining_order_unknown' } },
  'lh/deposit/redeem': { id: { thing: 'flexible deposit', refused: 'mining_order_unknown' } },
  'recurring/detail': { id: { thing: 'plan', refused: 'recurring_unknown' } },
  'recurring/executions': { id: { thing: 'plan', refused: 'recurring_unknown' } },
  'recurring/pause': { id: { thing: 'plan', refused: 'recurring_unknown' } },
  'recurring/resume': { id: { thing: 'plan', refused: 'recurring_unknown' } },
  'recurring/skip': {
    id: { thing: 'plan', beside: { date: '2026-11-30' }, refused: 'recurring_unknown' },
  },
  'coupon/boost': {
    id: { thing: 'coupon', beside: { order_id: 1 }, refused: 'coupon_unknown' },
    order_id: { thing: 'deposit', beside: yieldCouponOfBruno, refused: 'mining_order_unknown' },
  },
  'coupon/use': { id: { thing: 'coupon', refused: 'coupon_unknown' } },
  'gift/cancel': { id: { thing: 'gift', refused: 'gift_unknown' } },
  'recurring/end': { id: { thing: 'plan', refused: 'recurring_unknown' } },
  'alert/edit': {
    id: {
      thing: 'alert',
      beside: { kind: 'price', target: '1', repeat_minutes: 0 },
      refused: 'alert_unknown',
    },
  },
  'alert/pause': { id: { thing: 'alert', refused: 'alert_unknown' } },
  'alert/resume': { id: { thing: 'alert', refused: 'alert_unknown' } },
  'alert/remove': { id: { thing: 'alert', refused: 'alert_unknown' } },
  'dual/order': { id: { thing: 'dual order', refused: 'dual_order_unknown' } },
  'game/entry': { id: { thing: 'game entry', refused: 'game_entry_unknown' } },
  'game/dispute': {
    id: {
      thing: 'game',
      beside: { reason: 'Not my round, not my answer' },
      refused: 'game_dispute_closed',
    },
  },
  'project/order/cancel': { id: { thing: 'application', refused: 'project_order_unknown' } },
  'user/project/order_detail': { id: { thing: 'application', refused: 'project_order_unknown' } },
  'loan/detail': { id: { thing: 'loan', refused: 'loan_unknown' } },
  'loan/events': { id: { thing: 'loan', refused: 'loan_unknown' } },
  'loan/schedule': { id: { thing: 'loan', refused: 'loan_unknown' } },
  'loan/cancel': { id: { thing: 'loan', refused: 'loan_unknown' } },
  'loan/repay': { id: { thing: 'loan', refused: 'loan_unknown' } },
  'loan/collateral/add': {
    id: { thing: 'loan', beside: { currency_id: 3, amount: 1 }, refused: 'loan_unknown' },
  },
  'loan/collateral/take': {
    id: { thing: 'loan', beside: { currency_id: 3, amount: 1 }, refused: 'loan_unknown' },
  },
  'loan/convert': {
    id: {
      thing: 'loan',
      beside: { from_currency_id: 3, to_currency_id: 1, amount: 1 },
      refused: 'loan_unknown',
    },
  },
  'support/messages': { id: { thing: 'conversation', refused: 'support_unknown' } },
  'support/picture': {
    id: {
      thing: 'conversation',
      beside: async () => ({ message_id: hers['picture message'] ?? 0 }),
      refused: 'support_unknown',
    },
    message_id: { thing: 'picture message', beside: ownConversation, refused: 'support_unknown' },
  },
  'support/send': {
    id: {
      thing: 'conversation',
      beside: { client_id: 'of-a-stranger', text: 'hello' },
      refused: 'support_unknown',
    },
    reference_id: {
      thing: 'order',
      beside: { client_id: 'of-a-stranger', reference_kind: 'spot_order' },
      refused: 'support_reference_unknown',
    },
  },
  'support/ticket': {
    reference_id: {
      thing: 'withdrawal',
      beside: {
        ...{ client_id: 'of-a-stranger', subject: 'Stolen', text: 'hello' },
        reference_kind: 'withdrawal',
      },
      refused: 'support_reference_unknown',
    },
  },
  'support/read': { id: { thing: 'conversation', beside: { seq: 1 }, refused: 'support_unknown' } },
  'support/typing': { id: { thing: 'conversation', refused: 'support_unknown' } },
  'support/close': { id: { thing: 'conversation', refused: 'support_unknown' } },
  'support/rate': { id: { thing: 'conversation', beside: { stars: 1 }, refused: 'support_unknown' } },
  'support/transcript': { id: { thing: 'conversation', refused: 'support_unknown' } },
  'chat/report': {
    message_id: { thing: 'held message', beside: { reason: 'spam' }, refused: 'chat_message_unknown' },
  },
  'bind_box/order': { id: { thing: 'nft order', refused: 'nft_order_unknown' } },
  'bind_box/payNFTOrder': { id: { thing: 'nft order', beside: PAY, refused: 'nft_order_unknown' } },
  'bind_box/readNFTOrderMessage': { id: { thing: 'nft order', refused: 'nft_order_unknown' } },
  'bind_box/saveCollection': {
    id: {
      thing: 'nft collection',
      beside: { name: 'Stolen', description: '' },
      refused: 'nft_collection_unknown',
    },
  },
  'bind_box/createArtwork': {
    collection_id: {
      thing: 'nft collection',
      beside: {
        ...{ upload: 1, name: 'Stolen', description: '', rarity: 'N' },
        ...{ editions: 1, royalty_percent: 0 },
      },
      refused: 'nft_collection_unknown',
    },
    upload: {
      thing: 'nft upload',
      beside: { name: 'Stolen', description: '', rarity: 'N', editions: 1, royalty_percent: 0 },
      refused: 'nft_upload_unknown',
    },
  },
  'bind_box/openBlindBox': { code: { thing: 'nft box', refused: 'nft_unknown' } },
  'bind_box/getDraw': { code: { thing: 'nft box', refused: 'nft_unknown' } },
  'bind_box/getBoxDetail': { code: { thing: 'nft box', refused: 'nft_unknown' } },
  'bind_box/cancelNFT': { code: { thing: 'nft work', refused: 'nft_unknown' } },
  'bind_box/resellNFT': {
    code: {
      thing: 'nft work',
      beside: { price: 1, end_time: 1_900_000_000 },
      refused: 'nft_not_owner',
    },
  },
  'follow/cancel': { follow_user_id: { thing: 'uid', refused: 'follow_unknown' } },
  'follow/pause': { follow_id: { thing: 'follow', beside: { paused: 1 }, refused: 'follow_unknown' } },
  'follow/stop': { follow_id: { thing: 'follow', refused: 'follow_unknown' } },
  'follow/selfHolding': { transaction_id: { thing: 'position', refused: 'position_unknown' } },
  'proofs/mine': { subject: { thing: 'option', beside: { kind: 'option' }, refused: 'receipt_unknown' } },
  'user/uploadHeadPortrait': { head_portrait: { thing: 'picture', refused: 'image_invalid' } },
};

/** A conversation of the stranger. */
async function ownConversation(): Promise<Body> {
  const question = { client_id: 'strangers-question', text: 'Whose picture is that?' };
  const { message } = await server.ask('support/send', { token: bruno, body: question });
  return { id: (message as { conversation: { id: number } }).conversation.id };
}

/** Public ids: of markets, articles, traders, or chosen by the caller. */
const PUBLIC = new Set([
  'currency_id',
  'legal_id',
  'match_id',
  'from_currency_id',
  'to_currency_id',
  'c_id',
  'area_code_id',
  'client_id',
  'trader_user_id',
  'card_id',
  'tax_id',
  'config_id',
  'project_id',
  'room_id',
  'author_id',
]);
const ANYBODY = new Set([
  'news/detail',
  'wallet/getRateCurrency',
  'follow/historyTrade',
  'dual/buyDual',
  'game/enter',
]);

const answerOf = async (path: string, field: string, { thing, beside = {} }: Attack): Promise<CallReply> => {
  const given = typeof beside === 'function' ? await beside() : beside;
  const method = calls.find(([each]) => each === path)?.[1].method ?? 'POST';
  return server.ask(path, { method, token: bruno, body: { ...given, [field]: hers[thing] ?? '' } });
};

test('every call of users that takes an id is tried with one of another user', () => {
  const taking = calls.flatMap(([path, call]) =>
    typeof call.who === 'object' || call.who === 'visitor' || ANYBODY.has(path)
      ? []
      : Object.keys(fieldsOf(call))
          .filter((name) => /(^|_)id$|^image$|_portrait$/.test(name) && !PUBLIC.has(name))
          .map((name) => `${path} ${name}`),
  );
  // One takes a list, the other needs a row of the caller: the tests below send them by hand.
  const byHand = ['user/cash_save_international id', 'otc/proof image', 'otc/dispute_answer image'];
  const tried = Object.entries(attacks).flatMap(([path, fields]) =>
    Object.keys(fields).map((field) => `${path} ${field}`),
  );
  expect(taking.filter((each) => !tried.includes(each) && !byHand.includes(each))).toEqual([]);
});

describe('rows of another user are unknown', () => {
  const all = Object.entries(attacks).flatMap(([path, fields]) =>
    Object.entries(fields).map(([field, attack]) => [path, field, attack] as const),
  );
  test.each(all)('%s %s', async (path, field, attack) => {
    expect(hers[attack.thing], attack.thing).toBeDefined();
    const answer = await answerOf(path, field, attack);
    if (attack.refused === 'empty') expect(answer.message).toMatchObject({ total: 0, data: [] });
    else expect(answer).toMatchObject({ code: 0, error: attack.refused });
    expect(await state()).toBe(before);
  });

  test('user/cash_save_international id', async () => {
    const data = ['', 'Bruno', '000987654321', 'First Bank', '', 'BYLADEM1001', '', ''];
    const body = new URLSearchParams([['id', String(hers['card abroad'])]]);
    for (const text of data) body.append('data[]', text);
    const answer = await server.ask('user/cash_save_international', {
      token: bruno,
      body: body.toString(),
    });
    expect(answer).toMatchObject({ code: 0, error: 'payee_unknown' });
    expect(await state()).toBe(before);
  });

  test('pictures: neither readable nor usable as a proof or document of another user', async () => {
    const seen = await fetch(server.url + String(hers['picture']), { headers: { authorization: bruno } });
    expect(seen.status).toBe(404);
    const purchase = await server.ask('otc/order', { token: bruno, body: { ...buying, method: 'swift' } });
    const proof = { id: (purchase.message as { id: number }).id, image: hers['picture'] ?? '' };
    expect(await server.ask('otc/proof', { token: bruno, body: proof })).toMatchObject({
      error: 'image_invalid',
    });
    const dispute = await disputeOf(proof.id);
    const said = { id: dispute, text: 'see the picture', image: hers['picture'] ?? '' };
    expect(await server.ask('otc/dispute_answer', { token: bruno, body: said })).toMatchObject({
      error: 'image_invalid',
    });
    const body = { real_type: 2, front_pic: hers['picture'] ?? '', reverse_pic: hers['picture'] ?? '' };
    const answer = await server.ask('user/real', { token: bruno, body });
    expect(answer.code).toBe(0);
    expect(await state()).toBe(before);
  });

  test('and the ledger agrees', async () => {
    expect((await auditLedger(database.db)).differences).toEqual([]);
  });
});
