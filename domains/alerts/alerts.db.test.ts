import { Refusal, userId } from '@karat/contract';
import type { MarketId } from '@karat/contract';
import { amount, format, price } from '@karat/money';
import { HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { editAlert, pauseAlert, removeAlert, resumeAlert } from './change.ts';
import type { AlertChangeDeps } from './change.ts';
import { AAPL_USDT, AlertsFixture, BTC_USDT } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: AlertsFixture;
let user = userId(100_900);

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  fixture = await AlertsFixture.open(database.db);
  await fixture.missedTick('30000');
  await fixture.watcher.start();
});
afterAll(async () => {
  await fixture.watcher.stop();
  await database.drop();
});
beforeEach(async () => {
  user = userId(user + 1);
  fixture.isSilent = false;
  fixture.states.clear();
  await fixture.tick('30000');
});

const changeDeps = (): AlertChangeDeps => ({ ...fixture.deps, watcher: fixture.watcher });
const key = (id: number) => ({ userId: user, id });
const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : String(error));

test('a single alert notifies once when the index reaches its price and is then over', async () => {
  await fixture.create(user);
  await fixture.tick('30999.99');
  expect(await fixture.notices(user)).toEqual([]);
  await fixture.tick('31000');
  await fixture.tick('30000');
  await fixture.tick('32000');
  expect(await fixture.notices(user)).toEqual(['alerts:rose 31000']);
  expect(await fixture.alerts(user)).toMatchObject([
    { state: 'fired', firings: 1, firedPrice: price('31000') },
  ]);
});

test('a gap over the price notifies, upwards and downwards', async () => {
  await fixture.create(user);
  await fixture.create(user, { target: amount('29000') });
  await fixture.tick('40000');
  await fixture.tick('20000');
  expect(await fixture.notices(user)).toEqual(['alerts:rose 40000', 'alerts:fell 20000']);
});

test('a repeated alert stays silent for its minutes and then notifies only if the index has crossed back', async () => {
  await fixture.create(user, { repeatMinutes: 60 });
  await fixture.tick('31500');
  await fixture.tick('30500');
  await fixture.tick('31500');
  expect(await fixture.notices(user)).toHaveLength(1);
  fixture.clock.advance(HOUR_MS);
  await fixture.tick('31600');
  expect(await fixture.notices(user)).toHaveLength(1);
  await fixture.tick('30500');
  expect(await fixture.notices(user)).toEqual(['alerts:rose 31500', 'alerts:fell 30500']);
  expect(await fixture.alerts(user)).toMatchObject([{ state: 'active', firings: 2 }]);
});

test('a change over 24 hours notifies at its percentage, and again after it was below it', async () => {
  fixture.opens.set(BTC_USDT, price('30000'));
  await fixture.create(user, { kind: 'rise_24h', target: amount('5'), repeatMinutes: 5 });
  await fixture.create(user, { kind: 'fall_24h', target: amount('5') });
  await fixture.tick('31499.99');
  await fixture.tick('31500');
  fixture.clock.advance(5 * 60_000);
  await fixture.tick('31600');
  await fixture.tick('31000');
  await fixture.tick('31600');
  await fixture.tick('28500');
  fixture.opens.delete(BTC_USDT);
  expect(await fixture.notices(user)).toEqual([
    'alerts:rose_24h 31500',
    'alerts:rose_24h 31600',
    'alerts:fell_24h 28500',
  ]);
});

test('a crossing while no process ran notifies once at the first tick after it', async () => {
  await fixture.create(user, { repeatMinutes: 1_440 });
  await fixture.watcher.stop();
  await fixture.missedTick('30500');
  await fixture.restart();
  expect(await fixture.notices(user)).toEqual([]);
  await fixture.watcher.stop();
  await fixture.missedTick('32000');
  await fixture.restart();
  await fixture.watcher.idle();
  await fixture.restart();
  await fixture.tick('32100');
  expect(await fixture.notices(user)).toEqual(['alerts:rose 32000']);
});

test('a crossing in the last ticks of a killed process notifies although the index has turned back', async () => {
  await fixture.create(user);
  await fixture.watcher.stop();
  await fixture.missedTick('31000');
  await fixture.missedTick('30000');
  await fixture.restart();
  await fixture.watcher.idle();
  expect(await fixture.notices(user)).toEqual(['alerts:rose 31000']);
});

test('a silent index and a halted market notify nobody; the first price after it does', async () => {
  await fixture.create(user);
  fixture.isSilent = true;
  await fixture.tick('33000');
  fixture.isSilent = false;
  fixture.states.set(BTC_USDT, 'halted');
  await fixture.tick('33000');
  expect(await fixture.notices(user)).toEqual([]);
  await fixture.tick('30000');
  fixture.states.clear();
  await fixture.tick('30001');
  expect(await fixture.notices(user)).toEqual([]);
  await fixture.tick('31001');
  expect(await fixture.notices(user)).toEqual(['alerts:rose 31001']);
});

test('a split changes the price of an alert with the size of the share and notifies nobody', async () => {
  const alert = await fixture.create(user, { marketId: AAPL_USDT, target: amount('20000') });
  expect(alert.side).toBe('above');
  fixture.rescales.set(AAPL_USDT, [{ from: fixture.clock.now() + 1, numerator: 1n, denominator: 2n }]);
  fixture.clock.advance(2_000);
  await fixture.tick('15000');
  await fixture.restart();
  await fixture.tick('15000');
  expect(await fixture.notices(user)).toEqual([]);
  expect(fixture.watcher.size).toBeGreaterThan(0);
  await pauseAlert(changeDeps(), key(alert.id));
  expect(format((await resumeAlert(changeDeps(), key(alert.id))).target)).toBe('10000');
  fixture.rescales.clear();
});

