import { resolve } from 'node:path';
import type { Environment } from '../settings.ts';

/** Settings of backups and of the archive of the log. */
export interface BackupConfig {
  /** Public keys that backups are encrypted for. */
  readonly recipients: readonly string[];
  /** Encrypts and opens backups where no keys are set. */
  readonly passphrase: string | undefined;
  /** Secret key that opens backups; for a restore only. */
  readonly key: string | undefined;
  /** Folder to which the embedded database archives its log; `off` ends an archive, undefined begins none. */
  readonly walArchive: { readonly directory: string } | 'off' | undefined;
}

export const backupConfig = (env: Environment): BackupConfig => ({
  recipients: env.KARAT_BACKUP_RECIPIENT,
  passphrase: env.KARAT_BACKUP_PASSPHRASE,
  key: env.KARAT_BACKUP_KEY,
  walArchive: archiveOf(env.KARAT_WAL_ARCHIVE),
});

const archiveOf = (path: string | undefined): BackupConfig['walArchive'] =>
  path === undefined || path === 'off' ? path : { directory: resolve(path) };

/** Returns why the log cannot be archived as the settings say, in one line; undefined if it can. */
export function archiveFault(
  { walArchive, recipients }: BackupConfig,
  databaseUrl: string | undefined,
): string | undefined {
  if (typeof walArchive !== 'object') return undefined;
  if (databaseUrl !== undefined)
    return 'KARAT_WAL_ARCHIVE is for the embedded database; set archive_command on the server of DATABASE_URL instead.';
  return recipients.length === 0
    ? 'KARAT_WAL_ARCHIVE needs KARAT_BACKUP_RECIPIENT: the archive is encrypted for its public key.'
    : undefined;
}
