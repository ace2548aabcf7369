/**
 * PostgreSQL's archive command: `node push.ts <archive> <recipients> <path> <name>`, in the directory of the cluster. Exit code 0
 * says that the file is encrypted, complete and on the disk of the archive; PostgreSQL tries again after any other.
 */
import { join } from 'node:path';
import { archiveFile } from './store.ts';

const [archive = '', recipients = '', path = '', name = ''] = process.argv.slice(2);
try {
  await archiveFile({
    archive,
    recipients: recipients.split(','),
    cluster: process.cwd(),
    path: join(process.cwd(), path),
    name,
  });
} catch (failure) {
  process.stderr.write(`archive: ${failure instanceof Error ? failure.message : String(failure)}\n`);
  process.exitCode = 1;
}
