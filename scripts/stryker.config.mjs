import { filesOf } from './mutants/targets.mjs';

/**
 * Mutation tests of pure code: `npm run mutants -- packages/money`. The target is a package, a file or a folder; its own unit
 * tests have to kill the mutants. Minutes for each package, so no part of the checks. Judged survivors: docs/mutants.md.
 */
const target = process.env.MUTANTS_TARGET ?? 'packages/money';
const files = filesOf(target);

export default {
  testRunner: 'in process',
  plugins: ['./scripts/mutants/runner.mjs'],
  mutate: [...files, '!**/*.test.ts', '!**/testing/**', '!**/locales/**', '!**/index.ts'],
  coverageAnalysis: 'perTest',
  // Constants of modules, such as the table of trading days, would run every test of the package for each of their characters.
  ignoreStatic: /packages\/(?:contract|evidence|orderbook)|apps\/web/.test(target),
  concurrency: 1,
  incremental: false,
  ignorePatterns: [
    '/.karat',
    '/e2e',
    '/apps/*/dist',
    '/apps/*/public',
    '/bench',
    '/docs',
    '/deploy',
    '/simulation',
    '/apps/console',
    '*.db.test.ts',
    '*.api.test.ts',
    '*.component.test.tsx',
  ],
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, allowEmojis: false },
  jsonReporter: { fileName: `.karat/mutants/${target.replaceAll(/[/,]/g, '-').slice(0, 100)}.json` },
  tempDirName: '.karat/stryker',
  thresholds: { high: 95, low: 90, break: 90 },
  // Loops over chains of orders never end with many a mutant of the order book.
  timeoutMS: target.startsWith('packages/orderbook') ? 1_500 : 10_000,
  disableTypeChecks: false,
  // Stryker rewrites paths of a tsconfig by an API that TypeScript 7 no longer has; nothing here needs that.
  tsconfigFile: 'no-tsconfig.json',
};
