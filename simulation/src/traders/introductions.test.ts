import { LANGS } from '@karat/i18n';
import { expect, test } from 'vitest';
import { introductionIn } from './introductions.ts';
import { STRATEGIES } from './strategies.ts';

test('a stored introduction is shown in the language of its reader, and any other text as it is', () => {
  for (const { about } of STRATEGIES)
    for (const lang of LANGS) expect(introductionIn(about.en, lang)).toBe(about[lang]);
  expect(introductionIn('My own words', 'jp')).toBe('My own words');
  expect(new Set(STRATEGIES.flatMap(({ about }) => Object.values(about))).size).toBe(3 * LANGS.length);
});

test('each language names the figures of the strategy', () => {
  const figures = (text: string): string[] =>
    [...text.replace(/(\d),(\d)/gu, '$1.$2').matchAll(/\d+(?:\.\d+)?/gu)].map(([each]) => each).toSorted();
  for (const { about, multiple } of STRATEGIES) {
    expect(figures(about.en)).toContain(String(multiple));
    // "1" is written out in English only.
    for (const lang of LANGS)
      expect(figures(about[lang]).filter((each) => each !== '1')).toEqual(figures(about.en));
  }
});
