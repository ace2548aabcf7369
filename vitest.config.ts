import { defineConfig } from 'vitest/config';

const rooms = ['packages', 'platform', 'domains', 'apps', 'simulation', 'bench', 'scripts'];
const named = (ending: string): string[] => rooms.map((room) => `${room}/**/*${ending}`);
const never = ['**/node_modules/**', '**/dist/**', 'e2e/**'];
const postgres = 'packages/testkit/src/postgres-for-all.ts';

/** Three rings, told apart by the name of the file: pure, with a database, through the running server. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: named('.test.{ts,tsx}'),
          exclude: [...never, '**/*.db.test.ts', '**/*.api.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: named('.db.test.ts'),
          exclude: never,
          globalSetup: postgres,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: named('.api.test.ts'),
          exclude: never,
          globalSetup: postgres,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
