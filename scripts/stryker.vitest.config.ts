import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const target = process.env['MUTANTS_TARGET'] ?? 'packages/money';
const folder = target.endsWith('.ts') ? target.replace(/\/[^/]+$/, '') : target;

/** The unit tests of the target of a mutation run, in one worker. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: [`${folder}/**/*.test.{ts,tsx}`],
    exclude: ['**/node_modules/**', '**/*.db.test.ts', '**/*.api.test.ts', '**/*.component.test.tsx'],
    maxWorkers: 1,
  },
});
