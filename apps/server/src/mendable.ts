import { MigrationError } from '@karat/platform/db';
import { SecretError } from '@karat/platform/crypto';
import { StartRefused } from '@karat/platform/postgres';
import { ConfigError } from './config.ts';

const mendable = [ConfigError, StartRefused, SecretError, MigrationError];
/** A full disk, as the operating system and as PostgreSQL name it. */
const DISK_FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** The one line that says what a person can mend; undefined where the fault is ours, which then keeps its trace. */
export function lineOf(failure: unknown): string | undefined {
  if (mendable.some((kind) => failure instanceof kind)) return (failure as Error).message;
  if (failure instanceof Error && 'code' in failure && DISK_FULL.includes(failure.code))
    return 'the disk of the database is full: free at least 500 MB there, then start again.';
  return failure instanceof Error && failure.cause !== undefined ? lineOf(failure.cause) : undefined;
}
