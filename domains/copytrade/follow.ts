import { COPY_SIZE, refuse } from '@karat/contract';
import type { Contract, Read, UserId } from '@karat/contract';
import { UNIT, amount, rate, rateFromPercent } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { CopySize } from '@karat/rules';
import { insertStopped, takeOver } from './copy-store.ts';
import type { CopytradeDeps } from './deps.ts';
import {
  countActive,
  endById,
  endFollow,
  followedAmong,
  leaveFollow,
  lockFollow,
  lockFollowing,
  setPaused,
  writeFollow,
} from './follow-store.ts';
import type { Follow, FollowRequest } from './follow-store.ts';
import { fillsToCopy } from './topics.ts';
import { freePlaces, lockTrader } from './trader-store.ts';

const FOLLOWS_MAX = 20;
const MULTIPLE_MIN = amount('0.01');
const MULTIPLE_MAX = amount('100');
const LOTS_MIN = amount('1');
const LOTS_MAX = amount('10000');
const SLIPPAGE = rate('0.005');
const SLIPPAGE_MAX = rate('0.1');

type FollowInput = Read<Contract['copytrade']['follow/follow']>;

const slippageOf = (percent: Amount | undefined): Rate => {
  if (percent === undefined) return SLIPPAGE;
  const relative = rateFromPercent(percent);
  return relative > SLIPPAGE_MAX || relative === 0n
    ? refuse('parameter_error', { field: 'slippage' })
    : relative;
};

/** Size of copies as sent; refuses `follow_number_invalid`. */
export function copySizeOf({ type, number }: Pick<FollowInput, 'type' | 'number'>): CopySize {
  const mode = type === COPY_SIZE.multiple ? 'multiple' : 'lots';
  const [low, high] = mode === 'multiple' ? [MULTIPLE_MIN, MULTIPLE_MAX] : [LOTS_MIN, LOTS_MAX];
  const range = { min: String(LOTS_MIN / UNIT), max: String(LOTS_MAX / UNIT) };
  return number < low || number > high ? refuse('follow_number_invalid', range) : { mode, number };
}

function followRequestOf(sent: FollowInput): FollowRequest {
  return {
    ...copySizeOf(sent),
    orderCap: sent.order_cap,
    totalCap: sent.total_cap,
    slippage: slippageOf(sent.slippage),
    stopLoss: sent.stop_loss,
    takeProfit: sent.take_profit,
  };
}

/** Locks both as traders, lower number first. */
async function lockBoth(tx: Tx, a: UserId, b: UserId): Promise<Map<UserId, string | undefined>> {
  const states = new Map<UserId, string | undefined>();
  for (const user of [a, b].toSorted((x, y) => x - y)) states.set(user, await lockTrader(tx, user));
  return states;
}

/** Follows a trader, or changes the terms. Orders filled from then on are copied. */
export async function follow(deps: CopytradeDeps, tx: Tx, user: UserId, sent: FollowInput): Promise<Follow> {
  const trader = sent.trader_user_id;
  if (trader === user) refuse('follow_self');
  const request = followRequestOf(sent);
  await lockFollowing(tx, user);
  const states = await lockBoth(tx, trader, user);
  if (states.get(trader) !== 'accepted') refuse('trader_unknown');
  const own = states.get(user);
  if (own !== undefined && own !== 'rejected') refuse('follow_loop');
  const known = (await followedAmong(tx, user, [trader])).has(trader);
  if (!known && (await countActive(tx, user)) >= FOLLOWS_MAX) refuse('follow_full');
  // The lock of the trader serialises new followers.
  if (!known && (await freePlaces(tx, trader)) <= 0) refuse('trader_full');
  return writeFollow(tx, trader, user, request, deps.ctx.clock.now());
}

/** Ends a follow; open copies stay. */
export async function unfollow(deps: CopytradeDeps, tx: Tx, user: UserId, trader: UserId): Promise<void> {
  if ((await endFollow(tx, trader, user, 'user', deps.ctx.clock.now())) === 0) refuse('follow_unknown');
}

/** Pauses an own follow, or resumes it. Refuses `follow_unknown`. */
export async function pause(
  deps: CopytradeDeps,
  tx: Tx,
  user: UserId,
  { follow_id: id, paused }: { readonly follow_id: number; readonly paused: boolean },
): Promise<void> {
  if ((await setPaused(tx, user, id, paused, deps.ctx.clock.now())) === 0) refuse('follow_unknown');
}

/** Ends an own follow and requests that all its copies are closed, as often as it is called. Refuses `follow_unknown`. */
export async function stopFollow(deps: CopytradeDeps, tx: Tx, user: UserId, id: number): Promise<void> {
  const { ctx } = deps;
  if (!(await lockFollow(tx, user, id))) refuse('follow_unknown');
  const at = ctx.clock.now();
  await endById(tx, user, id, at);
  await insertStopped(tx, id, at);
  tx.afterCommit(() => ctx.bus.publish(fillsToCopy, 1));
}

/**
 * Converts a copy into the follower's own position: it no longer counts for the follow, and the trader's close does
 * not affect it.
 */
export async function holdSelf(deps: CopytradeDeps, tx: Tx, user: UserId, position: number): Promise<void> {
  const followId = (await takeOver(tx, user, position)) ?? refuse('position_unknown');
  const margin = await deps.contracts.makeOwn(tx, user, position);
  await leaveFollow(tx, followId, margin);
}
