import { currencyId, marketId, refuse } from '@karat/contract';
import type { MarketId } from '@karat/contract';
import { canonicalJson, sha256Hex } from '@karat/evidence';
import type { GameTerms, GameTexts } from '@karat/evidence';
import type { Payload } from '@karat/domains/operators';
import { LANGS } from '@karat/i18n';
import { amount, format, isMultipleOf, parsePrice, price, rateFromPercent, smallestUnit } from '@karat/money';
import type { Price } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { STAKE_CURRENCIES } from './deps.ts';
import type { GamesDeps } from './deps.ts';
import { priceTexts } from './texts.ts';
import type { ScheduleTerms, StakeTerms } from './types.ts';

type CheckDeps = Pick<GamesDeps, 'ctx' | 'ledger' | 'market' | 'policy'>;

const HORIZON_MS = 366 * DAY_MS;
const LEVELS_MAX = 7;
const MINUTES_OF_DAY = 1_440;
/** The longest time before a settlement at which a scheduled round is created, minutes. */
const CREATE_BEFORE_MAX = 7 * MINUTES_OF_DAY;

export interface RoundTimes {
  readonly opensMs: number;
  readonly closesMs: number;
  readonly settlesMs: number;
}

export const textAt = (payload: Payload, field: string): string => String(payload[field] ?? '');
export const numberAt = (payload: Payload, field: string): number => Number(payload[field]);

export const stakesOf = (payload: Payload): StakeTerms => ({
  currencyId: currencyId(numberAt(payload, 'currency_id')),
  stakeMin: amount(textAt(payload, 'stake_min')),
  stakeMax: amount(textAt(payload, 'stake_max')),
  userMax: amount(textAt(payload, 'user_max')),
  feeRate: rateFromPercent(amount(textAt(payload, 'fee_percent'))),
});
export const timesOf = (payload: Payload): RoundTimes => ({
  opensMs: numberAt(payload, 'opens_ms'),
  closesMs: numberAt(payload, 'closes_ms'),
  settlesMs: numberAt(payload, 'settles_ms'),
});
/** Ascending prices of a comma-separated text. Refuses `value_invalid`. */
export function levelsOf(text: string): readonly Price[] {
  const levels = text
    .split(',')
    .map((part) => parsePrice(part) ?? refuse('value_invalid', { field: 'levels' }));
  const isAscending = levels.every((level, index) => level > (levels[index - 1] ?? 0n));
  if (!isAscending || levels.length > LEVELS_MAX) refuse('value_invalid', { field: 'levels' });
  return levels;
}
export const scheduleOf = (payload: Payload): ScheduleTerms => {
  const [hours = '', minutes = ''] = textAt(payload, 'time').split(':');
  return {
    ...stakesOf(payload),
    marketId: marketId(numberAt(payload, 'match_id')),
    minute: Number(hours) * 60 + Number(minutes),
    step: price(textAt(payload, 'step')),
    createBefore: numberAt(payload, 'create_before'),
    openBefore: numberAt(payload, 'open_before'),
    closeBefore: numberAt(payload, 'close_before'),
  };
};

/** Texts by language of an approved payload. */
export const textsOf = (payload: Payload): Readonly<Record<string, GameTexts>> =>
  JSON.parse(textAt(payload, 'texts')) as Readonly<Record<string, GameTexts>>;

/** Refuses `game_texts` unless there is one language or all, with equally many options and none twice. */
export function checkTexts(texts: Readonly<Record<string, GameTexts>>): number {
  const all = Object.values(texts);
  const count = all[0]?.options.length ?? 0;
  const isComplete = all.length === 1 || all.length === LANGS.length;
  const isEven = all.every(
    ({ options }) => options.length === count && new Set(options).size === options.length,
  );
  return isComplete && isEven ? count : refuse('game_texts');
}

/** Refuses stakes that cannot be kept: `value_invalid` with the field, `amount_too_precise`, `currency_disabled`. */
export async function checkStakes(
  { ledger, policy }: CheckDeps,
  db: Queries,
  terms: StakeTerms,
): Promise<{ readonly code: string; readonly decimals: number }> {
  if (!STAKE_CURRENCIES.includes(terms.currencyId)) refuse('value_invalid', { field: 'currency_id' });
  const { code, decimals, enabled } = await ledger.currency(db, terms.currencyId);
  if (!enabled) refuse('currency_disabled', { currency: code });
  const unit = smallestUnit(decimals);
  if (![terms.stakeMin, terms.stakeMax, terms.userMax].every((each) => isMultipleOf(each, unit)))
    refuse('amount_too_precise', { decimals });
  if (terms.stakeMax < terms.stakeMin) refuse('value_invalid', { field: 'stake_max' });
  if (terms.userMax < terms.stakeMax) refuse('value_invalid', { field: 'user_max' });
  if (terms.feeRate > policy.maxFee) refuse('value_invalid', { field: 'fee_percent' });
  return { code, decimals };
}

