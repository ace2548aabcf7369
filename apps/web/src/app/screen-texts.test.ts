import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import type { Screen } from '../lib/screen.ts';
import type { Messages, Texts } from '../lib/text.ts';

const source = join(import.meta.dirname, '..');

interface Imported {
  readonly names: readonly string[];
  readonly file: string;
}

const IMPORT = /^(?:import|export) (?!type )([^;]*?) ?from '(\.[^']+)';/gm;

/** Static imports of a module of the app, without those of types. */
function importsOf(file: string): readonly Imported[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, names = '', path = '']) => ({
    names: [...names.matchAll(/(?<!type )\b(\w+)\b/g)].map(([, name = '']) => name),
    file: join(dirname(file), path),
  }));
}

const isTexts = (file: string): boolean => file.endsWith('text.ts');

/** Texts of a screen's module and of all that it imports statically: their name to their file. `shellText` is always loaded. */
function textsUsed(start: string): ReadonlyMap<string, string> {
  const used = new Map<string, string>();
  const seen = new Set([start]);
  for (const file of seen) {
    for (const { names, file: next } of importsOf(file)) {
      if (isTexts(next))
        for (const name of names) if (/^(?!use|shell).*Text$/.test(name)) used.set(name, next);
      if (/\.tsx?$/.test(next)) seen.add(next);
    }
  }
  return used;
}

/** The file that a screen is loaded from, which the tests' bundler writes into the lazy import. */
function moduleOf(load: Screen['load']): string {
  const [, path] = /"\/apps\/web\/src\/([^"]+)"/.exec(String(load)) ?? [];
  if (path === undefined) throw new Error(`no module in ${String(load)}`);
  return join(source, path);
}

const features = import.meta.glob<{ readonly screens: readonly Screen[] }>('../features/*/routes.ts', {
  eager: true,
});
type Exported = Texts<Messages> | (() => unknown);
const exported = import.meta.glob<Readonly<Record<string, Exported>>>('../**/*text.ts', { eager: true });

for (const [file, { screens }] of Object.entries(features))
  test(`the screens of ${file} load the texts that they show`, () => {
    const missing = screens.flatMap(({ path, load, texts = [] }) => {
      const declared = new Set<unknown>(texts);
      return [...textsUsed(moduleOf(load))].flatMap(([name, from]) => {
        const found = exported[relative(import.meta.dirname, from)]?.[name];
        if (found === undefined) return [`${name} of ${relative(source, from)} is not exported`];
        // What is no bundle is a function that words something.
        return typeof found === 'function' || declared.has(found) ? [] : [`${path}: ${name}`];
      });
    });
    expect(missing).toEqual([]);
  });
