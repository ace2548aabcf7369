import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readReceipt, verifyReceipt } from '@karat/evidence';
import type { Check, Evidence } from '@karat/evidence';

const USAGE = `usage: npm run verify-receipt -- <file|url> [--server <address>] [--key <base64>]... [--tick-key <base64>]...
  --server    where ticks and keys are downloaded; of a url it is the url's own
  --key       public key to trust for receipts, instead of asking the server
  --tick-key  public key to trust for heads of tick chains, instead of asking the server`;
const EXIT = { good: 0, bad: 1, unreadable: 2 };

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const complain = (text: string): void => void process.stderr.write(`${text}\n`);

async function download(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  return response.text();
}

interface PublishedKey {
  readonly purpose: string;
  readonly public_key: string;
}

async function keysOf(
  server: string | undefined,
  purpose: string,
  given: readonly string[],
): Promise<readonly string[]> {
  if (given.length > 0 || server === undefined) return given;
  const { message } = JSON.parse(await download(`${server}/api/proofs/keys`)) as {
    message: readonly PublishedKey[];
  };
  return message.filter((key) => key.purpose === purpose).map((key) => key.public_key);
}

const WORDS: Readonly<Record<Check['name'], string>> = {
  number: 'its number is the hash of its text',
  signature: 'the signature holds',
  key: 'the key is a published one',
  hashes: 'every tick has the hash of its content',
  chain: 'the published ticks are one chain under signed heads',
  choice: 'its ticks are exactly those that the rule names',
  result: 'the rule gives this result',
};
const SIGNS = { proved: 'OK  ', failed: 'FAIL', open: '?   ' } as const;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      server: { type: 'string' },
      key: { type: 'string', multiple: true },
      'tick-key': { type: 'string', multiple: true },
    },
  });
  const [source] = positionals;
  if (source === undefined || positionals.length > 1) throw new Error('name one file or address');
  const remote = /^https?:/.test(source);
  const signed = readReceipt(remote ? await download(source) : await readFile(source, 'utf8'));
  const server = values.server?.replace(/\/$/, '') ?? (remote ? new URL(source).origin : undefined);
  const evidence: Evidence = {
    receiptKeys: await keysOf(server, 'receipts', values.key ?? []),
    tickKeys: await keysOf(server, 'index-ticks', values['tick-key'] ?? []),
    ...(server === undefined
      ? {}
      : {
          ticks: ({ market, from, to }) =>
            download(`${server}/api/market/ticks?match_id=${market}&from=${from}&to=${to}`),
        }),
  };
  const checks = await verifyReceipt(signed, evidence);
  const { kind, subject, result } = signed.receipt;
  say(`receipt ${signed.hash} of ${kind} ${subject}`);
  for (const { name, state, why } of checks)
    say(`${SIGNS[state]} ${WORDS[name]}${why === undefined ? '' : ` (${why})`}`);
  say(
    Object.entries(result)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  );
  return checks.some(({ state }) => state === 'failed') ? EXIT.bad : EXIT.good;
}

process.exitCode = await main().catch((error: unknown) => {
  complain(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  return EXIT.unreadable;
});
