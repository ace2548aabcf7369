import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { refuse } from './say.mjs';

/**
 * Runs the server in a separate session and forwards signals, so that one Ctrl-C reaches it exactly once, for any
 * number of processes between it and the terminal. The channel notifies the server when this process is killed
 * ('disconnect'). Ends with the server, with its code, after `ending`.
 */
export function handOver(program, args, ending) {
  const child = spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: true });
  const REPEAT_MS = 500;
  let last = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const now = Date.now();
      if (now - last < REPEAT_MS) return;
      last = now;
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  child.on('error', (error) =>
    refuse(`Node did not start (${error.message}): remove node_modules and start again.`),
  );
  child.on('exit', (code, signal) => {
    ending();
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}
