export { createTestDatabase } from './database.ts';
export type { TestDatabase } from './database.ts';
export { png } from './picture.ts';
export { bundleProgram } from './program-bundle.ts';
export { programEnvironment } from './program-environment.ts';
export { ServerProcess } from './server-process.ts';
export type { ServerProcessOptions } from './server-process.ts';
export { softAuthenticator } from './soft-authenticator.ts';
