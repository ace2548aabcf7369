// Writes the Grafana dashboards in deploy/grafana/dashboards. A test compares the files with what this would write.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const DASHBOARDS = join(resolve(import.meta.dirname, '..'), 'deploy/grafana/dashboards');

/** Units of Grafana. */
type Unit = 'short' | 's' | 'reqps' | 'percentunit' | 'bytes' | 'ms' | 'ops';
interface Query {
  readonly expr: string;
  readonly legend: string;
}
interface Panel {
  readonly title: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
}
interface Dashboard {
  readonly title: string;
  readonly panels: readonly Panel[];
}

const query = (expr: string, legend = ''): Query => ({ expr, legend });
const panel = (title: string, unit: Unit, ...queries: readonly Query[]): Panel => ({ title, unit, queries });
const quantiles = (metric: string): readonly Query[] =>
  ['0.5', '0.99'].map((quantile) =>
    query(
      `histogram_quantile(${quantile}, sum by (le) (rate(${metric}_bucket[5m])))`,
      `p${Number(quantile) * 100}`,
    ),
  );
const requests = (labels: string): string => `sum(rate(karat_request_seconds_count{${labels}}[5m]))`;

const dashboards: Readonly<Record<string, Dashboard>> = {
  exchange: {
    title: 'Karat: exchange',
    panels: [
      panel(
        'Requests',
        'reqps',
        query('sum by (outcome) (rate(karat_request_seconds_count[5m]))', '{{outcome}}'),
      ),
      panel('Time to answer', 's', ...quantiles('karat_request_seconds')),
      panel(
        'Failed requests',
        'reqps',
        query(
          'topk(10, sum by (call) (rate(karat_request_seconds_count{outcome="failed"}[5m])))',
          '{{call}}',
        ),
      ),
      panel(
        'Slow calls, p99',
        's',
        query(
          'topk(10, histogram_quantile(0.99, sum by (le, call) (rate(karat_request_seconds_bucket[5m]))))',
          '{{call}}',
        ),
      ),
      panel(
        'Orders and fills',
        'ops',
        query('sum(rate(karat_orders_total[5m]))', 'orders'),
        query('sum(rate(karat_fills_total[5m]))', 'fills'),
      ),
      panel('Open sockets', 'short', query('sum(karat_sockets)', 'sockets')),
      panel(
        'Messages sent',
        'ops',
        query('sum(rate(karat_messages_sent_total[5m]))', 'sent'),
        query('sum(rate(karat_readers_slowed_total[5m]))', 'left out'),
      ),
      panel(
        'Bytes waiting for sockets',
        'bytes',
        query('sum(karat_socket_backlog_bytes)', 'all'),
        query('max(karat_socket_backlog_largest_bytes)', 'slowest'),
      ),
      panel(
        'Health checks (0 ok, 1 degraded, 2 down)',
        'short',
        query('max by (check) (karat_health)', '{{check}}'),
      ),
      panel('Version', 'short', query('count by (version) (karat_build_info)', '{{version}}')),
    ],
  },
  engine: {
    title: 'Karat: engine',
    panels: [
      panel('Commands', 'ops', query('sum(rate(karat_commands_total[5m]))', 'commands')),
      panel('Engine running', 'short', query('karat_engine_running', '{{instance}}')),
      panel('Commit', 's', ...quantiles('karat_commit_seconds')),
      panel('Wait in the queue', 's', ...quantiles('karat_queue_wait_seconds')),
      panel('Batch size', 'short', ...quantiles('karat_batch_size')),
      panel(
        'Commands that wait',
        'short',
        query('karat_orders_queued', 'spot'),
        query('karat_contract_commands_waiting', 'futures'),
      ),
      panel(
        'Ticks that wait for futures',
        's',
        query('karat_contract_ticks_waiting', 'waiting'),
        query('rate(karat_contract_ticks_coalesced_total[5m])', 'coalesced a second'),
      ),
      panel('Futures: from tick to settled', 's', ...quantiles('karat_contract_tick_seconds')),
      panel('Futures: commit', 's', ...quantiles('karat_contract_commit_seconds')),
      panel('Futures: wait in the queue', 's', ...quantiles('karat_contract_queue_wait_seconds')),
      panel('Futures: batch size', 'short', ...quantiles('karat_contract_batch_size')),
      panel('Age of the index', 's', query('topk(10, karat_index_age_seconds)', '{{market}}')),
      panel('Delay of the event loop', 's', ...quantiles('karat_event_loop_delay_seconds')),
      panel(
        'Garbage collection',
        's',
        query('sum by (kind) (rate(karat_nodejs_gc_duration_seconds_sum[5m]))', '{{kind}}'),
      ),
      panel('Processor', 'percentunit', query('rate(karat_process_cpu_seconds_total[5m])', '{{instance}}')),
      panel('Memory', 'bytes', query('karat_process_resident_memory_bytes', '{{instance}}')),
      panel(
        'Clock ahead of the database',
        'ms',
        query('karat_clock_drift_ms', '{{instance}}'),
        query('karat_clock_halted', 'halted'),
      ),
    ],
  },
  database: {
    title: 'Karat: database',
    panels: [
      panel(
        'Transactions',
        'ops',
        query('sum by (result) (rate(karat_database_transactions_total[5m]))', '{{result}}'),
      ),
      panel(
        'Connections',
        'short',
        query('sum(karat_db_connections)', 'open'),
        query('sum(karat_db_connections_idle)', 'idle'),
        query('sum(karat_db_waiting)', 'callers that wait'),
      ),
      panel('Oldest transaction', 's', query('max(karat_database_oldest_transaction_seconds)', 'age')),
      panel('Deadlocks', 'ops', query('rate(karat_database_deadlocks_total[10m])', 'deadlocks')),
      panel('Blocks', 'ops', query('sum by (source) (rate(karat_database_blocks_total[5m]))', '{{source}}')),
      panel('Size', 'bytes', query('max(karat_database_bytes)', 'size')),
      panel(
        'Due work',
        'short',
        query('max(karat_due_work_waiting)', 'waiting'),
        query('max(karat_due_work_failed)', 'given up'),
      ),
      panel('Delay of due work', 's', query('max(karat_due_work_lag_seconds)', 'delay')),
      panel('Delay of events', 's', query('max by (consumer) (karat_outbox_lag_seconds)', '{{consumer}}')),
      panel('Age of the last backup', 's', query('min(karat_backup_age_seconds)', 'age')),
      panel(
        'Archive of the log',
        's',
        query('min(karat_wal_archive_age_seconds)', 'age'),
        query('max(karat_wal_archive_failing)', 'failing'),
      ),
      panel('Age of these readings', 's', query('max(karat_database_sample_age_seconds)', 'age')),
    ],
  },
  money: {
    title: 'Karat: money',
    panels: [
      panel('Liabilities', 'short', query('max by (currency) (karat_liabilities)', '{{currency}}')),
      panel(
        'House accounts',
        'short',
        query(
          'max by (account, currency) (karat_house_balance{account!="external"})',
          '{{account}} {{currency}}',
        ),
      ),
      panel(
        'Pools and insurance',
        'short',
        query(
          'max by (account, currency) (karat_house_balance{account=~"insurance|contracts_pool|option_pool|dual|loan_pool|game_pool"})',
          '{{account}} {{currency}}',
        ),
      ),
      panel(
        'Withdrawals that wait',
        'short',
        query('max by (state) (karat_withdrawals_waiting)', '{{state}}'),
      ),
      panel('Oldest withdrawal', 's', query('max by (state) (karat_withdrawal_oldest_seconds)', '{{state}}')),
      panel('Approvals that wait', 'short', query('max by (kind) (karat_approvals_waiting)', '{{kind}}')),
      panel('Oldest approval', 's', query('max by (kind) (karat_approval_oldest_seconds)', '{{kind}}')),
      panel(
        'Books against chains (1 agrees)',
        'short',
        query('min by (network, currency) (karat_custody_matches)', '{{network}} {{currency}}'),
      ),
      panel(
        'Age of the comparison',
        's',
        query('max by (network, currency) (karat_custody_age_seconds)', '{{network}} {{currency}}'),
      ),
      panel(
        'Blocks behind the node',
        'short',
        query('max by (network) (karat_chain_lag_blocks)', '{{network}}'),
      ),
      panel(
        'Node not reached for',
        's',
        query('max by (network) (karat_chain_silent_seconds)', '{{network}}'),
      ),
      panel('Payouts halted', 'short', query('max by (network) (karat_payouts_halted)', '{{network}}')),
      panel('Oldest open sweep', 's', query('max by (network) (karat_sweep_oldest_seconds)', '{{network}}')),
      panel('Open sweeps', 'short', query('max by (network) (karat_sweeps_open)', '{{network}}')),
      panel(
        'Deposits not swept yet',
        'short',
        query('max by (network, currency) (karat_unswept)', '{{network}} {{currency}}'),
      ),
      panel('Last audit of the ledger', 'short', query('max(karat_ledger_audit_differences)', 'differences')),
      panel('Age of the last audit', 's', query('min(karat_ledger_audit_age_seconds)', 'age')),
    ],
  },
  security: {
    title: 'Karat: security',
    panels: [
      panel(
        'Logins',
        'reqps',
        query(
          'sum by (call, outcome) (rate(karat_request_seconds_count{call=~"user/login|console/login"}[5m]))',
          '{{call}} {{outcome}}',
        ),
      ),
      panel('Requests that reach no call', 'reqps', query(requests('call="-"'), 'refused')),
      panel(
        'Refused requests',
        'reqps',
        query(
          'topk(10, sum by (call) (rate(karat_request_seconds_count{outcome="refused"}[5m])))',
          '{{call}}',
        ),
      ),
      panel(
        'Console calls',
        'reqps',
        query('sum by (outcome) (rate(karat_request_seconds_count{call=~"console/.*"}[5m]))', '{{outcome}}'),
      ),
      panel('Audit log broken', 'short', query('max(karat_audit_log_broken)', 'broken')),
      panel(
        'Undelivered messages',
        'short',
        query('max by (channel) (karat_messages_undelivered)', '{{channel}}'),
      ),
      panel(
        'Oldest undelivered message',
        's',
        query('max by (channel) (karat_message_oldest_seconds)', '{{channel}}'),
      ),
      panel(
        'Cost of short messages today, USD',
        'short',
        query('max(karat_sms_cost_usd)', 'cost'),
        query('sum(increase(karat_sms_refused_total[1h]))', 'refused in an hour'),
      ),
    ],
  },
};

const WIDTH = 12;
const HEIGHT = 8;
const source = { type: 'prometheus', uid: 'prometheus' };

function panelOf({ title, unit, queries }: Panel, index: number) {
  return {
    id: index + 1,
    type: 'timeseries',
    title,
    datasource: source,
    gridPos: { x: (index % 2) * WIDTH, y: Math.floor(index / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: queries.map(({ expr, legend }, at) => ({
      refId: String.fromCharCode(65 + at),
      datasource: source,
      expr,
      legendFormat: legend,
    })),
  };
}

/** Returns the files by their names. */
export const dashboardFiles = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(dashboards).map(([name, { title, panels }]) => [
      `${name}.json`,
      `${JSON.stringify(
        {
          uid: `karat-${name}`,
          title,
          tags: ['karat'],
          timezone: 'utc',
          schemaVersion: 39,
          refresh: '30s',
          time: { from: 'now-6h', to: 'now' },
          panels: panels.map((each, index) => panelOf(each, index)),
        },
        undefined,
        2,
      )}\n`,
    ]),
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(DASHBOARDS, { recursive: true });
  for (const [name, text] of dashboardFiles()) writeFileSync(join(DASHBOARDS, name), text);
}
