import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '@karat/platform/clock';
import { systemRandom } from '@karat/platform/random';
import { createSigningClient } from '@karat/platform/signing';
import type { SigningClient } from '@karat/platform/signing';
import { bundleProgram, programEnvironment } from '@karat/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const main = resolve(import.meta.dirname, '../main.ts');
const KEY = 'ab'.repeat(32);
let data: string;
let socketPath: string;
let client: SigningClient;
const children: ChildProcess[] = [];

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'karat-signer-'));
  socketPath = join(data, 'signer', 'signer.sock');
  const secret = Buffer.from(KEY, 'hex');
  client = createSigningClient({ socketPath, secret, clock: systemClock, random: systemRandom });
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => end(child, 'SIGKILL')));
  await rm(data, { recursive: true });
});

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Resolves when it is ready, or waits for another to end. */
async function start(): Promise<ChildProcess & { said: () => string }> {
  const child = spawn(process.execPath, [await bundleProgram(main)], {
    env: programEnvironment({ KARAT_DATA: data, KARAT_SIGNER_LINE_KEY: KEY }),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  children.push(child);
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  await once(child, 'message');
  return Object.assign(child, { said: () => said });
}
const socket = (): number | undefined => statSync(socketPath, { throwIfNoEntry: false })?.ino;
const journal = (): string => readFileSync(join(data, 'signer', 'journal.log'), 'utf8');

test('a second signer on the same directory leaves the socket and the journal of the first alone, and takes over after it', async () => {
  const first = await start();
  const before = [socket(), journal()];
  const second = await start();
  await expect.poll(() => second.said()).toContain(`another signer (process ${first.pid}) serves`);
  expect([socket(), journal()]).toEqual(before);
  expect(await client.status()).toMatchObject({ signed: 0 });
  await end(second, 'SIGTERM');
  expect([socket(), journal()]).toEqual(before);
  expect(await client.status()).toMatchObject({ signed: 0 });
  await start();
  await end(first, 'SIGKILL');
  await vi.waitFor(async () => expect(await client.status()).toMatchObject({ signed: 0 }), {
    timeout: 60_000,
  });
});

test('a signer whose socket was removed listens again', async () => {
  const signer = await start();
  rmSync(socketPath);
  await vi.waitFor(async () => expect(await client.status()).toMatchObject({ signed: 0 }), {
    timeout: 60_000,
  });
  expect(signer.said()).toContain('its socket was removed');
  await end(signer, 'SIGTERM');
  expect(socket()).toBeUndefined();
});
