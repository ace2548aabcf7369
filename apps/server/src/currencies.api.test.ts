import { demoLogins } from '@karat/domains/operators';
import { auditLedger } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { accountKey, evmNetwork } from '@karat/platform/chains';
import { startEvm } from '@karat/platform/test-chains';
import type { EvmTestChain } from '@karat/platform/test-chains';
import { MINUTE_MS } from '@karat/rules';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { Path, ReplyAt } from './testing/api-client.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';

const USDT = 3;
const SEED = new Uint8Array(64).fill(9);
const clock = clockAt(SATURDAY);
const soon = { interval: 100 };
let chain: EvmTestChain;
let database: PreparedDatabase;
/** Serves users, and runs the engine. */
let server: TestServer;
/** Reads the chain, and runs due work. */
let worker: TestServer;
let alice: string;
let chloe: string;
let risk: string;
let admin: string;

type Body = Readonly<Record<string, string | number>>;
const ask = (path: string, body: Body, token = alice) => server.ask(path, { token, body });
const reply = <P extends Path>(path: P, body: Body = {}, token = alice) =>
  server.reply(path, { token, body }) as Promise<ReplyAt<P>>;
const change = (path: string, body: Body, token = risk) =>
  ask(path, { ...body, reason: 'as agreed today' }, token);
const errorOf = async (answer: ReturnType<typeof ask>): Promise<string> => (await answer).error ?? 'ok';

/** Decides the newest request as an operator. */
async function approve(login = 'admin', token = admin): Promise<string> {
  const [asked] = (await reply('console/approvals', { state: 'asked' }, admin)).data;
  if (!asked) return expect.fail('nothing was asked');
  clock.turn(MINUTE_MS);
  const { password = '', totp = '' } = demoLogins(clock.now()).find((each) => each.login === login) ?? {};
  const { error } = await ask(
    'console/approve',
    { id: asked.id, digest: asked.digest, password, totp },
    token,
  );
  return error ?? 'ok';
}

beforeAll(async () => {
  [database, chain] = await Promise.all([createDemoDatabase(SATURDAY), startEvm()]);
  const network = evmNetwork(chain.chainId);
  const settings = {
    KARAT_ETHEREUM_URL: chain.url,
    KARAT_ETHEREUM_CHAIN_ID: String(chain.chainId),
    KARAT_USDT_CONTRACT: chain.tokens.USDT,
    KARAT_TOKEN_DECIMALS: String(chain.decimals),
    KARAT_XPUB_ETHEREUM: accountKey(SEED, network, 'deposits'),
    KARAT_XPUB_ETHEREUM_HOUSE: accountKey(SEED, network, 'house'),
  };
  server = await startTestServer(database, { ...settings, ROLES: 'api,ws,engine' }, { clock });
  worker = await startTestServer(database, { ...settings, ROLES: 'work' }, { clock });
  alice = await server.login('alice');
  chloe = await server.login('chloe');
  risk = await server.loginOperator('risk');
  admin = await server.loginOperator('admin');
  while ((await reply('market/index', { match_id: 1 })).stale);
});
afterAll(async () => {
  await worker?.close();
  await server?.close();
  await chain?.stop();
  await database?.drop();
});

let fresh = 0;
const balance = async (): Promise<string> =>
  (await reply('wallet/detail', { currency: fresh, type: 'change' })).balance;

test('two people add a coin with its market; the requester is not the second, and nobody approves twice', async () => {
  const coin = { code: 'FRESH', title: 'Fresh coin', kind: 'coin', decimals: 6, display_decimals: 2 };
  const market = {
    quote_currency: USDT,
    tick: '0.001',
    lot: '0.001',
    min_notional: '1',
    reference_price: '2',
  };
  expect(await errorOf(change('console/currency_add', { ...coin, code: 'BTC' }))).toBe('currency_code_taken');
  expect(await errorOf(change('console/currency_add', { ...coin, code: 'fresh' }))).toBe('parameter_error');
  expect(await errorOf(change('console/currency_add', { ...coin, ...market }))).toBe('ok');
  const [asked] = (await reply('console/approvals', { state: 'asked' }, admin)).data;
  expect(asked).toMatchObject({ title: 'Add a currency', subject: 'FRESH', asked_by: 'risk' });
  expect(asked?.changes).toContainEqual({ label: 'Scale, fixed', before: null, after: '6 decimals' });
  expect(await approve('risk', risk)).toBe('approval_own');
  expect(await approve()).toBe('ok');
  const again = { id: asked?.id ?? 0, digest: asked?.digest ?? '', password: 'x', totp: '000000' };
  expect(await errorOf(ask('console/approve', again, admin))).toBe('approval_decided');
  const listed = (await reply('currency/list')).find(({ name }) => name === 'FRESH');
  expect(listed).toMatchObject({ title: 'Fresh coin', decimals: 6, kind: 'coin' });
  fresh = listed?.id ?? 0;
  const picture = await fetch(new URL('/logos/fresh', server.url));
  expect(picture.status).toBe(200);
  expect(await picture.text()).toContain('FRES');
});

