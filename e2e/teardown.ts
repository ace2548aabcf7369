import { rmSync } from 'node:fs';

/** Leaves nothing of the run behind: the server has stopped or is about to, and its data is of no use. */
export default function removeData(): void {
  const data = process.env['KARAT_E2E_OWN_DATA'];
  if (data !== undefined) process.on('exit', () => rmSync(data, { recursive: true, force: true }));
}
