import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createKey } from '@karat/platform/age';
import { recordBackup } from '@karat/platform/backup';
import type { Recipient } from '@karat/platform/age';
import { pruneArchive } from '@karat/platform/wal-archive';
import { makeBaseBackup } from './src/backup/base.ts';
import { makeBackup } from './src/backup/make.ts';
import { onDatabase } from './src/command.ts';
import { ConfigError } from './src/config.ts';
import type { Config } from './src/config.ts';

const USAGE = `usage: npm run backup -- <file>      backs up database, uploads, keys and signer, encrypted (docs/operation.md)
       npm run backup -- --base [--keep <n>]   copies the database's files to KARAT_WAL_ARCHIVE, for a recovery to any moment
                                               since; keeps the newest n, and removes older ones with the log that they need
       npm run backup -- --new-key   prints a new key: the public one encrypts, the secret one opens`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function recipientsOf({ backup: { recipients, passphrase } }: Config): Recipient[] {
  if (recipients.length > 0) return recipients.map((recipient) => ({ recipient }));
  if (passphrase !== undefined) return [{ passphrase }];
  throw new ConfigError(
    'set KARAT_BACKUP_RECIPIENT (npm run backup -- --new-key makes a key) or KARAT_BACKUP_PASSPHRASE.',
  );
}

function targetOf(positionals: readonly string[]): string {
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new ConfigError(USAGE);
  const target = resolve(file);
  if (existsSync(target)) throw new ConfigError(`${target} exists: name a new file.`);
  return target;
}

const KEEP_MAX = 1_000;
/** Number of base backups that stay; undefined: all. */
function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const keep = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
  if (keep < 1 || keep > KEEP_MAX) throw new ConfigError(`--keep needs a number from 1 to ${KEEP_MAX}.`);
  return keep;
}

const { values, positionals } = parseArgs({
  options: { 'new-key': { type: 'boolean' }, base: { type: 'boolean' }, keep: { type: 'string' } },
  allowPositionals: true,
});
if (values['new-key'] === true) {
  const { key, recipient } = createKey();
  say(`KARAT_BACKUP_RECIPIENT=${recipient}\nKARAT_BACKUP_KEY=${key}`);
  say('Keep the second line away from the server: it opens every backup. This is shown once.');
} else if (values.base === true) {
  await onDatabase(async (db, { backup, dataDir }, url) => {
    if (positionals.length > 0) throw new ConfigError(USAGE);
    const { walArchive, recipients } = backup;
    if (typeof walArchive !== 'object')
      throw new ConfigError('set KARAT_WAL_ARCHIVE to the folder to which the server archives its log.');
    const order = { url, dataDir, archive: { ...walArchive, recipients }, now: Date.now() };
    const keep = keepOf(values.keep);
    const { path, system, bytes, files } = await makeBaseBackup(order);
    await recordBackup(db, order.now, bytes);
    say(`OK ${path}: ${bytes} bytes, ${files} files`);
    if (keep === undefined) return 0;
    const pruned = await pruneArchive(walArchive.directory, system, keep);
    say(`removed ${pruned.bases} older base backups and ${pruned.segments} files of the log`);
    return 0;
  });
} else {
  await onDatabase(async (db, config, url) => {
    const target = targetOf(positionals);
    const recipients = recipientsOf(config);
    const order = { url, dataDir: config.dataDir, target, recipients, now: Date.now() };
    const { bytes, end } = await makeBackup(order);
    await recordBackup(db, order.now, bytes);
    const rows = end.tables.reduce((sum, table) => sum + table.rows, 0);
    say(`OK ${target}: ${bytes} bytes, ${end.tables.length} tables, ${rows} rows, ${end.files} files`);
    say(`audit log ${end.heads.audit}`);
    return 0;
  });
}
