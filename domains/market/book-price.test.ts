import { price } from '@karat/money';
import { expect, test } from 'vitest';
import { bookQuotes } from './book-price.ts';
import { indexOf } from './rules.ts';

const REFERENCE = price('0.1');
const index = (bid?: string, ask?: string, last?: string): string | undefined => {
  const read = (text: string | undefined) => (text === undefined ? undefined : price(text));
  const quotes = bookQuotes({ bid: read(bid), ask: read(ask), last: read(last) }, REFERENCE);
  const found = indexOf(
    quotes.map(([, value]) => value),
    6,
  );
  return `${found} ${quotes.map(([name]) => name).join(' ')}`;
};
const at = (text: string, names: string): string => `${price(text)} ${names}`;

test.each([
  ['an empty book is at the reference price', [], at('0.1', 'reference')],
  ['after a trade it is at the trade', [undefined, undefined, '0.12'], at('0.12', 'trade')],
  ['one side alone moves nothing', ['0.05', undefined, '0.12'], at('0.12', 'trade')],
  ['nor does it before the first trade', [undefined, '9', undefined], at('0.1', 'reference')],
] as const)('%s', (_, [bid, ask, last], expected) => {
  expect(index(bid, ask, last)).toBe(expected);
});

test('with both sides the index stays at the median of bid, ask and last trade', () => {
  expect(index('0.0999', '0.1001', '0.1')).toBe(at('0.1', 'bid ask trade'));
  const far = index('0.11', '0.1101', '0.5')?.split(' ')[0] ?? '';
  expect(BigInt(far)).toBeGreaterThan(price('0.11'));
  expect(BigInt(far)).toBeLessThan((price('0.1101') * 1006n) / 1000n);
});
