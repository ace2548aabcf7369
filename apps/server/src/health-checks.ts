import { statfs } from 'node:fs/promises';
import { outgoingStatus } from '@karat/platform/delivery';
import type { Channel, Port } from '@karat/platform/delivery';
import { sql } from '@karat/platform/db';
import type { HealthCheck, HealthReading } from '@karat/platform/health';
import { blockedConsumers } from '@karat/platform/outbox';
import { archiverStatus } from '@karat/platform/wal-archive';
import { workStatus } from '@karat/platform/work';
import type { Config } from './config.ts';
import type { Container } from './container.ts';

const S = 1_000;
const MB = 1024 * 1024;
/** Delays from which a check is degraded, and down. */
const LATE = {
  database: { degradedMs: 250, downMs: 1_500 },
  work: { degradedMs: 10 * S, downMs: 120 * S },
  outgoing: { degradedMs: 60 * S, downMs: 600 * S },
  chain: { degradedMs: 60 * S, downMs: 600 * S },
} as const;
const DISK = { degradedBytes: 1_000 * MB, downBytes: 100 * MB };
const SLOW_CHECK_MS = 10 * S;

const ok = (detail = ''): HealthReading => ({ state: 'ok', detail });
const seconds = (ms: number): string => `${Math.round(ms / S)} s`;
const byDelay = (
  ms: number,
  { degradedMs, downMs }: { readonly degradedMs: number; readonly downMs: number },
  detail: string,
): HealthReading => ({ state: ms >= downMs ? 'down' : ms >= degradedMs ? 'degraded' : 'ok', detail });

/**
 * Health checks of this process, for the console, the log and `/readyz`. Only database and engine decide about
 * readiness (`ready.ts`): without the others calls still return correct replies, later or in part.
 */
export const healthChecks = (config: Config, container: Container): readonly HealthCheck[] => [
  databaseCheck(container),
  clockCheck(container),
  ...(config.roles.has('engine') ? [indexCheck(container), auditCheck(container)] : []),
  signerCheck(container),
  ...chainChecks(container),
  messageCheck(container, 'mail', container.mail),
  messageCheck(container, 'sms', container.sms),
  smsCostCheck(container),
  workCheck(container),
  outboxCheck(container),
  sanctionListCheck(container),
  diskCheck(config),
  ...(typeof config.backup.walArchive === 'object' ? [archiveCheck(container)] : []),
];

/** Checks that the log of the database reaches its archive. */
const archiveCheck = ({ ctx }: Container): HealthCheck => ({
  name: 'archive of the log',
  async measure() {
    const status = await archiverStatus(ctx.db);
    if (status === undefined) return { state: 'down', detail: 'the database archives nothing' };
    const detail =
      status.lastMs === undefined ? 'nothing yet' : `last ${seconds(ctx.clock.now() - status.lastMs)} ago`;
    return { state: status.isFailing ? 'down' : 'ok', detail };
  },
});

const databaseCheck = ({ ctx }: Container): HealthCheck => ({
  name: 'database',
  async measure() {
    const began = performance.now();
    await ctx.db.one(sql`select 1 as one`);
    const ms = performance.now() - began;
    return byDelay(ms, LATE.database, `answers in ${ms.toFixed(1)} ms`);
  },
});

/** Checks that settlement by time is not halted. */
const clockCheck = ({ clockGuard }: Container): HealthCheck => ({
  name: 'clock',
  measure() {
    const { isTrusted, halt, databaseDriftMs } = clockGuard.state();
    if (halt)
      return {
        state: 'down',
        detail: `halted: ${halt.reason}, ${halt.driftMs} ms; two operators resume what settles by time`,
      };
    const detail = `${Math.round(databaseDriftMs)} ms ahead of the database`;
    return { state: isTrusted ? 'ok' : 'down', detail };
  },
});

/** Finds open markets without a fresh index. One that is priced by its own book depends on no source. */
const indexCheck = ({ market }: Container): HealthCheck => ({
  name: 'index',
  measure() {
    const open = market.instruments
      .all()
      .filter(({ id, pricing }) => pricing === 'sources' && market.state(id) === 'open');
    const stale = open.filter(({ id }) => market.index(id)?.stale ?? true);
    if (stale.length === 0) return ok(`${open.length} markets open, all fresh`);
    const detail = `stale: ${stale.map(({ symbol }) => symbol).join(', ')}`;
    return { state: stale.length === open.length ? 'down' : 'degraded', detail };
  },
});

/** Checks that the audit log is still signed. */
const auditCheck = ({ auditHeads }: Container): HealthCheck => ({
  name: 'audit log',
  measure() {
    const { head, broken } = auditHeads.status();
    if (broken !== undefined) return { state: 'down', detail: broken };
    return ok(head ? `signed up to entry ${head.entry}` : 'nothing to sign');
  },
});

