import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lineOf } from '../testing/lines.ts';
import type { Call } from './call.ts';
import { contract } from './contract.ts';

/** Callers, effect, key right and limits of every call at its release: a change of a line needs a reason. A new call adds its line. */
const lines = readFileSync(new URL('../testing/calls.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const calls = new Map<string, Call>(Object.values(contract).flatMap((group) => Object.entries<Call>(group)));

test.each(lines.map((line) => [line.split(' ')[0] ?? '', line]))(
  '%s keeps its method, callers, effect and limits',
  (path, line) => {
    const call = calls.get(path);
    expect(call && lineOf(path, call)).toBe(line);
  },
);

test('every call has its line', () => {
  const named = new Set(lines.map((line) => line.split(' ')[0]));
  expect([...calls.keys()].filter((path) => !named.has(path))).toEqual([]);
});
