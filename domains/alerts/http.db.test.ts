import { contract, userId } from '@karat/contract';
import { callHandler } from '@karat/platform/testing';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertsHandlers } from './http.ts';
import { AAPL_USDT, AlertsFixture, BTC_USDT } from './testing/fixture.ts';

const [ANNA, BEN] = [userId(101_001), userId(101_002)];

let database: TestDatabase;
let fixture: AlertsFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await AlertsFixture.open(database.db);
  await fixture.missedTick('30000');
  await fixture.watcher.start();
});
afterAll(async () => {
  await fixture.watcher.stop();
  await database.drop();
});

const call = <Path extends keyof typeof contract.alerts>(
  path: Path,
  fields: Record<string, unknown> = {},
  who = ANNA,
) =>
  callHandler(contract.alerts, alertsHandlers({ ...fixture.deps, watcher: fixture.watcher }), path, {
    who,
    fields,
  });
const create = async (fields: Record<string, unknown>, who = ANNA) => {
  fixture.clock.advance(MINUTE_MS);
  return { reply: await call('alert/create', fields, who), created_ms: fixture.clock.now() };
};
const bitcoin = { match_id: 1, symbol: 'BTC/USDT', currency_name: 'BTC', legal_name: 'USDT' };
const apple = { match_id: 101, symbol: 'AAPL/USDT', currency_name: 'AAPL', legal_name: 'USDT' };
const fresh = { state: 'active', firings: 0, fired_price: null, fired_ms: null };

test('an alert has its market, its terms and when it notified last; a list all of them, newest first', async () => {
  const at31000 = { kind: 'price', target: '31000', repeat_minutes: 60 };
  const first = await create({ match_id: BTC_USDT, ...at31000 });
  const watching = { ...bitcoin, ...at31000, ...fresh, id: first.reply.id, created_ms: first.created_ms };
  expect(first.reply).toEqual(watching);
  const shares = { kind: 'price', target: '400', repeat_minutes: 0 };
  const second = await create({ match_id: AAPL_USDT, ...shares });
  await create({ match_id: BTC_USDT, ...at31000 }, BEN);
  const rise = { kind: 'rise_24h', target: '5.5', repeat_minutes: 240 };
  const third = await create({ match_id: BTC_USDT, ...rise });
  const rising = { ...bitcoin, ...rise, ...fresh, id: third.reply.id, created_ms: third.created_ms };
  expect(third.reply).toEqual(rising);
  // A split of one share into four since the target was set.
  const split = { from: second.created_ms + 1, numerator: 1n, denominator: 4n };
  fixture.rescales.set(AAPL_USDT, [split]);
  await fixture.tick('31500.25');
  const firedMs = fixture.clock.now();
  fixture.clock.advance(MINUTE_MS);
  const rows = [
    rising,
    { ...apple, ...shares, ...fresh, id: second.reply.id, target: '100', created_ms: second.created_ms },
    { ...watching, firings: 1, fired_price: '31500.25', fired_ms: firedMs },
  ];
  expect(await call('alert/list')).toEqual({ max: 5, count: 3, data: rows });
  expect(await call('alert/list', { match_id: BTC_USDT })).toEqual({
    ...{ max: 5, count: 3, data: [rows[0], rows[2]] },
  });
  expect(await call('alert/list', {}, BEN)).toMatchObject({ count: 1, data: [{ firings: 1 }] });
});

test('a change of an alert is answered with the alert as it is then', async () => {
  const { data } = await call('alert/list');
  const [rising, , fired] = data;
  expect(await call('alert/pause', { id: rising?.id })).toEqual({ ...rising, state: 'paused' });
  const terms = { kind: 'fall_24h', target: '7', repeat_minutes: 15 };
  const edited = { ...rising, ...terms, state: 'active' };
  expect(await call('alert/edit', { id: rising?.id, ...terms })).toEqual(edited);
  expect(await call('alert/pause', { id: fired?.id })).toEqual({ ...fired, state: 'paused' });
  expect(await call('alert/resume', { id: fired?.id })).toEqual(fired);
  expect(await call('alert/remove', { id: rising?.id })).toBe('ok');
  expect(await call('alert/list')).toMatchObject({ count: 2, data: data.slice(1) });
});
