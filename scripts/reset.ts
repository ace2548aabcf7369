import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { StartRefused, directoryInUse, lockHolder, stopLeftOver } from '@karat/platform/postgres';

/** Deletes all data of this installation, after stopping a database left over from a killed server. */
const data = resolve(process.env['KARAT_DATA'] ?? join(import.meta.dirname, '../.karat'));
try {
  const databases = existsSync(data)
    ? readdirSync(data).filter((name) => existsSync(join(data, name, 'cluster')) || name === 'database')
    : [];
  // A mistyped KARAT_DATA must not delete a directory of another program.
  if (existsSync(data) && databases.length === 0 && basename(data) !== '.karat') {
    throw new StartRefused(`${data} holds no Karat data: nothing was removed, check KARAT_DATA.`);
  }
  const signer = lockHolder(join(data, 'signer'));
  if (signer !== undefined) throw directoryInUse(signer, join(data, 'signer'));
  for (const name of databases) await stopLeftOver(join(data, name));
  rmSync(data, { recursive: true, force: true });
  process.stdout.write(`karat: removed ${data}\n`);
} catch (failure) {
  const line =
    failure instanceof StartRefused ? failure.message : `${data} cannot be removed (${String(failure)}).`;
  process.stderr.write(`karat: ${line}\n`);
  process.exitCode = 1;
}
