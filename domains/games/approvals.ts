import { marketId, refuse } from '@karat/contract';
import type { ApprovalKinds, Payload } from '@karat/domains/operators';
import type { Queries, Tx } from '@karat/platform/db';
import { HOUR_MS } from '@karat/rules';
import { insertAnswer } from './answer-store.ts';
import type { GamesDeps } from './deps.ts';
import { decideDispute } from './dispute.ts';
import { usersOf } from './entry-store.ts';
import {
  presentAnswer,
  presentCancellation,
  presentDispute,
  presentRound,
  presentSchedule,
  presentScheduleEnd,
} from './presentation.ts';
import { findRound, insertRound, lockRound, refundAll, writeAnswer } from './round-store.ts';
import { endSchedule, insertSchedule } from './schedule-store.ts';
import { beginPayout } from './settle.ts';
import {
  levelsOf,
  numberAt,
  priceTerms,
  questionTerms,
  scheduleOf,
  scheduleTerms,
  stakesOf,
  textAt,
  textsOf,
  timesOf,
} from './terms.ts';
import { roundsChanged } from './topics.ts';
import type { Round, ScheduleTerms } from './types.ts';

/** Kinds of approval requests. */
export const APPROVALS = {
  price: 'game price round',
  question: 'game question',
  answer: 'game answer',
  cancellation: 'game cancellation',
  dispute: 'game dispute',
  schedule: 'game schedule',
  scheduleEnd: 'game schedule end',
} as const;

/** Terms of a price question of a payload. */
export const priceTermsOf = (deps: GamesDeps, db: Queries, payload: Payload) =>
  priceTerms(deps, db, {
    marketId: marketId(numberAt(payload, 'match_id')),
    levels: levelsOf(textAt(payload, 'levels')),
    stakes: stakesOf(payload),
    times: timesOf(payload),
  });

/** Terms of a question of a payload. */
export const questionTermsOf = (deps: GamesDeps, db: Queries, payload: Payload) =>
  questionTerms(deps, db, { texts: textsOf(payload), stakes: stakesOf(payload), times: timesOf(payload) });

/** Commits a round. */
export async function addRound(
  deps: GamesDeps,
  tx: Tx,
  terms: Awaited<ReturnType<typeof priceTerms>>,
  currency: number,
): Promise<number> {
  const at = deps.ctx.clock.now();
  const id = await insertRound(tx, { terms, currency, schedule: undefined, at });
  if (id === undefined) throw new Error('a round without a schedule has no conflict');
  tx.afterCommit(() => deps.ctx.bus.publish(roundsChanged, [id]));
  return id;
}

/** Refuses `game_state` unless operators answer the round and its settlement time has passed, and `game_option`. */
export function checkAnswer(round: Round, option: number, now: number): void {
  const isOpen = round.kind === 'decided' && round.payingMs === undefined && round.answer === undefined;
  if (!isOpen || now < round.settlesMs) refuse('game_state');
  if (option > round.options.length) refuse('game_option');
}

/**
 * Refuses `game_state` once the payout has begun. A price question cannot be cancelled after its closing: nobody voids an outcome
 * that is known.
 */
export function checkCancellation(round: Round, now: number): void {
  if (round.payingMs !== undefined || (round.kind === 'price' && now >= round.closesMs)) refuse('game_state');
}

const lockedRound = async (tx: Tx, payload: Payload): Promise<Round> =>
  (await lockRound(tx, numberAt(payload, 'id'))) ?? refuse('game_unknown');

/** Stores an answer with its evidence, begins the dispute window and notifies everybody who entered. */
export async function answerRound(deps: GamesDeps, tx: Tx, payload: Payload): Promise<void> {
  const { ctx, messages, policy } = deps;
  const round = await lockedRound(tx, payload);
  const option = numberAt(payload, 'option');
  const now = ctx.clock.now();
  checkAnswer(round, option, now);
  const id = await insertAnswer(tx, {
    roundId: round.id,
    option,
    link: textAt(payload, 'link'),
    file: textAt(payload, 'file'),
    sha256: textAt(payload, 'sha256'),
    note: textAt(payload, 'note'),
    decidedMs: now,
  });
  await writeAnswer(tx, round.id, { id, option, disputableUntilMs: now + policy.disputeMs });
  const users = await usersOf(tx, round.id);
  await messages.notifyAll(
    tx,
    users.map((user) => ({
      user,
      kind: 'games:answered',
      values: { round: round.id, hours: Math.round(policy.disputeMs / HOUR_MS) },
      key: `game:answer:${id}:${user}`,
    })),
  );
  tx.afterCommit(() => ctx.bus.publish(roundsChanged, [round.id]));
}

/** Cancels a round: every stake returns. */
export async function cancelRound(deps: GamesDeps, tx: Tx, payload: Payload): Promise<void> {
  const round = await lockedRound(tx, payload);
  checkCancellation(round, deps.ctx.clock.now());
  if (round.answer !== undefined) await writeAnswer(tx, round.id, undefined);
  await beginPayout(deps, tx, round, refundAll('cancelled'), textAt(payload, 'text'));
}

/** Commits a schedule. */
export async function addSchedule(deps: GamesDeps, tx: Tx, schedule: ScheduleTerms): Promise<number> {
  const committed = await scheduleTerms(deps, tx, schedule);
  return insertSchedule(tx, { ...schedule, ...committed, committedMs: deps.ctx.clock.now() });
}

/** What two operators decide. Nothing here reaches the answer of a price question. */
export const gameApprovals = (deps: GamesDeps): ApprovalKinds => ({
  [APPROVALS.price]: {
    present: presentRound(deps, priceTermsOf),
    execute: async (tx, payload) =>
      void (await addRound(deps, tx, await priceTermsOf(deps, tx, payload), stakesOf(payload).currencyId)),
  },
  [APPROVALS.question]: {
    present: presentRound(deps, questionTermsOf),
    execute: async (tx, payload) =>
      void (await addRound(deps, tx, await questionTermsOf(deps, tx, payload), stakesOf(payload).currencyId)),
  },
  [APPROVALS.answer]: {
    present: presentAnswer,
    execute: (tx, payload) => answerRound(deps, tx, payload),
  },
  [APPROVALS.cancellation]: {
    present: presentCancellation,
    execute: (tx, payload) => cancelRound(deps, tx, payload),
  },
  [APPROVALS.dispute]: {
    present: presentDispute,
    execute: (tx, payload, { approvedBy }) =>
      decideDispute(deps, tx, numberAt(payload, 'id'), {
        state: textAt(payload, 'decision') === 'accepted' ? 'accepted' : 'rejected',
        answer: textAt(payload, 'answer'),
        by: approvedBy,
        at: deps.ctx.clock.now(),
      }),
  },
  [APPROVALS.schedule]: {
    present: presentSchedule(deps),
    execute: async (tx, payload) => void (await addSchedule(deps, tx, scheduleOf(payload))),
  },
  [APPROVALS.scheduleEnd]: {
    present: presentScheduleEnd(deps),
    execute: async (tx, payload) => {
      const ended = await endSchedule(tx, numberAt(payload, 'id'), deps.ctx.clock.now());
      if (ended === 0) refuse('game_schedule_unknown');
    },
  },
});

/** A round as it is now. Refuses `game_unknown`. */
export const needRound = async (db: Queries, id: number): Promise<Round> =>
  (await findRound(db, id)) ?? refuse('game_unknown');
