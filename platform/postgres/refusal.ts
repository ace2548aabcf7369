/**
 * The database cannot start, for a reason that a person can fix. The message is one line that names the remedy; the
 * caller prints it without a stack trace.
 */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** The directory belongs to another server by now, or is gone: a retry does not help. */
export class DirectoryLost extends StartRefused {}

/** Converts a failure of the file system or of a PostgreSQL program into one line that names the remedy. */
export function explain(failure: unknown, directory: string): StartRefused {
  if (failure instanceof StartRefused) return failure;
  const text = failure instanceof Error ? failure.message : String(failure);
  if (
    /ENOSPC|53100|No space left on device|wrote only \d+ of \d+ bytes|EDQUOT|Disk quota exceeded/i.test(text)
  ) {
    return new StartRefused(`The disk is full: free at least 500 MB for ${directory}, then start again.`);
  }
  if (/EACCES|EPERM|EROFS|Permission denied|wrong ownership|Read-only file system/i.test(text)) {
    return new StartRefused(
      `No permission to write ${directory}: start as the user who owns it, or remove it and start again.`,
    );
  }
  if (/ENOMEM|Cannot allocate memory|could not map anonymous shared memory/i.test(text)) {
    return new StartRefused('Too little memory for the database: close other programs, then start again.');
  }
  if (/Address already in use|could not bind/i.test(text)) {
    return new StartRefused(
      'The port of the database is taken: stop the other program or choose another port.',
    );
  }
  const line = text
    .split('\n')
    .map((each) => each.trim())
    .find((each) => /FATAL|PANIC|error/i.test(each));
  return new StartRefused(
    `The database did not start: ${line ?? text.trim().split('\n').at(-1) ?? 'no reason given'}`,
  );
}
