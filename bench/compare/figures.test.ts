import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { compareRounds, median, readFigures } from './figures.ts';

function tableOf(rows: readonly object[]): string {
  const stdout = new PassThrough();
  new Console({ stdout }).table(rows);
  return String(stdout.read());
}

test('the numeric columns of a table are read, words are not', () => {
  const output = `PostgreSQL starts\n${tableOf([{ over: 'http', 'orders/s': 4_100, 'p99 ms': '17.5' }])}`;
  expect([...readFigures(output)]).toEqual([
    ['orders/s', 4_100],
    ['p99 ms', 17.5],
  ]);
});

test('rows of a table and tables after each other are numbered', () => {
  const output = tableOf([{ ms: 1 }, { ms: 2 }]) + tableOf([{ ms: 3 }]);
  expect([...readFigures(output)]).toEqual([
    ['ms', 1],
    ['ms (2)', 2],
    ['ms (3)', 3],
  ]);
});

test('numbers in a line are named after the line, with the place of the number', () => {
  expect([...readFigures('10,000 copies opened in 85.5 ms')]).toEqual([
    ['# copies opened in _ ms', 10_000],
    ['_ copies opened in # ms', 85.5],
  ]);
  expect([...readFigures('PostgreSQL18 v2 p99: 4 ms')]).toEqual([['PostgreSQL18 v2 p99: # ms', 4]]);
});

test('the ratio is the median of the ratios of the rounds', () => {
  const round = (before: number, now: number) => ({
    before: new Map([['orders/s', before]]),
    now: new Map([['orders/s', now]]),
  });
  // The machine is half as fast in the second round.
  expect(compareRounds([round(1_000, 1_100), round(500, 550), round(1_000, 1_200)])).toEqual([
    { figure: 'orders/s', before: 1_000, now: 1_100, ratio: 1.1, lowest: 1.1, highest: 1.2 },
  ]);
});

test('figures that never differ or that one side lacks are left out', () => {
  const before = new Map([
    ['connections', 64],
    ['ms', 2],
    ['gone', 1],
  ]);
  const now = new Map([
    ['connections', 64],
    ['ms', 1],
    ['new', 1],
  ]);
  expect(compareRounds([{ before, now }]).map(({ figure }) => figure)).toEqual(['ms']);
});

test('the median of an even count is the mean of the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([5, 1, 3])).toBe(3);
});
