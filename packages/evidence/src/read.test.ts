import { expect, test } from 'vitest';
import { optionOrder, settled, signed } from '../testing/vector-receipts.ts';
import { optionFormula } from './formulas/option.ts';
import { Malformed, readReceipt } from './read.ts';

const genuine = signed(settled(optionFormula, '1', optionOrder(10.3, 40.3)));
const [tick] = genuine.receipt.ticks;
const named = (value: unknown): string => {
  try {
    readReceipt(typeof value === 'string' ? value : JSON.stringify(value));
    return 'read';
  } catch (error) {
    if (error instanceof Malformed) return error.message;
    throw error;
  }
};
const withReceipt = (more: object): object => ({ ...genuine, receipt: { ...genuine.receipt, ...more } });
const withTick = (more: object): object => withReceipt({ ticks: [{ ...tick, ...more }] });

test('a receipt is read with and without the envelope of its call', () => {
  expect(readReceipt(JSON.stringify(genuine))).toEqual(genuine);
  expect(readReceipt(JSON.stringify({ type: 'ok', code: 1, message: genuine }))).toEqual(genuine);
  expect([named(withTick({ source: 'live' })), named(withTick({ source: 'simulated' }))]).toEqual([
    'read',
    'read',
  ]);
});

test.each([
  ['JSON', 'x'],
  ['JSON', []],
  ['JSON', 'null'],
  ['message', { message: 1 }],
  ['receipt', { ...genuine, receipt: null }],
  ['hash', { ...genuine, hash: `${genuine.hash}0` }],
  ['hash', { ...genuine, hash: genuine.hash.toUpperCase() }],
  ['key', { ...genuine, key: `${genuine.key}0` }],
  ['key', { ...genuine, key: genuine.key.slice(1) }],
  ['public_key', { ...genuine, public_key: '' }],
  ['public_key', { ...genuine, public_key: 'a b' }],
  ['signature', { ...genuine, signature: '===' }],
  ['type', withReceipt({ type: 'receipt' })],
  ['version', withReceipt({ version: 2 })],
  ['kind', withReceipt({ kind: 1 })],
  ['subject', withReceipt({ subject: 1 })],
  ['owner', withReceipt({ owner: 'x' })],
  ['issued', withReceipt({ issued: 1.5 })],
  ['issued', withReceipt({ issued: '1' })],
  ['order', withReceipt({ order: [] })],
  ['stake', withReceipt({ order: { stake: 1 } })],
  ['result', withReceipt({ result: null })],
  ['formula', withReceipt({ formula: 'option/1' })],
  ['id', withReceipt({ formula: { text: '' } })],
  ['text', withReceipt({ formula: { id: '' } })],
  ['ticks', withReceipt({ ticks: {} })],
  ['ticks', withReceipt({ ticks: [null] })],
  ['market', withTick({ market: '1' })],
  ['time', withTick({ time: 0.5 })],
  ['source', withTick({ source: 'other' })],
  ['quotes', withTick({ quotes: undefined })],
  ['previous', withTick({ previous: 'f' })],
  ['hash', withTick({ hash: 'g'.repeat(64) })],
])('the wrong field %s is named (%#)', (field, value) => expect(named(value)).toBe(field));

test.each([
  ['0', 'read'],
  ['1.0000000001', 'read'],
  ['999999999999999999', 'read'],
  ['1999999999999999999', 'price'],
  ['1.00000000001', 'price'],
  ['01', 'price'],
  ['-1', 'price'],
  ['1.', 'price'],
])('a price of %s is %s', (text, expected) => expect(named(withTick({ price: text }))).toBe(expected));

test('a receipt has at most 2,000 ticks and 100 facts', () => {
  const ticks = (count: number) => named(withReceipt({ ticks: Array(count).fill(tick) }));
  expect([ticks(2_000), ticks(2_001)]).toEqual(['read', 'ticks']);
  const facts = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, '']));
  expect([named(withReceipt({ order: facts(100) })), named(withReceipt({ order: facts(101) }))]).toEqual([
    'read',
    'order',
  ]);
});
