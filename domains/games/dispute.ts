import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { decideDisputes, findDispute, insertDispute, withdrawAnswer } from './answer-store.ts';
import type { DisputeDecision } from './answer-store.ts';
import type { GamesDeps } from './deps.ts';
import { stakedBy } from './entry-store.ts';
import { lockRound, writeAnswer } from './round-store.ts';
import { roundsChanged } from './topics.ts';
import type { Dispute, Round } from './types.ts';

/** Whether the answer of a round can be disputed at a moment. */
export const isDisputable = (round: Round, now: number): boolean =>
  round.payingMs === undefined &&
  round.answerId !== undefined &&
  round.disputableUntilMs !== undefined &&
  now < round.disputableUntilMs;

/**
 * Disputes the answer of operators; the payout waits for two of them. Refuses `game_unknown`, `game_dispute_closed`,
 * `game_not_entered`, `game_dispute_known`.
 */
export async function dispute(
  deps: GamesDeps,
  tx: Tx,
  request: { readonly userId: UserId; readonly round: number; readonly reason: string },
): Promise<Dispute> {
  const round = (await lockRound(tx, request.round)) ?? refuse('game_unknown');
  const now = deps.ctx.clock.now();
  if (round.answerId === undefined || !isDisputable(round, now)) return refuse('game_dispute_closed');
  if ((await stakedBy(tx, round.id, request.userId)) === 0n) refuse('game_not_entered');
  const { userId, reason } = request;
  const stored = await insertDispute(tx, {
    answerId: round.answerId,
    roundId: round.id,
    userId,
    reason,
    createdMs: now,
  });
  return stored ?? refuse('game_dispute_known');
}

/** An open dispute with its round, which is locked. Refuses `game_dispute_unknown` and `game_dispute_decided`. */
export async function lockDispute(
  tx: Tx,
  id: number,
): Promise<{ readonly found: Dispute; readonly round: Round }> {
  const known = (await findDispute(tx, id)) ?? refuse('game_dispute_unknown');
  const round = (await lockRound(tx, known.roundId)) ?? refuse('game_dispute_unknown');
  const found = (await findDispute(tx, id)) ?? refuse('game_dispute_unknown');
  if (found.state !== 'open') refuse('game_dispute_decided');
  return { found, round };
}

/**
 * Decides a dispute. An accepted one withdraws the answer, and with it decides all other disputes of that answer; operators answer
 * again, and a new dispute window begins.
 */
export async function decideDispute(
  deps: GamesDeps,
  tx: Tx,
  id: number,
  decision: DisputeDecision,
): Promise<void> {
  const { found, round } = await lockDispute(tx, id);
  const accepted = decision.state === 'accepted';
  const decided = await decideDisputes(tx, accepted ? { answerId: found.answerId } : { id }, decision);
  if (accepted) {
    await withdrawAnswer(tx, found.answerId, decision.at);
    await writeAnswer(tx, round.id, undefined);
  }
  await deps.messages.notifyAll(
    tx,
    decided.map((each) => ({
      user: each.userId,
      kind: accepted ? 'games:dispute_accepted' : 'games:dispute_rejected',
      values: { round: round.id, answer: decision.answer },
      key: `game:dispute:${each.id}:decided`,
    })),
  );
  tx.afterCommit(() => deps.ctx.bus.publish(roundsChanged, [round.id]));
}
