import { api } from './api.ts';
import type { GetPath, SentTo } from './calls.ts';
import { succeeded } from './succeeded.ts';

/** The browser needs the address until it has begun to write. */
const KEEP_MS = 60_000;

/** Has the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}

/** Saves what a call answers as a file; answers whether it came. A refusal has been told then. */
export const download = <P extends GetPath>(path: P, input: SentTo<P>): Promise<boolean> =>
  succeeded(api.file(path, input).then((file) => saveFile(file, file.name)));
