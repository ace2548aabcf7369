import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Vite's manifest, `dist/.vite/manifest.json`. */
export interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** KiB after gzip. Limits for a phone on a slow connection: the first page within two seconds, a route within a third. */
const limits = { firstLoad: 120, chunk: 20, chart: 85, css: 13.5 };

/** Returns exceeded budgets as text; empty if there are none. `size` returns bytes after gzip. */
export function excesses(manifest: Manifest, size: (file: string) => number): readonly string[] {
  const kib = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + size(file), 0) / 1024;
  const over = (what: string, files: Iterable<string>, limit: number): string[] => {
    const actual = kib(files);
    return actual > limit ? [`${what}: ${actual.toFixed(1)} KiB, at most ${limit}`] : [];
  };
  const first = firstLoad(manifest);
  const files = new Set(Object.values(manifest).map(({ file }) => file));
  const late = [...files].filter((file) => file.endsWith('.js') && !first.has(file));
  const styles = new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [...css, file]));
  return [
    ...over('first load', first, limits.firstLoad),
    ...late.flatMap((file) => over(file, [file], /chart/i.test(file) ? limits.chart : limits.chunk)),
    ...over(
      'styles',
      [...styles].filter((file) => file.endsWith('.css')),
      limits.css,
    ),
  ];
}

/** The page that the console frames; users never load it. */
const PREVIEW = 'preview.html';

/** Returns the scripts that a browser loads before the app starts: the entries, the steps that they load, and the static imports of both. */
function firstLoad(manifest: Manifest): ReadonlySet<string> {
  const files = new Set<string>();
  const queue = Object.entries(manifest)
    .filter(([name, { isEntry }]) => isEntry === true && name !== PREVIEW)
    .map(([, chunk]) => chunk);
  for (let chunk = queue.pop(); chunk !== undefined; chunk = queue.pop()) {
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    for (const name of [...(chunk.imports ?? []), ...(chunk.isEntry ? (chunk.dynamicImports ?? []) : [])]) {
      const imported = manifest[name];
      if (imported !== undefined) queue.push(imported);
    }
  }
  return files;
}

/** Parts of the platform that the oldest supported browsers do not have. */
const YOUNGER =
  /\b(?:AbortSignal\.any|Array\.fromAsync|Iterator\.from|Map\.groupBy|Object\.groupBy|Promise\.try|Promise\.withResolvers|URL\.canParse)\b|\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(|\bIntl\.DurationFormat\b/g;

/** Returns each use of something that is younger than the oldest supported browsers, as text. */
export function tooYoung(scripts: ReadonlyMap<string, string>): readonly string[] {
  return [...scripts].flatMap(([file, code]) =>
    [...new Set(code.match(YOUNGER))].map((name) => `${file}: ${name} is younger than the oldest browsers`),
  );
}

if (import.meta.main) {
  const dist = resolve(import.meta.dirname, '../apps/web/dist');
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const found = [
    ...excesses(manifest, (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length),
  ];
  const scripts = globSync('assets/*.js', { cwd: dist }).map((file): [string, string] => [
    file,
    readFileSync(join(dist, file), 'utf8'),
  ]);
  found.push(...tooYoung(new Map(scripts)));
  for (const line of found) console.log(line);
  if (found.length > 0) process.exitCode = 1;
}
