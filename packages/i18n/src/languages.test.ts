import { expect, test } from 'vitest';
import { LANGS, fill, localeOf, toLang } from './index.ts';

test('every language has its BCP 47 tag', () => {
  expect(Object.fromEntries(LANGS.map((lang) => [lang, localeOf(lang)]))).toEqual({
    en: 'en',
    hk: 'zh-HK',
    th: 'th',
    jp: 'ja',
    kor: 'ko',
    fra: 'fr',
    spa: 'es',
    vn: 'vi',
    zh: 'zh-CN',
  });
  expect(LANGS.map(toLang)).toEqual(LANGS);
});

test('a form that the language does not use falls back to the general one, wherever it stands', () => {
  expect(fill('{n|one:# day|other:# days}', 'jp', { n: 1 })).toBe('1 days');
  expect(fill('{n|other:# days|few:# x}', 'en', { n: 5 })).toBe('5 days');
  expect(fill('{n|few:# x|other:# days|many:# y}', 'en', { n: 1 })).toBe('1 days');
});

test('a form may contain a colon, and a missing general form leaves nothing', () => {
  expect(fill('{n|one:at: #|other:all: #}', 'en', { n: 1 })).toBe('at: 1');
  expect(fill('{n|one:at: #|other:all: #}', 'en', { n: 2 })).toBe('all: 2');
  expect(fill('[{n|one:#}]', 'en', { n: 2 })).toBe('[]');
});
