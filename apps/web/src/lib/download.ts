import { api } from './api.ts';
import type { GetPath, SentTo } from './calls.ts';
import { succeeded } from './succeeded.ts';

/** The browser needs the object URL until it has started writing. */
const KEEP_MS = 60_000;

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}

/** Downloads a call's reply and returns whether it succeeded. Refusals are shown as toasts. */
export const download = <P extends GetPath>(path: P, input: SentTo<P>): Promise<boolean> =>
  succeeded(api.file(path, input).then((file) => saveFile(file, file.name)));
