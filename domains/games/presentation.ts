import { refuse } from '@karat/contract';
import { change, fact, momentText } from '@karat/domains/operators';
import type { Change, Payload, Present } from '@karat/domains/operators';
import type { GameTerms } from '@karat/evidence';
import { gameTermsText, sha256Hex } from '@karat/evidence';
import { format, percentFromRate } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { findDispute } from './answer-store.ts';
import type { GamesDeps } from './deps.ts';
import { findRound } from './round-store.ts';
import { questionOf } from './rules.ts';
import { findSchedule } from './schedule-store.ts';
import { numberAt, scheduleOf, scheduleTerms, textAt } from './terms.ts';
import type { Round, ScheduleTerms, StakeTerms } from './types.ts';

const added = (label: string, value: string): Change => change(label, null, value);

const stakeChanges = (terms: Omit<StakeTerms, 'currencyId'>, currency: string): Change[] => [
  added('Stake', `${format(terms.stakeMin)} to ${format(terms.stakeMax)} ${currency}`),
  added('Maximum of a user', `${format(terms.userMax)} ${currency}`),
  added('Fee', `${format(percentFromRate(terms.feeRate))} % of the pool`),
];

/** A new round with everything that is committed. */
export const presentRound =
  (deps: GamesDeps, read: (deps: GamesDeps, db: Queries, payload: Payload) => Promise<GameTerms>): Present =>
  async (db, payload) => {
    const terms = await read(deps, db, payload);
    const [first] = Object.values(terms.texts);
    const texts = terms.texts['en'] ?? first;
    return {
      title: terms.kind === 'price' ? 'Add a price question' : 'Add a question that operators answer',
      subject: texts?.question ?? '',
      changes: [
        added('Question', texts?.question ?? ''),
        ...(texts?.options ?? []).map((option, index) => added(`Option ${index + 1}`, option)),
        added('Source of the answer', texts?.source ?? ''),
        added('Languages', Object.keys(terms.texts).join(' ')),
        ...stakeChanges(terms, terms.currency),
        added('Opens', momentText(terms.opensMs)),
        added('Closes', momentText(terms.closesMs)),
        added('Settles', momentText(terms.settlesMs)),
        added('Hash of the terms', sha256Hex(gameTermsText(terms))),
      ],
    };
  };

const roundAt = async (db: Queries, payload: Payload): Promise<Round> =>
  (await findRound(db, numberAt(payload, 'id'))) ?? refuse('game_unknown');

const poolFact = (round: Round): Change =>
  fact('Pool', `${format(round.pool)} ${round.terms.currency}, ${round.entries} entries`);

const optionName = ({ terms }: Round, option: number): string => {
  const [first] = Object.values(terms.texts);
  return `${option}: ${(terms.texts['en'] ?? first)?.options[option - 1] ?? ''}`;
};

export const presentAnswer: Present = async (db, payload) => {
  const round = await roundAt(db, payload);
  return {
    title: 'Answer a question',
    subject: `${round.id}: ${questionOf(round)}`,
    changes: [
      added('Right option', optionName(round, numberAt(payload, 'option'))),
      added('Link', textAt(payload, 'link')),
      added('Picture', textAt(payload, 'file')),
      added('SHA-256 of the picture', textAt(payload, 'sha256')),
      added('Note', textAt(payload, 'note')),
      poolFact(round),
    ],
  };
};

export const presentCancellation: Present = async (db, payload) => {
  const round = await roundAt(db, payload);
  return {
    title: 'Cancel a round and return every stake',
    subject: `${round.id}: ${questionOf(round)}`,
    changes: [
      change('Round', 'runs', 'cancelled'),
      added('Reason for users', textAt(payload, 'text')),
      poolFact(round),
    ],
  };
};

export const presentDispute: Present = async (db, payload) => {
  const found = (await findDispute(db, numberAt(payload, 'id'))) ?? refuse('game_dispute_unknown');
  const round = (await findRound(db, found.roundId)) ?? refuse('game_unknown');
  const isAccepted = textAt(payload, 'decision') === 'accepted';
  return {
    title: isAccepted ? 'Accept a dispute and withdraw the answer' : 'Reject a dispute',
    subject: `${round.id}: ${questionOf(round)}`,
    changes: [
      change('Dispute', 'open', isAccepted ? 'accepted' : 'rejected'),
      added('Reply to the user', textAt(payload, 'answer')),
      fact('Reason of the user', found.reason),
      fact('Answer', round.answer === undefined ? 'none' : optionName(round, round.answer)),
    ],
    user: found.userId,
  };
};

const timeOf = ({ minute }: ScheduleTerms): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export const presentSchedule =
  (deps: GamesDeps): Present =>
  async (db, payload) => {
    const schedule = scheduleOf(payload);
    const { hash } = await scheduleTerms(deps, db, schedule);
    const { code } = await deps.ledger.currency(db, schedule.currencyId);
    const { symbol } = deps.market.instruments.need(schedule.marketId);
    return {
      title: 'Add a schedule of daily price questions',
      subject: `${symbol} ${timeOf(schedule)} UTC`,
      changes: [
        added('Market', symbol),
        added('Settles daily at', `${timeOf(schedule)} UTC`),
        added('Step of the level', format(schedule.step)),
        ...stakeChanges(schedule, code),
        added('Created before', `${schedule.createBefore} min`),
        added('Opens before', `${schedule.openBefore} min`),
        added('Closes before', `${schedule.closeBefore} min`),
        added('Hash of the terms', hash),
      ],
    };
  };

export const presentScheduleEnd =
  (deps: GamesDeps): Present =>
  async (db, payload) => {
    const schedule = (await findSchedule(db, numberAt(payload, 'id'))) ?? refuse('game_schedule_unknown');
    if (schedule.endedMs !== undefined) refuse('game_schedule_unknown');
    const { symbol } = deps.market.instruments.need(schedule.marketId);
    return {
      title: 'End a schedule of daily price questions',
      subject: `${symbol} ${timeOf(schedule)} UTC`,
      changes: [change('Schedule', 'runs', 'ended')],
    };
  };
