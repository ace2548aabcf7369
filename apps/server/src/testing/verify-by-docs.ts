import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const VERIFIER = resolve(import.meta.dirname, '../../../../docs/examples/verify-receipt.mjs');

/** Runs the receipt verifier of the documentation, which shares no code with the server. */
export const verifyByDocs = (
  ...args: readonly string[]
): Promise<{ readonly status: number; readonly stdout: string }> =>
  new Promise((done) => {
    const child = execFile(process.execPath, [VERIFIER, ...args], (_error, stdout) =>
      done({ status: child.exitCode ?? -1, stdout }),
    );
  });
