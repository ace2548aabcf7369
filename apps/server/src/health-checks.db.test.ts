import { tmpdir } from 'node:os';
import { virtualClock } from '@karat/platform/clock';
import { sql } from '@karat/platform/db';
import type { HealthReading } from '@karat/platform/health';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import type { Container } from './container.ts';
import { healthChecks } from './health-checks.ts';
import { readinessOf } from './ready.ts';

const S = 1_000;
const START = Date.parse('2026-11-27T12:00:00Z');
const clock = virtualClock(START);
const RECIPIENT = 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj';
const at = (agoMs: number) => sql`to_timestamp(${START - agoMs} / 1000.0)`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() =>
  database.db.run(
    sql`truncate platform_work, platform_outgoing, deposits_watchers, platform_outbox_consumers`,
  ),
);

/** Parts of a container that the checks look at; each test replaces those that it is about. */
const working = {
  clockGuard: { state: () => ({ isTrusted: true, halt: undefined, databaseDriftMs: 2.4 }) },
  market: { instruments: { all: () => [] } },
  auditHeads: { status: () => ({ head: undefined, broken: undefined }) },
  withdrawals: { signing: undefined },
  deposits: { connected: [] },
  mail: { mode: 'provider' },
  sms: {
    mode: 'outbox',
    spending: async () => ({ state: 'ok', cost: 1.234, cap: 50, countries: [] }),
  },
  compliance: { isConfigured: false },
};

