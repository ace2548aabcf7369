import { mayReach, shapeOf, tokenScore } from './names.ts';

/** A mean of similarities may be this much above the largest of them. */
const ROUNDING = 1e-9;
const PREFIX_MAX = 4;
const PREFIX_WEIGHT = 0.1;

/** Number of set bits of 32. */
function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns all tokens whose score with a token is at least the threshold. */
export type TokenSearch = (token: string) => readonly string[];

/**
 * Returns a search over tokens. Lengths, letters and beginnings lie in typed arrays, by which nearly all tokens are passed over
 * before any is compared: the bound is that of `mayReach`.
 */
export function searchOver(all: Iterable<string>, threshold: number): TokenSearch {
  const tokens = [...all].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const lengths = Uint16Array.from(tokens, ({ length }) => length);
  const letters = Int32Array.from(tokens, (token) => shapeOf(token).letters);
  const starts = new Uint16Array(tokens.length * PREFIX_MAX);
  for (const [index, token] of tokens.entries())
    for (let at = 0; at < PREFIX_MAX; at++) starts[index * PREFIX_MAX + at] = token.charCodeAt(at) || 0;
  // Where tokens of each length begin.
  const firstOf = (length: number): number => {
    let [low, high] = [0, tokens.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((lengths[middle] ?? 0) < length) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const least = threshold - ROUNDING;
  // With a common beginning of four letters the bound is 0.6 of the one without it, plus 0.4.
  const ratio = Math.max(
    0,
    3 * ((least - PREFIX_MAX * PREFIX_WEIGHT) / (1 - PREFIX_MAX * PREFIX_WEIGHT)) - 2,
  );

  return (token) => {
    const shape = shapeOf(token);
    const size = token.length;
    const own = [0, 1, 2, 3].map((at) => token.charCodeAt(at) || 0);
    const found: string[] = [];
    const isFound = (index: number): boolean => {
      const other = tokens[index] ?? '';
      return mayReach(shape, shapeOf(other), threshold) && tokenScore(token, other) >= least;
    };
    // An initial counts by a rule of its own.
    for (let index = 0; index < firstOf(2); index++) if (isFound(index)) found.push(tokens[index] ?? '');
    const [from, to] = size === 1 ? [2, Number.MAX_SAFE_INTEGER] : [Math.floor(size * ratio), size / ratio];
    const end = ratio === 0 || size === 1 ? tokens.length : firstOf(Math.floor(to) + 1);
    for (let index = firstOf(Math.max(2, from)); index < end; index++) {
      if (size > 1) {
        const length = lengths[index] ?? 0;
        const mask = letters[index] ?? 0;
        const matched = Math.min(
          size - bitCount(shape.letters & ~mask),
          length - bitCount(mask & ~shape.letters),
        );
        let bound = (matched / size + matched / length + 1) / 3;
        if (bound < least) {
          let prefix = 0;
          while (prefix < PREFIX_MAX && prefix < size && own[prefix] === starts[index * PREFIX_MAX + prefix])
            prefix += 1;
          bound += prefix * PREFIX_WEIGHT * (1 - bound);
          if (bound < least) continue;
        }
        if (matched <= 0) continue;
      }
      if (isFound(index)) found.push(tokens[index] ?? '');
    }
    return found;
  };
}
