import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fieldLines } from '../testing/fields.ts';
import type { Call } from './call.ts';
import { contract } from './contract.ts';

/**
 * What each field of every call accepts, found by asking its schema: `?` absent, `''` empty, `text[3-500]` a free text of these lengths, `a`, `A`
 * and `7` repeated, `whole` numbers, `is` one of these, `also` other forms. A client relies on it: a change of a line needs a reason. A new
 * field adds its line.
 */
const lines = readFileSync(new URL('../testing/fields.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const calls = new Map<string, Call>(Object.values(contract).flatMap((group) => Object.entries<Call>(group)));

const found = [...calls].flatMap(([path, call]) => fieldLines(path, call));

test('every field accepts what it accepted at its release, and nothing else', () => {
  const written = new Set(lines);
  expect(found.filter((line) => !written.has(line))).toEqual([]);
});

test('no field is gone', () => {
  const kept = new Set(found);
  expect(lines.filter((line) => !kept.has(line))).toEqual([]);
});
