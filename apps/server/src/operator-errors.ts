import { BackupRefused } from '@karat/platform/age';
import { SecretError } from '@karat/platform/crypto';
import { MigrationError } from '@karat/platform/db';
import { PartitionRefused } from '@karat/platform/partitions';
import { StartRefused } from '@karat/platform/postgres';
import { ConfigError } from './config.ts';

const OPERATOR_ERRORS = [
  BackupRefused,
  ConfigError,
  StartRefused,
  SecretError,
  MigrationError,
  PartitionRefused,
];
/** A full disk, in the codes of the operating system and of PostgreSQL. */
const DISK_FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];
const NOT_ALLOWED: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS'];
const NO_FOLDER: readonly unknown[] = ['ENOTDIR', 'EEXIST', 'ENOENT'];

/** Returns the line for a failure that a person can fix; undefined for a bug, whose stack trace is printed. */
export function operatorMessageOf(failure: unknown): string | undefined {
  if (!(failure instanceof Error)) return undefined;
  if (OPERATOR_ERRORS.some((kind) => failure instanceof kind)) return failure.message;
  const line = systemLine(failure);
  if (line !== undefined) return line;
  return failure.cause === undefined ? undefined : operatorMessageOf(failure.cause);
}

function systemLine(failure: Error): string | undefined {
  const code = 'code' in failure ? failure.code : undefined;
  const path = 'path' in failure && typeof failure.path === 'string' ? failure.path : undefined;
  if (DISK_FULL.includes(code))
    return `the disk of ${path ?? 'the database'} is full: free at least 500 MB there, then start again.`;
  if (path !== undefined && NOT_ALLOWED.includes(code))
    return `no permission to write ${path}: start as the user who owns it, or choose another folder with KARAT_DATA.`;
  if (path !== undefined && NO_FOLDER.includes(code) && 'syscall' in failure && failure.syscall === 'mkdir')
    return `${path} cannot be made a folder: choose another with KARAT_DATA.`;
  return code === '42501'
    ? `the user of DATABASE_URL lacks a right (${failure.message}): let it own its database.`
    : undefined;
}
