import { ZERO, amount, divideHalfUp, format, price } from '@karat/money';
import type { Amount } from '@karat/money';
import { OPTION_WINDOW_MS, divideGamePool, gameAnswer, gamePayout, gameTicks } from '@karat/rules';
import type { DivisionTerms } from '@karat/rules';
import { fact, integerFact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';
import type { ReceiptTick } from '../receipt.ts';
import { sha256Hex } from '../sha256.ts';
import { readGameTerms } from './game-terms.ts';
import type { GameTerms } from './game-terms.ts';

/** `ticks`: the index answers; `operators`: two people did; all others return every stake. */
export const GAME_BASES = ['ticks', 'operators', 'no_price', 'cancelled'] as const;
export type GameBasis = (typeof GAME_BASES)[number];

export interface GameFacts {
  readonly round: number;
  readonly entry: number;
  /** As committed. */
  readonly terms: string;
  /** The option of the entry, from 1. */
  readonly option: number;
  readonly stake: Amount;
  /** All stakes, and those on the right option. */
  readonly pool: Amount;
  readonly rightPool: Amount;
  readonly basis: GameBasis;
  /** Answer of operators. */
  readonly answer?: { readonly option: number; readonly link: string; readonly sha256: string } | undefined;
  readonly cutoff: DivisionTerms['cutoff'];
}

/** Keeps the last result of a function of a text: the receipts of a round are made one after another, from the same terms. */
function keepLast<Result>(compute: (text: string) => Result): (text: string) => Result {
  let last: { readonly text: string; readonly result: Result } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, result: compute(text) };
    return last.result;
  };
}
const hashOf = keepLast(sha256Hex);
const readTerms = keepLast(readGameTerms);

/** An entry and the division of its round, as a receipt states them. */
export const gameFacts = (entry: GameFacts): Facts => ({
  round: String(entry.round),
  entry_number: String(entry.entry),
  terms: entry.terms,
  terms_hash: hashOf(entry.terms),
  option: String(entry.option),
  stake: format(entry.stake),
  pool: format(entry.pool),
  right_pool: format(entry.rightPool),
  basis: entry.basis,
  ...(entry.answer && {
    answer: String(entry.answer.option),
    evidence_link: entry.answer.link,
    evidence_sha256: entry.answer.sha256,
  }),
  ...(entry.cutoff && {
    cutoff_remainder: String(entry.cutoff.remainder),
    cutoff_entry: String(entry.cutoff.id),
  }),
});

/** The committed terms. Throws RangeError where the text is not the committed one. */
function termsOf(order: Facts): GameTerms {
  const text = fact(order, 'terms');
  if (hashOf(text) !== fact(order, 'terms_hash'))
    throw new RangeError('the terms are not the committed ones');
  return readTerms(text);
}

function basisOf(order: Facts, { kind }: GameTerms): GameBasis {
  const text = fact(order, 'basis');
  const basis = GAME_BASES.find((each) => each === text);
  const isFitting =
    basis === 'cancelled' || (kind === 'price' ? basis !== 'operators' : basis === 'operators');
  if (basis === undefined || !isFitting) throw new RangeError(`basis ${text} of a ${kind} question`);
  return basis;
}

const timed = (ticks: readonly ReceiptTick[]) =>
  ticks.map((of) => ({ time: of.time, price: price(of.price), of }));

/** The right option; undefined where every stake returns. */
function answerOf(order: Facts, terms: GameTerms, ticks: readonly ReceiptTick[]): number | undefined {
  const basis = basisOf(order, terms);
  const window = gameTicks(terms.settlesMs, timed(ticks));
  switch (basis) {
    case 'cancelled':
      return undefined;
    case 'operators': {
      const option = wholeFact(order, 'answer');
      if (option < 1 || option > terms.options) throw new RangeError(`answer ${option}`);
      return option;
    }
    case 'no_price':
      if (window) throw new RangeError('the ticks have a price');
      return undefined;
    case 'ticks':
      if (!window) throw new RangeError('too few ticks');
      return gameAnswer(window, terms.price?.levels ?? []);
  }
}

function divisionOf(order: Facts, { decimals, feeRate }: GameTerms) {
  const weights = amount(fact(order, 'right_pool'));
  const total = amount(fact(order, 'pool'));
  if (weights > total) throw new RangeError('right_pool is above the pool');
  const { fee, shared } = divideGamePool({ total, right: weights, feeRate, decimals });
  const remainder = order['cutoff_remainder'];
  const cutoff =
    remainder === undefined
      ? undefined
      : { remainder: integerFact(order, 'cutoff_remainder'), id: wholeFact(order, 'cutoff_entry') };
  return { fee, shared, terms: { total: shared, weights, decimals, cutoff } };
}

export const gamesFormula: Formula = {
  id: 'games/1',
  text:
    'terms_hash = SHA-256 of terms, published before opens_ms. Basis ticks: window = the ticks of the market with settles_ms - ' +
    '5000 <= second x 1000 < settles_ms, at least 3; price = their mean, compared exactly; right = 1 + the number of levels that are ' +
    'not above the price. Basis no_price: fewer than 3 such ticks. Basis operators: right = answer, by two operators with evidence. ' +
    'Basis cancelled or no_price, or right_pool = 0: every stake returns without a fee. Otherwise fee = pool x fee_rate, rounded ' +
    'down at decimals, and shared = pool - fee. In the smallest unit, 10^-decimals: share = shared x stake / right_pool, rounded ' +
    'down, with the remainder of this division; the units left go one each to the largest remainders, ties to the lowest entry. ' +
    'cutoff_remainder and cutoff_entry name the last entry that receives one. An entry with option = right is paid its share, ' +
    'every other one nothing.',
  ranges(order) {
    const { price: priced, settlesMs } = termsOf(order);
    if (!priced || fact(order, 'basis') === 'cancelled') return [];
    const from = Math.ceil((settlesMs - OPTION_WINDOW_MS) / 1000);
    return [{ market: priced.market, from, to: Math.ceil(settlesMs / 1000) - 1 }];
  },
  choose: (_, published) => published,
  result(order, ticks) {
    const terms = termsOf(order);
    const right = answerOf(order, terms, ticks);
    const option = wholeFact(order, 'option');
    if (option < 1 || option > terms.options) throw new RangeError(`option ${option}`);
    const entry = { id: wholeFact(order, 'entry_number'), amount: amount(fact(order, 'stake')) };
    const { fee, shared, terms: division } = divisionOf(order, terms);
    const isReturned = right === undefined || division.weights === ZERO;
    const payout = isReturned ? entry.amount : option === right ? gamePayout(entry, division) : ZERO;
    const prices = timed(ticks);
    const total = prices.reduce((sum, tick) => sum + tick.price, 0n);
    return {
      outcome: isReturned ? 'returned' : option === right ? 'right' : 'missed',
      ...(right === undefined ? {} : { right_option: String(right) }),
      ...(prices.length > 0 && right !== undefined
        ? { settlement: format(divideHalfUp(total, BigInt(prices.length), 10)) }
        : {}),
      fee: format(isReturned ? ZERO : fee),
      shared: format(isReturned ? ZERO : shared),
      payout: format(payout),
      payout_currency: terms.currency,
    };
  },
};
