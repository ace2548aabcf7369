import { expect, test } from 'vitest';
import { ownerHash, receiptHash, receiptText, signedBytes } from './receipt.ts';
import type { Receipt } from './receipt.ts';
import { sha256Hex } from './sha256.ts';

const receipt: Receipt = {
  type: 'karat-receipt',
  version: 1,
  kind: 'option',
  subject: '7',
  owner: 'ab',
  issued: 5,
  order: { stake: '1' },
  ticks: [{ market: 1, time: 2, price: '3', source: 'live', quotes: 'a=3', previous: 'c', hash: 'd' }],
  formula: { id: 'option/1', text: 'won' },
  result: { paid: '2' },
};

test('the hashed and signed texts are the documented ones', () => {
  const text =
    '{"formula":{"id":"option/1","text":"won"},"issued":5,"kind":"option","order":{"stake":"1"},"owner":"ab",' +
    '"result":{"paid":"2"},"subject":"7","ticks":[{"hash":"d","market":1,"previous":"c","price":"3","quotes":"a=3",' +
    '"source":"live","time":2}],"type":"karat-receipt","version":1}';
  expect(receiptText(receipt)).toBe(text);
  expect(receiptHash(text)).toBe(sha256Hex(text));
  expect(new TextDecoder().decode(signedBytes(text))).toBe(`karat-receipt-v1\n${text}`);
  expect(ownerHash('salt', 100_007)).toBe(sha256Hex('karat-owner-v1|salt|100007'));
});