const read = async (
  name: string,
  parts: Readonly<Record<string, unknown>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<HealthReading | undefined> => {
  const container = { ctx: { db: database.db, clock }, ...working, ...parts } as unknown as Container;
  const config = readConfig({ KARAT_DATA: tmpdir(), ...env });
  return healthChecks(config, container)
    .find((check) => check.name === name)
    ?.measure();
};
const stateOf = async (...asked: Parameters<typeof read>) => (await read(...asked))?.state;

const schedule = (state: string, dueAgo: number, tryAgo: number) =>
  database.db.run(sql`insert into platform_work (kind, subject, due_at, try_at, state)
    values ('test', ${`${state}${tryAgo}`}, ${at(dueAgo)}, ${at(tryAgo)}, ${state})`);

test('due work is late after ten seconds and down after two minutes, counted from its planned attempt', async () => {
  expect(await read('due work')).toEqual({ state: 'ok', detail: '0 due, the oldest since 0 s' });
  await schedule('waiting', 600 * S, 9_999);
  expect(await stateOf('due work')).toBe('ok');
  await schedule('waiting', 0, 10 * S);
  expect(await read('due work')).toEqual({ state: 'degraded', detail: '2 due, the oldest since 10 s' });
  await schedule('failed', 0, 0);
  expect((await read('due work'))?.detail).toBe('2 due, the oldest since 10 s; 1 given up');
  await schedule('waiting', 0, 120 * S);
  expect(await stateOf('due work')).toBe('down');
});

test('work that was given up is a fault though nothing is late', async () => {
  await schedule('failed', 0, 0);
  expect(await stateOf('due work')).toBe('degraded');
});

test.each([
  [59_999, 'ok'],
  [60 * S, 'degraded'],
  [599_999, 'degraded'],
  [600 * S, 'down'],
])('a mail that waits for %i ms is %s, and a development outbox is never late', async (ageMs, state) => {
  for (const channel of ['mail', 'sms'])
    await database.db
      .run(sql`insert into platform_outgoing (channel, receiver, lang, subject, body, created_at, expires_at)
      values (${channel}, 'x', 'en', '', '', ${at(ageMs)}, ${at(0)})`);
  expect(await stateOf('mail')).toBe(state);
  expect(await stateOf('sms')).toBe('ok');
  expect(await stateOf('mail', { mail: { mode: 'none' } })).toBe('down');
});

test('a chain is down that was never reached, late or silent, and degraded while its watcher fails', async () => {
  const parts = { deposits: { connected: ['tron'], custody: { watchers: async () => [] } } };
  expect(await read('chain:tron', parts)).toEqual({ state: 'down', detail: 'never reached' });
  const seen = (agoMs: number, failure: string | null) => {
    const [bitcoin, tron] = ['bitcoin', 'tron'].map((network) => ({
      network,
      height: 7,
      nodeHeight: 9,
      failure,
      seenMs: START - (network === 'tron' ? agoMs : 0),
    }));
    return read('chain:tron', {
      deposits: { connected: ['tron'], custody: { watchers: async () => [bitcoin, tron] } },
    });
  };
  expect(await seen(59_999, null)).toMatchObject({ state: 'ok', detail: 'block 7 of 9, seen 60 s ago' });
  expect((await seen(60 * S, null))?.state).toBe('degraded');
  expect((await seen(600 * S, null))?.state).toBe('down');
  expect(await seen(0, 'no reply')).toEqual({
    state: 'degraded',
    detail: 'block 7 of 9, seen 0 s ago: no reply',
  });
  expect((await seen(600 * S, 'no reply'))?.state).toBe('down');
});

test('an event that a consumer cannot process is a fault with its name', async () => {
  expect(await stateOf('outbox')).toBe('ok');
  await database.db.run(sql`insert into platform_outbox_consumers (name, writer, id, attempts, try_at)
    values ('relay', '0', 0, 0, ${at(0)}), ('notices', '0', 0, 1, ${at(0)})`);
  expect(await read('outbox')).toEqual({ state: 'degraded', detail: 'held up: notices' });
});

test('some markets without a fresh index are a fault, all of them an outage', async () => {
  const indices = new Map<number, { readonly stale: boolean }>();
  const rows = [
    { id: 1, symbol: 'BTC/USDT', pricing: 'sources', state: 'open' },
    { id: 2, symbol: 'ETH/USDT', pricing: 'sources', state: 'open' },
    { id: 3, symbol: 'AAPL/USDT', pricing: 'sources', state: 'closed' },
    { id: 4, symbol: 'KRT/USDT', pricing: 'own', state: 'open' },
  ];
  const market = {
    instruments: { all: () => rows },
    state: (id: number) => rows.find((row) => row.id === id)?.state,
    index: (id: number) => indices.get(id),
  };
  const index = () => read('index', { market });
  expect(await index()).toEqual({ state: 'down', detail: 'stale: BTC/USDT, ETH/USDT' });
  indices.set(1, { stale: false }).set(2, { stale: true });
  expect(await index()).toEqual({ state: 'degraded', detail: 'stale: ETH/USDT' });
  indices.set(2, { stale: false });
  expect(await index()).toEqual({ state: 'ok', detail: '2 markets open, all fresh' });
  expect(await read('index', { market }, { ROLES: 'work' })).toBeUndefined();
});

test('costs of short messages near a cap are a fault, at a cap an outage, of all countries or of one', async () => {
  const cost = (state: string, ...states: string[]) =>
    stateOf('sms cost', {
      sms: {
        mode: 'outbox',
        spending: async () => ({
          ...{ state, cost: 1.234, cap: 50 },
          countries: states.map((each, row) => ({ country: `C${row}`, state: each })),
        }),
      },
    });
  expect((await read('sms cost'))?.detail).toBe('1.23 of 50 USD today');
  expect(await Promise.all([cost('ok'), cost('near'), cost('reached')])).toEqual(['ok', 'degraded', 'down']);
  expect(await Promise.all([cost('ok', 'near'), cost('ok', 'near', 'reached')])).toEqual([
    'degraded',
    'down',
  ]);
});

test('a halted clock, a broken audit log and an unreadable sanction list are seen', async () => {
  const clockIs = (state: object) => stateOf('clock', { clockGuard: { state: () => state } });
  expect(await read('clock')).toEqual({ state: 'ok', detail: '2 ms ahead of the database' });
  expect(await clockIs({ isTrusted: false, halt: undefined, databaseDriftMs: 0 })).toBe('down');
  const halt = { reason: 'database_differs', driftMs: 9_000, atMs: 0 };
  expect(await clockIs({ isTrusted: false, halt, databaseDriftMs: 0 })).toBe('down');
  const heads = (status: object) => stateOf('audit log', { auditHeads: { status: () => status } });
  expect(await heads({ head: { entry: 4 }, broken: 'entry 3 was changed' })).toBe('down');
  expect(await heads({ head: { entry: 4 }, broken: undefined })).toBe('ok');
  const list = (check: object | undefined) =>
    stateOf('sanction list', { compliance: { isConfigured: true, listCheck: async () => check } });
  expect(await Promise.all([list(undefined), list({ error: 'no file' }), list({ error: null })])).toEqual([
    'degraded',
    'degraded',
    'ok',
  ]);
  expect(await stateOf('sanction list')).toBe('off');
});

test('a signer that does not reply fails its check, and none is no fault', async () => {
  expect(await stateOf('signer')).toBe('off');
  const signing = { status: async () => ({ networks: ['tron'], signed: 3 }) };
  expect(await read('signer', { withdrawals: { signing } })).toEqual({
    state: 'ok',
    detail: 'tron; 3 signed',
  });
  const away = { status: () => Promise.reject(new Error('away')) };
  await expect(read('signer', { withdrawals: { signing: away } })).rejects.toThrow('away');
});

test('an archive of the log that the database does not fill is an outage', async () => {
  const env = { KARAT_WAL_ARCHIVE: '/archive', KARAT_BACKUP_RECIPIENT: RECIPIENT };
  expect(await read('archive of the log', {}, env)).toEqual({
    state: 'down',
    detail: 'the database archives nothing',
  });
  expect(await read('archive of the log')).toBeUndefined();
});

test('a process is ready while its database replies and its engine runs', async () => {
  const ready = (db: unknown, running: boolean, runsEngine = true) =>
    readinessOf({ ctx: { db }, spot: { running: () => running } } as unknown as Container, runsEngine)();
  expect(await ready(database.db, true)).toEqual({ database: true, engine: true });
  expect(await ready(database.db, false)).toEqual({ database: true, engine: false });
  expect(await ready(database.db, false, false)).toEqual({ database: true });
  const away = { one: () => Promise.reject(new Error('away')) };
  expect(await ready(away, true)).toEqual({ database: false, engine: true });
});