/** Refuses `value_invalid` unless a round opens after now, closes after that, and settles then or later. */
export function checkTimes({ opensMs, closesMs, settlesMs }: RoundTimes, now: number): void {
  if (opensMs <= now) refuse('value_invalid', { field: 'opens_ms' });
  if (closesMs <= opensMs) refuse('value_invalid', { field: 'closes_ms' });
  if (settlesMs < closesMs || settlesMs > now + HORIZON_MS) refuse('value_invalid', { field: 'settles_ms' });
}

/** The name of a coin market. Refuses `market_unknown`, and `value_invalid` for a market that closes or has no outside price. */
function symbolOf({ market }: CheckDeps, id: MarketId): string {
  const { kind, pricing, symbol } = market.instruments.need(id);
  if (kind !== 'coin' || pricing !== 'sources') refuse('value_invalid', { field: 'match_id' });
  return symbol;
}

/** Terms of a price question; its texts follow from market, levels and time. */
export async function priceTerms(
  deps: CheckDeps,
  db: Queries,
  question: {
    readonly marketId: MarketId;
    readonly levels: readonly Price[];
    readonly stakes: StakeTerms;
    readonly times: RoundTimes;
    readonly schedule?: string;
  },
): Promise<GameTerms> {
  const { levels, stakes, times, schedule } = question;
  const symbol = symbolOf(deps, question.marketId);
  const { code, decimals } = await checkStakes(deps, db, stakes);
  checkTimes(times, deps.ctx.clock.now());
  return {
    kind: 'price',
    texts: priceTexts({ symbol, levels, settlesMs: times.settlesMs }),
    options: levels.length + 1,
    currency: code,
    decimals,
    stakeMin: stakes.stakeMin,
    stakeMax: stakes.stakeMax,
    userMax: stakes.userMax,
    feeRate: stakes.feeRate,
    ...times,
    price: { market: question.marketId, symbol, levels },
    schedule,
  };
}

/** Terms of a question that two operators answer. */
export async function questionTerms(
  deps: CheckDeps,
  db: Queries,
  question: {
    readonly texts: Readonly<Record<string, GameTexts>>;
    readonly stakes: StakeTerms;
    readonly times: RoundTimes;
  },
): Promise<GameTerms> {
  const { texts, stakes, times } = question;
  const options = checkTexts(texts);
  const { code, decimals } = await checkStakes(deps, db, stakes);
  checkTimes(times, deps.ctx.clock.now());
  return {
    kind: 'decided',
    texts,
    options,
    currency: code,
    decimals,
    stakeMin: stakes.stakeMin,
    stakeMax: stakes.stakeMax,
    userMax: stakes.userMax,
    feeRate: stakes.feeRate,
    ...times,
  };
}

/** Committed text and hash of a schedule. Refuses `value_invalid` with the field that is out of bounds. */
export async function scheduleTerms(
  deps: CheckDeps,
  db: Queries,
  schedule: ScheduleTerms,
): Promise<{ readonly termsText: string; readonly hash: string }> {
  const symbol = symbolOf(deps, schedule.marketId);
  const { code } = await checkStakes(deps, db, schedule);
  if (schedule.createBefore > CREATE_BEFORE_MAX || schedule.createBefore <= schedule.openBefore)
    refuse('value_invalid', { field: 'create_before' });
  if (schedule.openBefore <= schedule.closeBefore) refuse('value_invalid', { field: 'open_before' });
  const termsText = canonicalJson({
    type: 'karat-game-schedule',
    version: 1,
    market: schedule.marketId,
    symbol,
    minute: schedule.minute,
    currency: code,
    stake_min: format(schedule.stakeMin),
    stake_max: format(schedule.stakeMax),
    user_max: format(schedule.userMax),
    fee_rate: format(schedule.feeRate),
    step: format(schedule.step),
    create_before: schedule.createBefore,
    open_before: schedule.openBefore,
    close_before: schedule.closeBefore,
    rule:
      'Once a day, create_before minutes before the settlement: level = mean of the last five index ticks before that moment, at ' +
      'least three, rounded to the nearest multiple of step, halves up. Without them there is no round on that day.',
  });
  return { termsText, hash: sha256Hex(termsText) };
}
