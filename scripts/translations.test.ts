import { LANGS } from '@karat/i18n';
import { expect, test } from 'vitest';
import { faults } from './translations.ts';

const all = (text: string) => Object.fromEntries(LANGS.map((lang) => [lang, `${text} (${lang})`]));

test('a text in nine languages with the same slots has no fault', () => {
  expect(faults('fee', all('{amount} of {count|one:# order|other:# orders}'))).toEqual([]);
});

test('a missing, an empty and an untranslated text are named with their language', () => {
  const { th: _, ...without } = all('fee');
  expect(faults('fee', without)).toEqual(['fee: missing in th']);
  expect(faults('fee', { ...all('fee'), fra: ' ' })).toEqual(['fee: empty in fra']);
  const english = { ...all('x'), en: 'Nothing has changed', kor: 'Nothing has changed' };
  expect(faults('fee', english)).toEqual(['fee: kor still says "Nothing has changed"']);
});

test('a slot that a translation lacks or adds is named', () => {
  expect(faults('fee', { ...all('{amount} due'), spa: 'debe {cantidad}' })).toEqual([
    'fee: spa has slots "cantidad", en has "amount"',
  ]);
});

test('French signs without their no-break space are named', () => {
  expect(faults('ask', { ...all('ask'), fra: 'Quoi ?' })).toEqual([
    'ask: fra has an ordinary space beside a sign in "Quoi ?", which takes a no-break space',
  ]);
  expect(faults('ask', { ...all('ask'), fra: 'Quoi\u00a0? À 9:30' })).toEqual([]);
});
