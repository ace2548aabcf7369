import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  TestStatus,
  determineHitLimitReached,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { testsOf } from './targets.mjs';

/**
 * Runs unit tests for Stryker within its own process: the files are imported once, so that a mutant costs its tests and not a new
 * process with all modules. For pure code only: a mutant that changes what a module keeps is found by the check after it, and the
 * modules are imported again.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const GENERATION = '?generation=';
const SHIM = pathToFileURL(path.join(import.meta.dirname, 'vitest.mjs')).href;

/**
 * Leads imports of the workspaces to the sandbox, where code is changed: `node_modules` leads outside of it. Modules of the
 * sandbox are imported anew for each generation.
 */
function leadToSandbox(sandbox, generation) {
  const [outside, inside] = [pathToFileURL(ROOT).href, pathToFileURL(sandbox).href];
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'vitest' && context.parentURL !== SHIM) return { url: SHIM, shortCircuit: true };
      const found = next(specifier, context);
      const isOurs = found.url.startsWith(inside) || specifier.startsWith('@karat/');
      if (!isOurs || found.url.includes('/node_modules/')) return found;
      const url = found.url.startsWith(inside) ? found.url : inside + found.url.slice(outside.length);
      return { ...found, url: `${url.split('?')[0]}${GENERATION}${generation()}` };
    },
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.includes(GENERATION) || !loaded.source) return loaded;
      const text = String(loaded.source);
      // Only the bundler knows the files of a pattern: texts and screens, which figures and rules do not need.
      return { ...loaded, source: text.replaceAll('import.meta.glob', '(() => ({}))') };
    },
  });
}

class InProcessRunner {
  static inject = [];

  /** What the changed code reads and counts. */
  state = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});
  #shim;
  #tests;
  #generation = 0;
  #tookMs = new Map();

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    leadToSandbox(process.cwd(), () => this.#generation);
    this.#shim = await import(SHIM);
  }

  /** The tests of the target; once they are forgotten, their modules are imported again. */
  async #collected() {
    if (this.#tests) return this.#tests;
    this.#generation += 1;
    const files = testsOf(process.env.MUTANTS_TARGET ?? '');
    const tests = [];
    for (const file of files)
      tests.push(...(await this.#shim.collect(file, () => import(pathToFileURL(path.resolve(file)).href))));
    this.#tests = tests;
    return tests;
  }

  async dryRun() {
    const results = [];
    for (const test of await this.#collected()) {
      this.state.currentTestId = test.id;
      results.push(await this.#result(test));
    }
    this.state.currentTestId = undefined;
    for (const { id, timeSpentMs } of results) this.#tookMs.set(id, timeSpentMs);
    return {
      status: DryRunStatus.Complete,
      tests: results,
      mutantCoverage: this.state.mutantCoverage ?? { static: {}, perTest: {} },
    };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, reloadEnvironment }) {
    if (reloadEnvironment) this.#tests = undefined;
    Object.assign(this.state, { hitCount: 0, hitLimit });
    if (mutantActivation === 'static') this.state.activeMutant = activeMutant.id;
    const tests = await this.#testsOf(testFilter);
    this.state.activeMutant = activeMutant.id;
    const results = [];
    for (const test of tests) {
      results.push(await this.#result(test));
      if (results.at(-1).status === TestStatus.Failed) break;
    }
    this.state.activeMutant = undefined;
    const timedOut = determineHitLimitReached(this.state.hitCount, hitLimit);
    const last = tests[results.length - 1];
    const isSpoiled = !last || (await this.#result(last)).status === TestStatus.Failed;
    if (isSpoiled || mutantActivation === 'static') this.#tests = undefined;
    return toMutantRunResult(timedOut ?? { status: DryRunStatus.Complete, tests: results });
  }

  /** A module that cannot be imported with a mutant fails every test. */
  async #testsOf(filter) {
    try {
      const tests = (await this.#collected()).filter(({ id }) => filter?.includes(id) ?? true);
      // The fast ones first: most mutants need no other.
      const tookMs = ({ id }) => this.#tookMs.get(id) ?? 0;
      return tests.toSorted((one, other) => tookMs(one) - tookMs(other));
    } catch (failure) {
      this.#tests = undefined;
      return [{ id: 'import', run: () => Promise.reject(failure), suites: [] }];
    }
  }

  async #result(test) {
    const startedMs = performance.now();
    const about = { id: test.id, name: test.id };
    try {
      await this.#shim.runTest(test);
      return { ...about, status: TestStatus.Success, timeSpentMs: performance.now() - startedMs };
    } catch (failure) {
      const failureMessage = failure instanceof Error ? failure.message : String(failure);
      return {
        ...about,
        status: TestStatus.Failed,
        failureMessage,
        timeSpentMs: performance.now() - startedMs,
      };
    }
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in process', InProcessRunner)];
