import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codes } from '@karat/contract';
import { expect, test } from 'vitest';
import { messages } from './calls.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const SLOT = /\{([a-zA-Z_][a-zA-Z0-9_]*)/g;

const slotsOf = (template: string): string[] => [...template.matchAll(SLOT)].map(([, name = '']) => name);

/** Source files of the server, without tests. */
const sources = ['domains', 'platform', 'packages', 'apps/server'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('node_modules'))
    .map((path) => join(folder, path)),
);

/** A refusal by its code, with everything after the code up to the end of the call. */
const REFUSALS = /(?:\brefuse|new Refusal)\(\s*'([a-z_0-9]+)'\s*(\)|,\s*(\{[^{}]*\}|[^)]*))/g;

test('a text has the same placeholders in every language', () => {
  for (const code of codes) {
    const texts = messages[code];
    const wanted = slotsOf(texts.en).toSorted();
    for (const [lang, text] of Object.entries(texts))
      expect([...new Set(slotsOf(text))].toSorted(), `${code} ${lang}`).toEqual([...new Set(wanted)]);
  }
});

test('no refusal leaves a placeholder of its text unfilled', () => {
  const faults: string[] = [];
  for (const path of sources) {
    const source = readFileSync(join(ROOT, path), 'utf8');
    for (const [, code = '', , values] of source.matchAll(REFUSALS)) {
      const texts = messages[code as keyof typeof messages] as (typeof messages)['busy'] | undefined;
      if (!texts || code === 'parameter_error') continue;
      // Values built elsewhere cannot be read here.
      if (values !== undefined && !values.startsWith('{')) continue;
      for (const slot of slotsOf(texts.en))
        if (!new RegExp(`\\b${slot}\\b`).test(values ?? '') && !values?.includes('...'))
          faults.push(`${path}: ${code} without ${slot}`);
    }
  }
  expect(faults).toEqual([]);
});
