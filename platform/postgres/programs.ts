import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries, type Binaries } from './binaries.ts';
import { VERSION } from './cluster.ts';
import { unpackFast } from './fast-programs.ts';
import { StartRefused } from './refusal.ts';

/**
 * Which PostgreSQL runs on the data directory: the embedded one, the one compiled for speed, or that of the machine.
 * All three read the same cluster.
 */
export const PROGRAM_SOURCES = ['default', 'fast', 'system'] as const;
export type ProgramSource = (typeof PROGRAM_SOURCES)[number];

/** The chosen programs. */
export interface Programs {
  readonly binaries: Binaries;
  /** Set if the wanted programs cannot run on this machine and these are the default ones: the reason. */
  readonly fallback?: string;
}

/** Where programs are found; replaced in tests. */
export interface ProgramFinders {
  readonly embedded: () => Binaries;
  /** Directory of the programs compiled for speed. Throws if there is none for this machine. */
  readonly fast: () => string;
  /** Directories that may hold the machine's own PostgreSQL, the first choice first. */
  readonly system: () => readonly string[];
}

const machineFinders: ProgramFinders = {
  embedded: findBinaries,
  fast: unpackFast,
  system: systemDirectories,
};

/**
 * Returns the programs that `KARAT_POSTGRES` names. `fast` falls back to the default ones, `system` refuses with
 * StartRefused: an administrator who names a server of the machine wants no other.
 */
export function choosePrograms(
  wanted: string | undefined = process.env['KARAT_POSTGRES'],
  finders: ProgramFinders = machineFinders,
): Programs {
  const source = PROGRAM_SOURCES.find((each) => each === (wanted === '' ? 'default' : (wanted ?? 'default')));
  switch (source) {
    case undefined:
      throw new StartRefused(
        `KARAT_POSTGRES must be one of ${PROGRAM_SOURCES.join(', ')}, not ${JSON.stringify(wanted)}.`,
      );
    case 'default':
      return { binaries: finders.embedded() };
    case 'fast':
      return fastPrograms(finders);
    case 'system':
      return { binaries: systemPrograms(finders.system()) };
  }
}

function fastPrograms(finders: ProgramFinders): Programs {
  try {
    const binaries = binariesIn(finders.fast());
    const version = versionOf(binaries.postgres);
    if (version.major === VERSION) return { binaries };
    throw new Error(version.problem ?? `it is PostgreSQL ${version.major}`);
  } catch (failure) {
    const fallback = failure instanceof Error ? failure.message : String(failure);
    return { binaries: finders.embedded(), fallback };
  }
}

function systemPrograms(directories: readonly string[]): Binaries {
  const found = directories.map((directory) => {
    const binaries = binariesIn(directory);
    return { directory, binaries, ...versionOf(binaries.postgres) };
  });
  const usable = found.find(({ major }) => major === VERSION);
  if (usable !== undefined) return usable.binaries;
  const others = found.flatMap(({ directory, major }) =>
    major === undefined ? [] : [`${major} in ${directory}`],
  );
  throw new StartRefused(
    `KARAT_POSTGRES=system needs PostgreSQL ${VERSION} on this machine, found ${others.join(', ') || 'none'}: install it, or leave KARAT_POSTGRES out.`,
  );
}

const binariesIn = (directory: string): Binaries => ({
  initdb: join(directory, 'initdb'),
  postgres: join(directory, 'postgres'),
});

/** Returns the major version of a server, or why it does not run: most often a missing library. */
function versionOf(postgres: string): { readonly major?: string; readonly problem?: string } {
  const { status, stdout, stderr, error } = spawnSync(postgres, ['--version'], {
    cwd: '/',
    encoding: 'utf8',
  });
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
  if (status === 0 && major !== undefined) return { major };
  return { problem: error?.message ?? (stderr.trim().split('\n')[0] || `exit code ${status}`) };
}

/** The directory that `pg_config` names, then those of Debian's packages, the newest version first. */
function systemDirectories(): readonly string[] {
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const named = (stdout ?? '').trim();
  const packaged = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed();
  return [...new Set([...(named === '' ? [] : [named]), ...packaged])];
}
