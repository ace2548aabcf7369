import { price } from '@karat/money';
import { expect, test } from 'vitest';
import { priceTexts } from './texts.ts';

test('levels are written as each language writes numbers', () => {
  const texts = priceTexts({
    symbol: 'BTC/USDT',
    levels: [price('9000.5'), price('92500')],
    settlesMs: Date.UTC(2026, 10, 28, 11, 41),
  });
  expect(texts.en.options).toEqual(['Below 9,000.5', '9,000.5 to below 92,500', '92,500 or above']);
  expect(texts.fra.options[1]).toBe('De 9\u202f000,5 à moins de 92\u202f500');
  expect([texts.spa.options[2], texts.vn.options[2]].map((text) => /[\d.,]+/.exec(text ?? '')?.[0])).toEqual([
    '92.500',
    '92.500',
  ]);
});

test('the only level of a question is written in its language', () => {
  const texts = priceTexts({ symbol: 'BTC/USDT', levels: [price('90000')], settlesMs: 0 });
  expect(texts.en.question).toBe('Will BTC/USDT be at 90,000 or above on 1970-01-01 at 00:00 UTC?');
  expect(texts.spa.question).toContain(' en 90.000 o más ');
});
