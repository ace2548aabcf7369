/** The database from which every test file gets its copy. */
export const TEMPLATE = 'karat_template';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgresUrl: string;
  }
}
