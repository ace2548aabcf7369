import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from './count.ts';

test('passed and failed tests are counted from both kinds of report', () => {
  expect(countVitest({ numPassedTests: 5, numFailedTests: 2, numFailedTestSuites: 1 })).toEqual({
    passed: 5,
    failed: 2,
  });
  expect(countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 } })).toEqual({
    passed: 5,
    failed: 1,
  });
});

test('a file that could not be loaded is a failure although none of its tests ran', () => {
  expect(countVitest({ numPassedTests: 5, numFailedTests: 0, numFailedTestSuites: 1 }).failed).toBe(1);
});

test('a report without counts is an error', () => {
  expect(() => countVitest({})).toThrow('lacks');
  expect(() => countPlaywright({})).toThrow('lacks');
});
