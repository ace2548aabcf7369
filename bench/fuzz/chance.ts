import { mulberry32 } from '../mulberry32.ts';

/** Random choices that a seed repeats. */
export interface Chance {
  /** Whole number in [0, limit). */
  below(limit: number): number;
  /** True with a probability between 0 and 1. */
  happens(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Undefined where the list is empty. */
  anyOf<T>(list: readonly T[]): T | undefined;
  word(length: number): string;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export function createChance(seed: number): Chance {
  const next = mulberry32(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  const anyOf = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
  return {
    below,
    anyOf,
    happens: (probability) => next() < probability,
    pick: (list) => anyOf(list) ?? list[0],
    word: (length) => Array.from({ length }, () => LETTERS[below(LETTERS.length)]).join(''),
  };
}
