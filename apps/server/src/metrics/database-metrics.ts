import { cached } from '@karat/platform/metrics';
import type { Metrics, Sample } from '@karat/platform/metrics';
import type { Container } from '../container.ts';
import { readDatabase } from './read-database.ts';
import type { DatabaseSample } from './read-database.ts';

/** The database is read at most this often, however many scrape. */
const EVERY_MS = 15_000;
const seconds = (now: number, then: number | null): number =>
  then === null ? 0 : Math.max(0, now - then) / 1_000;
const one = (value: number): Sample => ({ labels: {}, value });

type Read = (sample: DatabaseSample) => readonly Sample[];

/**
 * Registers what comes from rows: money, queues, chains, due work, messages, the database itself. While the database is away the
 * last values stay, and `karat_database_sample_age_seconds` grows.
 */
export function registerDatabaseMetrics(
  metrics: Metrics,
  container: Container,
  read: typeof readDatabase = readDatabase,
): void {
  const { ctx } = container;
  const sample = cached(
    ctx.clock,
    EVERY_MS,
    () => read(container),
    (failure) => ctx.log.warn({ err: failure }, 'metrics of the database not read'),
  );
  const gauges = (name: string, help: string, labels: readonly string[], samplesOf: Read): void =>
    metrics.gauges({ name, help }, labels, async () => {
      const now = await sample.current();
      return now === undefined ? [] : samplesOf(now);
    });
  const totals = (name: string, help: string, labels: readonly string[], samplesOf: Read): void =>
    metrics.totals({ name, help }, labels, async () => {
      const now = await sample.current();
      return now === undefined ? [] : samplesOf(now);
    });
  metrics.gauge(
    'karat_database_sample_age_seconds',
    'Age of the metrics that come from the database; -1 before the first',
    () => (sample.ageMs() ?? -1_000) / 1_000,
  );
  registerMoney(gauges);
  registerBackups(gauges);
  registerChains(gauges);
  registerSweeps(gauges);
  registerQueues(gauges);
  registerStatistics(gauges, totals);
}

type Register = (name: string, help: string, labels: readonly string[], read: Read) => void;

function registerMoney(gauges: Register): void {
  gauges(
    'karat_house_balance',
    'Balance of a house account; external is the outside world and negative',
    ['account', 'currency'],
    ({ house }) => house.map(({ account, currency, value }) => ({ labels: { account, currency }, value })),
  );
  // All journals sum to zero, so what users own is what the house accounts owe: few rows instead of every user's.
  gauges('karat_liabilities', 'What all users own together', ['currency'], ({ house }) =>
    [...Map.groupBy(house, ({ currency }) => currency)].map(([currency, rows]) => ({
      labels: { currency },
      value: 0 - rows.reduce((sum, { value }) => sum + value, 0),
    })),
  );
  gauges(
    'karat_ledger_audit_differences',
    'Differences that the last audit of the ledger found',
    [],
    ({ audit }) => (audit === undefined ? [] : [one(audit.differences)]),
  );
  gauges('karat_ledger_audit_age_seconds', 'Time since the last audit of the ledger', [], ({ audit, now }) =>
    audit === undefined ? [] : [one(seconds(now, audit.at))],
  );
}

function registerBackups(gauges: Register): void {
  gauges('karat_backup_age_seconds', 'Time since the last completed backup', [], ({ backupMs, now }) =>
    backupMs === undefined ? [] : [one(seconds(now, backupMs))],
  );
  gauges(
    'karat_wal_archive_failing',
    '1 if the last try to archive the log of the database failed, else 0',
    [],
    ({ archiver }) => (archiver === undefined ? [] : [one(archiver.isFailing ? 1 : 0)]),
  );
  gauges(
    'karat_wal_archive_age_seconds',
    'Time since a part of the log of the database was archived',
    [],
    ({ archiver, now }) => (archiver?.lastMs === undefined ? [] : [one(seconds(now, archiver.lastMs))]),
  );
}

function registerChains(gauges: Register): void {
  gauges('karat_chain_lag_blocks', 'Blocks of the node that are not read yet', ['network'], ({ watchers }) =>
    watchers.map(({ network, height, nodeHeight }) => ({
      labels: { network },
      value: Math.max(0, nodeHeight - height),
    })),
  );
  gauges('karat_chain_silent_seconds', 'Time since the node was reached', ['network'], ({ watchers, now }) =>
    watchers.map(({ network, seenMs }) => ({ labels: { network }, value: seconds(now, seenMs) })),
  );
  gauges('karat_payouts_halted', '1 for a network on which payouts are halted', ['network'], ({ halted }) =>
    halted.map((network) => ({ labels: { network }, value: 1 })),
  );
  gauges(
    'karat_custody_matches',
    '1 if books and chain agreed at the last comparison, else 0',
    ['network', 'currency'],
    ({ comparisons }) =>
      comparisons.map(({ network, currency, matches }) => ({
        labels: { network, currency },
        value: matches ? 1 : 0,
      })),
  );
  gauges(
    'karat_custody_age_seconds',
    'Time since books and chain were compared',
    ['network', 'currency'],
    ({ comparisons, now }) =>
      comparisons.map(({ network, currency, checkedMs }) => ({
        labels: { network, currency },
        value: seconds(now, checkedMs),
      })),
  );
}

