import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { KNOWN_NAMES, SETTING_NAMES } from './settings.ts';

const root = resolve(import.meta.dirname, '../../..');
const operation = readFileSync(join(root, 'docs/operation.md'), 'utf8');
/** Set by `npm start -- --chains` only. */
const INTERNAL = ['NODE_ENV', 'KARAT_TEST_CHAINS'];

const namesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:KARAT|OTEL)_[A-Z0-9_]+|HOST|PORT|ROLES|DATABASE_URL)`/g)].map(
    ([, name = '']) => name,
  );

test('every setting is a row of the table in docs/operation.md, and every row is a setting', () => {
  const rows = operation.split('\n').filter((line) => line.startsWith('| `'));
  const documented = rows.flatMap((line) => namesIn(line.split('|')[1] ?? ''));
  expect(new Set(documented)).toEqual(new Set(SETTING_NAMES.filter((name) => !INTERNAL.includes(name))));
});

test('every variable that a program of the repository names is known to the start', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  const named = files
    .split('\n')
    .filter((file) => file !== '' && !file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\bKARAT_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []);
  expect([...new Set(named)].filter((name) => !KNOWN_NAMES.includes(name)).toSorted()).toEqual([]);
});
