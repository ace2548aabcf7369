// Compares a bench of another commit with the same one here, in turns. Run: npm run bench -- compare <git ref>
// [--rounds 5] [--set NAME=VALUE] [-- bench and its settings]
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, checkOut } from './checkout.ts';
import { compareRounds, readFigures } from './figures.ts';
import type { Figures, Round } from './figures.ts';

const end = process.argv.indexOf('--', 2);
const own = end === -1 ? process.argv.slice(2) : process.argv.slice(2, end);
const bench = end === -1 ? ['spot-engine'] : process.argv.slice(end + 1);
const { values, positionals } = parseArgs({
  args: own,
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    /** Environment variables of the bench here, not of the one it is compared with. */
    set: { type: 'string', multiple: true, default: [] },
  },
});
const rounds = Number(values.rounds);
const [ref] = positionals;

let running: ChildProcess | undefined;
let interrupted = false;

/** Runs the bench in one checkout; returns its figures. Throws if it fails. */
async function run(root: string, extra: NodeJS.ProcessEnv): Promise<Figures> {
  const env = { ...process.env, TMPDIR: checkout.temporary, ...extra };
  // A process group of its own, so that a signal reaches all its processes.
  running = spawn(process.execPath, [join(root, 'bench/main.ts'), ...bench], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  running.stdout?.on('data', (text: Buffer) => {
    output += text.toString();
  });
  const [code] = (await once(running, 'close')) as [number | null];
  running = undefined;
  if (code !== 0) throw new Error(`the bench failed in ${root}:\n${output}`);
  return readFigures(output);
}

/** Runs one round; returns undefined if it was interrupted. */
async function runBoth(): Promise<Round | undefined> {
  const before = await run(checkout.root, {});
  return interrupted ? undefined : { before, now: await run(ROOT, extra) };
}

function interrupt(): void {
  interrupted = true;
  if (running?.pid !== undefined) process.kill(-running.pid, 'SIGTERM');
}

function environmentOf(settings: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(
    settings.map((setting) => {
      const at = setting.indexOf('=');
      if (at < 1) throw new Error(`--set wants NAME=VALUE, not ${setting}`);
      return [setting.slice(0, at), setting.slice(at + 1)];
    }),
  );
}

if (ref === undefined || !Number.isSafeInteger(rounds) || rounds < 1) {
  console.error(
    'npm run bench -- compare <git ref> [--rounds 5] [--set NAME=VALUE] [-- bench and its settings]',
  );
  process.exit(1);
}
const extra = environmentOf(values.set);
const checkout = await checkOut(ref);
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
try {
  console.log(
    `${bench.join(' ')}: ${checkout.commit.slice(0, 8)} and here, in turns ${values.set.join(' ')}`,
  );
  const measured: Round[] = [];
  while (measured.length < rounds && !interrupted) {
    const round = await runBoth().catch((error: unknown) => {
      if (interrupted) return undefined;
      throw error;
    });
    if (round === undefined) break;
    measured.push(round);
    console.log(`round ${measured.length} of ${rounds}`);
  }
  console.table(
    compareRounds(measured).map(({ figure, before, now, ratio, lowest, highest }) => ({
      figure,
      [checkout.commit.slice(0, 8)]: Number(before.toPrecision(4)),
      here: Number(now.toPrecision(4)),
      ratio: ratio.toFixed(3),
      'lowest - highest': `${lowest.toFixed(2)} - ${highest.toFixed(2)}`,
    })),
  );
} finally {
  await checkout.remove();
}
if (interrupted) process.exitCode = 130;