function registerSweeps(gauges: Register): void {
  gauges('karat_sweeps_open', 'Sweeps of deposit addresses under way', ['network'], ({ sweeps }) =>
    sweeps.map(({ network, count }) => ({ labels: { network }, value: count })),
  );
  gauges('karat_sweep_oldest_seconds', 'Age of the oldest open sweep', ['network'], ({ sweeps, now }) =>
    sweeps.map(({ network, oldestMs }) => ({ labels: { network }, value: seconds(now, oldestMs) })),
  );
  gauges(
    'karat_unswept',
    'Credited deposits that lie at addresses of users',
    ['network', 'currency'],
    ({ unswept }) =>
      unswept.map(({ network, currency, value }) => ({ labels: { network, currency }, value })),
  );
}

function registerQueues(gauges: Register): void {
  gauges('karat_withdrawals_waiting', 'Unfinished withdrawals', ['state'], ({ withdrawals }) =>
    withdrawals.map(({ state, count }) => ({ labels: { state }, value: count })),
  );
  gauges(
    'karat_withdrawal_oldest_seconds',
    'Age of the oldest unfinished withdrawal',
    ['state'],
    ({ withdrawals, now }) =>
      withdrawals.map(({ state, oldestMs }) => ({ labels: { state }, value: seconds(now, oldestMs) })),
  );
  gauges('karat_approvals_waiting', 'Requests for a second person', ['kind'], ({ approvals }) =>
    approvals.map(({ kind, count }) => ({ labels: { kind }, value: count })),
  );
  gauges(
    'karat_approval_oldest_seconds',
    'Age of the oldest request for a second person',
    ['kind'],
    ({ approvals, now }) =>
      approvals.map(({ kind, oldestMs }) => ({ labels: { kind }, value: seconds(now, oldestMs) })),
  );
  gauges('karat_due_work_waiting', 'Due work that has not begun', [], ({ work }) => [one(work.due)]);
  gauges('karat_due_work_lag_seconds', 'Delay of the oldest due work', [], ({ work, now }) => [
    one(seconds(now, work.oldestTryMs)),
  ]);
  gauges('karat_due_work_failed', 'Due work that was given up', [], ({ work }) => [one(work.failed)]);
  gauges('karat_outbox_lag_seconds', 'Age of the oldest unprocessed event', ['consumer'], ({ outbox, now }) =>
    outbox.map(({ name, oldestMs }) => ({ labels: { consumer: name }, value: seconds(now, oldestMs) })),
  );
  gauges(
    'karat_messages_undelivered',
    'Messages that no provider has accepted',
    ['channel'],
    ({ outgoing }) =>
      Object.entries(outgoing).map(([channel, { waiting }]) => ({ labels: { channel }, value: waiting })),
  );
  gauges(
    'karat_message_oldest_seconds',
    'Age of the oldest message that no provider has accepted',
    ['channel'],
    ({ outgoing, now }) =>
      Object.entries(outgoing).map(([channel, { oldestMs }]) => ({
        labels: { channel },
        value: seconds(now, oldestMs),
      })),
  );
}

function registerStatistics(gauges: Register, totals: Register): void {
  gauges('karat_database_bytes', 'Size of the database', [], ({ statistics }) => [one(statistics.bytes)]);
  gauges(
    'karat_database_oldest_transaction_seconds',
    'Age of the oldest running transaction',
    [],
    ({ statistics }) => [one(statistics.oldestTransactionS)],
  );
  totals('karat_database_transactions_total', 'Transactions', ['result'], ({ statistics }) => [
    { labels: { result: 'commit' }, value: statistics.commits },
    { labels: { result: 'rollback' }, value: statistics.rollbacks },
  ]);
  totals('karat_database_deadlocks_total', 'Deadlocks', [], ({ statistics }) => [one(statistics.deadlocks)]);
  totals('karat_database_blocks_total', 'Blocks that were needed', ['source'], ({ statistics }) => [
    { labels: { source: 'memory' }, value: statistics.blocksHit },
    { labels: { source: 'disk' }, value: statistics.blocksRead },
  ]);
}
