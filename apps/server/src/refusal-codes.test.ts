import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codes } from '@karat/contract';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Sources of the server: not tests, catalogues of texts, or declarations of the contract. */
const sources = globSync('{domains,platform,apps/server}/**/*.ts', { cwd: ROOT })
  .filter((path) => !/node_modules|\.test\.ts$|\/testing\/|\/messages\.ts$/.test(path))
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n');

const unusedIn = (all: readonly string[]): string[] => all.filter((code) => !sources.includes(`'${code}'`));

test('every refusal code of the contract is used by the server', () => {
  expect(codes.length).toBeGreaterThan(200);
  expect(unusedIn(codes)).toEqual([]);
});

test('an unused code is found', () => {
  expect(unusedIn(['forbidden', ['never', 'refused'].join('_')])).toEqual(['never_refused']);
});