test('two people add its token to a network; a deposit is credited by the process that was running before', async () => {
  const token = { currency_id: fresh, network: 'ethereum', version: 0, minimum: '2', confirmations: 1 };
  const contract = { contract: chain.tokens.USDC, token_decimals: chain.decimals };
  const wrong = { ...contract, token_decimals: chain.decimals - 1 };
  expect(await errorOf(ask('deposit/address', { currency: fresh, network: 'ethereum' }))).toBe(
    'deposit_unavailable',
  );
  expect(await errorOf(change('console/deposit_method_change', { ...token, ...wrong }))).toBe(
    'value_invalid',
  );
  expect(await errorOf(change('console/deposit_method_change', { ...token, ...contract }))).toBe('ok');
  expect(await approve()).toBe('ok');
  const coins = await reply('deposit/coins');
  expect(coins.find(({ id }) => id === fresh)?.networks).toMatchObject([
    { network: 'ethereum', minimum: '2', confirmations: 1, standard: 'erc20' },
  ]);
  const { address } = await reply('deposit/address', { currency: fresh, network: 'ethereum' });
  await chain.send('USDC', address, amount('25.5'));
  await expect.poll(balance, soon).toBe('25.5');
  const [row] = (await reply('wallet/list')).change_wallet.balance.filter(
    ({ currency }) => currency === fresh,
  );
  expect(row).toMatchObject({ change_balance: '25.5', display_decimals: 2 });
});

test('its market trades in the engine at once, and it has no price of its own anywhere else', async () => {
  const quotations = async () =>
    (await reply('currency/quotation_new')).flatMap(({ quotation }) => quotation);
  await expect
    .poll(async () => (await quotations()).find((each) => each.currency_id === fresh)?.state, soon)
    .toBe('open');
  const order = (type: 1 | 2, user: string) =>
    ask('coin/trade', { currency_id: fresh, legal_id: USDT, type, amount: '5', target_price: '2' }, user);
  await expect.poll(() => errorOf(order(2, alice)), soon).toBe('ok');
  expect(await errorOf(order(1, chloe))).toBe('ok');
  await expect.poll(balance, soon).toBe('20.5');
  const route = { type: 0, currency_id: fresh, network: 'ethereum', version: 0, fee: '1', minimum: '5' };
  expect(await errorOf(change('console/withdrawal_route_change', route))).toBe('ok');
  expect(await approve()).toBe('ok');
  expect(await reply('wallet/get_info', { currency: fresh, type: 0 })).toMatchObject({
    rate: '1',
    min_number: '5',
  });
  const out = {
    currency: fresh,
    type: 0,
    number: '10',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
  };
  const confirmation = { pay_password: '274951', network: 'ethereum', first_payment_ok: 1 };
  // Which networks an address can be of is read again by a timer.
  const withdraws = () => errorOf(ask('wallet/out', { ...out, ...confirmation }));
  await expect.poll(withdraws, soon).toBe('price_unavailable');
});

test('two people price it by an outside source; then it is withdrawn and converted at that index', async () => {
  const row = async () =>
    (await reply('console/currencies', {}, risk)).find(({ code }) => code === 'FRESH')?.price;
  const before = (await row()) ?? expect.fail('no market');
  expect(before).toMatchObject({ symbol: 'FRESH/USDT', origin: 'book', sources: [] });
  const source = { currency_id: fresh, version: before.version, simulated: 'ETH/USDT' };
  const asks = (more: Body = {}, token = risk) =>
    errorOf(change('console/price_source_change', { ...source, ...more }, token));
  expect(await asks({ simulated: 'NOPE/USDT' })).toBe('value_invalid');
  expect(await asks({ binance: 'FRESHUSDT' })).toBe('value_invalid');
  expect(await asks({ version: before.version + 1 })).toBe('approval_stale');
  expect(await asks({ currency_id: 1, version: 1 })).toBe('value_invalid');
  expect(await asks({ currency_id: USDT, version: 0 })).toBe('value_invalid');
  expect(['unauthenticated', 'forbidden']).toContain(await asks({}, alice));
  expect(await asks({}, await server.loginOperator('support'))).toBe('forbidden');
  expect(await asks()).toBe('ok');
  expect(await asks()).toBe('ok');
  const [, first] = (await reply('console/approvals', { state: 'asked' }, admin)).data;
  expect(await approve('risk', risk)).toBe('approval_own');
  expect(await approve()).toBe('ok');
  // The other request is about the version before.
  expect(first).toMatchObject({ title: 'Change the price source of a currency', subject: 'FRESH' });
  expect(await approve()).toBe('approval_stale');
  await expect.poll(async () => (await row())?.stale, soon).toBe(false);
  expect(await row()).toMatchObject({
    origin: 'sources',
    version: before.version + 1,
    sources: [{ source: 'simulated', product: 'ETH/USDT', quote: expect.stringMatching(/^\d+/) as string }],
  });
  const quote = { from_currency_id: fresh, to_currency_id: USDT, number: '1' };
  await expect.poll(() => errorOf(ask('user/getTransferQuote', quote)), soon).toBe('ok');
  const out = { currency: fresh, type: 0, number: '10', network: 'ethereum', first_payment_ok: 1 };
  const payee = { address: '0x52908400098527886E0F7030069857D2E4169EE7', pay_password: '274951' };
  await expect
    .poll(() => errorOf(ask('wallet/out', { ...out, ...payee })), soon)
    .not.toBe('price_unavailable');
  const back = { currency_id: fresh, version: before.version + 1 };
  expect(await errorOf(change('console/price_source_change', back))).toBe('ok');
});

