import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marketId } from '@karat/contract';
import { createMarket, createSeeds, marketHandlers } from '@karat/domains/market';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import { signerFromSeed } from '@karat/platform/crypto';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { DAY_MS } from '@karat/rules';
import { createSimulatedSource } from '@karat/simulation';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const START = Date.parse('2026-11-20T22:00:00Z');
const asked = { caller: undefined, lang: 'en', tx: undefined, file: undefined } as const;
const request = { id: 'r', address: '', userAgent: '', idempotencyKey: undefined };

let database: TestDatabase;
let directory: string;
let ticks: string;
let seeds: string;
let key: string;

const save = async (name: string, text: string): Promise<string> => {
  await writeFile(join(directory, name), text);
  return join(directory, name);
};

/** Runs the verifier on the command line. */
const verify = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((done) => {
    const script = join(import.meta.dirname, 'verify-ticks.ts');
    const child = execFile(process.execPath, [script, ...args], (_, out, err) =>
      done({ code: child.exitCode ?? -1, out, err }),
    );
  });

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'karat-ticks-'));
  const clock = virtualClock(START);
  const bus = createBus(() => undefined);
  const ctx = { db: database.db, clock, random: seededRandom('ticks'), bus, log: silentLog, demo: true };
  const source = createSimulatedSource({ clock, seeds: createSeeds(ctx) });
  const market = await createMarket({
    ctx,
    sources: [source],
    signer: signerFromSeed(new Uint8Array(32).fill(3)),
  });
  await source.start();
  await market.inside.ticks.load();
  for (let second = 0; second < 130; second++) await market.inside.ticks.take(START + second * 1000);
  await market.inside.ticks.sign();
  clock.set(START + DAY_MS);
  const handlers = marketHandlers(market);
  const from = START / 1000;
  const input = { match_id: marketId(1), from, to: from + 130 };
  ticks = (await handlers['market/ticks']({ ...asked, request, input })).body;
  const reply = await handlers['market/tick_key']({ ...asked, request, input: {} });
  key = reply.public_key;
  seeds = JSON.stringify({ type: 'ok', message: reply, code: 1 });
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await database.drop();
});

test('a downloaded file is valid, and its prices follow from the revealed seed', async () => {
  const args = ['--key', key, '--seeds', await save('seeds.json', seeds)];
  const { code, out, err } = await verify(await save('good.jsonl', ticks), ...args);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('OK: BTC/USDT, 130 ticks, 3 signed heads');
  expect(out).toContain('OK: 130 ticks computed again from the seeds, 0 of days not revealed yet');
});

test('a tampered file is refused at its first bad line', async () => {
  const path = await save(
    'bad.jsonl',
    ticks.replace(/"price":"[^"]+"/g, (text, at: number) => (at > 9000 ? '"price":"1"' : text)),
  );
  const { code, err } = await verify(path);
  expect(code).toBe(1);
  expect(err).toMatch(/bad\.jsonl:\d+: the hash should be [0-9a-f]{64}/);
});

test('a file signed by a key other than the trusted one is refused', async () => {
  const { code, err } = await verify(
    await save('good.jsonl', ticks),
    '--key',
    Buffer.alloc(32).toString('base64'),
  );
  expect(code).toBe(1);
  expect(err).toContain('which is not the one to trust');
});

test('a seed without a commitment is refused, and so are prices that do not follow from it', async () => {
  const good = await save('good.jsonl', ticks);
  const other = seeds.replace(/"seed":"[0-9a-f]{64}"/g, `"seed":"${'0'.repeat(64)}"`);
  expect((await verify(good, '--seeds', await save('other.json', other))).err).toContain(
    'not the one that was committed to',
  );
});

test('without a file it prints its usage', async () => {
  const { code, err } = await verify();
  expect(code).toBe(2);
  expect(err).toContain('usage: npm run verify-ticks');
});
