import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from './count.ts';

const VITEST = {
  numPassedTests: 5,
  numFailedTests: 2,
  numFailedTestSuites: 2,
  testResults: [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'adds' },
        { status: 'failed', fullName: 'subtracts' },
        { status: 'failed', fullName: 'divides' },
      ],
    },
    { name: 'b.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'rounds' }] },
    { name: 'c.test.ts', status: 'failed', assertionResults: [] },
  ],
};

const spec = (title: string, ok: boolean) => ({ file: 'trade.test.ts', line: 7, title, ok });

test('passed tests are counted and failed ones named from both kinds of report', () => {
  expect(countVitest(VITEST)).toEqual({
    passed: 5,
    failed: ['a.test.ts › subtracts', 'a.test.ts › divides', 'c.test.ts'],
  });
  const suites = [{ specs: [spec('buys', true)], suites: [{ specs: [spec('sells', false)] }] }];
  expect(countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 }, suites })).toEqual({
    passed: 5,
    failed: ['trade.test.ts:7 › sells'],
  });
});

test('a file that could not be loaded is a failure although none of its tests ran', () => {
  expect(countVitest({ numPassedTests: 5, numFailedTests: 0, numFailedTestSuites: 1 }).failed).toHaveLength(
    1,
  );
});

test('a failure that the report does not name is still one', () => {
  expect(countVitest({ ...VITEST, testResults: [] }).failed).toHaveLength(2);
  expect(countPlaywright({ stats: { expected: 4, unexpected: 3, flaky: 0 } }).failed).toHaveLength(3);
});

test('a report without counts is an error', () => {
  expect(() => countVitest({})).toThrow('lacks');
  expect(() => countPlaywright({})).toThrow('lacks');
});
