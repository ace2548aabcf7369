import type { UserId } from '@karat/contract';
import { append } from '@karat/platform/audit';
import { keyedHash } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import type { WorkHandlers } from '@karat/platform/work';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import type { ResolvedDeps } from './deps.ts';

const KIND = 'identity:failed-logins';
/** An hour is read this long after its end, when the transactions of its logins have ended. */
const DELAY_MS = MINUTE_MS;
/** Entries of one run; a flood against more accounts is one further entry. */
const USERS_MAX = 200;
/** Networks that an entry names. */
const NETWORKS_MAX = 5;
const HASH_DIGITS = 12;

/** Failed logins of a user in an hour. */
interface FailedLogins {
  readonly user: UserId;
  /** Start of the hour, unix ms. */
  readonly hourMs: number;
  readonly attempts: number;
  readonly networkCount: number;
  /** Networks with most attempts, and their attempts. */
  readonly networks: readonly string[];
  readonly counts: readonly number[];
  /** Rows and attempts of the whole time. */
  readonly allRows: number;
  readonly allAttempts: number;
}

const failedBetween = (tx: Tx, fromMs: number, toMs: number): Promise<FailedLogins[]> =>
  tx.rows<FailedLogins>(sql`
    with by_network as (
      select floor(extract(epoch from created_at) / 3600)::bigint as hour, user_id, network, count(*)::int as attempts
      from identity_logins
      where outcome <> 'ok' and created_at >= to_timestamp(${fromMs} / 1000.0)
        and created_at < to_timestamp(${toMs} / 1000.0)
      group by 1, 2, 3)
    select user_id as user, hour * ${HOUR_MS}::bigint as "hourMs", sum(attempts)::int as attempts,
      count(*)::int as "networkCount",
      (array_agg(network order by attempts desc, network))[1:${NETWORKS_MAX}::int] as networks,
      (array_agg(attempts order by attempts desc, network))[1:${NETWORKS_MAX}::int] as counts,
      (count(*) over ())::int as "allRows", (sum(sum(attempts)) over ())::int as "allAttempts"
    from by_network group by hour, user_id order by 3 desc, hour, user_id limit ${USERS_MAX}`);

/** Writes failed logins of accounts to the audit log: one entry per account and hour, with hashes of networks. */
async function recordFailedLogins(deps: ResolvedDeps, tx: Tx, fromMs: number, toMs: number): Promise<void> {
  const { key } = deps.keys.current;
  const at = deps.ctx.clock.now();
  const action = 'user logins failed';
  const rows = await failedBetween(tx, fromMs, toMs);
  for (const { user, hourMs, attempts, networkCount, networks, counts } of rows) {
    const from = networks.map((network, index) => ({
      network: keyedHash(key, 'network of failed logins', network).toString('hex').slice(0, HASH_DIGITS),
      attempts: counts[index] ?? 0,
    }));
    const detail = { hour: new Date(hourMs).toISOString(), attempts, networks: networkCount, from };
    await append(tx, { actor: 'system', action, subject: `user:${user}`, detail, at });
  }
  const [{ allRows, allAttempts } = { allRows: 0, allAttempts: 0 }] = rows;
  if (allRows <= rows.length) return;
  const detail = {
    accounts: allRows - rows.length,
    attempts: allAttempts - rows.reduce((sum, { attempts }) => sum + attempts, 0),
  };
  await append(tx, { actor: 'system', action, subject: 'other users', detail, at });
}

const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;

const scheduleAt = (tx: Tx, hourMs: number): Promise<number> =>
  schedule(tx, { kind: KIND, subject: 'all', dueAt: hourMs + DELAY_MS });

/** Schedules the end of the present hour; each run schedules the next. */
export const startRecording = (deps: ResolvedDeps): Promise<number> =>
  deps.ctx.db.transact((tx) => scheduleAt(tx, hourOf(deps.ctx.clock.now()) + HOUR_MS));

/** Returns the start of the first hour from a moment on that has failed logins, at most `latestMs`. */
async function nextHour(tx: Tx, fromMs: number, latestMs: number): Promise<number> {
  const { atMs } = await tx.one<{ atMs: number | null }>(sql`
    select min(created_at) as "atMs" from identity_logins
    where outcome <> 'ok' and created_at >= to_timestamp(${fromMs} / 1000.0)`);
  return Math.max(fromMs, Math.min(latestMs, hourOf(atMs ?? latestMs)));
}

/** Due work: each item records its own hour, so that none is recorded twice. After a pause it goes on hour by hour. */
export const failedLoginWork = (deps: ResolvedDeps): WorkHandlers => ({
  async [KIND](tx, item) {
    const endMs = item.dueAt - DELAY_MS;
    await recordFailedLogins(deps, tx, endMs - HOUR_MS, endMs);
    const next = await nextHour(tx, endMs, hourOf(deps.ctx.clock.now()));
    await scheduleAt(tx, next + HOUR_MS);
  },
});
