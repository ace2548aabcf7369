import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules/.bin', name);
// The tools are scripts of the pinned Node, also if this file was not started by npm.
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
};
type Command = readonly [program: string, ...args: string[]];
type Steps = Readonly<Record<string, readonly Command[]>>;

const cache = join(root, 'node_modules/.cache/karat');
const projects = [
  'tsconfig.json',
  'apps/web/tsconfig.json',
  'apps/console/tsconfig.json',
  'e2e/tsconfig.json',
].filter((project) => existsSync(join(root, project)));

/** Steps that run at once: lint and types use both processors; beside them runs one step at a time that uses one. */
const LANES = 2;
/** As many as the compiler starts by itself. Each works out shared types again: more than there are processors only cost time. */
const CHECKERS_MAX = 4;
const checkersOf = (processors: number): number =>
  Math.max(1, Math.min(CHECKERS_MAX, Math.floor(processors)));

/** The incremental type check of a project: the second run takes seconds. */
function typesOf(project: string, processors: number): Command {
  const state = join(cache, `${project.replaceAll('/', '-')}.tsbuildinfo`);
  const checkers = String(checkersOf(processors));
  return [
    bin('tsc'),
    '--noEmit',
    ...['-p', project],
    ...['--checkers', checkers],
    ...['--incremental', '--tsBuildInfoFile', state],
  ];
}

/** Folders whose files no other project imports, by project. */
const OWN_FOLDERS: readonly (readonly [folder: RegExp, project: string])[] = [
  [/^apps\/web\//, 'apps/web/tsconfig.json'],
  [/^apps\/console\//, 'apps/console/tsconfig.json'],
  [/^e2e\//, 'e2e/tsconfig.json'],
  [/^(?:apps\/s|bench|domains|platform|scripts|simulation|packages\/(?:orderbook|testkit))/, 'tsconfig.json'],
];

/** Returns the type checks that the changed sources can fail: all of them, where one lies in a shared folder. */
function typesFor(sources: readonly string[]): readonly Command[] {
  const reached = sources.map((file) => OWN_FOLDERS.find(([folder]) => folder.test(file))?.[1]);
  return projects
    .filter((project) => reached.includes(undefined) || reached.includes(project))
    .map((project) => typesOf(project, availableParallelism()));
}
// One line for each problem: `file:line:column: message [rule]`.
const lint: Command = [bin('oxlint'), '--format=unix'];

/** Every step, the cheapest first. */
const all: Steps = {
  format: [[bin('oxfmt'), '--check']],
  words: [[process.execPath, 'scripts/words.ts']],
  lint: [lint],
  // The other lane is as busy.
  types: projects.map((project) => typesOf(project, availableParallelism() / LANES)),
  knip: [[bin('knip'), '--no-progress']],
  translations: [
    [process.execPath, 'scripts/translations.ts'],
    [process.execPath, 'scripts/terms.ts'],
  ],
  budgets: [
    [process.execPath, 'scripts/build.mjs'],
    [process.execPath, 'scripts/budgets.ts'],
  ],
};

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Files that differ from the commit at which this branch left main, untracked ones included. */
function changedFiles(): string[] {
  const base = git('merge-base', 'HEAD', onMain() ? 'HEAD' : 'main')[0] ?? 'HEAD';
  return [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '-o', '--exclude-standard'),
  ];
}

const onMain = (): boolean =>
  git('rev-parse', '--abbrev-ref', 'HEAD')[0] === 'main' || git('branch', '--list', 'main').length === 0;

/** The steps that the changed files can fail; types by project, incrementally. */
function stepsFor(files: readonly string[]): Steps {
  const sources = files.filter((file) => /\.(?:[cm]?[jt]s|tsx)$/.test(file));
  const formatted = files.filter((file) => /\.(?:[cm]?[jt]s|tsx|json|md|css)$/.test(file));
  const worded = files.filter((file) => /\.(?:[cm]?[jt]s|tsx|md|css)$/.test(file));
  return {
    ...(formatted.length > 0 ? { format: [[bin('oxfmt'), '--check', ...formatted]] } : {}),
    ...(worded.length > 0 ? { words: [[process.execPath, 'scripts/words.ts', ...worded]] } : {}),
    ...(sources.length > 0 ? { lint: [[...lint, ...sources]], types: typesFor(sources) } : {}),
    translations: all['translations'] ?? [],
  };
}

/** Runs one step to its end and prints its result. Returns true if it passed. */
async function runStep(name: string, commands: readonly Command[]): Promise<boolean> {
  const began = performance.now();
  const printed = await firstFailure(commands);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${printed === undefined ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (printed !== undefined) console.log(printed);
  return printed === undefined;
}

/** Runs the named steps, or all of them, two at a time. Returns the names of failed ones. */
export async function check(names: readonly string[] = Object.keys(all)): Promise<readonly string[]> {
  mkdirSync(cache, { recursive: true });
  const waiting = names.map((name) => {
    const commands = all[name];
    if (commands === undefined) throw new Error(`no step ${name}: there are ${Object.keys(all).join(', ')}`);
    return { name, commands };
  });
  const failed: string[] = [];
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
      if (!(await runStep(step.name, step.commands))) failed.push(step.name);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return failed;
}

/** Checks the changed files only, all steps at once. Returns the names of failed ones. */
export async function checkChanged(): Promise<readonly string[]> {
  mkdirSync(cache, { recursive: true });
  const files = changedFiles();
  console.log(`${files.length} changed files`);
  const results = await Promise.all(
    Object.entries(stepsFor(files)).map(async ([name, commands]) => ({
      name,
      passed: await runStep(name, commands),
    })),
  );
  return results.filter(({ passed }) => !passed).map(({ name }) => name);
}

/** Returns the output of the first failed command, undefined if none fails. */
async function firstFailure(commands: readonly Command[]): Promise<string | undefined> {
  for (const [program, ...args] of commands) {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (printed += text.toString()));
    const code = await new Promise<unknown>((done) => {
      child.on('error', done);
      child.on('close', done);
    });
    if (code !== 0) return printed.trim() || `${program} ended with ${String(code)}`;
  }
  return undefined;
}

if (import.meta.main) {
  const names = process.argv.slice(2);
  const failed = names.includes('--changed')
    ? await checkChanged()
    : await check(names.length > 0 ? names : undefined);
  if (failed.length > 0) process.exitCode = 1;
}
