/**
 * Comparison of names with those of the sanction list: of any script, in any order of their parts, with and without diacritics. Pure: no
 * clock, no database.
 */

/** Letters that decompose into nothing with a Latin base, as they are usually written without them. */
const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ŧ: 't',
  ə: 'a',
};

/** Cyrillic letters as passports transliterate them (ICAO 9303), without the marks that decomposition removes. */
const CYRILLIC: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', і: 'i', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts' },
  ...{ ч: 'ch', ш: 'sh', щ: 'shch', ъ: 'ie', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia', є: 'ie', ђ: 'd' },
  ...{ ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz', ѕ: 'dz' },
};

/** Greek letters by ISO 843, type 2, letter by letter. */
const GREEK: Readonly<Record<string, string>> = {
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm' },
  ...{ ν: 'n', ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps' },
  ω: 'o',
};

const LETTERS: ReadonlyMap<string, string> = new Map(Object.entries({ ...LATIN, ...CYRILLIC, ...GREEK }));

/** Titles and company forms that say nothing about a person. */
const IGNORED: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'dr', 'sir', 'prof', 'jr', 'sr']);

/** Parts of a name beyond which nothing is compared: no document has more. */
const TOKENS_MAX = 12;

/** Returns the parts of a name in lower-case letters without diacritics, in their order. */
function partsOf(name: string): readonly string[] {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/['’ʼʻ`´]/gu, '');
  const latin = Array.from(plain, (letter) => LETTERS.get(letter) ?? letter).join('');
  const tokens = latin.split(/[^\p{L}\p{N}]+/u).filter((token) => token !== '' && !IGNORED.has(token));
  return tokens.slice(0, TOKENS_MAX);
}

/** Returns the parts of a name, sorted: equal for any order of the parts. */
export const tokensOf = (name: string): readonly string[] => partsOf(name).toSorted();

/** A name with neighbouring parts written as one word. */
export interface JoinedForm {
  readonly word: TokenShape;
  /** All tokens, the word among them, sorted. */
  readonly tokens: readonly string[];
}

/** A name as it is compared: its parts, and those that somebody may write as one word. */
export interface NameForms {
  readonly tokens: readonly string[];
  readonly shapes: readonly TokenShape[];
  readonly joined: readonly JoinedForm[];
}

/** Parts that may be one word: `Abdul Rahman` and `Abdulrahman`, `Kim Jong Un` and `Kimjongun`. */
const JOINED_PARTS_MAX = 3;

/** Returns the forms of a name. A word may be written apart in one place of it. */
export function formsOf(name: string): NameForms {
  const parts = partsOf(name);
  const joined: JoinedForm[] = [];
  for (let count = 2; count <= Math.min(JOINED_PARTS_MAX, parts.length); count++)
    for (let start = 0; start + count <= parts.length; start++) {
      const word = parts.slice(start, start + count).join('');
      const rest = [...parts.slice(0, start), ...parts.slice(start + count)];
      joined.push({ word: shapeOf(word), tokens: [word, ...rest].toSorted() });
    }
  const tokens = parts.toSorted();
  return { tokens, shapes: tokens.map(shapeOf), joined };
}

/** The key by which equal names are recognised. */
export const nameKey = (name: string): string => tokensOf(name).join(' ');

const PREFIX_MAX = 4;
const PREFIX_WEIGHT = 0.1;

/** Returns the Jaro similarity, 0 to 1. */
function jaro(a: string, b: string): number {
  const window = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const used = new Uint8Array(b.length);
  const matched: number[] = [];
  for (let i = 0; i < a.length; i++) {
    const end = Math.min(b.length, i + window + 1);
    for (let j = Math.max(0, i - window); j < end; j++)
      if (used[j] === 0 && a.charCodeAt(i) === b.charCodeAt(j)) {
        used[j] = 1;
        matched.push(a.charCodeAt(i));
        break;
      }
  }
  if (matched.length === 0) return 0;
  let moved = 0;
  let next = 0;
  for (let j = 0; j < b.length; j++) if (used[j] === 1 && b.charCodeAt(j) !== matched[next++]) moved += 1;
  const count = matched.length;
  return (count / a.length + count / b.length + (count - moved / 2) / count) / 3;
}

/** Returns the Jaro-Winkler similarity of two tokens, 0 to 1; the same in both directions. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  // Greedy matching may differ by direction: one order for both.
  const [first, second] = a < b ? [a, b] : [b, a];
  const base = jaro(first, second);
  let prefix = 0;
  while (prefix < PREFIX_MAX && prefix < first.length && first[prefix] === second[prefix]) prefix += 1;
  return base + prefix * PREFIX_WEIGHT * (1 - base);
}

/** A token with its letters as bits, for `mayReach`. */
export interface TokenShape {
  readonly token: string;
  readonly letters: number;
}

const BITS = 32;

export function shapeOf(token: string): TokenShape {
  let letters = 0;
  for (let at = 0; at < token.length; at++) letters |= 1 << (token.charCodeAt(at) % BITS);
  return { token, letters };
}

function bitCount(bits: number): number {
  let left = bits;
  let count = 0;
  for (; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** Returns false only if `tokenScore` is below the threshold: a bound from lengths, letters and the common prefix. */
export function mayReach(a: TokenShape, b: TokenShape, threshold: number): boolean {
  const [one, other] = [a.token, b.token];
  // An initial counts by a rule of its own.
  if (one.length === 1 || other.length === 1) return one[0] === other[0];
  let prefix = 0;
  while (prefix < PREFIX_MAX && prefix < one.length && one[prefix] === other[prefix]) prefix += 1;
  const matched = Math.min(
    one.length - bitCount(a.letters & ~b.letters),
    other.length - bitCount(b.letters & ~a.letters),
  );
  if (matched <= 0) return false;
  const bound = (matched / one.length + matched / other.length + 1) / 3;
  // Rounding of the exact value may differ in the last digit.
  return bound + prefix * PREFIX_WEIGHT * (1 - bound) >= threshold - 1e-9;
}

/** Less similar tokens are different ones. */
export const TOKEN_FLOOR = 0.8;
/** An initial stands for a token that begins with it, with this similarity. */
const INITIAL = 0.85;
/** Share of its weight that a token without a counterpart costs, if the other name has all of its own matched. */
const EXTRA_WEIGHT = 0.1;

/** Returns the similarity of two tokens as they count in a score: 0 below the floor. */
export function tokenScore(a: string, b: string): number {
  if (a.length === 1 || b.length === 1) return a === b ? 1 : a[0] === b[0] ? INITIAL : 0;
  const found = similarity(a, b);
  return found >= TOKEN_FLOOR ? found : 0;
}

interface Pair {
  readonly i: number;
  readonly j: number;
  readonly score: number;
  readonly weight: number;
}

/**
 * Returns how similar two names are, 0 to 1, given as sorted tokens: the weighted mean of the best pairs of tokens,
 * each token in one pair at most. A token of the shorter name without a counterpart costs its whole weight; one of the
 * longer name a tenth, since middle names are often left out, but its whole weight if the shorter name is one token.
 */
export function scoreOf(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  const isFirst = one.length !== other.length ? one.length < other.length : one.join(' ') <= other.join(' ');
  const [a, b] = isFirst ? [one, other] : [other, one];
  const pairs: Pair[] = [];
  for (const [i, left] of a.entries())
    for (const [j, right] of b.entries()) {
      const score = tokenScore(left, right);
      if (score > 0) pairs.push({ i, j, score, weight: left.length + right.length });
    }
  pairs.sort(
    (x, y) => y.score * y.weight - x.score * x.weight || y.score - x.score || x.i - y.i || x.j - y.j,
  );
  const usedA = new Set<number>();
  const usedB = new Set<number>();
  let sum = 0;
  let weight = 0;
  for (const pair of pairs) {
    if (usedA.has(pair.i) || usedB.has(pair.j)) continue;
    usedA.add(pair.i);
    usedB.add(pair.j);
    sum += pair.score * pair.weight;
    weight += pair.weight;
  }
  for (const [i, token] of a.entries()) if (!usedA.has(i)) weight += 2 * token.length;
  const extra = a.length === 1 || a.length === b.length ? 1 : EXTRA_WEIGHT;
  for (const [j, token] of b.entries()) if (!usedB.has(j)) weight += 2 * extra * token.length;
  return sum / weight;
}

/** A joined word counts if a part of the other name is at least this similar to it: shared beginnings alone do not. */
const JOINED_FLOOR = 0.93;

/** Returns the best score of forms in which a word of `a` stands for several parts of `b`, or its parts for a word; 0 if none. */
function joinedScore(a: NameForms, b: NameForms): number {
  let best = 0;
  for (const { word, tokens } of a.joined) {
    const isWord = b.shapes.some(
      (shape) =>
        // A word is no initial of a part, nor a part an initial of a word.
        shape.token.length > 1 &&
        mayReach(word, shape, JOINED_FLOOR) &&
        similarity(word.token, shape.token) >= JOINED_FLOOR,
    );
    if (isWord) best = Math.max(best, scoreOf(tokens, b.tokens));
  }
  return best;
}

/** Returns false only if `scoreOf` of the parts is below the threshold: a bound by the parts that no part of the other name resembles. */
export function mayScore({ shapes: a }: NameForms, { shapes: b }: NameForms, threshold: number): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  let paired = 0;
  let alone = 0;
  for (const shape of shorter) {
    let longest = 0;
    for (const other of longer)
      if (other.token.length > longest && mayReach(shape, other, TOKEN_FLOOR)) longest = other.token.length;
    if (longest === 0) alone += 2 * shape.token.length;
    else paired += shape.token.length + longest;
  }
  // Rounding of the exact value may differ in the last digit.
  return paired >= (threshold - 1e-9) * (paired + alone) && paired > 0;
}

/**
 * Returns how similar two names are, 0 to 1: the score of their parts, or a better one with neighbouring parts of one name
 * written as one word, as in `Abdul Rahman` and `Abdulrahman`. The same in both directions. A score of the parts below `least`
 * may be left out.
 */
export const nameScore = (a: NameForms, b: NameForms, least = 0): number => {
  const score = mayScore(a, b, least) ? scoreOf(a.tokens, b.tokens) : 0;
  return score === 1 ? 1 : Math.max(score, joinedScore(a, b), joinedScore(b, a));
};
