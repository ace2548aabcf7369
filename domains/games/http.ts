import { GAME_STATUS, pageReply, refuse } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import type { Lang } from '@karat/i18n';
import { UNIT, amount, format, minus, mulDivDown } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { HOUR_MS } from '@karat/rules';
import { answersOf, disputesOfUser, openDisputes, ownDispute } from './answer-store.ts';
import { needRound } from './approvals.ts';
import { STAKE_CURRENCIES } from './deps.ts';
import type { GamesDeps } from './deps.ts';
import { dispute, isDisputable } from './dispute.ts';
import { enter } from './enter.ts';
import { entriesOfRound, entriesOfUser, entryOfUser, ownStakes, recordOf } from './entry-store.ts';
import type { EntryFilter } from './entry-store.ts';
import { listRounds } from './list-store.ts';
import { consoleHandlers, readScheduleViews } from './operator.ts';
import { roundsById } from './round-store.ts';
import type { Round } from './types.ts';
import { disputeView, entryView, evidenceView, roundDetail, roundRow } from './view.ts';
import type { RoundView } from './view.ts';

type Calls = Contract['games'];
type UserCalls = Exclude<keyof Calls, `console/${string}`>;

const FILTERS: Readonly<Record<number, EntryFilter>> = {
  [GAME_STATUS.guessing]: 'guessing',
  [GAME_STATUS.unsettled]: 'unsettled',
  [GAME_STATUS.right]: 'right',
  [GAME_STATUS.missed]: 'missed',
  [GAME_STATUS.cancelled]: 'cancelled',
};

/** Percent of one hundred parts, rounded down at two decimals. */
const shareOf = (part: number, whole: number): string | null =>
  whole === 0 ? null : format(mulDivDown(amount(100n * UNIT), BigInt(part), BigInt(whole), 2));

async function configOf(deps: GamesDeps, user: UserId | undefined): Promise<Reply<Calls['game/config']>> {
  const { ctx, ledger, limits, policy } = deps;
  const own = user === undefined ? [] : await ledger.balances(ctx.db, [userAccount(user, 'change')]);
  const currencies = (await ledger.currencies(ctx.db)).filter(
    ({ id, enabled }) => enabled && STAKE_CURRENCIES.includes(id),
  );
  const state = user === undefined ? undefined : await limits.state(ctx.db, user);
  return {
    currencies: currencies.map(({ id, code, decimals }) => ({
      id,
      name: code,
      decimals,
      available:
        user === undefined
          ? null
          : format(own.find(({ currency }) => currency === id)?.available ?? amount('0')),
    })),
    dispute_hours: Math.round(policy.disputeMs / HOUR_MS),
    schedules: await readScheduleViews(deps, 'running'),
    caller: state
      ? { quiz_passed: state.quizPassed, region_allowed: state.regionAllowed, limits: state.limits }
      : null,
  };
}

async function detailOf(
  { ctx }: GamesDeps,
  round: Round,
  user: UserId | undefined,
  lang: Lang,
): Promise<RoundView> {
  const now = ctx.clock.now();
  const own = await ownStakes(ctx.db, user, [round.id]);
  const open = await openDisputes(ctx.db, [round.id]);
  const mine = user === undefined ? undefined : await ownDispute(ctx.db, user, round.id);
  return {
    ...roundRow(round, own, lang, now),
    ...roundDetail(round, lang),
    evidence: (await answersOf(ctx.db, round.id)).map(evidenceView),
    dispute: {
      allowed: own.length > 0 && isDisputable(round, now) && mine?.answerId !== round.answerId,
      open: open.get(round.id) ?? 0,
      own: mine ? disputeView(mine, round, lang) : null,
    },
  };
}

const needOf = (rounds: ReadonlyMap<number, Round>, id: number): Round =>
  rounds.get(id) ?? refuse('internal_error');

