import { hostname } from 'node:os';
import type { Clock } from '@karat/platform/clock';
import { sql } from '@karat/platform/db';
import type { Database, Queries, Tx } from '@karat/platform/db';
import type { IdCounters } from '../decide/batch-state.ts';

/** The right to write, as long as no other engine takes a higher fence. */
export interface Lease {
  readonly fence: number;
  /** How long it lasts without a heartbeat. */
  readonly leaseMs: number;
}

/** The engine's row at the time the lease is taken. */
export interface AcquiredLease {
  readonly lease: Lease;
  /** Number of the last committed batch. */
  readonly batch: number;
  readonly ids: IdCounters;
}

/** Another live engine holds the lease. */
export class LeaseHeld extends Error {}

const LEASE_MS = 5_000;
const POLL_MS = 250;

interface Row {
  readonly fence: number;
  readonly holder: string | null;
  readonly alive: boolean;
  readonly batch: number;
  readonly order_id: number;
  readonly fill_id: number;
}

/** Name of this process as a holder. */
const holderName = (): string => `${hostname()}:${process.pid}`;

/** A holder on this machine whose process has ended cannot write any more, whatever its lease says. */
function hasDied(holder: string): boolean {
  const colon = holder.lastIndexOf(':');
  const host = holder.slice(0, colon);
  const pid = Number(holder.slice(colon + 1));
  if (host !== hostname() || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

async function lockRow(tx: Tx): Promise<Row> {
  return tx.one<Row>(sql`
    select fence, holder, expires_at > now() as alive, batch, order_id, fill_id from spot_engine for update`);
}

async function raiseFence(tx: Tx, row: Row): Promise<AcquiredLease> {
  const fence = row.fence + 1;
  await tx.run(sql`
    update spot_engine set fence = ${fence}, holder = ${holderName()}, expires_at = now() + ${LEASE_MS} * interval '1 ms'`);
  return {
    lease: { fence, leaseMs: LEASE_MS },
    batch: row.batch,
    ids: { order: row.order_id, fill: row.fill_id },
  };
}

/**
 * Takes the lease once it is free: released, expired, or its holder's process has ended. The row lock makes it wait
 * for a batch of the former holder that is being committed. Throws LeaseHeld after `waitMs`.
 */
export async function acquireLease(db: Database, clock: Clock, waitMs: number): Promise<AcquiredLease> {
  for (let waited = 0; ; waited += POLL_MS) {
    const taken = await db.transact(async (tx) => {
      const row = await lockRow(tx);
      const free = row.holder === null || !row.alive || hasDied(row.holder);
      return free ? raiseFence(tx, row) : undefined;
    });
    if (taken) return taken;
    if (waited >= waitMs) throw new LeaseHeld('another engine is running on this database');
    await new Promise<void>((resolve) => clock.after(POLL_MS, resolve));
  }
}

/**
 * Waits until no live engine holds the lease, without changes: for a start that must know before it migrates or
 * writes. Throws LeaseHeld after `waitMs`, and the reason of `stopping` once that is aborted. A database without the table has no engine.
 * `onWait` is called once if it has to wait.
 */
export async function awaitFreeLease(
  db: Database,
  clock: Clock,
  {
    waitMs,
    stopping,
    onWait = () => undefined,
  }: { readonly waitMs: number; readonly stopping?: AbortSignal | undefined; readonly onWait?: () => void },
): Promise<void> {
  const { made } = await db.one<{ made: boolean }>(
    sql`select to_regclass('spot_engine') is not null as made`,
  );
  for (let waited = 0; made; waited += POLL_MS) {
    const row = await db.one<Pick<Row, 'holder' | 'alive'>>(
      sql`select holder, expires_at > now() as alive from spot_engine`,
    );
    if (row.holder === null || !row.alive || hasDied(row.holder)) return;
    if (waited >= waitMs) throw new LeaseHeld('another engine is running on this database');
    stopping?.throwIfAborted();
    if (waited === 0) onWait();
    await new Promise<void>((resolve) => clock.after(POLL_MS, resolve));
  }
}

/**
 * Retakes the own lease after a failure, under a higher fence, so that the broken session cannot commit any more;
 * undefined if another engine has it. Waits for a commit in progress.
 */
export const renewLease = (db: Database, lease: Lease): Promise<AcquiredLease | undefined> =>
  db.transact(async (tx) => {
    const row = await lockRow(tx);
    return row.fence === lease.fence ? raiseFence(tx, row) : undefined;
  });

/** Sends a heartbeat; returns false if another engine has the lease. */
export const heartbeatLease = async (db: Queries, lease: Lease): Promise<boolean> =>
  (await db.run(sql`
    update spot_engine set expires_at = now() + ${lease.leaseMs} * interval '1 ms' where fence = ${lease.fence}`)) ===
  1;

export const releaseLease = async (db: Queries, lease: Lease): Promise<void> => {
  await db.run(sql`update spot_engine set holder = null where fence = ${lease.fence}`);
};
