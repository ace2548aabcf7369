import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StartRefused } from './refusal.ts';
import { choosePrograms, type ProgramFinders } from './programs.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'karat-programs-'));
  program('of-15', "echo 'postgres (PostgreSQL) 15.13 (Debian 15.13-0)'");
  program('of-18', "echo 'postgres (PostgreSQL) 18.1'");
  program('of-other-18', "echo 'postgres (PostgreSQL) 18.0'");
  program('without-library', "echo 'libicuuc.so.72: cannot open shared object file' >&2; exit 127");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function program(name: string, script: string): void {
  mkdirSync(at(name));
  writeFileSync(join(at(name), 'postgres'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(at(name), 'postgres'), 0o755);
}
const at = (name: string): string => join(root, name);
const programsAt = (name: string) => ({
  initdb: join(at(name), 'initdb'),
  postgres: join(at(name), 'postgres'),
});

const finders = (fast: () => string, ...system: readonly string[]): ProgramFinders => ({
  embedded: () => programsAt('embedded'),
  fast,
  system: () => system.map(at),
});
const none = finders(() => {
  throw new Error('the package is not installed');
});

test.each([undefined, '', 'default'])('KARAT_POSTGRES %j runs the embedded server', (wanted) => {
  expect(choosePrograms(wanted, none)).toEqual({ binaries: programsAt('embedded') });
});

test('an unknown name is refused with those that exist', () => {
  expect(() => choosePrograms('quick', none)).toThrow(StartRefused);
  expect(() => choosePrograms('quick', none)).toThrow('default, fast, system, not "quick"');
});

test('fast runs the programs compiled for speed', () => {
  expect(
    choosePrograms(
      'fast',
      finders(() => at('of-18')),
    ),
  ).toEqual({ binaries: programsAt('of-18') });
});

test.each([
  ['a missing package', () => none.fast(), 'the package is not installed'],
  ['a missing library', () => at('without-library'), 'libicuuc.so.72: cannot open shared object file'],
  ['a missing program', () => at('nothing'), 'ENOENT'],
  ['another major version', () => at('of-15'), 'it is PostgreSQL 15'],
])('fast falls back to the embedded server for %s and says why', (_, fast, reason) => {
  const { binaries, fallback } = choosePrograms('fast', finders(fast));
  expect(binaries).toEqual(programsAt('embedded'));
  expect(fallback).toContain(reason);
});

test('system takes the first PostgreSQL 18 of the machine', () => {
  const machine = finders(none.fast, 'of-15', 'nothing', 'of-18', 'of-other-18');
  expect(choosePrograms('system', machine)).toEqual({ binaries: programsAt('of-18') });
});

test('system refuses a machine without PostgreSQL 18 and names what it found', () => {
  expect(() => choosePrograms('system', finders(none.fast, 'of-15', 'nothing'))).toThrow(StartRefused);
  expect(() => choosePrograms('system', finders(none.fast, 'of-15', 'nothing'))).toThrow(
    `found 15 in ${at('of-15')}`,
  );
  expect(() => choosePrograms('system', finders(none.fast))).toThrow('found none');
});
