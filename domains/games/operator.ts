import { GAME_ROUND_STATES, currencyId, pageReply, refuse } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { requestApproval } from '@karat/domains/operators';
import type { Payload } from '@karat/domains/operators';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { Handlers, OperatorCaller } from '@karat/platform/http';
import { reencode } from '@karat/platform/images';
import { answersOf, disputesIn, openDisputes } from './answer-store.ts';
import {
  APPROVALS,
  checkAnswer,
  checkCancellation,
  gameApprovals,
  needRound,
  priceTermsOf,
  questionTermsOf,
} from './approvals.ts';
import { readCurrencyCodes } from './deps.ts';
import type { GamesDeps } from './deps.ts';
import { lockDispute } from './dispute.ts';
import { entriesOfRound } from './entry-store.ts';
import { listRoundsIn, readOverview, readSums } from './list-store.ts';
import { roundsById } from './round-store.ts';
import { readSchedules } from './schedule-store.ts';
import { scheduleOf, scheduleTerms } from './terms.ts';
import { consoleRow, disputeView, evidenceView, previewOf, roundDetail, scheduleView } from './view.ts';
import type { ScheduleView } from './view.ts';

type Calls = Contract['games'];
type ConsoleCalls = Extract<keyof Calls, `console/${string}`>;

/** Schedules, newest first. */
export async function readScheduleViews(deps: GamesDeps, which: 'all' | 'running'): Promise<ScheduleView[]> {
  const { ctx, market } = deps;
  const codeOf = await readCurrencyCodes(deps, ctx.db);
  return (await readSchedules(ctx.db, which)).map((schedule) =>
    scheduleView(schedule, market.instruments.need(schedule.marketId).symbol, codeOf(schedule.currencyId)),
  );
}

/** A number of the database as the wire writes it. */
const exact = (value: string): string => format(amount(value));

/** Overview and rounds. */
function roundLists(deps: GamesDeps) {
  const { ctx } = deps;
  const now = () => ctx.clock.now();
  return {
    'console/games': async () => {
      const {
        states,
        openDisputes: disputes,
        unanswered,
      } = await readOverview(ctx.db, GAME_ROUND_STATES, now());
      const codeOf = await readCurrencyCodes(deps, ctx.db);
      return {
        states: [...states],
        open_disputes: disputes,
        unanswered,
        currencies: (await readSums(ctx.db)).map((sums) => ({
          currency_name: codeOf(currencyId(sums.currency_id)),
          held: exact(sums.held),
          staked: exact(sums.staked),
          paid: exact(sums.paid),
          returned: exact(sums.returned),
          fees: exact(sums.fees),
        })),
        schedules: await readScheduleViews(deps, 'all'),
      };
    },
    'console/game_rounds': async ({ input, lang }) => {
      const filter = { state: input.state, kind: input.kind, now: now() };
      const { rows, total } = await listRoundsIn(ctx.db, filter, input);
      const open = await openDisputes(
        ctx.db,
        rows.map(({ id }) => id),
      );
      return pageReply(
        rows.map((round) => consoleRow(round, open.get(round.id) ?? 0, lang, now())),
        total,
        input.page,
        input.limit,
      );
    },
    'console/game_round': async ({ input, lang }) => {
      const round = await needRound(ctx.db, input.id);
      const open = await openDisputes(ctx.db, [round.id]);
      const { source, terms, cancel_reason: cancelReason } = roundDetail(round, lang);
      return {
        ...consoleRow(round, open.get(round.id) ?? 0, lang, now()),
        source,
        terms,
        cancel_reason: cancelReason,
        evidence: (await answersOf(ctx.db, round.id)).map(evidenceView),
        preview: previewOf(round, lang),
      };
    },
  } satisfies Partial<Handlers<Calls>>;
}

/** Entries and disputes. */
function entryLists(deps: GamesDeps) {
  const { ctx } = deps;
  return {
    'console/game_entries': async ({ input }) => {
      const round = await needRound(ctx.db, input.id);
      const { rows, total } = await entriesOfRound(ctx.db, round.id, input);
      return pageReply(
        rows.map((entry) => ({
          id: entry.id,
          uid: entry.userId,
          option: entry.option,
          amount: format(entry.stake),
          payout: entry.payout === undefined ? null : format(entry.payout),
          created_ms: entry.createdMs,
          receipt: entry.receipt ?? null,
        })),
        total,
        input.page,
        input.limit,
      );
    },
    'console/game_disputes': async ({ input, lang }) => {
      const { rows, total } = await disputesIn(ctx.db, input.state, input);
      const rounds = await roundsById(
        ctx.db,
        rows.map(({ roundId }) => roundId),
      );
      const views = rows.map((each) => ({
        ...disputeView(each, rounds.get(each.roundId) ?? refuse('internal_error'), lang),
        uid: each.userId,
        decided_by: each.decidedBy ?? null,
      }));
      return pageReply(views, total, input.page, input.limit);
    },
  } satisfies Partial<Handlers<Calls>>;
}