test('a name changes for all processes; a request about the version before is refused at its approval', async () => {
  const [row] = (await reply('console/currencies', {}, risk)).filter(({ code }) => code === 'FRESH');
  const present = { currency_id: fresh, version: row?.version ?? 0 };
  expect(await errorOf(change('console/currency_change', { ...present, title: 'Fresher coin' }))).toBe('ok');
  expect(await approve()).toBe('ok');
  expect(await errorOf(change('console/currency_change', { ...present, title: 'Stale coin' }))).toBe(
    'approval_stale',
  );
  const titleIn = async (of: TestServer) =>
    (await of.server.container.ledger.currencies(of.server.ctx.db)).find(({ code }) => code === 'FRESH')
      ?.title;
  await expect.poll(() => titleIn(server), soon).toBe('Fresher coin');
  await expect.poll(() => titleIn(worker), soon).toBe('Fresher coin');
});

test('one person stops sends, conversions and withdrawals of a currency, each alone, and two start them', async () => {
  const stop = (use: string) =>
    errorOf(ask('console/stop', { target: 'currency', subject: `USDT/${use}`, reason: 'a leak' }, risk));
  const send = { to: 'chloe@demo.karat.example', currency_id: USDT, number: '1', pay_password: '274951' };
  expect(await stop('mint')).toBe('not_found');
  expect(await stop('send')).toBe('ok');
  expect(await errorOf(ask('wallet/send', { ...send, first_payment_ok: 1 }))).toBe('currency_disabled');
  const quote = { from_currency_id: USDT, to_currency_id: 1, number: '50' };
  await expect.poll(() => errorOf(ask('user/getTransferQuote', quote)), soon).toBe('ok');
  expect(await stop('convert')).toBe('ok');
  expect(await errorOf(ask('user/getTransferQuote', quote))).toBe('currency_disabled');
  expect(await errorOf(ask('wallet/get_info', { currency: USDT, type: 0 }))).toBe('ok');
  expect(await stop('withdrawal')).toBe('ok');
  expect(await errorOf(ask('wallet/get_info', { currency: USDT, type: 0 }))).toBe('withdrawal_closed');
  expect((await reply('withdrawal/currencies', { type: 0 })).some(({ id }) => id === USDT)).toBe(false);
  expect((await reply('wallet/detail', { currency: USDT, type: 'change' })).is_withdraw).toBe(false);
  const resume = { target: 'currency', subject: 'USDT/withdrawal' };
  expect(await errorOf(change('console/resume', resume))).toBe('ok');
  expect(await errorOf(ask('wallet/get_info', { currency: USDT, type: 0 }))).toBe('withdrawal_closed');
  expect(await approve()).toBe('ok');
  expect(await errorOf(ask('wallet/get_info', { currency: USDT, type: 0 }))).toBe('ok');
});

test('the audit log names who asked, who approved and who stopped, and the books agree', async () => {
  const { data } = await reply('console/audit', { limit: 100 }, admin);
  const actions = data.map(({ operator, action }) => `${operator}: ${action}`);
  for (const line of [
    'risk: ask currency addition',
    'admin: approve currency addition',
    'risk: ask deposit method',
    'risk: ask withdrawal route',
    'risk: stop currency',
    'admin: approve resume',
  ])
    expect(actions).toContain(line);
  expect((await auditLedger(database.db)).differences).toEqual([]);
});