const signerCheck = ({ withdrawals: { signing } }: Container): HealthCheck => ({
  name: 'signer',
  async measure() {
    if (signing === undefined) return { state: 'off', detail: 'KARAT_SIGNER_LINE_KEY is not set' };
    const { networks, signed } = await signing.status();
    return ok(`${networks.join(', ')}; ${signed} signed`);
  },
});

/** Checks the nodes of connected networks, as the watcher last saw them, in whichever process it runs. */
const chainChecks = ({ ctx, deposits }: Container): readonly HealthCheck[] =>
  deposits.connected.map((network) => ({
    name: `chain:${network}`,
    everyMs: SLOW_CHECK_MS,
    async measure() {
      const watchers = await deposits.custody.watchers(ctx.db);
      const watcher = watchers.find((each) => each.network === network);
      if (watcher === undefined) return { state: 'down', detail: 'never reached' };
      const silent = ctx.clock.now() - watcher.seenMs;
      const detail = `block ${watcher.height} of ${watcher.nodeHeight}, seen ${seconds(silent)} ago`;
      const late = byDelay(silent, LATE.chain, detail);
      if (watcher.failure === null) return late;
      return {
        state: late.state === 'ok' ? 'degraded' : late.state,
        detail: `${detail}: ${watcher.failure}`,
      };
    },
  }));

const messageCheck = ({ ctx }: Container, channel: Channel, { mode }: Port): HealthCheck => ({
  name: channel,
  everyMs: SLOW_CHECK_MS,
  async measure() {
    if (mode === 'none') return { state: 'down', detail: 'nothing can be sent' };
    if (mode === 'outbox') return ok('development outbox');
    const { waiting, oldestMs, failure } = await outgoingStatus(ctx.db, channel);
    if (oldestMs === null) return ok();
    const age = ctx.clock.now() - oldestMs;
    const reason = failure === null ? '' : `: ${failure}`;
    return byDelay(age, LATE.outgoing, `${waiting} waiting, the oldest for ${seconds(age)}${reason}`);
  },
});

/** Checks today's cost of short messages; near or above a cap it may be toll fraud. */
const smsCostCheck = ({ ctx, sms }: Container): HealthCheck => ({
  name: 'sms cost',
  everyMs: SLOW_CHECK_MS,
  async measure() {
    const { state, cost, cap, countries } = await sms.spending(ctx.db);
    const list = countries.map((row) => `${row.country} ${row.state}`).join(', ');
    const detail = `${cost.toFixed(2)} of ${cap} USD today${list === '' ? '' : `; ${list}`}`;
    const worst = countries.some((row) => row.state === 'reached') ? 'reached' : countries[0]?.state;
    const states = [state, worst ?? 'ok'];
    if (states.includes('reached')) return { state: 'down', detail };
    return states.includes('near') ? { state: 'degraded', detail } : ok(detail);
  },
});

const workCheck = ({ ctx }: Container): HealthCheck => ({
  name: 'due work',
  async measure() {
    const now = ctx.clock.now();
    const { due, oldestTryMs, failed } = await workStatus(ctx.db, now);
    const late = oldestTryMs === null ? 0 : now - oldestTryMs;
    const reading = byDelay(late, LATE.work, `${due} due, the oldest since ${seconds(late)}`);
    if (failed === 0) return reading;
    const detail = `${reading.detail}; ${failed} given up`;
    return { state: reading.state === 'ok' ? 'degraded' : reading.state, detail };
  },
});

const outboxCheck = ({ ctx }: Container): HealthCheck => ({
  name: 'outbox',
  everyMs: SLOW_CHECK_MS,
  async measure() {
    const names = await blockedConsumers(ctx.db);
    return names.length === 0 ? ok() : { state: 'degraded', detail: `held up: ${names.join(', ')}` };
  },
});

/** Checks that the file of the sanction list can be used; otherwise the last version stays in use. */
const sanctionListCheck = ({ ctx, compliance }: Container): HealthCheck => ({
  name: 'sanction list',
  everyMs: SLOW_CHECK_MS,
  async measure() {
    if (!compliance.isConfigured) return { state: 'off', detail: 'KARAT_SANCTION_LIST is not set' };
    const check = await compliance.listCheck(ctx.db);
    if (check === undefined) return { state: 'degraded', detail: 'not read yet' };
    return check.error === null ? ok() : { state: 'degraded', detail: check.error };
  },
});

/** Checks the free disk space of uploads, keys and an embedded database. */
const diskCheck = ({ dataDir }: Config): HealthCheck => ({
  name: 'disk',
  everyMs: SLOW_CHECK_MS,
  async measure() {
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const state = free < DISK.downBytes ? 'down' : free < DISK.degradedBytes ? 'degraded' : 'ok';
    return { state, detail: `${Math.round(free / MB)} MB free` };
  },
});
