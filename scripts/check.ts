import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules/.bin', name);
// The tools are scripts of the pinned Node, also when this file was not started by npm.
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
};
type Command = readonly [program: string, ...args: string[]];

const projects = [
  'tsconfig.json',
  'apps/web/tsconfig.json',
  'apps/console/tsconfig.json',
  'e2e/tsconfig.json',
];

/** What must hold before any test runs, in the order in which it is cheapest to learn of a mistake. */
const steps: Readonly<Record<string, readonly Command[]>> = {
  format: [[bin('oxfmt'), '--check']],
  lint: [[bin('oxlint')]],
  types: projects
    .filter((project) => existsSync(join(root, project)))
    .map((project): Command => [bin('tsc'), '--noEmit', '-p', project]),
  knip: [[bin('knip'), '--no-progress']],
  translations: [[process.execPath, 'scripts/translations.ts']],
  budgets: [
    [process.execPath, 'scripts/build.mjs'],
    [process.execPath, 'scripts/budgets.ts'],
  ],
};

/** Runs the steps named, or all of them, each to its end. Returns the names of those that failed. */
export async function check(names: readonly string[] = Object.keys(steps)): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const name of names) {
    const commands = steps[name];
    if (commands === undefined)
      throw new Error(`no step ${name}: there are ${Object.keys(steps).join(', ')}`);
    const began = performance.now();
    const printed = await firstFailure(commands);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${printed === undefined ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (printed === undefined) continue;
    failed.push(name);
    console.log(printed);
  }
  return failed;
}

/** What the first failing command printed; undefined when none failed. */
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
  const failed = await check(process.argv.length > 2 ? process.argv.slice(2) : undefined);
  if (failed.length > 0) process.exitCode = 1;
}
