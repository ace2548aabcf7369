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

/** The heads in a file, oldest first. `damagedAt` is the number of the first line that is none. */
export interface HeadsInFile {
  readonly heads: readonly AuditHead[];
  readonly damagedAt: number | undefined;
}

/** Reads a heads file; a missing one has none. A last line that a crash has cut short was never followed by another and is left out. */
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

/** Appends heads and returns when they are on the disk; a last line that was cut short goes first. */
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
