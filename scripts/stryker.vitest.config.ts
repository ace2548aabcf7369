import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = process.env['MUTANTS_TARGET'] ?? 'packages/money';
const folder = target.endsWith('.ts') ? target.replace(/\/[^/]+$/, '') : target;

/** The unit tests of the target of a mutation run, in one worker. */
export default defineConfig({
  root,
  // `node_modules` leads to the tree outside the sandbox, where no code is changed.
  resolve: {
    alias: [
      {
        find: /^@karat\/(contract|evidence|i18n|money|orderbook|rules)$/,
        replacement: `${root}packages/$1/src/index.ts`,
      },
    ],
  },
  test: {
    include: [`${folder}/**/*.test.{ts,tsx}`],
    exclude: [
      '**/node_modules/**',
      '**/*.db.test.ts',
      '**/*.api.test.ts',
      '**/*.component.test.tsx',
      // Its verifiers are processes, which run no mutant.
      'packages/evidence/src/vectors.test.ts',
    ],
    maxWorkers: 1,
    testTimeout: 60_000,
  },
});
