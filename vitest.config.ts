import { defineConfig } from 'vitest/config';
import { reactCompiler } from './apps/web/compiler.ts';
import './scripts/compile-cache.mjs';
import { memoryDirectory } from './scripts/memory-directory.ts';

process.env['TMPDIR'] ??= memoryDirectory();

const workspaces = ['packages', 'platform', 'domains', 'apps', 'simulation', 'bench', 'scripts'];
const named = (ending: string): string[] => workspaces.map((each) => `${each}/**/*${ending}`);
const never = ['**/node_modules/**', '**/dist/**', 'e2e/**'];
const postgres = 'packages/testkit/src/postgres-for-all.ts';

/** Three rings by file name: pure, with a database, through the running server. */
export default defineConfig({
  test: {
    pool: 'forks',
    // More than two processors: database and API tests wait for PostgreSQL and for processes that they start.
    maxWorkers: 3,
    passWithNoTests: true,
    // Far above what any test takes alone: a busy machine must not fail it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Modules are evaluated once for each worker instead of once for each file: a third of the time.
          isolate: false,
          include: named('.test.{ts,tsx}'),
          exclude: [...never, '**/*.db.test.ts', '**/*.api.test.ts', '**/*.component.test.tsx'],
        },
      },
      {
        extends: true,
        plugins: [reactCompiler()],
        test: {
          name: 'component',
          // Each file has a context of its own in a thread, instead of a process: a quarter of the time.
          pool: 'vmThreads',
          include: named('.component.test.tsx'),
          exclude: never,
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://karat.test/' } },
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          isolate: false,
          include: named('.db.test.ts'),
          exclude: never,
          globalSetup: postgres,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          isolate: false,
          include: named('.api.test.ts'),
          exclude: never,
          globalSetup: postgres,
        },
      },
    ],
  },
});
