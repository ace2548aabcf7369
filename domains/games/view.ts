import { wireTime } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { toLang } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { ZERO, divideHalfUp, format, minus, percentFromRate, price, sum } from '@karat/money';
import type { Amount } from '@karat/money';
import { divideGamePool, gameMultiple, gameTicks, impliedGamePayout } from '@karat/rules';
import type { GamePool } from '@karat/rules';
import type { OwnStake } from './entry-store.ts';
import { entryStatus, roundState, statusOf, textsIn } from './rules.ts';
import type { Answer, Dispute, Entry, Round, Schedule } from './types.ts';

type Calls = Contract['games'];
export type RoundView = Reply<Calls['game/round']>;
export type RoundRow = Reply<Calls['game/index']>['data'][number];
export type EntryView = Reply<Calls['game/entry']>;
export type DisputeView = Reply<Calls['game/dispute']>;
export type EvidenceView = RoundView['evidence'][number];
export type ScheduleView = Reply<Calls['game/config']>['schedules'][number];
export type ConsoleRow = Reply<Calls['console/game_rounds']>['data'][number];
export type PreviewRow = Reply<Calls['console/game_round']>['preview'][number];

const text = (value: Amount | undefined): string | null => (value === undefined ? null : format(value));

const poolOf = (round: Round, option: number): GamePool => ({
  total: round.pool,
  right: round.options[option - 1]?.pool ?? ZERO,
  feeRate: round.feeRate,
  decimals: round.decimals,
});

function roundFacts(round: Round, lang: Lang, own: readonly OwnStake[]) {
  const { lang: textLang, texts } = textsIn(round.terms.texts, lang);
  return {
    id: round.id,
    kind: round.kind,
    scheduled: round.scheduleId !== undefined,
    question: texts.question,
    lang: toLang(textLang),
    options: round.options.map(({ pool, entries }, index) => ({
      no: index + 1,
      name: texts.options[index] ?? '',
      pool: format(pool),
      entries,
      multiple: text(gameMultiple(poolOf(round, index + 1))),
      own: format(sum(own.filter(({ option }) => option === index + 1).map(({ stake }) => stake))),
    })),
    currency_id: round.currencyId,
    currency_name: round.terms.currency,
    decimals: round.decimals,
    stake_min: format(round.stakeMin),
    stake_max: format(round.stakeMax),
    user_max: format(round.userMax),
    fee_percent: format(percentFromRate(round.feeRate)),
    pool: format(round.pool),
    entries: round.entries,
    opens_at: wireTime(round.opensMs),
    opens_ms: round.opensMs,
    closes_at: wireTime(round.closesMs),
    closes_ms: round.closesMs,
    settles_at: wireTime(round.settlesMs),
    settles_ms: round.settlesMs,
    match_id: round.marketId ?? null,
    symbol_name: round.terms.price?.symbol ?? null,
    levels: (round.terms.price?.levels ?? []).map((level) => format(level)),
    right: round.answer ?? null,
    outcome: round.division?.outcome ?? null,
    dispute_ends_ms: round.disputableUntilMs ?? null,
    hash: round.hash,
    settled_ms: round.settledMs ?? null,
  };
}

/** A round for a user with these stakes. */
export function roundRow(round: Round, own: readonly OwnStake[], lang: Lang, now: number): RoundRow {
  const mine = own.filter(({ roundId }) => roundId === round.id);
  return {
    ...roundFacts(round, lang, mine),
    status: statusOf(
      round,
      mine.map(({ option }) => option),
      now,
    ),
    own_stake: format(sum(mine.map(({ stake }) => stake))),
    own_payout:
      round.settledMs === undefined || mine.length === 0
        ? null
        : format(sum(mine.map(({ payout }) => payout))),
  };
}

export const evidenceView = (answer: Answer): EvidenceView => ({
  option: answer.option,
  link: answer.link,
  file: answer.file,
  sha256: answer.sha256,
  note: answer.note,
  decided_ms: answer.decidedMs,
  withdrawn: answer.withdrawnMs !== undefined,
});

/** Mean of the ticks that answered; null without them. */
export function settlementPrice({ ticks, settlesMs }: Round): string | null {
  const window = gameTicks(
    settlesMs,
    ticks.map((tick) => ({ time: tick.time, price: price(tick.price) })),
  );
  if (!window) return null;
  const total = window.reduce((all, tick) => all + tick.price, 0n);
  return format(divideHalfUp(total, BigInt(window.length), 10));
}

