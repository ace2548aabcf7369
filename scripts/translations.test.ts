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

test('signs that a language writes in another way are named', () => {
  const faulty = (lang: string, text: string) => faults('ask', { ...all('ask'), [lang]: text });
  expect(faulty('fra', 'Quoi ?')).toEqual([
    'ask: fra has a wide space beside a sign, which takes a narrow no-break space in "Quoi ?"',
  ]);
  expect(faulty('fra', 'Quoi\u202f? À 9:30, 5\u202f%')).toEqual([]);
  expect(faulty('fra', 'Frais de 5%')).toHaveLength(1);
  expect(faulty('fra', 'Reste\u00a0: 5')).toHaveLength(1);
  expect(faulty('fra', 'Reste: 5')).toHaveLength(1);
  expect(faulty('fra', "l'ordre")).toHaveLength(1);
  expect(faulty('spa', 'Comisión del 5 %')).toEqual([
    'ask: spa has a space before a percent sign in "Comisión del 5 %"',
  ]);
  expect(faulty('zh', '删除?')).toEqual(['ask: zh has a sign of half width in "删除?"']);
  expect(faulty('jp', '9:30 に開始')).toEqual([]);
});
