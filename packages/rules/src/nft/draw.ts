import { ratioDown, roundDown } from '@karat/money';
import type { Rate } from '@karat/money';

/** Editions of an artwork that boxes contain. */
export interface BoxContent {
  readonly artwork: number;
  readonly count: number;
}

const PERCENT = 100n;
const ODDS_DECIMALS = 4;

export const contentsTotal = (contents: readonly BoxContent[]): number =>
  contents.reduce((sum, { count }) => sum + count, 0);

/** The text that the server seed signs for one draw. */
export const drawMessage = (buyerSeed: string, box: number, nonce: number): string =>
  `${buyerSeed}:${box}:${nonce}`;

/** The position that a draw selects: the hash as a big-endian number, modulo the number of editions that remain. */
export function drawPosition(hash: Uint8Array, remaining: number): number {
  if (!Number.isSafeInteger(remaining) || remaining < 1) throw new RangeError(`${remaining} editions remain`);
  let value = 0n;
  for (const byte of hash) value = (value << 8n) | BigInt(byte);
  return Number(value % BigInt(remaining));
}

/** The artwork at a position of the remaining contents, counted in their order. Outside of them throws RangeError. */
export function artworkAt(remaining: readonly BoxContent[], position: number): number {
  let passed = 0;
  for (const { artwork, count } of remaining) {
    passed += count;
    if (position < passed) return artwork;
  }
  throw new RangeError(`position ${position} of ${passed}`);
}

/** Contents without one edition of an artwork. */
export const withoutOne = (contents: readonly BoxContent[], drawn: number): BoxContent[] =>
  contents.map(({ artwork, count }) => ({ artwork, count: artwork === drawn ? count - 1 : count }));

/** Odds of the first draw in percent, rounded down at four decimals; those of each later box are the same before the sale. */
export const oddsPercent = (count: number, total: number): Rate =>
  roundDown(ratioDown(PERCENT * BigInt(count), BigInt(total)), ODDS_DECIMALS);