interface Question {
  readonly kind: string;
  readonly subject: string;
  readonly payload: Payload;
  readonly reason: string;
}

/** Asks a second operator, after a check of what would be refused then. */
const asker =
  (deps: GamesDeps) => (caller: OperatorCaller, question: Question, check: (tx: Tx) => Promise<unknown>) =>
    deps.ctx.db.transact(async (tx) => {
      await check(tx);
      const { present } = gameApprovals(deps)[question.kind] ?? refuse('internal_error');
      return requestApproval(deps.ctx, tx, caller, { ...question, present });
    });

/** Amounts of stakes as a payload keeps them. */
const stakeTexts = (input: {
  readonly stake_min: Amount;
  readonly stake_max: Amount;
  readonly user_max: Amount;
  readonly fee_percent: Amount;
}) => ({
  stake_min: format(input.stake_min),
  stake_max: format(input.stake_max),
  user_max: format(input.user_max),
  fee_percent: format(input.fee_percent),
});

/** New rounds and schedules. */
function newRounds(deps: GamesDeps) {
  const ask = asker(deps);
  return {
    'console/game_price_round': ({ input, caller }) => {
      const { reason, ...values } = input;
      const payload: Payload = { ...values, ...stakeTexts(input) };
      const question = {
        kind: APPROVALS.price,
        subject: `${input.match_id} ${input.settles_ms}`,
        payload,
        reason,
      };
      return ask(caller, question, (tx) => priceTermsOf(deps, tx, payload));
    },
    'console/game_question': ({ input, caller }) => {
      const { reason, texts, ...values } = input;
      const payload: Payload = { ...values, ...stakeTexts(input), texts: JSON.stringify(texts) };
      const [first] = Object.values(texts);
      const subject = first?.question.slice(0, 60) ?? '';
      return ask(caller, { kind: APPROVALS.question, subject, payload, reason }, (tx) =>
        questionTermsOf(deps, tx, payload),
      );
    },
    'console/game_schedule': ({ input, caller }) => {
      const { reason, ...values } = input;
      const payload: Payload = { ...values, ...stakeTexts(input), step: format(input.step) };
      const question = {
        kind: APPROVALS.schedule,
        subject: `${input.match_id} ${input.time}`,
        payload,
        reason,
      };
      return ask(caller, question, (tx) => scheduleTerms(deps, tx, scheduleOf(payload)));
    },
    'console/game_schedule_end': ({ input: { id, reason }, caller }) =>
      ask(caller, { kind: APPROVALS.scheduleEnd, subject: String(id), payload: { id }, reason }, () =>
        Promise.resolve(),
      ),
  } satisfies Partial<Handlers<Calls>>;
}

/** Answers with evidence, cancellations, disputes. */
function decisions(deps: GamesDeps) {
  const ask = asker(deps);
  const now = () => deps.ctx.clock.now();
  return {
    'console/game_evidence': async ({ caller, file }) => {
      const { bytes, mime } = await reencode((file ?? refuse('image_invalid')).bytes);
      return deps.ctx.db.transact((tx) =>
        deps.files.keep(tx, { owner: caller.operatorId, visibility: 'public', mime, bytes }),
      );
    },
    'console/game_answer': async ({ input, caller }) => {
      const { reason, ...values } = input;
      const file =
        (await deps.files.owned(deps.ctx.db, input.file, caller.operatorId)) ?? refuse('image_invalid');
      const payload: Payload = { ...values, sha256: file.sha256.toString('hex') };
      const question = { kind: APPROVALS.answer, subject: String(input.id), payload, reason };
      return ask(caller, question, async (tx) =>
        checkAnswer(await needRound(tx, input.id), input.option, now()),
      );
    },
    'console/game_cancel': ({ input, caller }) => {
      const { reason, ...payload } = input;
      const question = { kind: APPROVALS.cancellation, subject: String(input.id), payload, reason };
      return ask(caller, question, async (tx) => checkCancellation(await needRound(tx, input.id), now()));
    },
    'console/game_dispute': ({ input, caller }) => {
      const { reason, ...payload } = input;
      const question = { kind: APPROVALS.dispute, subject: String(input.id), payload, reason };
      return ask(caller, question, (tx) => lockDispute(tx, input.id));
    },
  } satisfies Partial<Handlers<Calls>>;
}

/** The console's calls. Nothing here reaches the answer of a price question. */
export const consoleHandlers = (deps: GamesDeps): Pick<Handlers<Calls>, ConsoleCalls> => ({
  ...roundLists(deps),
  ...entryLists(deps),
  ...newRounds(deps),
  ...decisions(deps),
});
