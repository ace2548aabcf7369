import { VERIFICATION_STATE } from '@karat/contract';
import { amount } from '@karat/money';
import { describe, expect, test } from 'vitest';
import { LEVEL_LIMITS, masked, readCard, readName, stepState } from './rules.ts';

test('a level is verified while the account has it, otherwise the latest request decides', () => {
  const { none, underAudit, verified, failed } = VERIFICATION_STATE;
  expect([stepState(1, 1, undefined), stepState(2, 1, 'failed'), stepState(2, 2, 'auditing')]).toEqual([
    verified,
    verified,
    verified,
  ]);
  expect([stepState(0, 1, 'auditing'), stepState(1, 2, 'auditing')]).toEqual([underAudit, underAudit]);
  expect([stepState(0, 1, 'failed'), stepState(1, 2, 'failed')]).toEqual([failed, failed]);
  // A level that was taken away after it was granted can be requested again.
  expect([stepState(0, 1, 'verified'), stepState(0, 1, undefined)]).toEqual([none, none]);
});

test('limits are zero without a verification', () => {
  expect(LEVEL_LIMITS).toEqual({
    0: { withdrawalBtc: 0n, fiatUsdt: 0n },
    1: { withdrawalBtc: amount('200'), fiatUsdt: amount('2000') },
    2: { withdrawalBtc: amount('500'), fiatUsdt: amount('1000000') },
  });
});

describe('a name', () => {
  test.each([
    ['Anna Maria', 'Anna Maria'],
    ['  Anna \t\n Maria ', 'Anna Maria'],
    ["Siobhán O'Neill-Smith", "Siobhán O'Neill-Smith"],
    ['Martin Luther King Jr.', 'Martin Luther King Jr.'],
    ['J. R. Tolkien', 'J. R. Tolkien'],
    ['迪丽热巴·迪力木拉提', '迪丽热巴·迪力木拉提'],
    ['李明', '李明'],
    ['Åse', 'Åse'],
    ['สมชาย ใจดี', 'สมชาย ใจดี'],
    ['a'.repeat(80), 'a'.repeat(80)],
  ])('%j is read as on the document', (typed, name) => {
    expect(readName(typed)).toBe(name);
  });

  test.each([
    ...['', ' ', 'A', 'a'.repeat(81), 'Anna1', '1Anna', 'Anna_Maria', 'Anna!', '-Anna', 'Anna-', "Anna'"],
    ...['Anna..', 'Anna - Maria', 'Anna---Maria', 'Anna<Maria', 'Anna\u200bMaria', 'Anna\ud800'],
    ...['A\u0300\u0301\u0302\u0303\u0304nna', '\u0301Anna', '𝟏Anna'],
  ])('%j is refused', (typed) => {
    expect(() => readName(typed)).toThrow('real_name_invalid');
  });

  test('counts letters and not their halves, and may carry three marks on one', () => {
    expect(readName('𠮷野')).toBe('𠮷野');
    expect(readName('𠮷'.repeat(80))).toBe('𠮷'.repeat(80));
    expect(() => readName('𠮷')).toThrow('real_name_invalid');
    expect(readName('x\u0316\u0317\u0318y')).toBe('x\u0316\u0317\u0318y');
    expect(() => readName('x\u0316\u0317\u0318\u0319y')).toThrow('real_name_invalid');
  });
});

describe('the number of a document', () => {
  test.each([
    [' ab-12 34.5/6 (7) ', 0, 'AB1234567'],
    ['１２３４５', 0, '12345'],
    ['A1234', 2, 'A1234'],
    ['1'.repeat(24), 0, '1'.repeat(24)],
    ['ab·1234', 1, 'AB1234'],
    ['1'.repeat(12), 1, '1'.repeat(12)],
    ['A1B2C3D4', 1, 'A1B2C3D4'],
  ] as const)('%j of type %i is stored as %s', (typed, type, card) => {
    expect(readCard(typed, type)).toBe(card);
  });

  test.each([
    ...[['1234', 0] as const, ['1'.repeat(25), 0] as const, ['ABC123', 0] as const, ['ABCDEFG', 2] as const],
    ...[['12345', 1] as const, ['1'.repeat(13), 1] as const, ['ABCDE123', 1] as const],
    ...[['12345_', 0] as const, ['Ä12345', 0] as const, ['', 0] as const, ['12345\u0000', 2] as const],
    ...[['_12345', 2] as const, ['_123456', 1] as const, ['123456_', 1] as const],
  ])('%j of type %i is refused', (typed, type) => {
    expect(() => readCard(typed, type)).toThrow('document_number_invalid');
  });

  test('shows two characters at each end and never fewer than three stars', () => {
    expect(masked('AB1234567')).toBe('AB*****67');
    expect(masked('12345678')).toBe('12****78');
    expect(masked('A1234')).toBe('A1***34');
    expect(masked('ABCDE12')).toBe('AB***12');
  });
});
