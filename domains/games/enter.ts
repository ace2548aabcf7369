import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { negate } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { poolKey, userKey } from './deps.ts';
import type { GamesDeps } from './deps.ts';
import { insertEntry, stakedBy } from './entry-store.ts';
import { addToPool, findRound, lockRound } from './round-store.ts';
import { checkOpen, checkStake } from './rules.ts';
import { roundsChanged } from './topics.ts';
import type { Entry, Round } from './types.ts';

export interface EntryRequest {
  readonly userId: UserId;
  readonly round: number;
  readonly option: number;
  readonly stake: Amount;
  /** Hash of the terms as the user saw them; others refuse. */
  readonly hash?: string | undefined;
}

/** What is cheap to refuse, before the round is locked. */
async function checkRequest(deps: GamesDeps, tx: Tx, request: EntryRequest): Promise<string> {
  const round = (await findRound(tx, request.round)) ?? refuse('game_unknown');
  checkOpen(round, deps.ctx.clock.now());
  if (request.hash !== undefined && request.hash !== round.hash) refuse('game_terms_changed');
  if (request.option > round.options.length) refuse('game_option');
  const currency = await deps.ledger.currency(tx, round.currencyId);
  if (!currency.enabled) refuse('currency_disabled', { currency: currency.code });
  return currency.code;
}

/** Checks and counts the stake against what the user has set and passed. */
async function takeStake({ limits }: GamesDeps, tx: Tx, { userId, stake }: EntryRequest): Promise<void> {
  const staker = await limits.lock(tx, userId);
  if (!staker.regionAllowed) refuse('game_region');
  if (!staker.quizPassed) refuse('game_quiz_required');
  await staker.take(stake);
}

/** The stake moves to the house account of the pool; refuses `insufficient_balance`. */
async function postStake({ ledger }: GamesDeps, tx: Tx, entry: Entry, round: Round): Promise<void> {
  const { currencyId: currency } = round;
  await ledger.post(tx, {
    key: `game:stake:${entry.id}`,
    kind: 'game:stake',
    reference: String(entry.id),
    at: entry.createdMs,
    entries: [
      { ...userKey(entry.userId, currency), available: negate(entry.stake) },
      { ...poolKey(round.id, currency), available: entry.stake },
    ],
  });
}

/**
 * Enters a round. Locks the round, the counters of the user, balances: the settlement of a round locks in the same order. The
 * moment of the entry is read after the lock, so that none is later than the closing. Refuses what the contract lists for
 * `game/enter`; nothing has changed then.
 */
export async function enter(deps: GamesDeps, tx: Tx, request: EntryRequest): Promise<Entry> {
  const { ctx } = deps;
  if (!ctx.clock.isTrusted()) refuse('clock_untrusted');
  const code = await checkRequest(deps, tx, request);
  const round = (await lockRound(tx, request.round)) ?? refuse('game_unknown');
  const now = await deps.entryTime(tx);
  checkOpen(round, now);
  checkStake(round, request.stake, await stakedBy(tx, round.id, request.userId), code);
  await takeStake(deps, tx, request);
  const { userId, option, stake } = request;
  const entry = await insertEntry(tx, { roundId: round.id, userId, option, stake, createdMs: now });
  await addToPool(tx, round.id, option, stake);
  await postStake(deps, tx, entry, round);
  tx.afterCommit(() => ctx.bus.publish(roundsChanged, [round.id]));
  return entry;
}
