import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const page = read('docs/architecture.md');

/** A row of the section "Where is ...?": question, search term, file, name. */
const ROW = /^\| (Wh[^|]+\?) +\| ([^|]+?) +\| `([^`]+)` +\| `(\w+)` +\|$/gm;

interface Answer {
  readonly question: string;
  readonly term: string;
  readonly path: string;
  readonly name: string;
}

const answersIn = (text: string): Answer[] =>
  [...text.matchAll(ROW)].map(([, question = '', term = '', path = '', name = '']) => ({
    question,
    term,
    path,
    name,
  }));

/** Returns what is wrong with an answer; undefined if the search for its term finds the file and the name. */
function faultOf({ path, term, name }: Answer): string | undefined {
  if (!existsSync(join(root, path))) return `${path} does not exist`;
  const text = read(path);
  if (!new RegExp(`\\b${name}\\b`).test(text)) return `${path} has no ${name}`;
  // Comments wrap, so a term may be split over two lines.
  const plain = text.replaceAll(/\n\s*(?:\*|\/\/)? */g, ' ').toLowerCase();
  return plain.includes(term.toLowerCase()) ? undefined : `${path} does not contain "${term}"`;
}

test('the search for each term finds the file and name of docs/architecture.md', () => {
  const answers = answersIn(page);
  expect(answers.length).toBeGreaterThanOrEqual(12);
  expect(answers.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
});

test('every file and folder that docs/architecture.md names exists', () => {
  const paths = [...page.matchAll(/`((?:packages|platform|domains|apps|scripts)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the table of the container names each of its files once', () => {
  const [, table = ''] = /\| file +\| builds +\|\n(.*?)\n\n/s.exec(page) ?? [];
  const named = [...table.matchAll(/^\| `([\w-]+\.ts)`/gm)].map(([, file = '']) => file);
  const files = readdirSync(join(root, 'apps/server/src/container'));
  expect(named.toSorted()).toEqual(files.filter((file) => !file.endsWith('.test.ts')).toSorted());
});

test('a file, a name and a term that do not exist are found', () => {
  const [missing, unnamed, silent] = answersIn(
    [
      '| Where is nothing? | lint | `scripts/none.ts` | `none` |',
      '| Where is nobody? | lint | `scripts/check.ts` | `nobodyAtAll` |',
      '| Where is silence? | liquidation | `scripts/check.ts` | `runStep` |',
    ].join('\n'),
  );
  expect([missing, unnamed, silent].map((answer) => answer && faultOf(answer))).toEqual([
    'scripts/none.ts does not exist',
    'scripts/check.ts has no nobodyAtAll',
    'scripts/check.ts does not contain "liquidation"',
  ]);
});
