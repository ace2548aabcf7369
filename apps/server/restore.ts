import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Identity } from '@karat/platform/age';
import { startEmbedded } from '@karat/platform/postgres';
import type { Begin, End } from './src/backup/archive.ts';
import { recover } from './src/backup/recover.ts';
import { checkBackup, restoreBackup } from './src/backup/restore.ts';
import type { RestoreReport } from './src/backup/restore.ts';
import { runCommand } from './src/command.ts';
import { ConfigError, readConfig } from './src/config.ts';
import type { Config } from './src/config.ts';

const USAGE = `usage: npm run restore -- <file>           into an empty DATABASE_URL, or a fresh KARAT_DATA
       npm run restore -- <file> --check   reads and checks the whole file, writes nothing
       npm run restore -- --at <time>      from KARAT_WAL_ARCHIVE, as it was at 2026-11-22T14:00:00Z, into a fresh KARAT_DATA
       npm run restore -- --latest         the same, with all that the archive has`;
const EXIT = { same: 0, differs: 1 };

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function identityOf({ backup: { key, passphrase } }: Config): Identity {
  if (key !== undefined) return { key };
  if (passphrase !== undefined) return { passphrase };
  throw new ConfigError('set KARAT_BACKUP_KEY or KARAT_BACKUP_PASSPHRASE.');
}

function printBackup({ begin, end }: { readonly begin: Begin; readonly end: End }): void {
  const rows = end.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`backup of ${begin.madeAt} by version ${begin.version}`);
  say(`${end.tables.length} tables, ${rows} rows, ${end.files} files`);
  say(`audit log ${end.heads.audit}`);
}

function printReport(report: RestoreReport): number {
  printBackup(report);
  say('every table, the audit log and the price chains are as they were backed up');
  return printFindings(report);
}

function printFindings(report: Pick<RestoreReport, 'differences' | 'missing' | 'migrated'>): number {
  for (const line of report.differences) process.stderr.write(`DIFFERENCE ${line}\n`);
  for (const hash of report.missing) process.stderr.write(`MISSING file ${hash}\n`);
  if (report.migrated.length > 0) say(`migrated to this version: ${report.migrated.length} migrations`);
  say('withdrawals are stopped: two operators resume them, after the books agree with chains and banks');
  const found = report.differences.length + report.missing.length;
  say(found === 0 ? 'OK' : `DIFFERENCES: ${found}`);
  return found === 0 ? EXIT.same : EXIT.differs;
}

/** Restores into the configured database, or a new embedded one, which is removed again after a refusal. */
async function restore(config: Config, file: string): Promise<RestoreReport> {
  const order = { file, identity: identityOf(config), dataDir: config.dataDir, now: Date.now() };
  if (config.databaseUrl !== undefined) return restoreBackup({ ...order, url: config.databaseUrl });
  const directory = join(config.dataDir, 'database');
  if (existsSync(directory))
    throw new ConfigError(`${directory} exists: name a fresh folder with KARAT_DATA.`);
  const embedded = await startEmbedded({ dataDir: directory, durable: true });
  try {
    return await restoreBackup({ ...order, url: embedded.url });
  } catch (failure) {
    await embedded.stop();
    rmSync(directory, { recursive: true, force: true });
    throw failure;
  } finally {
    await embedded.stop();
  }
}

/** Recovers from the archive of the log into a new embedded database. */
async function recoverFromArchive(config: Config, untilMs: number | undefined): Promise<number> {
  const { walArchive, key } = config.backup;
  if (typeof walArchive !== 'object')
    throw new ConfigError('set KARAT_WAL_ARCHIVE to the folder of the archive.');
  if (key === undefined) throw new ConfigError('set KARAT_BACKUP_KEY to the secret key of the archive.');
  const report = await recover({
    archive: walArchive.directory,
    key,
    dataDir: config.dataDir,
    untilMs,
    now: Date.now(),
  });
  say(`base backup of ${new Date(report.baseMs).toISOString()} by version ${report.version}`);
  say(
    report.lastMs === undefined
      ? 'no commit after it'
      : `last commit ${new Date(report.lastMs).toISOString()}`,
  );
  say(`audit log ${report.audit}`);
  say('make a new base backup (npm run backup -- --base) once the server runs');
  return printFindings(report);
}

/** Reads an ISO time with its zone; the moment of a recovery is not to depend on the machine's zone. */
function momentOf(text: string): number {
  const isZoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const moment = Date.parse(text);
  if (!isZoned || Number.isNaN(moment))
    throw new ConfigError('--at needs a time with its zone, such as 2026-11-22T14:00:00Z.');
  return moment;
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean' }, at: { type: 'string' }, latest: { type: 'boolean' } },
    allowPositionals: true,
  });
  const { check, at, latest } = values;
  const config = readConfig(process.env);
  if (at !== undefined || latest === true) {
    if (positionals.length > 0 || check === true || (at !== undefined && latest === true))
      throw new ConfigError(USAGE);
    return recoverFromArchive(config, at === undefined ? undefined : momentOf(at));
  }
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new ConfigError(USAGE);
  if (check !== true) return printReport(await restore(config, resolve(file)));
  printBackup(await checkBackup(resolve(file), identityOf(config)));
  say('OK');
  return EXIT.same;
});
