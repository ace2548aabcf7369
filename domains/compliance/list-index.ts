import type { Entry, SanctionList } from './list-file.ts';
import { formsOf, nameScore } from './names.ts';
import type { NameForms } from './names.ts';
import { searchOver } from './token-search.ts';
import type { TokenSearch } from './token-search.ts';

/** A name to screen. Birth date and country are optional: what is unknown excludes nothing. */
export interface Screened {
  readonly name: string;
  /** `YYYY-MM-DD` or `YYYY`. */
  readonly birthDate?: string | undefined;
  readonly country?: string | undefined;
}

export interface Match {
  readonly entry: Entry;
  /** The name or alias that is the most similar. */
  readonly listedName: string;
  /** 0 to 1. */
  readonly score: number;
}

/** A source of sanctioned names: the built-in one is a list of a file, another may call a provider. */
export interface SanctionSource {
  /** Returns matches at or above the threshold, the best first, at most `MATCHES_MAX`. */
  screen(person: Screened): readonly Match[];
}

/** Matches of one name that are reported. */
export const MATCHES_MAX = 20;
/** Factor of a score if no listed birth year is within two years of a known one. */
const OTHER_BIRTH = 0.9;
const BIRTH_YEARS = 2;
/** Factor if countries are known on both sides and none is the same. */
const OTHER_COUNTRY = 0.98;
/** Tokens whose similar tokens are remembered, because users share given names. */
const CACHE_MAX = 5_000;

interface ListedName {
  readonly entry: Entry;
  readonly name: string;
  readonly forms: NameForms;
}

const yearsIn = (text: string): number[] => (text.match(/\b(?:18|19|20)[0-9]{2}\b/g) ?? []).map(Number);

/** Returns the factor for what is known besides the name; 1 if nothing contradicts. */
function contextFactor(person: Screened, entry: Entry): number {
  const [year] = yearsIn(person.birthDate ?? '');
  const listed = entry.birthDates.flatMap(yearsIn);
  const isOtherBirth =
    year !== undefined && listed.length > 0 && listed.every((each) => Math.abs(each - year) > BIRTH_YEARS);
  const country = person.country?.toLowerCase();
  const isOtherCountry =
    country !== undefined &&
    entry.countries.length > 0 &&
    entry.countries.every((each) => each.toLowerCase() !== country);
  return (isOtherBirth ? OTHER_BIRTH : 1) * (isOtherCountry ? OTHER_COUNTRY : 1);
}

/** Returns all names of a list, compared one by one: the definition of what `indexOf` finds faster. */
export function screenEach(
  list: Pick<SanctionList, 'entries'>,
  person: Screened,
  threshold: number,
): Match[] {
  return bestOf(listedNames(list), formsOf(person.name), person, threshold);
}

const listedNames = ({ entries }: Pick<SanctionList, 'entries'>): ListedName[] =>
  entries.flatMap((entry) =>
    [entry.name, ...entry.aliases].map((name) => ({ entry, name, forms: formsOf(name) })),
  );

function bestOf(names: Iterable<ListedName>, forms: NameForms, person: Screened, threshold: number): Match[] {
  const best = new Map<Entry, Match>();
  for (const { entry, name, forms: listed } of names) {
    const score = nameScore(forms, listed, threshold) * contextFactor(person, entry);
    const known = best.get(entry);
    const isBetter = !known || score > known.score || (score === known.score && name < known.listedName);
    if (score < threshold || !isBetter) continue;
    best.set(entry, { entry, listedName: name, score });
  }
  return [...best.values()]
    .toSorted((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1))
    .slice(0, MATCHES_MAX);
}

/** Remembers what a search found, because users share given names. */
function cached(search: TokenSearch): TokenSearch {
  const cache = new Map<string, readonly string[]>();
  return (token) => {
    const known = cache.get(token);
    if (known) return known;
    const found = search(token);
    if (cache.size >= CACHE_MAX) cache.clear();
    cache.set(token, found);
    return found;
  };
}

type Postings = Map<string, ListedName[]>;

function addTo(postings: Postings, token: string, listed: ListedName): void {
  const names = postings.get(token);
  if (names) names.push(listed);
  else postings.set(token, [listed]);
}

/**
 * Returns a source over a list. A score is at most the best similarity of two tokens, so only names that share a token, or a
 * word that several tokens make, at least as similar as the threshold are compared; the result is that of `screenEach`.
 */
export function indexOf(list: Pick<SanctionList, 'entries'>, threshold: number): SanctionSource {
  const byToken: Postings = new Map();
  const byJoined: Postings = new Map();
  for (const listed of listedNames(list)) {
    for (const token of new Set(listed.forms.tokens)) addTo(byToken, token, listed);
    for (const word of new Set(listed.forms.joined.map(({ word: { token } }) => token)))
      addTo(byJoined, word, listed);
  }
  const similarTokens = cached(searchOver(byToken.keys(), threshold));
  const similarJoined = cached(searchOver(byJoined.keys(), threshold));

  return {
    screen(person) {
      const forms = formsOf(person.name);
      const candidates = new Set<ListedName>();
      const add = (postings: Postings, tokens: readonly string[]): void => {
        for (const token of tokens) for (const listed of postings.get(token) ?? []) candidates.add(listed);
      };
      for (const token of forms.tokens) {
        add(byToken, similarTokens(token));
        add(byJoined, similarJoined(token));
      }
      for (const { word } of forms.joined) add(byToken, similarTokens(word.token));
      return bestOf(candidates, forms, person, threshold);
    },
  };
}
