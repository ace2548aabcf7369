import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file atomically, for its owner only, and returns after fsync. */
export function writeDurably(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  const file = openSync(draft, 'w', 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
  const directory = openSync(dirname(path), 'r');
  fsyncSync(directory);
  closeSync(directory);
}
