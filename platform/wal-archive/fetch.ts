/**
 * PostgreSQL's restore command: `node fetch.ts <folder of the segments> <name> <path>`, with `KARAT_BACKUP_KEY` in the environment. Exit
 * code 1 says that the archive has no such file, which ends the log; a file that cannot be opened must not look like that end.
 */
import { join } from 'node:path';
import { fetchFile } from './store.ts';

/** PostgreSQL gives a recovery up at a code above 125. */
const EXIT = { found: 0, absent: 1, damaged: 200 };

const [folder = '', name = '', path = ''] = process.argv.slice(2);
try {
  const key = process.env['KARAT_BACKUP_KEY'] ?? '';
  const isFound = await fetchFile({ folder, name, path: join(process.cwd(), path), key });
  process.exitCode = isFound ? EXIT.found : EXIT.absent;
} catch (failure) {
  process.stderr.write(`archive: ${failure instanceof Error ? failure.message : String(failure)}\n`);
  process.exitCode = EXIT.damaged;
}
