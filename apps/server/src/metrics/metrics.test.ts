import { virtualClock } from '@karat/platform/clock';
import type { HealthState } from '@karat/platform/health';
import { silentLog } from '@karat/platform/log';
import { createMetrics } from '@karat/platform/metrics';
import { expect, test } from 'vitest';
import type { Container } from '../container.ts';
import { registerDatabaseMetrics } from './database-metrics.ts';
import { registerProcessMetrics } from './process-metrics.ts';
import type { ProcessParts } from './process-metrics.ts';
import type { DatabaseSample } from './read-database.ts';

const S = 1_000;
const NOW = Date.parse('2026-11-27T12:00:00Z');
const ago = (seconds: number): number => NOW - seconds * S;

/** Lines of the metrics without comments, by name and labels. */
const linesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
  );

const SAMPLE = {
  now: NOW,
  house: [
    { account: 'external', currency: 'USDT', value: -900 },
    { account: 'fees', currency: 'USDT', value: 150 },
    { account: 'external', currency: 'BTC', value: -3 },
  ],
  withdrawals: [{ state: 'review', count: 2, oldestMs: ago(70) }],
  approvals: [{ kind: 'loan', count: 4, oldestMs: ago(80) }],
  watchers: [
    { network: 'tron', height: 90, nodeHeight: 97, seenMs: ago(5), failure: null },
    { network: 'bitcoin', height: 12, nodeHeight: 11, seenMs: NOW + 2 * S, failure: null },
  ],
  halted: ['ethereum'],
  comparisons: [
    { network: 'tron', currency: 'USDT', matches: true, checkedMs: ago(31) },
    { network: 'bitcoin', currency: 'BTC', matches: false, checkedMs: ago(32) },
  ],
  sweeps: [{ network: 'tron', count: 6, oldestMs: ago(41) }],
  unswept: [{ network: 'tron', currency: 'USDT', value: 77.5 }],
  audit: { at: ago(51), differences: 3 },
  backupMs: ago(61),
  archiver: { isFailing: true, lastMs: ago(62) },
  work: { due: 8, oldestDueMs: ago(99), oldestTryMs: ago(9), failed: 1 },
  outbox: [
    { name: 'relay', oldestMs: ago(11) },
    { name: 'notices', oldestMs: null },
  ],
  outgoing: {
    mail: { waiting: 5, oldestMs: ago(12), failure: null },
    sms: { waiting: 0, oldestMs: null, failure: null },
  },
  statistics: {
    bytes: 1_024,
    oldestTransactionS: 2.5,
    commits: 21,
    rollbacks: 22,
    deadlocks: 23,
    blocksHit: 24,
    blocksRead: 25,
  },
} as unknown as DatabaseSample;

async function read(sample: DatabaseSample): Promise<ReadonlyMap<string, string>> {
  const metrics = createMetrics();
  const ctx = { clock: virtualClock(NOW), log: silentLog };
  registerDatabaseMetrics(metrics, { ctx } as unknown as Container, async () => sample);
  return linesOf(await metrics.text());
}

test('rows of the database are counted, and ages are seconds', async () => {
  expect(Object.fromEntries(await read(SAMPLE))).toMatchObject({
    'karat_liabilities{currency="USDT"}': '750',
    'karat_liabilities{currency="BTC"}': '3',
    'karat_house_balance{account="fees",currency="USDT"}': '150',
    karat_ledger_audit_differences: '3',
    karat_ledger_audit_age_seconds: '51',
    karat_backup_age_seconds: '61',
    karat_wal_archive_failing: '1',
    karat_wal_archive_age_seconds: '62',
    'karat_chain_lag_blocks{network="tron"}': '7',
    'karat_chain_lag_blocks{network="bitcoin"}': '0',
    'karat_chain_silent_seconds{network="tron"}': '5',
    'karat_chain_silent_seconds{network="bitcoin"}': '0',
    'karat_payouts_halted{network="ethereum"}': '1',
    'karat_custody_matches{network="tron",currency="USDT"}': '1',
    'karat_custody_matches{network="bitcoin",currency="BTC"}': '0',
    'karat_custody_age_seconds{network="bitcoin",currency="BTC"}': '32',
    'karat_sweeps_open{network="tron"}': '6',
    'karat_sweep_oldest_seconds{network="tron"}': '41',
    'karat_unswept{network="tron",currency="USDT"}': '77.5',
    'karat_withdrawals_waiting{state="review"}': '2',
    'karat_withdrawal_oldest_seconds{state="review"}': '70',
    'karat_approvals_waiting{kind="loan"}': '4',
    'karat_approval_oldest_seconds{kind="loan"}': '80',
  });
});

