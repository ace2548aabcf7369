import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const STOP_MS = 5_000;

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

export interface Running {
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/**
 * Starts a program and waits until `ready` returns true; its error output is the reason if it ends before. The channel
 * to it closes with this process, which ends the program.
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string>>;
    ready(child: ChildProcess): Promise<void>;
  },
): Promise<Running> {
  const child = spawn(program, args, {
    // A separate session: Ctrl-C of the terminal reaches this process alone, which stops it in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ...options.env },
  });
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said = `${said}${text.toString()}`.slice(-1_000)));
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${program} ended with ${String(code)}: ${said.trim()}`)));
  });
  ended.catch(() => undefined);
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(timer);
  };
  try {
    await Promise.race([options.ready(child), ended]);
  } catch (failure) {
    await stop();
    throw failure;
  }
  return { child, stop };
}