/** What only the page of one round shows. */
export function roundDetail(round: Round, lang: Lang) {
  const { texts } = textsIn(round.terms.texts, lang);
  return {
    source: texts.source,
    terms: round.termsText,
    committed_at: wireTime(round.committedMs),
    committed_ms: round.committedMs,
    schedule_id: round.scheduleId ?? null,
    settlement_price: settlementPrice(round),
    ticks: round.ticks.map((tick) => ({ time: tick.time, price: tick.price })),
    cancel_reason: round.cancelReason ?? null,
  };
}

export function entryView(entry: Entry, round: Round, lang: Lang, now: number): EntryView {
  const { lang: textLang, texts } = textsIn(round.terms.texts, lang);
  const isSettled = entry.settledMs !== undefined;
  return {
    id: entry.id,
    round_id: round.id,
    kind: round.kind,
    question: texts.question,
    lang: toLang(textLang),
    option: entry.option,
    option_name: texts.options[entry.option - 1] ?? '',
    amount: format(entry.stake),
    currency_id: round.currencyId,
    currency_name: round.terms.currency,
    decimals: round.decimals,
    status: entryStatus(entry, round, now),
    implied_payout: isSettled ? null : format(impliedGamePayout(entry.stake, poolOf(round, entry.option))),
    payout: text(entry.payout),
    profit: entry.payout === undefined ? null : format(minus(entry.payout, entry.stake)),
    outcome: isSettled ? (round.division?.outcome ?? null) : null,
    right: round.answer ?? null,
    right_name: round.answer === undefined ? null : (texts.options[round.answer - 1] ?? null),
    created_at: wireTime(entry.createdMs),
    created_ms: entry.createdMs,
    closes_ms: round.closesMs,
    settles_ms: round.settlesMs,
    settled_at: entry.settledMs === undefined ? null : wireTime(entry.settledMs),
    settled_ms: entry.settledMs ?? null,
    receipt: entry.receipt ?? null,
  };
}

export const disputeView = (found: Dispute, round: Round, lang: Lang): DisputeView => ({
  id: found.id,
  round_id: found.roundId,
  question: textsIn(round.terms.texts, lang).texts.question,
  reason: found.reason,
  state: found.state,
  answer: found.answer ?? null,
  created_at: wireTime(found.createdMs),
  created_ms: found.createdMs,
  decided_ms: found.decidedMs ?? null,
});

export const scheduleView = (schedule: Schedule, symbol: string, currency: string): ScheduleView => ({
  id: schedule.id,
  match_id: schedule.marketId,
  symbol_name: symbol,
  time: `${String(Math.floor(schedule.minute / 60)).padStart(2, '0')}:${String(schedule.minute % 60).padStart(2, '0')}`,
  currency_name: currency,
  stake_min: format(schedule.stakeMin),
  stake_max: format(schedule.stakeMax),
  user_max: format(schedule.userMax),
  fee_percent: format(percentFromRate(schedule.feeRate)),
  step: format(schedule.step),
  create_before: schedule.createBefore,
  open_before: schedule.openBefore,
  close_before: schedule.closeBefore,
  enabled: schedule.endedMs === undefined,
  hash: schedule.hash,
  terms: schedule.termsText,
  committed_ms: schedule.committedMs,
});

/** A round for the console. */
export const consoleRow = (round: Round, openDisputes: number, lang: Lang, now: number): ConsoleRow => ({
  ...roundFacts(round, lang, []),
  state: roundState(round, now),
  open_disputes: openDisputes,
});

/** What each option would pay if it were right, by the stakes of this moment. */
export function previewOf(round: Round, lang: Lang): PreviewRow[] {
  const { texts } = textsIn(round.terms.texts, lang);
  return round.options.map(({ pool, entries }, index) => {
    const terms = poolOf(round, index + 1);
    const { outcome, fee, shared } = divideGamePool(terms);
    return {
      no: index + 1,
      name: texts.options[index] ?? '',
      pool: format(pool),
      entries,
      outcome,
      fee: format(fee),
      paid: format(outcome === 'paid' ? shared : round.pool),
      multiple: text(gameMultiple(terms)),
    };
  });
}
