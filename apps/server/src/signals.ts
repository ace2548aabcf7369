/**
 * Resolves when the server is to stop: Ctrl-C, SIGTERM, or the death of the program that started it. A second Ctrl-C does
 * not wait any longer; nothing that was acknowledged is lost by it.
 */
export function stopOnSignals(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = false;
  // Who read what is said here may have gone first, as in `npm start | tee log`: that is no reason to break off.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const stop = (): void => {
    if (asked) {
      process.stderr.write('karat: stopped at once\n');
      process.exit(130);
    }
    asked = true;
    process.stdout.write('\nkarat: stopping (once more to stop at once)\n');
    resolve();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('disconnect', () => asked || stop());
  // The other end may have gone before anybody listened; without one, this is undefined.
  if (process.connected === false) stop();
  return promise;
}
