import { contract } from '@karat/contract';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { Path, ReplyAt } from './testing/api-client.ts';
import type { TestServer } from './testing/boot.ts';

let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let bruno: string;

type Body = Readonly<Record<string, string | number>>;
const reply = <P extends Path>(path: P, body: Body = {}, token = alice) =>
  server.reply(path, { token, body }) as Promise<ReplyAt<P>>;
const ask = (path: string, body: Body = {}, token = alice) =>
  server.ask(path, { method: 'GET', token, body });
const file = async (path: string, body: Body, token = alice) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) query.set(name, String(value));
  return fetch(`${server.url}/api/${path}?${query.toString()}`, { headers: { authorization: token } });
};
const month = new Date().toISOString().slice(0, 7);
const year = Number(month.slice(0, 4));

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
  alice = await server.login('alice');
  bruno = await server.login('bruno');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

test('the figures of a demo user are those of the ledger, and the parts fit together', async () => {
  const summary = await reply('portfolio/summary');
  expect(summary.complete).toBe(true);
  expect(summary.counted).toBeGreaterThan(0);
  const { data } = await reply('portfolio/assets', { method: 'fifo' });
  const wallets = await reply('wallet/list');
  const held = (code: string) =>
    (['legal', 'change', 'lever', 'micro'] as const)
      .flatMap((name) =>
        wallets[`${name}_wallet`].balance
          .filter((row) => row.currency_name === code)
          .map((row) => {
            const balances = row as unknown as Record<string, string>;
            return Number(balances[`${name}_balance`]) + Number(balances[`lock_${name}_balance`]);
          }),
      )
      .reduce((sum, each) => sum + each, 0);
  for (const asset of data) expect(Number(asset.quantity)).toBeCloseTo(held(asset.currency_name), 8);
  const btc = data.find(({ currency_name: code }) => code === 'BTC') ?? expect.fail('no BTC');
  const one = await reply('portfolio/asset', { currency_id: btc.currency_id, method: 'fifo' });
  expect(one).toMatchObject({ quantity: btc.quantity, cost: btc.cost, realised: btc.realised });
  const lots = await reply('portfolio/lots', { currency_id: btc.currency_id, limit: 100 });
  const total = lots.data.reduce((sum, { remaining }) => sum + Number(remaining), 0);
  expect(total).toBeCloseTo(Number(btc.quantity), 8);
});

test('the chart ends now with the value of the summary, and has at most a hundred points', async () => {
  for (const range of ['24h', '7d', '30d', '1y']) {
    const chart = await reply('portfolio/chart', { range });
    expect(chart.points.length).toBeLessThanOrEqual(100);
    expect(chart.points.at(-1)).toMatchObject({ value: chart.value, profit: chart.profit });
    expect(chart.points.map(({ at_ms: at }) => at)).toEqual(
      chart.points.map(({ at_ms: at }) => at).toSorted((a, b) => a - b),
    );
  }
});

test('days, years, marked movements and sales are those of the caller', async () => {
  const days = await reply('portfolio/days', { month });
  expect(days.data.length).toBe(new Date().getUTCDate());
  expect(days.first_month).not.toBeNull();
  const years = await reply('portfolio/years');
  expect(years.data[0]?.year).toBe(year);
  const marked = await reply('portfolio/estimated', { limit: 1 });
  expect(marked.data[0]).toMatchObject({ estimated: true });
  const sales = await reply('portfolio/disposals', { limit: 1 });
  expect(sales.data.length).toBeLessThanOrEqual(1);
});

test('a statement equals the ledger, and its files are downloads of the caller', async () => {
  const { data } = await reply('portfolio/statements');
  expect(data[0]).toMatchObject({ month, closed: false });
  const statement = await reply('portfolio/statement', { month });
  for (const row of statement.balances)
    expect(Number(row.opening) + Number(row.in) - Number(row.out)).toBeCloseTo(Number(row.closing), 8);
  const pdf = await file('portfolio/statement_file', { month, format: 'pdf' });
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.headers.get('content-disposition')).toContain(`karat-statement-${month}.pdf`);
  expect((await pdf.text()).startsWith('%PDF-1.4')).toBe(true);
  const rows = (await (await file('portfolio/statement_file', { month, format: 'csv' })).text()).trim();
  expect(rows.split('\r\n').filter((line) => line.startsWith('movement,'))).toHaveLength(statement.movements);
  const his = await (await file('portfolio/statement_file', { month, format: 'csv' }, bruno)).text();
  expect(his).not.toBe(rows);
});

test('tax exports in all formats and by all methods', async () => {
  const { data } = await reply('portfolio/tax_years');
  expect(data[0]).toMatchObject({ year, closed: false });
  for (const method of ['fifo', 'lifo', 'average']) {
    const summary = await reply('portfolio/tax_summary', { year, method });
    expect(Number(summary.gains) - Number(summary.losses)).toBeCloseTo(Number(summary.net), 8);
  }
  for (const format of ['koinly', 'cointracker', 'disposals']) {
    const answer = await file('portfolio/tax_export', { year, format });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await answer.text()).toMatch(/^(Date|asset),/);
  }
});

test('what does not exist is refused, and nothing is shown without a login', async () => {
  expect(await ask('portfolio/statement', { month: '2026-13' })).toMatchObject({ error: 'parameter_error' });
  expect(await ask('portfolio/statement', { month: '2021-01' })).toMatchObject({ error: 'portfolio_month' });
  expect(await ask('portfolio/tax_summary', { year: 2005 })).toMatchObject({ error: 'portfolio_year' });
  expect(await ask('portfolio/asset', { currency_id: 4_000 })).toMatchObject({ error: 'currency_unknown' });
  expect(await ask('portfolio/disposals', { cursor: "1' or 1=1" })).toMatchObject({
    error: 'parameter_error',
  });
  for (const path of Object.keys(contract.portfolio))
    expect(await server.ask(path, { method: 'GET' }), path).toMatchObject({ type: '999' });
});
