export { createTestDatabase } from './database.ts';
export type { TestDatabase } from './database.ts';
export { ServerProcess } from './server-process.ts';
