import { readUsersAfter, writeVipLevels } from '@karat/domains/identity';
import type { VipUser } from '@karat/domains/identity';
import { format, percentFromRate, rate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { vipLevelOf, utcDay } from '@karat/rules';
import { countFees } from './count-fees.ts';
import type { GrowthDeps } from './deps.ts';
import { figuresOf, midnightOf } from './figures.ts';
import { advanceRun, finishRun, lockRun, readLastRun, startRun, writeDecisions } from './run-store.ts';
import { lockVipTerms, raiseVersion } from './terms-store.ts';
import { vipChanged } from './topics.ts';
import type { VipTerms } from './types.ts';

/** Users of one transaction. */
const BATCH = 500;

const NO_DISCOUNT = rate(0n);

/** Notifies users of their new levels, once per user and day. */
async function notifyChanges(
  { messages }: GrowthDeps,
  tx: Tx,
  day: string,
  changes: readonly (VipUser & { readonly before: number })[],
  terms: readonly VipTerms[],
): Promise<void> {
  const notices = changes.map(({ userId, level, before }) => ({
    user: userId,
    kind: level > before ? ('growth:vip_up' as const) : ('growth:vip_down' as const),
    values: {
      level: String(level),
      discount: format(percentFromRate(terms[level]?.feeDiscount ?? NO_DISCOUNT)),
    },
    key: `growth:vip:${userId}:${day}`,
  }));
  if (notices.length > 0) await messages.notifyAll(tx, notices);
}

/** Decides the next users of a run. Returns their number; 0 once the run is done. */
async function decideNext(deps: GrowthDeps, tx: Tx, day: string): Promise<number> {
  const { ctx, batch = BATCH } = deps;
  const run = await lockRun(tx, day);
  if (!run || run.isDone) return 0;
  const users = await readUsersAfter(tx, run.cursor, batch);
  const last = users.at(-1);
  if (last === undefined) {
    await finishRun(tx, day, ctx.clock.now());
    return 0;
  }
  const terms = await lockVipTerms(tx);
  const midnight = Date.parse(day);
  const ids = users.map(({ userId }) => userId);
  const figures = await figuresOf(deps, tx, ids, { midnight, at: midnight });
  const decisions = users.map(({ userId, level: before }) => {
    const own = figures(userId);
    return { userId, before, level: vipLevelOf(terms, own), ...own };
  });
  const changes = decisions.filter(({ before, level }) => before !== level);
  deps.onStep?.('decided');
  await writeDecisions(tx, day, decisions);
  if (changes.length > 0) {
    await writeVipLevels(tx, changes);
    await raiseVersion(tx);
    await notifyChanges(deps, tx, day, changes, terms);
    tx.afterCommit(() => ctx.bus.publish(vipChanged, undefined));
  }
  await advanceRun(tx, day, { cursor: last.userId, users: users.length, changed: changes.length });
  deps.onStep?.('stored');
  return users.length;
}

/**
 * Sets the VIP levels of the present day if that has not been done: volume of the 30 days before 00:00 UTC and balance at
 * 00:00 UTC. A killed run goes on after the last user that it decided. Days without a server have no run: levels follow from the
 * figures of the next one. Returns the number of users decided.
 */
export async function setLevels(deps: GrowthDeps): Promise<number> {
  const { db, clock } = deps.ctx;
  const today = utcDay(midnightOf(clock.now()));
  const last = await readLastRun(db);
  // The day of the installation has no figures.
  if (last === undefined) await startRun(db, today, clock.now(), true);
  if (last === undefined || (last.isDone && last.day >= today)) return 0;
  const day = last.isDone ? today : last.day;
  await countFees(deps);
  await startRun(db, day, clock.now());
  let decided = 0;
  let batch = 0;
  do {
    batch = await db.transact((tx) => decideNext(deps, tx, day));
    decided += batch;
  } while (batch > 0);
  return decided;
}
