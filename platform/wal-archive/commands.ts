import { join } from 'node:path';
import type { Archiving } from '@karat/platform/postgres';
import { walFolder } from './names.ts';

/** Where the log is archived, and who can open it. */
export interface WalArchive {
  readonly directory: string;
  /** Public keys of age; at least one. */
  readonly recipients: readonly string[];
}

const program = (name: string): string => join(import.meta.dirname, name);

/** Returns the archiving of the embedded server: each complete segment, and one a minute while there are changes. */
export const archivingTo = ({ directory, recipients }: WalArchive): Archiving => ({
  directory,
  command: [process.execPath, program('push.ts'), directory, recipients.join(',')],
});

/** Returns the command that reads the segments of one database from an archive. */
export const fetchingFrom = (archive: string, system: string): readonly string[] => [
  process.execPath,
  program('fetch.ts'),
  walFolder(archive, system),
];
