import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListError, entryKey, namesIn, readList } from './list-file.ts';
import type { Entry } from './list-file.ts';
import { indexOf, screenEach } from './list-index.ts';
import { formsOf, mayScore, nameKey, nameScore, scoreOf, similarity, tokenScore, tokensOf } from './names.ts';
import { needsSecondOperator, outcomesOf, percentOf } from './rules.ts';
import { searchOver } from './token-search.ts';

const score = (one: string, other: string): number => scoreOf(tokensOf(one), tokensOf(other));

test.each([
  ['Viktor Drazhenko', 'DRAZHENKO, Viktor', 1],
  ['José Núñez', 'Jose Nunez', 1],
  ['Łukasz Ørsted', 'Lukasz Orsted', 1],
  ['Иван Петров', 'Ivan Petrov', 1],
  ["Sean O'Brien", 'Sean OBrien', 1],
  ['Strauß', 'Strauss', 1],
])('%s and %s are one name', (one, other, expected) => {
  expect(score(one, other)).toBe(expected);
});

test('a spelling, an initial and a middle name cost little, another family name much', () => {
  expect(score('Viktor Drajenko', 'Viktor Drazhenko')).toBeGreaterThan(0.93);
  expect(score('Viktor Drazhenko', 'Viktor Sergeyevich Drazhenko')).toBeGreaterThan(0.9);
  expect(score('V Drazhenko', 'Viktor Drazhenko')).toBeGreaterThan(0.9);
  expect(score('Viktor Drazhenko', 'Viktor Petersen')).toBeLessThan(0.7);
  expect(score('Viktor', 'Viktor Drazhenko')).toBeLessThan(0.7);
  expect(score('Anna Lindqvist', 'Viktor Drazhenko')).toBe(0);
});

const whole = (one: string, other: string): number => nameScore(formsOf(one), formsOf(other));

test.each([
  ['Abdulrahman Khan', 'Abdul Rahman Khan'],
  ['Abdulrahman', 'Abdul Rahman'],
  ['KHAN, Abdul Rahman', 'Abdulrahman Khan'],
  ['Kim Jongun', 'Kim Jong Un'],
  ['Kim Jong-un', 'Kimjongun'],
  ['Xi Jin Ping', 'Xi Jinping'],
  ['Al Zawahiri Ayman', 'Ayman Alzawahiri'],
  ['Ка Рим Иванов', 'Karim Ivanov'],
])('%s and %s are one name, written as one word or as two', (one, other) => {
  expect(whole(one, other)).toBe(1);
  expect(whole(other, one)).toBe(1);
});

test('a word counts for several parts only if it resembles them, and a spelling may differ too', () => {
  expect(whole('Abdurrahman Khan', 'Abdul Rahman Khan')).toBeGreaterThan(0.95);
  expect(whole('Abdullah Khan', 'Abdul Rahman Khan')).toBe(score('Abdullah Khan', 'Abdul Rahman Khan'));
  expect(whole('Jong Un', 'Kim Jong')).toBeLessThan(0.7);
  expect(whole('Maria Anna', 'Mariana Petersen')).toBeLessThan(0.8);
});

test('a name apart and together is found through the index', () => {
  const list = ['Abdul Rahman Yasin', 'Jongun'].map((each, id): Entry => ({
    id: String(id),
    name: each,
    aliases: [],
    birthDates: [],
    countries: [],
  }));
  const source = indexOf({ entries: list }, 0.9);
  expect(source.screen({ name: 'Yasin Abdulrahman' }).map(({ score: found }) => found)).toEqual([1]);
  expect(source.screen({ name: 'Jong Un' }).map(({ score: found }) => found)).toEqual([1]);
});

test('a known value of Jaro-Winkler', () => {
  expect(similarity('martha', 'marhta')).toBeCloseTo(0.9611, 4);
  expect(similarity('dixon', 'dicksonx')).toBeCloseTo(0.8133, 4);
});

const WORDS = [
  'viktor',
  'victor',
  'drazhenko',
  'drajenko',
  'anna',
  'ana',
  'v',
  'harrow',
  'harrowgate',
  'li',
  'lee',
];
const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ minLength: 1, maxLength: 8 }));
const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));

const words = fc.array(word, { minLength: 1, maxLength: 5 });
const shuffled = words.chain((parts) =>
  fc.tuple(
    fc.constant(parts.join(' ')),
    fc
      .shuffledSubarray(parts, { minLength: parts.length, maxLength: parts.length })
      .map((mixed) => mixed.join(' ')),
  ),
);

test('a score is between 0 and 1, symmetric, 1 for the same name, and the same for any order of the parts', () => {
  fc.assert(
    fc.property(shuffled, name, ([one, mixed], other) => {
      const value = score(one, other);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1 + Number.EPSILON);
      expect(score(other, one)).toBe(value);
      expect(score(mixed, other)).toBe(value);
      if (tokensOf(one).length > 0) expect(score(one, one)).toBe(1);
    }),
    { numRuns: 1_000 },
  );
});

const entries = fc
  .array(fc.tuple(name, fc.array(name, { maxLength: 2 })), { minLength: 1, maxLength: 12 })
  .map((rows): Entry[] =>
    rows.map(([each, aliases], index) => ({
      id: String(index),
      name: each,
      aliases,
      birthDates: [],
      countries: [],
    })),
  );

