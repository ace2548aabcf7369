import { LANGS } from '@karat/i18n';
import type { Lang, Template } from '@karat/i18n';
import { expect, test } from 'vitest';
import { readNotice } from './texts.ts';
import type { NoticeText } from './texts.ts';

const inAll = (template: Template) =>
  Object.fromEntries(LANGS.map((lang) => [lang, template])) as Record<Lang, Template>;
const SOLD: NoticeText = {
  group: 'trade',
  older: { name: 'code' },
  title: inAll('{name} is sold'),
  body: inAll('For {price}.'),
};

test('a notice of an older version shows what stands in for a slot that it did not fill', () => {
  expect(readNotice(SOLD, { code: 'WBFP', price: '5' }, 'en')).toEqual({
    title: 'WBFP is sold',
    body: 'For 5.',
  });
});

test('a value of its own goes before the one that stands in', () => {
  expect(readNotice(SOLD, { code: 'WBFP', name: 'First Dunes', price: '5' }, 'jp').title).toBe(
    'First Dunes is sold',
  );
});

test('amounts have the separators of the language and all their decimals', () => {
  const read = (price: string, lang: Lang) => readNotice(SOLD, { name: '2048', price }, lang);
  expect(read('600000', 'en')).toEqual({ title: '2048 is sold', body: 'For 600,000.' });
  expect([read('1234.50', 'fra').body, read('-12345.6', 'spa').body, read('+0.5', 'vn').body]).toEqual([
    'For 1\u202f234,50.',
    'For -12.345,6.',
    'For +0,5.',
  ]);
});

test('a value of an amount that is no number stays as it is', () => {
  expect(readNotice(SOLD, { name: 'Dawn', price: '–' }, 'fra').body).toBe('For –.');
});
