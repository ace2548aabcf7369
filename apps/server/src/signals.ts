import type { Output } from './output.ts';

/**
 * Resolves when the server should stop: Ctrl-C, SIGTERM, or the death of the parent process. A second Ctrl-C exits at
 * once; acknowledged changes are not lost.
 */
export function stopOnSignals(output: Pick<Output, 'stopping' | 'stopped'>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = false;
  // The reader of the output may have ended first, as in `npm start | tee log`: that is no reason to abort.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const stop = (): void => {
    if (asked) {
      output.stopped();
      process.exit(130);
    }
    asked = true;
    output.stopping();
    resolve();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('disconnect', () => asked || stop());
  // The other end may have closed before the listener was set; without a channel, this is undefined.
  if (process.connected === false) stop();
  return promise;
}
