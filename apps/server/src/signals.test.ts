import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const signals = JSON.stringify(join(import.meta.dirname, 'signals.ts'));
/** Prints like the server, without loading it. */
const output = `{
  stopping: () => process.stdout.write('karat: stopping'),
  stopped: () => process.stderr.write('karat: stopped at once'),
}`;
const start = (script: string): ChildProcess =>
  spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
/** Exit code of the program after a request to stop: 7. A timer keeps it alive, as the server's port does. */
const untilStopped = `
  const { stopOnSignals } = await import(${signals});
  setInterval(() => undefined, 1_000);
  const stopping = stopOnSignals(${output});
  process.send?.('ready', () => undefined);
  await stopping;
  await new Promise((resolve) => setImmediate(resolve));
  process.exit(7);`;

test('the server stops when its parent process dies', async () => {
  const server = start(untilStopped);
  await once(server, 'message');
  server.disconnect();
  expect(await once(server, 'exit')).toEqual([7, null]);
});

test('it stops in order when its output is no longer read', async () => {
  const server = start(untilStopped);
  await once(server, 'message');
  server.stdout?.destroy();
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([7, null]);
});

test('it stops too when its parent died before the listener was set', async () => {
  const server = start(`process.disconnect(); ${untilStopped}`);
  expect(await once(server, 'exit')).toEqual([7, null]);
});

test('SIGTERM stops it, and a second signal exits at once', async () => {
  const server = start(untilStopped.replace('process.exit(7)', 'await new Promise(() => undefined)'));
  const said: string[] = [];
  server.stdout?.on('data', (text: Buffer) => said.push(text.toString()));
  await once(server, 'message');
  server.kill('SIGTERM');
  await once(server.stdout ?? server, 'data');
  expect(said.join('')).toContain('stopping');
  server.kill('SIGINT');
  expect(await once(server, 'exit')).toEqual([130, null]);
});
