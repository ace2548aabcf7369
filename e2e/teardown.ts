import { rmSync } from 'node:fs';

/** Removes the data of the run: the server has stopped or is about to. */
export default function removeData(): void {
  const data = process.env['KARAT_E2E_OWN_DATA'];
  if (data !== undefined) process.on('exit', () => rmSync(data, { recursive: true, force: true }));
}
