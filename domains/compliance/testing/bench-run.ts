/**
 * How long a name takes against a sanction list of 17,000 entries with 34,000 names, and building its index.
 * `npm run bench -- screening [entries] [names to screen]`
 */
import type { Entry } from '../list-file.ts';
import { indexOf } from '../list-index.ts';

const ENTRIES = Number(process.argv[2] ?? 17_000);
const SCREENED = Number(process.argv[3] ?? 300);
const THRESHOLD = 0.9;
const GIVEN = 2_000;
const FAMILY = 15_000;

/** A reproducible sequence of numbers from 0 to 1. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = sequence(20_260_301);

const SYLLABLES = [
  ...['ab', 'dul', 'rah', 'man', 'kim', 'jong', 'un', 'al', 'ka', 'ri', 'mo', 'ham', 'med', 'vik', 'tor'],
  ...['ser', 'gei', 'iva', 'nov', 'pet', 'rov', 'an', 'na', 'li', 'chen', 'wa', 'lid', 'hus', 'sein', 'jo'],
  ...['se', 'gar', 'cia', 'lo', 'pez', 'ma', 'ria', 'fer', 'nan', 'dez', 'ok', 'san', 'shev', 'chuk', 'ben'],
];
const pick = <T>(from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('an empty list');
  return found;
};
const word = (): string =>
  Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(SYLLABLES)).join('');
const given = Array.from({ length: GIVEN }, word);
const family = Array.from({ length: FAMILY }, word);
/** Given names are shared by many: the first ones of the list the most. */
const givenName = (): string => given[Math.floor(GIVEN * random() ** 3)] ?? pick(given);
const name = (): string => [givenName(), ...(random() < 0.5 ? [givenName()] : []), pick(family)].join(' ');

const entries: Entry[] = Array.from({ length: ENTRIES }, (_, index) => ({
  id: String(index),
  name: name(),
  aliases: [name()],
  birthDates: [],
  countries: [],
}));

const before = performance.now();
const source = indexOf({ entries }, THRESHOLD);
const built = performance.now() - before;
const times: number[] = [];
let matches = 0;
for (let index = 0; index < SCREENED; index++) {
  const person = { name: name() };
  const start = performance.now();
  matches += source.screen(person).length;
  times.push(performance.now() - start);
}
times.sort((a, b) => a - b);
const mean = times.reduce((a, b) => a + b, 0) / times.length;
process.stdout.write(
  `${ENTRIES * 2} names: index ${built.toFixed(0)} ms; a name ${mean.toFixed(2)} ms on average, ` +
    `median ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(2)}, longest ${(times.at(-1) ?? 0).toFixed(1)} ms; ${matches} matches\n`,
);
