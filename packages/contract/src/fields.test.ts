import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { choiceLines, fieldLines } from '../testing/fields.ts';
import type { Call } from './call.ts';
import { contract } from './contract.ts';

const linesIn = (name: string): string[] =>
  readFileSync(new URL(`../testing/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
const calls = Object.values(contract).flatMap((group) => Object.entries<Call>(group));

/**
 * `fields.txt`: what each field of every call accepts, found by asking its schema: `?` absent, `''` empty, `text[3-500]` a free text of these
 * lengths, `a`, `A` and `7` repeated, `whole` numbers, `is` one of these, `also` other forms. `choices.txt`: the values of a reply's field.
 * Clients rely on both: a change of a line needs a reason. A new field adds its line.
 */
test.each([
  ['fields.txt', fieldLines],
  ['choices.txt', choiceLines],
] as const)('every field has what it had at its release, and none is gone: %s', (name, linesOf) => {
  const written = linesIn(name);
  const found = calls.flatMap(([path, call]) => linesOf(path, call));
  const [kept, known] = [new Set(found), new Set(written)];
  expect(found.filter((line) => !known.has(line))).toEqual([]);
  expect(written.filter((line) => !kept.has(line))).toEqual([]);
});
