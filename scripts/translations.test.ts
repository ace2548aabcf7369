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
  expect(faulty('jp', '画像(任意)')).toHaveLength(1);
});

test('figures and Latin words stand apart from Chinese and Japanese ones', () => {
  const faulty = (lang: string, text: string) => faults('ask', { ...all('ask'), [lang]: text });
  expect(faulty('jp', '有効期間は 10 分です。')).toEqual([]);
  expect(faulty('jp', '有効期間は10 分です。')).toEqual([
    'ask: jp has a letter or figure without a space beside Japanese in "有効期間は10 分です。"',
  ]);
  expect(faulty('jp', 'このページのQR コード')).toHaveLength(1);
  // A period of a chart is one short label.
  expect(faulty('jp', '15分')).toEqual([]);
  const slotted = { ...all('{days} left'), jp: '残り {days}日' };
  expect(faults('left', slotted)).toEqual(['left: jp has a counter without a space in "残り {days}日"']);
  expect(faulty('zh', '24 小时内')).toEqual([]);
  expect(faulty('zh', '24小时内')).toHaveLength(1);
  expect(faulty('hk', '剩餘 24小時')).toHaveLength(1);
});
