import { expect, test } from 'vitest';
import { nameRemarks, numberRemarks } from './form-check.ts';

/** The example of GB 11643-1999: born on 31 December 1949. */
const RESIDENT = '11010519491231002X';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const remarksAt = (time: string, card = RESIDENT) => numberRemarks(card, 0, Date.parse(time));

test.each([
  ['1949-12-30T23:59:59.999Z', ['number_form']],
  ['1949-12-31T00:00:00Z', ['under_age']],
  ['1967-11-30T00:00:00Z', ['under_age']],
  ['1967-12-30T23:59:59.999Z', ['under_age']],
  ['1967-12-31T00:00:00Z', []],
  ['1968-01-01T00:00:00Z', []],
  ['2070-12-30T23:59:59.999Z', []],
  ['2070-12-31T00:00:00Z', ['number_form']],
])('a resident born at the end of 1949 has at %s the remarks %j', (time, remarks) => {
  expect(remarksAt(time)).toEqual(remarks);
});

test('the last character of a resident number follows from the others', () => {
  expect(remarksAt('2026-03-01')).toEqual([]);
  expect(remarksAt('2026-03-01', '440524198001010013')).toEqual([]);
  expect(remarksAt('2026-03-01', '440524198001010031')).toEqual(['number_checksum']);
  for (const last of '0123456789')
    expect(remarksAt('2026-03-01', RESIDENT.replace('X', last))).toEqual(['number_checksum']);
});

test('a resident number has a date of the calendar', () => {
  for (const date of ['19490229', '19490431', '19491301', '19490001', '19490100'])
    expect(remarksAt('2026-03-01', RESIDENT.replace('19491231', date))).toContain('number_form');
});

test.each([
  ['A1234563', []],
  ['AB9876543', ['number_repeats']],
  ['A1234564', ['number_checksum']],
  ['B1234563', ['number_checksum']],
  ['BA9876543', ['number_repeats', 'number_checksum']],
  ['A123457', []],
])('the Hong Kong number %s has the remarks %j', (card, remarks) => {
  expect(numberRemarks(card, 0, NOW)).toEqual(remarks);
});

test.each([
  ['111111', ['number_repeats']],
  ['789012', ['number_repeats']],
  ['210987', ['number_repeats']],
  ['A5555', ['number_repeats']],
  ['123457', []],
])('the number %s has the remarks %j for any document', (card, remarks) => {
  expect(numberRemarks(card, 1, NOW)).toEqual(remarks);
  expect(numberRemarks(card, 2, NOW)).toEqual(remarks);
});

test('numbers of passports and licences have no known form', () => {
  expect(numberRemarks('A1234564', 1, NOW)).toEqual([]);
  expect(numberRemarks(RESIDENT.replace('X', '1'), 2, NOW)).toEqual([]);
});

test.each([
  ['Anna Lindqvist', []],
  ['Anna', ['name_unusual']],
  ['aaa', ['name_unusual']],
  ['Aa aA', ['name_unusual']],
  ['王小明', []],
  ['王王', []],
  ['王王王', ['name_unusual']],
  ['Анна', []],
])('the name %s has the remarks %j', (name, remarks) => {
  expect(nameRemarks(name)).toEqual(remarks);
});
