import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
const CHAINS = join(ROOT, 'platform/chains');
const PROGRAM = join(CHAINS, 'demo-keys.ts');
/** What the keys follow from: others are made once one of these changes. */
const SOURCES = ['demo-keys.ts', 'keys.ts', 'derive.ts', 'extended.ts', 'networks.ts'];
const CACHE = join(ROOT, 'node_modules/.cache/karat/demo-keys');
/** The seed for the signer and the public keys for the server. */
const FILES = ['demo-seed', 'xpubs.json'];

/** Returns the directory with keys that the present program has made; makes them if no test has yet. */
async function cachedKeys(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of SOURCES) hash.update(readFileSync(join(CHAINS, name)));
  const version = hash.digest('hex').slice(0, 16);
  const cached = join(CACHE, version);
  if (existsSync(cached)) return cached;
  await mkdir(CACHE, { recursive: true });
  const made = await mkdtemp(join(CACHE, 'new-'));
  await run(process.execPath, [PROGRAM, made]);
  await rename(made, cached).catch(async (failure: unknown) => {
    // Another test process was first.
    await rm(made, { recursive: true });
    if (!existsSync(cached)) throw failure;
  });
  return cached;
}

/**
 * Gives a demonstration with the data directory `dataDir` the keys of its chains, unless it has some: a start would make them
 * in a process of its own, which costs a second. All tests have the same keys.
 */
export async function placeDemoKeys(dataDir: string): Promise<void> {
  const keys = join(dataDir, 'keys');
  if (FILES.some((name) => existsSync(join(keys, name)))) return;
  const cached = await cachedKeys();
  await mkdir(keys, { recursive: true, mode: 0o700 });
  await Promise.all(FILES.map((name) => copyFile(join(cached, name), join(keys, name))));
}
