import { expect, test } from 'vitest';
import { volumeText } from './indicators.ts';

test('the volume of a bar is written as other figures of the chart are', () => {
  expect(volumeText(1234.5, 5, { locale: 'en', unit: 'BTC' })).toBe('1,234.50000 BTC');
  expect(volumeText(12.32374, 5, { locale: 'fr', unit: 'BTC' })).toBe('12,32374 BTC');
});
