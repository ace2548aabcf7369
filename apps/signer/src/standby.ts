import { setTimeout as pause } from 'node:timers/promises';
import { StartRefused, lockHolder, takeLock } from '@karat/platform/postgres';
import type { Lock } from '@karat/platform/postgres';

const POLL_MS = 500;

/**
 * Locks the signer's directory. While another signer holds it nothing there is touched: neither its socket nor its
 * journal, which two writers would corrupt. Resolves when the other has ended; `onWait` is called once with its
 * process number.
 */
export async function takeDirectory(directory: string, onWait: (pid: number) => void): Promise<Lock> {
  let waiting = false;
  for (;;) {
    const holder = lockHolder(directory);
    if (holder === undefined) {
      try {
        return takeLock(directory);
      } catch (failure) {
        // Another signer was faster.
        if (!(failure instanceof StartRefused)) throw failure;
      }
    } else if (!waiting) {
      waiting = true;
      onWait(holder);
    }
    await pause(POLL_MS);
  }
}
