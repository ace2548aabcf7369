// Compares the matching engine of another commit with the one here in short turns, so that both meet the same moods of a shared machine.
// Run: npm run bench -- turns <git ref> [--turns 40] [--orders 640] [--connections 64] [--accounts 1000] [--resting 1000]
// [--own-heap]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ROOT, checkOut } from './checkout.ts';
import { median } from './figures.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    turns: { type: 'string', default: '40' },
    orders: { type: 'string', default: '640' },
    connections: { type: 'string', default: '64' },
    accounts: { type: 'string', default: '1000' },
    resting: { type: 'string', default: '1000' },
    /** The young objects' memory is V8's own choice and nothing is collected between turns: collecting counts, garbage does not. */
    'own-heap': { type: 'boolean', default: false },
  },
});
const WORKER = 'bench/compare/turn-worker.ts';
const READY = 'ready';
const WARM_UP_ORDERS = '20000';
/** A heap whose young part takes a whole turn, so that garbage can be counted. */
const YOUNG_MIB = 64;
const youngSettings = values['own-heap']
  ? []
  : [`--max-semi-space-size=${YOUNG_MIB}`, `--min-semi-space-size=${YOUNG_MIB}`];

type Figures = Readonly<Record<string, number | undefined>>;

function startWorker(root: string, temporary: string) {
  const worker = spawn(
    process.execPath,
    [
      '--import',
      join(root, 'apps/server/src/memory.ts'),
      ...youngSettings,
      join(root, WORKER),
      values.connections,
      values.accounts,
      values.resting,
      WARM_UP_ORDERS,
      values['own-heap'] ? 'keep' : 'collect',
    ],
    { cwd: root, env: { ...process.env, TMPDIR: temporary }, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface(worker.stdout)[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const { done, value } = await lines.next();
    if (done === true) throw new Error(`the bench ended in ${root}`);
    return value;
  };
  return {
    async ready(): Promise<void> {
      // The name of the database's server comes first.
      while ((await line()) !== READY);
    },
    async turn(): Promise<Figures> {
      worker.stdin.write(`${values.orders}\n`);
      return JSON.parse(await line()) as Figures;
    },
    async stop(): Promise<void> {
      const ended = once(worker, 'exit');
      worker.stdin.end();
      await ended;
    },
  };
}

const [ref = 'HEAD'] = positionals;
const checkout = await checkOut(ref);
try {
  // A commit from before this bench gets its worker, and so does one whose worker always collects.
  if (values['own-heap'] || !existsSync(join(checkout.root, WORKER)))
    copyFileSync(join(ROOT, WORKER), join(checkout.root, WORKER));
  const workers = [checkout.root, ROOT].map((root) => startWorker(root, checkout.temporary));
  await Promise.all(workers.map((worker) => worker.ready()));
  const rounds: (readonly Figures[])[] = [];
  for (let turn = 0; turn < Number(values.turns); turn++) {
    const figures: Figures[] = [];
    // Neither is always the first.
    const order = turn % 2 === 0 ? [0, 1] : [1, 0];
    for (const index of order) figures[index] = (await workers[index]?.turn()) ?? {};
    rounds.push(figures);
  }
  for (const worker of workers) await worker.stop();
  const sum = (all: readonly number[]): number => all.reduce((so, each) => so + each, 0);
  const quartile = (sorted: readonly number[], part: number): string =>
    (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(2);
  console.table(
    Object.keys(rounds[0]?.[0] ?? {}).map((figure) => {
      const pairs = rounds.flatMap(([before, now]) => {
        const pair = [before?.[figure], now?.[figure]];
        return pair.every((value) => value !== undefined) ? [pair] : [];
      });
      const ratios = pairs.map(([before = 0, now = 0]) => now / before).toSorted((a, b) => a - b);
      return {
        figure,
        [checkout.commit.slice(0, 8)]: median(pairs.map(([before = 0]) => before)).toFixed(1),
        here: median(pairs.map(([, now = 0]) => now)).toFixed(1),
        ratio: median(ratios).toFixed(3),
        quartiles: `${quartile(ratios, 0.25)} - ${quartile(ratios, 0.75)}`,
        // A collection is in some turns and not in others, which medians do not show.
        'of sums': (sum(pairs.map(([, now = 0]) => now)) / sum(pairs.map(([before = 0]) => before))).toFixed(
          3,
        ),
        turns: pairs.length,
      };
    }),
  );
} finally {
  await checkout.remove();
}
