import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');

interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const files = [
  'package.json',
  ...globSync(['*/package.json', '{packages,apps}/*/package.json'], { cwd: root }),
];
const declared = new Set(
  files
    .filter((path) => !path.includes('node_modules'))
    .map((path) => JSON.parse(readFileSync(join(root, path), 'utf8')) as PackageFile)
    .flatMap((file) =>
      Object.keys({ ...file.dependencies, ...file.devDependencies, ...file.optionalDependencies }),
    )
    .filter((name) => !name.startsWith('@karat/')),
);

/** Returns the names in the first column of the tables of packages. */
const named = new Set(
  page
    .slice(0, page.indexOf('## Written here'))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)),
);

test('docs/dependencies.md gives the purpose of every dependency, and of no other', () => {
  expect(declared.size).toBeGreaterThan(40);
  expect([...declared].filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => !declared.has(name))).toEqual([]);
});

test('every file that docs/dependencies.md names exists', () => {
  const paths = [...page.matchAll(/`((?:packages|platform|apps|scripts)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