const reading = (deps: GamesDeps) => {
  const { ctx } = deps;
  return {
    'game/config': ({ caller }) => configOf(deps, caller?.userId),
    'game/index': async ({ input, caller, lang }) => {
      const now = ctx.clock.now();
      const user = caller?.userId;
      const filter = { user, status: input.status, kind: input.kind, market: input.match_id, now };
      const { rows, total } = await listRounds(ctx.db, filter, input);
      const own = await ownStakes(
        ctx.db,
        user,
        rows.map(({ id }) => id),
      );
      return pageReply(
        rows.map((round) => roundRow(round, own, lang, now)),
        total,
        input.page,
        input.limit,
      );
    },
    'game/round': async ({ input, caller, lang }) =>
      detailOf(deps, await needRound(ctx.db, input.id), caller?.userId, lang),
    'game/stakes': async ({ input, caller }) => {
      const round = await needRound(ctx.db, input.id);
      const { rows, total } = await entriesOfRound(ctx.db, round.id, input);
      return pageReply(
        rows.map((entry) => ({
          id: entry.id,
          option: entry.option,
          amount: format(entry.stake),
          created_ms: entry.createdMs,
          own: entry.userId === caller?.userId,
        })),
        total,
        input.page,
        input.limit,
      );
    },
    'game/quiz': ({ lang }) => deps.limits.quiz(lang),
  } satisfies Partial<Handlers<Calls>>;
};

/** Handlers of the calls of users, who see only their own entries and disputes. */
const ownHandlers = (
  deps: GamesDeps,
): Omit<Pick<Handlers<Calls>, UserCalls>, keyof ReturnType<typeof reading>> => {
  const { ctx, limits } = deps;
  return {
    'game/enter': async ({ input, caller, tx, lang }) => {
      const { userId } = caller;
      const request = {
        userId,
        round: input.id,
        option: input.option,
        stake: input.amount,
        hash: input.hash,
      };
      const entry = await enter(deps, tx, request);
      return entryView(entry, await needRound(tx, entry.roundId), lang, entry.createdMs);
    },
    'game/entries': async ({ input, caller, lang }) => {
      const now = ctx.clock.now();
      const status = input.status === undefined ? undefined : FILTERS[input.status];
      const filter = { round: input.round, status, now };
      const { rows, total } = await entriesOfUser(ctx.db, caller.userId, filter, input);
      const rounds = await roundsById(
        ctx.db,
        rows.map(({ roundId }) => roundId),
      );
      return pageReply(
        rows.map((entry) => entryView(entry, needOf(rounds, entry.roundId), lang, now)),
        total,
        input.page,
        input.limit,
      );
    },
    'game/entry': async ({ input, caller, lang }) => {
      const entry = (await entryOfUser(ctx.db, caller.userId, input.id)) ?? refuse('game_entry_unknown');
      return entryView(entry, await needRound(ctx.db, entry.roundId), lang, ctx.clock.now());
    },
    'game/record': async ({ caller }) => {
      const { staked, paid, ...counts } = await recordOf(ctx.db, caller.userId);
      return {
        ...counts,
        staked: format(staked),
        paid: format(paid),
        net: format(minus(paid, staked)),
        hit_rate: shareOf(counts.right, counts.right + counts.missed),
      };
    },
    'game/quiz_answer': ({ input, caller }) => limits.answerQuiz(caller.userId, input),
    'game/dispute': async ({ input, caller, lang }) => {
      const request = { userId: caller.userId, round: input.id, reason: input.reason };
      const stored = await ctx.db.transact((tx) => dispute(deps, tx, request));
      return disputeView(stored, await needRound(ctx.db, stored.roundId), lang);
    },
    'game/disputes': async ({ input, caller, lang }) => {
      const { rows, total } = await disputesOfUser(ctx.db, caller.userId, input);
      const rounds = await roundsById(
        ctx.db,
        rows.map(({ roundId }) => roundId),
      );
      return pageReply(
        rows.map((each) => disputeView(each, needOf(rounds, each.roundId), lang)),
        total,
        input.page,
        input.limit,
      );
    },
  };
};

export const gamesHandlers = (deps: GamesDeps): Handlers<Calls> => ({
  ...reading(deps),
  ...ownHandlers(deps),
  ...consoleHandlers(deps),
});
