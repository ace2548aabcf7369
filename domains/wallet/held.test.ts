import { JOURNAL_KINDS } from '@karat/contract';
import { amount, format } from '@karat/money';
import { expect, test } from 'vitest';
import { heldReasons } from './held.ts';

const reasonsOf = (...parts: readonly (readonly [domain: string, held: string])[]): string[] =>
  heldReasons(parts.map(([domain, held]) => ({ domain, held: amount(held) }))).map(
    (part) => `${part.reason} ${format(part.amount)}`,
  );

test('the largest part is first, and domains with one reason are one part', () => {
  expect(reasonsOf(['withdrawal', '5'], ['mining', '7'], ['spot', '1'], ['stock', '9'])).toEqual([
    'orders 10',
    'earn 7',
    'withdrawals 5',
  ]);
  expect(reasonsOf(['spot', '-3'], ['stock', '3'])).toEqual([]);
});

test('every domain that holds money has a reason of its own, any other has none', () => {
  const holding = [
    'spot',
    'contract',
    'option',
    'mining',
    'dual',
    'launchpad',
    'loan',
    'withdrawal',
    'gift',
    'nft',
    'fiat',
  ];
  for (const domain of holding) {
    expect(JOURNAL_KINDS.some((kind) => kind.startsWith(`${domain}:`))).toBe(true);
    expect(reasonsOf([domain, '1'])).not.toEqual(['other 1']);
  }
  expect(reasonsOf(['correction', '2'], ['transfer', '1'])).toEqual(['other 3']);
});
