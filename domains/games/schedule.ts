import { divideHalfUp, price } from '@karat/money';
import { settledUpTo } from '@karat/domains/options';
import type { Price } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { OPTION_WINDOW_MS, gameTicks } from '@karat/rules';
import type { GamesDeps } from './deps.ts';
import { insertRound } from './round-store.ts';
import { dueRounds, roundToLevel } from './rules.ts';
import type { ScheduledTimes } from './rules.ts';
import { readSchedules, scheduledTimes } from './schedule-store.ts';
import { priceTerms } from './terms.ts';
import { roundsChanged } from './topics.ts';
import type { Schedule } from './types.ts';

/** The level of a round by the ticks before its creation; undefined until they are complete, and where they are too few. */
async function levelOf(
  { ctx, market }: GamesDeps,
  tx: Tx,
  schedule: Schedule,
  createsMs: number,
): Promise<Price | undefined> {
  const newest = await market.newestSeconds(tx);
  if (settledUpTo(newest.get(schedule.marketId), ctx.clock.now()) < createsMs) return undefined;
  const from = Math.ceil((createsMs - OPTION_WINDOW_MS) / 1_000);
  const ticks = await market.ticks(tx, schedule.marketId, from, Math.ceil(createsMs / 1_000) - 1);
  const window = gameTicks(
    createsMs,
    ticks.map((tick) => ({ time: tick.time, price: price(tick.price) })),
  );
  if (!window) return undefined;
  const total = window.reduce((sum, tick) => sum + tick.price, 0n);
  return roundToLevel(divideHalfUp(total, BigInt(window.length), 10), schedule.step);
}

async function create(deps: GamesDeps, tx: Tx, schedule: Schedule, times: ScheduledTimes): Promise<number> {
  const level = await levelOf(deps, tx, schedule, times.createsMs);
  if (level === undefined) return 0;
  const { opensMs, closesMs, settlesMs } = times;
  const terms = await priceTerms(deps, tx, {
    marketId: schedule.marketId,
    levels: [level],
    stakes: schedule,
    times: { opensMs, closesMs, settlesMs },
    schedule: schedule.hash,
  });
  const at = deps.ctx.clock.now();
  const id = await insertRound(tx, { terms, currency: schedule.currencyId, schedule: schedule.id, at });
  if (id === undefined) return 0;
  tx.afterCommit(() => deps.ctx.bus.publish(roundsChanged, [id]));
  return 1;
}

/**
 * Creates the rounds of all schedules that are due: once per schedule and date, however often a process dies. A round that could not
 * be committed before its opening is left out. Returns how many were created.
 */
export async function createScheduled(deps: GamesDeps, tx: Tx): Promise<number> {
  const now = deps.ctx.clock.now();
  let created = 0;
  for (const schedule of await readSchedules(tx, 'running')) {
    const due = dueRounds(schedule, now);
    const there = due.length === 0 ? new Set<number>() : await scheduledTimes(tx, schedule.id, now);
    for (const times of due)
      if (!there.has(times.settlesMs)) created += await create(deps, tx, schedule, times);
  }
  return created;
}
