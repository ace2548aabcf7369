import { expect, test } from 'vitest';
import { cardFits, nameFits } from './rules.ts';

test('names of any script are valid with their separators; digits and special characters are not', () => {
  for (const name of ['Ann Lee', "D'Arcy-Jones", '陳大文', 'Nguyễn Văn A', 'สมชาย ใจดี', '买买提·艾力'])
    expect([name, nameFits(name)]).toEqual([name, true]);
  for (const name of ['', 'A', 'Ann 2', '<b>Ann', 'a@b', '-Ann', 'x'.repeat(81)])
    expect([name, nameFits(name)]).toEqual([name, false]);
});

test('a document number has letters and digits in any printed format', () => {
  for (const card of ['A123456(3)', 'K 12-345.678', '11010519491231002X', 'AB1234'])
    expect(cardFits(card)).toBe(true);
  for (const card of ['', '1234', 'ABCDEFG', 'ABCD123', "1' or 1=1", '9'.repeat(25)])
    expect(cardFits(card)).toBe(false);
});