test('queues and the database itself are counted', async () => {
  expect(Object.fromEntries(await read(SAMPLE))).toMatchObject({
    karat_due_work_waiting: '8',
    karat_due_work_lag_seconds: '9',
    karat_due_work_failed: '1',
    'karat_outbox_lag_seconds{consumer="relay"}': '11',
    'karat_outbox_lag_seconds{consumer="notices"}': '0',
    'karat_messages_undelivered{channel="mail"}': '5',
    'karat_message_oldest_seconds{channel="mail"}': '12',
    'karat_message_oldest_seconds{channel="sms"}': '0',
    karat_database_bytes: '1024',
    karat_database_oldest_transaction_seconds: '2.5',
    'karat_database_transactions_total{result="commit"}': '21',
    'karat_database_transactions_total{result="rollback"}': '22',
    karat_database_deadlocks_total: '23',
    'karat_database_blocks_total{source="memory"}': '24',
    'karat_database_blocks_total{source="disk"}': '25',
  });
});

test('what has never happened has no value', async () => {
  const none = { ...SAMPLE, audit: undefined, backupMs: undefined, archiver: undefined } as DatabaseSample;
  const names = [...(await read(none)).keys()].join('\n');
  expect(names).not.toMatch(/_(audit|backup|wal_archive)_/);
});

const nothing = () => undefined;
const zero = () => 0;
const PARTS = {
  realtime: { channels: { counts: { sent: 31, leftOut: 32 } } },
  sockets: { count: () => 33, backlog: () => ({ bytes: 34, largest: 35 }) },
};

test('a process shows its engine, its clock, its checks and its open markets', async () => {
  const metrics = createMetrics();
  const markets = [
    { id: 1, symbol: 'BTC/USDT', state: 'open', time: ago(4) },
    { id: 2, symbol: 'AAPL/USDT', state: 'closed', time: ago(7_200) },
    { id: 3, symbol: 'NEW/USDT', state: 'open', time: undefined },
  ];
  const at = (id: number) => markets.find((row) => row.id === id);
  const states: HealthState[] = ['off', 'ok', 'degraded', 'down'];
  const container = {
    ctx: { clock: virtualClock(NOW), db: { watch: nothing, pool: () => ({}) } },
    spot: {
      running: () => true,
      counts: () => ({ queued: 41, commands: 42, orders: 43, fills: 44 }),
      watchBatches: nothing,
    },
    market: {
      instruments: { all: () => markets },
      state: (id: number) => at(id)?.state,
      index: (id: number) => (at(id)?.time === undefined ? undefined : { time: at(id)?.time }),
    },
    contracts: { backlog: () => ({ commands: 51, ticks: 52, coalesced: 53 }), watchTimes: nothing },
    clockGuard: { state: () => ({ isTrusted: false, databaseDriftMs: 61 }) },
    auditHeads: { status: () => ({ broken: 'entry 3' }) },
    sms: { refused: () => 71, costToday: () => 7.2 },
  };
  registerProcessMetrics({ ...metrics, watchDatabase: zero }, {
    ...PARTS,
    container,
    health: { rows: () => states.map((state) => ({ name: state, state })) },
  } as unknown as ProcessParts);
  const lines = linesOf(await metrics.text());
  expect(Object.fromEntries(lines)).toMatchObject({
    'karat_health{check="off"}': '-1',
    'karat_health{check="ok"}': '0',
    'karat_health{check="degraded"}': '1',
    'karat_health{check="down"}': '2',
    karat_sockets: '33',
    karat_socket_backlog_bytes: '34',
    karat_socket_backlog_largest_bytes: '35',
    karat_messages_sent_total: '31',
    karat_readers_slowed_total: '32',
    karat_engine_running: '1',
    karat_orders_queued: '41',
    karat_commands_total: '42',
    karat_orders_total: '43',
    karat_fills_total: '44',
    karat_contract_commands_waiting: '51',
    karat_contract_ticks_waiting: '52',
    karat_contract_ticks_coalesced_total: '53',
    karat_clock_halted: '1',
    karat_clock_drift_ms: '61',
    karat_audit_log_broken: '1',
    karat_sms_refused_total: '71',
    karat_sms_cost_usd: '7.2',
    'karat_index_age_seconds{market="BTC/USDT"}': '4',
  });
  expect([...lines.keys()].filter((name) => name.startsWith('karat_index_age'))).toHaveLength(1);
});
