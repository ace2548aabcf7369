/** What test files import as `vitest` in a mutation run: its expectations, and tests that are collected instead of run. */
import { vi as ofVitest } from 'vitest';

export * from 'vitest';

/** Environment variables before they were replaced: the replacement of Vitest needs its process. */
const replaced = new Map();
function setVariable(name, value) {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

export const vi = {
  ...ofVitest,
  stubEnv(name, value) {
    if (!replaced.has(name)) replaced.set(name, process.env[name]);
    setVariable(name, value);
  },
  unstubAllEnvs() {
    for (const [name, value] of replaced) setVariable(name, value);
    replaced.clear();
  },
};

/** Suites around the file that is imported, outermost first. */
let suites = [];
let found = [];

const suiteOf = (name) => ({ name, before: [], after: [], once: [] });

/** Imports a test file; returns its tests. */
export async function collect(file, load) {
  suites = [suiteOf(file)];
  found = [];
  await load();
  return found;
}

const idOf = (name) =>
  `${suites
    .map((suite) => suite.name)
    .concat(name)
    .join(' > ')} #${found.length}`;

/** `test(name, run)`, `test(name, options, run)` and `test(name, run, timeout)`. */
const bodyIn = (rest) => rest.find((each) => typeof each === 'function');

function add(name, run) {
  found.push({ id: idOf(name), name, run, suites: [...suites] });
}

/** A row of a table as arguments. */
const argumentsOf = (row) => (Array.isArray(row) ? row : [row]);

export const test = (name, ...rest) => add(name, bodyIn(rest));
test.each =
  (rows) =>
  (name, ...rest) => {
    for (const row of rows) add(name, () => bodyIn(rest)(...argumentsOf(row)));
  };
test.for =
  (rows) =>
  (name, ...rest) => {
    for (const row of rows) add(name, () => bodyIn(rest)(row));
  };
/** @alias */
export const it = test;

export const describe = (name, ...rest) => {
  suites = [...suites, suiteOf(name)];
  bodyIn(rest)();
  suites = suites.slice(0, -1);
};
describe.each =
  (rows) =>
  (name, ...rest) => {
    for (const row of rows) describe(name, () => bodyIn(rest)(...argumentsOf(row)));
  };

const inner = () => suites.at(-1);
export const beforeEach = (run) => void inner().before.push(run);
export const afterEach = (run) => void inner().after.unshift(run);
export const beforeAll = (run) => void inner().once.push(run);
/** Pure tests leave nothing behind that the end of the process does not end. */
export const afterAll = () => undefined;

/** Runs one test with its hooks; throws its failure. */
export async function runTest({ run, suites: around }) {
  for (const suite of around) {
    for (const prepare of suite.once.splice(0)) await prepare();
    for (const prepare of suite.before) await prepare();
  }
  try {
    await run({});
  } finally {
    for (const suite of around.toReversed()) for (const clean of suite.after) await clean();
  }
}
