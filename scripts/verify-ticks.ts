import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { verifyTicks } from '@karat/domains/market';

const USAGE = 'usage: npm run verify-ticks -- <file> [--key <base64 public key>]...';

/** Checks a downloaded range of index ticks: exit code 0 when all of it holds, 1 at the first bad line, 2 when it cannot be read. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string', multiple: true } },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) {
    console.error(USAGE);
    return 2;
  }
  const verdict = verifyTicks(await readFile(path, 'utf8'), values.key ?? []);
  if (!verdict.ok) {
    console.error(`${path}:${verdict.line}: ${verdict.reason}`);
    return 1;
  }
  const { symbol, ticks, heads, unsigned, keys } = verdict;
  console.log(
    `OK: ${symbol}, ${ticks} ticks, ${heads} signed heads${unsigned > 0 ? `, the last ${unsigned} ticks not signed yet` : ''}`,
  );
  for (const key of keys)
    console.log(`signed by ${key}${values.key ? '' : ' (not compared: name the key to trust with --key)'}`);
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  return 2;
});
