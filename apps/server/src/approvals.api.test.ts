import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';

let database: PreparedDatabase;
let server: TestServer;
let risk: string;
const clock = clockAt(SATURDAY);

beforeAll(async () => {
  database = await createDemoDatabase(SATURDAY);
  server = await startTestServer(database, {}, { clock });
  risk = await server.loginOperator('risk');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

type Body = Readonly<Record<string, string | number>>;
const reason = 'as it is already';
const ask = (path: string, body: Body) => server.ask(path, { token: risk, body: { ...body, reason } });

test('a request that changes nothing is refused by the call, whatever its kind', async () => {
  const by = { token: risk };
  const [market] = await server.reply('console/markets', by);
  if (!market) return expect.fail('no market');
  const { match_id, maker_fee } = market;
  expect(await ask('console/market_change', { match_id, maker_fee })).toMatchObject({ error: 'no_change' });
  expect(await ask('console/market_change', { match_id })).toMatchObject({ error: 'no_change' });

  const [contract] = await server.reply('console/contracts', by);
  if (!contract) return expect.fail('no contract');
  const { spread, overnight, multiples } = contract;
  const same = { match_id: contract.match_id, spread, overnight, multiples: multiples.join(',') };
  expect(await ask('console/contract_change', same)).toMatchObject({ error: 'no_change' });
  expect(await ask('console/contract_change', { match_id: contract.match_id })).toMatchObject({
    error: 'no_change',
  });

  const { positions_max } = await server.reply('console/contract_limits', by);
  expect(await ask('console/contract_limits_change', { positions_max })).toMatchObject({
    error: 'no_change',
  });

  const { durations, currencies, regions } = await server.reply('console/options', by);
  const [duration] = durations;
  const [currency] = currencies;
  if (!duration || !currency) return expect.fail('no terms');
  const { seconds, profit_ratio, min_amount, max_amount } = duration;
  const terms = { seconds, profit_ratio, min_amount, max_amount, enabled: 1 };
  expect(await ask('console/option_duration', terms)).toMatchObject({ error: 'no_change' });
  const { currency_name: _, enabled, ...limits } = currency;
  expect(await ask('console/option_currency', { ...limits, enabled: enabled ? 1 : 0 })).toMatchObject({
    error: 'no_change',
  });
  expect(await ask('console/option_regions', { regions: regions.join(',') })).toMatchObject({
    error: 'no_change',
  });
  expect((await server.reply('console/approvals', by)).data).toEqual([]);
});

test('an approval shows names, and values before and after', async () => {
  const [market] = await server.reply('console/markets', { token: risk });
  if (!market) return expect.fail('no market');
  const request = { match_id: market.match_id, maker_fee: '0.0005' };
  expect((await ask('console/market_change', request)).error).toBeUndefined();
  const uid = (await server.reply('user/info', { token: await server.login('alice') })).id;
  const correction = { uid, account: 'change', counter: 'promotion', currency: 3, amount: '12.5' };
  const more = { reason: 'compensation', note: 'Ticket 41' };
  const asked = await server.ask('console/correction', { token: risk, body: { ...correction, ...more } });
  expect(asked.error).toBeUndefined();

  const { data } = await server.reply('console/approvals', { token: risk });
  const [money, fees] = data;
  expect(fees).toMatchObject({ title: 'Change a market', subject: market.symbol, uid: null });
  expect(fees?.changes).toContainEqual({
    label: 'Maker fee',
    before: `${Number(market.maker_fee) * 100} %`,
    after: '0.05 %',
  });
  expect(money).toMatchObject({ title: 'Correct a balance', uid });
  expect(money?.person).toContain('alice@demo.karat.example');
  const balance = money?.changes.find(({ label }) => label === `Available of ${uid} change`);
  const sum = Number(balance?.after?.split(' ')[0]) - Number(balance?.before?.split(' ')[0]);
  expect(sum).toBeCloseTo(12.5, 6);
});
