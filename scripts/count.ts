export interface Count {
  readonly passed: number;
  /** Failed checks, tests and files, by name. */
  readonly failed: readonly string[];
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const figure = (report: unknown, name: string): number => {
  const value = field(report, name);
  if (typeof value !== 'number') throw new Error(`the report lacks ${name}`);
  return value;
};

const text = (value: unknown, name: string): string => {
  const found = field(value, name);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '?';
};

const list = (value: unknown, name: string): readonly unknown[] => {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
};

/** Names, or as many of the kind as were counted where the report does not name them. */
const atLeast = (names: readonly string[], counted: number, kind: string): readonly string[] =>
  names.length >= counted
    ? names
    : [...names, ...Array.from({ length: counted - names.length }, () => `${kind} without a name`)];

/** Counts from vitest's JSON report. A file that could not be loaded counts as one failure. */
export function countVitest(report: unknown): Count {
  const names = list(report, 'testResults').flatMap((file) => {
    const tests = list(file, 'assertionResults').filter((test) => field(test, 'status') === 'failed');
    const name = text(file, 'name');
    if (tests.length === 0 && field(file, 'status') === 'failed') return [name];
    return tests.map((test) => `${name} › ${text(test, 'fullName')}`);
  });
  const tests = figure(report, 'numFailedTests');
  const unloaded = figure(report, 'numFailedTestSuites') > 0 && tests === 0 ? 1 : 0;
  return { passed: figure(report, 'numPassedTests'), failed: atLeast(names, tests + unloaded, 'a test') };
}

/** Failed tests in a suite of Playwright's report and in those below it. */
function failedIn(suite: unknown): readonly string[] {
  const own = list(suite, 'specs')
    .filter((spec) => field(spec, 'ok') === false)
    .map((spec) => `${text(spec, 'file')}:${text(spec, 'line')} › ${text(spec, 'title')}`);
  return [...own, ...list(suite, 'suites').flatMap(failedIn)];
}

/**
 * Counts from Playwright's JSON report. A test that passed at its second attempt has passed; the list names it as
 * flaky.
 */
export function countPlaywright(report: unknown): Count {
  const stats = field(report, 'stats');
  return {
    passed: figure(stats, 'expected') + figure(stats, 'flaky'),
    failed: atLeast(list(report, 'suites').flatMap(failedIn), figure(stats, 'unexpected'), 'a browser test'),
  };
}
