import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGS, type Lang } from '@karat/i18n';
import { describe, expect, test } from 'vitest';
import { readGlossary, termFaults } from './terms.ts';

const glossary = readGlossary(readFileSync(join(import.meta.dirname, '../docs/glossary.md'), 'utf8'));

const IN_NINE: Readonly<Record<Lang, string>> = {
  en: 'Stop loss of your position',
  hk: '持倉的止損',
  th: 'ตัดขาดทุนของสถานะ',
  jp: '建玉の損切り',
  kor: '포지션 손절',
  fra: 'Stop loss de votre position',
  spa: 'Stop loss de tus posiciones',
  vn: 'Cắt lỗ của vị thế',
  zh: '持仓的止损',
};

describe('terms of the glossary', () => {
  test('a text that has the terms of each language has no fault', () => {
    expect(termFaults('sl', IN_NINE, glossary)).toEqual([]);
  });

  test('a translation without the term is named with its language and the accepted forms', () => {
    expect(termFaults('sl', { ...IN_NINE, jp: '建玉のストップ' }, glossary)).toEqual([
      'sl: jp has no "損切" for "stop loss" in "建玉のストップ"',
    ]);
    expect(termFaults('sl', { ...IN_NINE, fra: 'Objectif de la position' }, glossary)).toHaveLength(1);
  });

  test('a plural of the English term counts, another word that contains it does not', () => {
    expect(termFaults('a', { ...IN_NINE, en: 'Positions', kor: '보유' }, glossary)).toHaveLength(1);
    expect(termFaults('a', { ...IN_NINE, en: 'Positioned', kor: '보유' }, glossary)).toEqual([]);
  });

  test('the name of a slot is no term', () => {
    const slots = Object.fromEntries(LANGS.map((lang) => [lang, '{position} {leverage}']));
    expect(termFaults('a', slots, glossary)).toEqual([]);
  });

  test('a longer term hides a shorter one inside it', () => {
    const texts = { en: 'Futures account', hk: '合約帳戶', kor: '선물' };
    expect(termFaults('a', texts, glossary)).toEqual([
      'a: kor has no "선물 계정" for "futures account" in "선물"',
    ]);
  });

  test('words of gambling and second words for a term are named', () => {
    expect(termFaults('a', { en: 'Amount', jp: '賭け金' }, glossary)).toHaveLength(1);
    expect(termFaults('a', { en: 'Place your bet', th: 'เดิมพัน' }, glossary)).toHaveLength(2);
    expect(termFaults('a', { en: 'Better and alphabets' }, glossary)).toEqual([]);
  });

  test('an exception holds for its text only', () => {
    const texts = { en: 'Open lots', zh: '未平批次' };
    expect(termFaults('apps/web/src/features/portfolio/locales: lots', texts, glossary)).toEqual([]);
    expect(termFaults('apps/web/src/features/trade/locales: lots', texts, glossary)).toHaveLength(1);
  });
});

describe('reading the glossary', () => {
  test('each term has all nine languages and no term stands twice', () => {
    const names = glossary.terms.map(({ forms }) => forms.en[0]);
    expect(names.length).toBeGreaterThan(60);
    expect(new Set(names).size).toBe(names.length);
  });

  test('a row without a language is refused', () => {
    const table = ['', '## Terms in nine languages', '', `| ${LANGS.join(' | ')} |`, '|---|', '| spot |', ''];
    expect(() => readGlossary(table.join('\n'))).toThrow('has no hk');
  });
});
