import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { verifyTicks } from '@karat/domains/market';
import { replayTicks } from '@karat/simulation';
import * as z from 'zod';

const USAGE =
  'usage: npm run verify-ticks -- <file> [--key <base64 public key>]... [--seeds <reply of market/tick_key>]';
const EXIT = { good: 0, bad: 1, unreadable: 2 };

const commitment = z.object({
  day: z.string(),
  commitment: z.string(),
  committed_ms: z.number(),
  seed: z.string().nullable(),
  base: z.string().nullable(),
});
/** The saved reply, with or without its envelope. */
const seedsFile = z.union([
  z.object({ commitments: z.array(commitment) }),
  z.object({ message: z.object({ commitments: z.array(commitment) }) }).transform(({ message }) => message),
]);

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const complain = (text: string): void => void process.stderr.write(`${text}\n`);

/** Chain, index rule and signatures. */
function checkChain(path: string, file: string, keys: readonly string[]): boolean {
  const verdict = verifyTicks(file, keys);
  if (!verdict.ok) {
    complain(`${path}:${verdict.line}: ${verdict.reason}`);
    return false;
  }
  const rest = verdict.unsigned > 0 ? `, the last ${verdict.unsigned} ticks not signed yet` : '';
  say(`OK: ${verdict.symbol}, ${verdict.ticks} ticks, ${verdict.heads} signed heads${rest}`);
  const compared = keys.length > 0 ? '' : ' (not compared: name the key to trust with --key)';
  for (const key of verdict.keys) say(`signed by ${key}${compared}`);
  return true;
}

/** Recomputes the simulated prices from the revealed seeds. */
async function checkSeeds(path: string, file: string, seedsPath: string): Promise<boolean> {
  const { commitments } = seedsFile.parse(JSON.parse(await readFile(seedsPath, 'utf8')));
  const replay = replayTicks(file, commitments);
  if (!replay.ok) {
    complain(`${path}:${replay.line}: ${replay.reason}`);
    return false;
  }
  say(
    `OK: ${replay.replayed} ticks computed again from the seeds, ${replay.hidden} of days not revealed yet`,
  );
  return true;
}

/** Checks a downloaded range of index ticks; stops at the first bad line. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string', multiple: true }, seeds: { type: 'string' } },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new Error('name one file');
  const file = await readFile(path, 'utf8');
  if (!checkChain(path, file, values.key ?? [])) return EXIT.bad;
  if (values.seeds !== undefined && !(await checkSeeds(path, file, values.seeds))) return EXIT.bad;
  return EXIT.good;
}

process.exitCode = await main().catch((error: unknown) => {
  complain(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  return EXIT.unreadable;
});
