export interface Count {
  readonly passed: number;
  readonly failed: number;
}

const figure = (report: unknown, name: string): number => {
  const value: unknown =
    typeof report === 'object' && report !== null ? Reflect.get(report, name) : undefined;
  if (typeof value !== 'number') throw new Error(`the report lacks ${name}`);
  return value;
};

/** Counts from vitest's JSON report. A file that could not be loaded counts as one failure. */
export function countVitest(report: unknown): Count {
  const failed = figure(report, 'numFailedTests');
  const unloaded = figure(report, 'numFailedTestSuites') > 0 && failed === 0 ? 1 : 0;
  return { passed: figure(report, 'numPassedTests'), failed: failed + unloaded };
}

/**
 * Counts from Playwright's JSON report. A test that passed at its second attempt has passed; the list names it as
 * flaky.
 */
export function countPlaywright(report: unknown): Count {
  const stats: unknown =
    typeof report === 'object' && report !== null ? Reflect.get(report, 'stats') : undefined;
  return { passed: figure(stats, 'expected') + figure(stats, 'flaky'), failed: figure(stats, 'unexpected') };
}
