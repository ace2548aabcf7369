import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './install.mjs';

const READY_MS_MAX = 10_000;
const AGAIN_MS = 1_000;
const AGAIN_MS_MAX = 60_000;
/** Exit code for unusable settings or files; the signer has printed the reason. */
const UNUSABLE = 78;

/**
 * Starts the process that holds the keys and returns when it is ready, or after a timeout without it: then payouts
 * wait. A process that ends is restarted with growing pauses, unless its settings are unusable. Returns a function
 * that stops it. With KARAT_SIGNER=off an administrator starts it separately.
 */
export async function superviseSigner(node, args) {
  if (process.env.KARAT_SIGNER === 'off') return () => undefined;
  let child;
  let over = false;
  let wait = AGAIN_MS;
  const start = () =>
    new Promise((ready) => {
      const began = Date.now();
      child = spawn(node, [join(root, 'apps/signer/main.ts'), ...args], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        detached: true,
      });
      child.on('message', ready);
      child.on('error', ready);
      child.on('exit', (code) => {
        ready();
        if (over || code === UNUSABLE) return;
        if (Date.now() - began > AGAIN_MS_MAX) wait = AGAIN_MS;
        setTimeout(() => !over && void start(), wait).unref();
        wait = Math.min(AGAIN_MS_MAX, wait * 2);
      });
    });
  await Promise.race([start(), new Promise((late) => setTimeout(late, READY_MS_MAX).unref())]);
  return () => {
    over = true;
    child.kill('SIGTERM');
  };
}
