import { LANGS } from '@karat/i18n';
import { describe, expect, test } from 'vitest';

const files = import.meta.glob<{ readonly default: Readonly<Record<string, string>> }>('../**/locales/*.ts', {
  eager: true,
});

/** Catalogues by folder, then language. */
const catalogues = new Map<string, Map<string, Readonly<Record<string, string>>>>();
for (const [file, { default: messages }] of Object.entries(files)) {
  const [, folder = '', lang = ''] = /^(.*)\/locales\/(\w+)\.ts$/.exec(file) ?? [];
  const byLang = catalogues.get(folder) ?? new Map<string, Readonly<Record<string, string>>>();
  catalogues.set(folder, byLang.set(lang, messages));
}

/** Names of the slots of a template, sorted. */
const slots = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)[^}]*\}/g)].map(([, name = '']) => name).toSorted();

describe.each([...catalogues])('the texts of %s', (_folder, byLang) => {
  test('exist in all nine languages', () => {
    expect([...byLang.keys()].toSorted()).toEqual([...LANGS].toSorted());
  });

  test('have the same keys and slots in every language, and none is empty', () => {
    const english = byLang.get('en') ?? {};
    for (const [lang, messages] of byLang) {
      expect(Object.keys(messages).toSorted(), lang).toEqual(Object.keys(english).toSorted());
      for (const [key, text] of Object.entries(messages)) {
        expect(text.trim(), `${lang} ${key}`).not.toBe('');
        expect(slots(text), `${lang} ${key}`).toEqual(slots(english[key] ?? ''));
      }
    }
  });
});

test('catalogues are found', () => {
  expect(catalogues.size).toBeGreaterThan(3);
});
