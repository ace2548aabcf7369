import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A word or phrase that the code base does not use, and what to write in its place. */
interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
}

const word = (words: string, instead: string): Rule => ({
  pattern: new RegExp(`(?<![a-z])(?:${words})(?![a-z])`, 'i'),
  instead,
});

/** The language of the project is that of its field: terms that a newcomer would search for. */
const RULES: readonly Rule[] = [
  word('told|tells?|telling', 'notify, return, report'),
  word('hears?|heard', 'receive, onMessage, event'),
  word('wish(?:es)?', 'request, command'),
  word('deeds?', 'event, action'),
  word('reckon(?:s|ed|ing)?', 'compute'),
  word('foresees?|foreknow[ns]?', 'predict, prefetch'),
  word('surroundings|mishaps?|doorkeeper|mendable|thaw(?:s|ed)?', 'see docs/glossary.md'),
  word('whoever|whosoever', 'the user, the caller, the owner'),
  word('so many', 'count, limit, up to N'),
  word('what becomes of', 'state, outcome'),
  word('sign of life', 'heartbeat'),
  word('let(?:s)? go of|lets? go', 'release'),
];

/** Texts for users in nine languages, and files whose words are given: the wire protocol's and generated ones. */
const EXCLUDED =
  /(?:^|\/)(?:locales|articles|kind-names|dist|node_modules|vectors)\/|(?:^|\/)(?:messages|notices|letter-texts|email-texts|reasons|questions|kind-names|correction-reasons)\.ts$|^package-lock\.json$|^LICENSE$|^CHANGELOG\.md$|^scripts\/words(?:\.test)?\.ts$|\.sql$/;

/** Stored values whose spelling is fixed: kinds of notification in the database. */
const STORED_VALUES = ['identity:thawed'];

/** Splits identifiers into words, so that `tellOwner` and `TOLD_MS` are found. */
const spaced = (line: string): string =>
  STORED_VALUES.reduce((rest, value) => rest.replaceAll(`'${value}'`, ''), line)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ');

/** Returns `line: "found", write ...` for each banned word of a file. */
export function bannedWords(text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    RULES.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(spaced(line));
      return found ? [`${index + 1}: "${found[0]}", write: ${instead}`] : [];
    }),
  );
}

/** Returns true if the words of a file are checked. */
export const isChecked = (path: string): boolean =>
  /\.(?:ts|tsx|mjs|cjs|md|css)$/.test(path) && !EXCLUDED.test(path);

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  const named = process.argv.slice(2);
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...named], {
    cwd: root,
    encoding: 'utf8',
  });
  const found = listed
    .split('\n')
    .filter(isChecked)
    .flatMap((path) => {
      try {
        return bannedWords(readFileSync(resolve(root, path), 'utf8')).map((line) => `${path}:${line}`);
      } catch {
        // Deleted in the working tree and not yet in the index.
        return [];
      }
    });
  for (const line of found) console.log(line);
  if (found.length > 0) {
    console.log(`${found.length} words outside of the project's language (docs/glossary.md)`);
    process.exitCode = 1;
  }
}
