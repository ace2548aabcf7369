import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const PAGES = ['docs/security.md', 'docs/asvs.md'];

/** `path/of/a/file.ts`, and the name of a test in it after it: `path` “name”. */
const MENTION = /`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|mjs|md|json|txt))`(?: “([^”]+)”)?/g;

interface Mention {
  readonly path: string;
  readonly name: string | undefined;
}
const mentionsOf = (page: string): Mention[] =>
  [...read(page).matchAll(MENTION)].map(([, path = '', name]) => ({ path, name }));

test.each(PAGES)('every file and test that %s names exists', (page) => {
  const mentions = mentionsOf(page);
  expect(mentions.length).toBeGreaterThan(100);
  const missing = mentions.filter(({ path, name }) => {
    // A name without a folder is a data file, such as `policy.json`.
    if (!path.includes('/') && !existsSync(join(root, path))) return name !== undefined;
    if (!existsSync(join(root, path))) return true;
    return name !== undefined && !read(path).replaceAll("\\'", "'").includes(name);
  });
  expect(missing).toEqual([]);
});

test('a file or test that does not exist is found', () => {
  const [mention] = [...'`scripts/none.ts` “a test”'.matchAll(MENTION)];
  expect(mention?.slice(1)).toEqual(['scripts/none.ts', 'a test']);
});

test.each(PAGES)('every section that %s links to exists', (page) => {
  const links = [...read(page).matchAll(/\]\(([\w-]+\.md)?#([\w-]+)\)/g)];
  for (const [, file, anchor] of links) {
    const headings = [...read(file === undefined ? page : `docs/${file}`).matchAll(/^#+ (.+)$/gm)];
    const anchors = headings.map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(anchors, `${file ?? page}#${anchor}`).toContain(anchor);
  }
});

/** Requirements of ASVS 5.0.0 of levels 1 and 2, by section: the numbers of level 1, then those of level 2. */
const REQUIREMENTS: Readonly<Record<string, readonly [one: readonly number[], two: readonly number[]]>> = {
  '1.1': [[], [1, 2]],
  '1.2': [
    [1, 2, 3, 4, 5],
    [6, 7, 8, 9],
  ],
  '1.3': [
    [1, 2],
    [3, 4, 5, 6, 7, 8, 9, 10, 11],
  ],
  '1.4': [[], [1, 2, 3]],
  '1.5': [[1], [2]],
  '2.1': [[1], [2, 3]],
  '2.2': [[1, 2], [3]],
  '2.3': [[1], [2, 3, 4]],
  '2.4': [[], [1]],
  '3.2': [[1, 2], []],
  '3.3': [[1], [2, 3, 4]],
  '3.4': [
    [1, 2],
    [3, 4, 5, 6],
  ],
  '3.5': [
    [1, 2, 3],
    [4, 5],
  ],
  '3.7': [[], [1, 2]],
  '4.1': [[1], [2, 3]],
  '4.2': [[], [1]],
  '4.3': [[], [1, 2]],
  '4.4': [[1], [2, 3, 4]],
  '5.1': [[], [1]],
  '5.2': [[1, 2], [3]],
  '5.3': [[1, 2], []],
  '5.4': [[], [1, 2, 3]],
  '6.1': [[1], [2, 3]],
  '6.2': [
    [1, 2, 3, 4, 5, 6, 7, 8],
    [9, 10, 11, 12],
  ],
  '6.3': [
    [1, 2],
    [3, 4],
  ],
  '6.4': [
    [1, 2],
    [3, 4],
  ],
  '6.5': [[], [1, 2, 3, 4, 5]],
  '6.6': [[], [1, 2, 3]],
  '6.8': [[], [1, 2, 3, 4]],
  '7.1': [[], [1, 2, 3]],
  '7.2': [[1, 2, 3, 4], []],
  '7.3': [[], [1, 2]],
  '7.4': [
    [1, 2],
    [3, 4, 5],
  ],
  '7.5': [[], [1, 2]],
  '7.6': [[], [1, 2]],
  '8.1': [[1], [2]],
  '8.2': [[1, 2], [3]],
  '8.3': [[1], []],
  '8.4': [[], [1]],
  '9.1': [[1, 2, 3], []],
  '9.2': [[1], [2, 3, 4]],
  '10.1': [[], [1, 2]],
  '10.2': [[], [1, 2]],
  '10.3': [[], [1, 2, 3, 4]],
  '10.4': [
    [1, 2, 3, 4, 5],
    [6, 7, 8, 9, 10, 11],
  ],
  '10.5': [[], [1, 2, 3, 4, 5]],
  '10.6': [[], [1, 2]],
  '10.7': [[], [1, 2, 3]],
  '11.1': [[], [1, 2]],
  '11.2': [[], [1, 2, 3]],
  '11.3': [[1, 2], [3]],
  '11.4': [[1], [2, 3, 4]],
  '11.5': [[], [1]],
  '11.6': [[], [1]],
  '12.1': [[1], [2, 3]],
  '12.2': [[1, 2], []],
  '12.3': [[], [1, 2, 3, 4]],
  '13.1': [[], [1]],
  '13.2': [[], [1, 2, 3, 4, 5]],
  '13.3': [[], [1, 2]],
  '13.4': [[1], [2, 3, 4, 5]],
  '14.1': [[], [1, 2]],
  '14.2': [[1], [2, 3, 4]],
  '14.3': [[1], [2, 3]],
  '15.1': [[1], [2, 3]],
  '15.2': [[1], [2, 3]],
  '15.3': [[1], [2, 3, 4, 5, 6, 7]],
  '16.1': [[], [1]],
  '16.2': [[], [1, 2, 3, 4, 5]],
  '16.3': [[], [1, 2, 3, 4]],
  '16.4': [[], [1, 2, 3]],
  '16.5': [[], [1, 2, 3]],
  '17.1': [[], [1]],
  '17.2': [[], [1, 2, 3, 4]],
  '17.3': [[], [1, 2]],
};

interface Row {
  readonly id: string;
  readonly level: number;
  readonly verdict: string;
  readonly where: string;
}
const rows = [...read('docs/asvs.md').matchAll(/^\| (\d+\.\d+\.\d+) *\| (\d) .*$/gm)].map(
  ([line, id = '', level]): Row => {
    const [, , , , verdict = '', ...where] = line.split('|').map((cell) => cell.trim());
    return { id, level: Number(level), verdict, where: where.join('') };
  },
);

test('docs/asvs.md judges every requirement of levels 1 and 2 once, under its level', () => {
  const wanted = Object.entries(REQUIREMENTS).flatMap(([section, levels]) =>
    levels.flatMap((numbers, index) => numbers.map((number) => `${section}.${number} level ${index + 1}`)),
  );
  expect(wanted).toHaveLength(253);
  expect(rows.map(({ id, level }) => `${id} level ${level}`).toSorted()).toEqual(wanted.toSorted());
});

test('docs/asvs.md gives a verdict and a reason for each, and counts them right', () => {
  for (const { id, verdict, where } of rows) {
    expect(['met', 'n/a', 'open'], id).toContain(verdict);
    expect(where.length, id).toBeGreaterThan(3);
  }
  const counted = [1, 2].map((level) =>
    ['met', 'n/a', 'open'].map(
      (verdict) => rows.filter((row) => row.level === level && row.verdict === verdict).length,
    ),
  );
  const stated = [...read('docs/asvs.md').matchAll(/^\| ([12]) +\| (\d+) +\| (\d+) +\| (\d+) +\|$/gm)].map(
    ([, , ...counts]) => counts.map(Number),
  );
  expect(stated).toEqual(counted);
});
