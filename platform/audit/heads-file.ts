import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { headLine, readHeadLine } from './head.ts';
import type { AuditHead } from './head.ts';

/** Heads of a file, oldest first. `damagedAt` is the number of the first malformed line. */
export interface HeadsInFile {
  readonly heads: readonly AuditHead[];
  readonly damagedAt: number | undefined;
}

/** Reads a heads file. A missing file has no heads. An incomplete last line (a crash while writing) is ignored. */
export function readHeadsFile(path: string): HeadsInFile {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  const heads: AuditHead[] = [];
  for (const [index, line] of lines.entries()) {
    const head = readHeadLine(line);
    if (!head) return { heads, damagedAt: index + 1 };
    heads.push(head);
  }
  return { heads, damagedAt: undefined };
}

/** Appends heads and returns after fsync. Removes an incomplete last line first. */
export function appendHeads(path: string, heads: readonly AuditHead[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o711 });
  const file = openSync(path, 'a+', 0o600);
  try {
    const text = readFileSync(file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole));
    writeSync(file, heads.map((head) => `${headLine(head)}\n`).join(''));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