test('the index finds exactly what comparing every name finds, and a higher threshold never finds more', () => {
  fc.assert(
    fc.property(entries, name, fc.integer({ min: 80, max: 100 }), (list, person, percent) => {
      const threshold = percent / 100;
      const found = indexOf({ entries: list }, threshold).screen({ name: person });
      expect(found).toEqual(screenEach({ entries: list }, { name: person }, threshold));
      const strict = indexOf({ entries: list }, Math.min(1, threshold + 0.05)).screen({ name: person });
      const ids = new Set(found.map(({ entry }) => entry.id));
      expect(strict.filter(({ entry }) => !ids.has(entry.id))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('a search over tokens finds exactly those at or above the threshold', () => {
  const tokens = fc.array(word, { maxLength: 30 }).map((found) => [...new Set(found)]);
  fc.assert(
    fc.property(tokens, word, fc.integer({ min: 40, max: 100 }), (all, token, percent) => {
      const least = percent / 100;
      const expected = all.filter((each) => tokenScore(token, each) >= least - 1e-9);
      expect(searchOver(all, least)(token).toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 1_000 },
  );
});

test('a name that may not score is below the threshold', () => {
  fc.assert(
    fc.property(name, name, fc.integer({ min: 1, max: 100 }), (one, other, percent) => {
      if (!mayScore(formsOf(one), formsOf(other), percent / 100))
        expect(score(one, other)).toBeLessThan(percent / 100);
    }),
    { numRuns: 2_000 },
  );
});

test('parts written as one word never lower a score, in both directions alike', () => {
  fc.assert(
    fc.property(name, name, (one, other) => {
      const value = whole(one, other);
      expect(value).toBeGreaterThanOrEqual(score(one, other));
      expect(value).toBeLessThanOrEqual(1 + Number.EPSILON);
      expect(whole(other, one)).toBe(value);
    }),
    { numRuns: 1_000 },
  );
});

test('an initial is found through the index', () => {
  const entry: Entry = { id: '1', name: 'viktor', aliases: [], birthDates: [], countries: [] };
  expect(indexOf({ entries: [entry] }, 0.8).screen({ name: 'v' })).toHaveLength(1);
});

test('another birth year lowers a score, an unknown one does not', () => {
  const entry: Entry = {
    ...{ id: '1', name: 'Viktor Drazhenko', aliases: [] },
    ...{ birthDates: ['DOB 12 Mar 1961'], countries: ['ZZ'] },
  };
  const scoreWith = (birthDate: string | undefined) =>
    indexOf({ entries: [entry] }, 0.8).screen({ name: 'Viktor Drazhenko', birthDate })[0]?.score;
  expect(scoreWith(undefined)).toBe(1);
  expect(scoreWith('1962-01-01')).toBe(1);
  expect(scoreWith('1990-01-01')).toBe(0.9);
});

const bytes = (text: string): Uint8Array => Buffer.from(text);

test('three formats are read', () => {
  const csv = readList(bytes('id,name,aliases,birth_dates,countries\n1,"Doe, Jane",J Doe;Jane D,1970,ZZ\n'));
  expect(csv).toMatchObject({
    format: 'csv',
    entries: [
      { id: '1', name: 'Doe, Jane', aliases: ['J Doe', 'Jane D'], birthDates: ['1970'], countries: ['ZZ'] },
    ],
  });
  expect(namesIn(csv)).toBe(3);
  const json = readList(bytes('{"title":"T","entries":[{"id":7,"name":"Jane Doe"}]}'));
  expect(json).toMatchObject({
    format: 'json',
    title: 'T',
    entries: [{ id: '7', name: 'Jane Doe', aliases: [] }],
  });
  const remarks = `DOB 12 Mar 1961; nationality Nowhere; a.k.a. 'DOE, Janet'.`;
  const ofac = readList(
    bytes(`36,"DOE, Jane","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks}"\r\n\u001A`),
  );
  expect(ofac).toMatchObject({
    format: 'ofac',
    entries: [{ id: '36', name: 'DOE, Jane', aliases: ['DOE, Janet'], birthDates: ['12 Mar 1961'] }],
  });
});

test.each([
  ['', 'no entries'],
  ['id,name\n', 'no entries'],
  ['id,name\n1,"Jane', 'line 2: not comma-separated'],
  ['id,name\n1\n', 'fields'],
  ['id,name\n1,A\n1,B\n', 'twice'],
  ['{"entries":[{"id":1}]}', 'name'],
  ['{"entries":', 'JSON'],
  ['<html></html>', '12 fields'],
])('a broken file is refused: %j', (text, reason) => {
  expect(() => readList(bytes(text))).toThrow(ListError);
  expect(() => readList(bytes(text))).toThrow(reason);
});

test('bytes never break the reader', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (junk) => {
      try {
        readList(junk);
      } catch (error) {
        expect(error).toBeInstanceOf(ListError);
      }
    }),
  );
});

test('a changed entry has another key, a spelling of the name the same one', () => {
  const entry: Entry = { id: '1', name: 'A', aliases: [], birthDates: [], countries: [] };
  expect(entryKey(entry).equals(entryKey({ ...entry, birthDates: ['1970'] }))).toBe(false);
  expect(nameKey('Núñez José')).toBe(nameKey('Jose NUNEZ'));
});

test('only a sanction match ends as a false positive, and that needs a second operator', () => {
  expect(outcomesOf('sanction_match')).toEqual(['false_positive', 'confirmed']);
  expect(outcomesOf('chargeback')).toEqual(['no_action', 'action_taken']);
  expect(needsSecondOperator('sanction_match', 'false_positive')).toBe(true);
  expect(needsSecondOperator('sanction_match', 'confirmed')).toBe(false);
  expect(needsSecondOperator('other', 'no_action')).toBe(false);
  expect(needsSecondOperator('other', 'false_positive')).toBe(false);
});

test('a score is shown rounded down, so that none below the threshold reaches it, and never as nothing', () => {
  expect([0.8999, 0.9, 1, 0.001].map(percentOf)).toEqual([89, 90, 100, 1]);
});
