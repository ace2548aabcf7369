import { expect, test } from 'vitest';
import { regionName, regionOfBrowser } from './region.ts';

test.each([
  [['en-GB', 'fr-FR'], 'GB'],
  [['en', 'zh-Hant-TW'], 'TW'],
  [['es-419'], undefined],
  [['en'], undefined],
  [[], undefined],
])('the region of %j is %s', (tags, region) => {
  expect(regionOfBrowser(tags)).toBe(region);
});

test('a region is named in the language of the app', () => {
  expect(regionName('JP', 'fr-FR')).toBe('Japon');
});