test('ticks from before a split, in shares of the old size, are not watched again at a start', async () => {
  await fixture.create(user, { marketId: AAPL_USDT, target: amount('40000') });
  const { deps } = fixture;
  const before = { market: AAPL_USDT, time: Math.floor(fixture.clock.now() / 1_000), price: '30000' };
  const rest = { source: 'simulated', quotes: '', previous: '', hash: '' } as const;
  fixture.clock.advance(1_000);
  fixture.rescales.set(AAPL_USDT, [{ from: fixture.clock.now(), numerator: 1n, denominator: 2n }]);
  const ticks = async (_db: unknown, id: MarketId) => (id === AAPL_USDT ? [{ ...before, ...rest }] : []);
  fixture.deps = { ...deps, market: { ...deps.market, ticks } };
  await fixture.restart();
  await fixture.watcher.idle();
  expect(await fixture.notices(user)).toEqual([]);
  fixture.deps = deps;
  fixture.rescales.clear();
});

test('an alert that is paused, edited or deleted no longer notifies for its old price', async () => {
  const paused = await fixture.create(user);
  const edited = await fixture.create(user, { target: amount('31001') });
  const removed = await fixture.create(user, { target: amount('31002') });
  await pauseAlert(changeDeps(), key(paused.id));
  await editAlert(changeDeps(), key(edited.id), {
    kind: 'price',
    target: amount('33000'),
    repeatMinutes: 0,
  });
  await removeAlert(changeDeps(), key(removed.id));
  await fixture.tick('32000');
  expect(await fixture.notices(user)).toEqual([]);
  await resumeAlert(changeDeps(), key(paused.id));
  await fixture.tick('33000');
  expect(await fixture.notices(user)).toEqual(['alerts:rose 33000']);
  await fixture.tick('30999');
  expect(await fixture.notices(user)).toEqual(['alerts:rose 33000', 'alerts:fell 30999']);
  await resumeAlert(changeDeps(), key(paused.id));
  expect((await fixture.alerts(user)).map(({ state }) => state)).toEqual(['fired', 'active']);
});

test('an edit that commits before the notification of a crossing wins, and nobody is notified of the old price', async () => {
  const alert = await fixture.create(user);
  const [changes] = await Promise.all([
    editAlert(changeDeps(), key(alert.id), { kind: 'price', target: amount('35000'), repeatMinutes: 0 }),
    fixture.missedTick('32000'),
  ]);
  await fixture.watcher.idle();
  expect(changes.version).toBeGreaterThan(1);
  const notices = await fixture.notices(user);
  expect((await fixture.alerts(user))[0]).toMatchObject({ state: 'active', firings: notices.length });
});

test('a hundred alerts created at once stay within the limit, and the same alert exists once', async () => {
  const targets = Array.from({ length: 100 }, (_, index) => amount(String(40_000 + index)));
  const results = await Promise.allSettled(targets.map((target) => fixture.create(user, { target })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const refused = results.find((result) => result.status === 'rejected');
  expect(codeOf(refused?.reason)).toBe('alerts_max');
  const [first, second] = await fixture.alerts(user);
  if (!first || !second) throw new Error('no alerts');
  const { target } = first;
  const same = await Promise.all(Array.from({ length: 10 }, () => fixture.create(user, { target })));
  expect(new Set(same.map(({ id }) => id)).size).toBe(1);
  expect(await fixture.create(user, { marketId: AAPL_USDT, target }).catch(codeOf)).toBe('alerts_max');
  const edit = editAlert(changeDeps(), key(first.id), {
    kind: 'price',
    target: second.target,
    repeatMinutes: 0,
  });
  expect(await edit.catch(codeOf)).toBe('alert_exists');
});

test('of five alerts that are changed to the same price at once one is', async () => {
  const ids: number[] = [];
  for (const target of ['41000', '42000', '43000', '44000', '45000'])
    ids.push((await fixture.create(user, { target: amount(target) })).id);
  const terms = { kind: 'price', target: amount('46000'), repeatMinutes: 0 } as const;
  const edits = await Promise.all(ids.map((id) => editAlert(changeDeps(), key(id), terms).catch(codeOf)));
  expect(edits.filter((edit) => edit === 'alert_exists')).toHaveLength(4);
});

test('targets outside the limits, unknown markets and other people’s alerts are refused', async () => {
  const { id } = await fixture.create(user);
  const refusals = [
    fixture.create(user, { marketId: 999 as never }),
    fixture.create(user, { target: amount('31000.0000000001') }),
    fixture.create(user, { kind: 'fall_24h', target: amount('100') }),
    fixture.create(user, { kind: 'rise_24h', target: amount('0.05') }),
    pauseAlert(changeDeps(), { userId: userId(user + 500), id }),
    resumeAlert(changeDeps(), { userId: userId(user + 500), id }),
    removeAlert(changeDeps(), { userId: userId(user + 500), id }),
  ];
  expect(await Promise.all(refusals.map((each) => each.catch(codeOf)))).toEqual([
    ...['market_unknown', 'alert_decimals', 'alert_target', 'alert_target'],
    ...['alert_unknown', 'alert_unknown', 'alert_unknown'],
  ]);
});
