/** The template database that every test file copies. */
export const TEMPLATE = 'karat_template';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgresUrl: string;
    /** Folder of the files that belong to prepared databases of this run. */
    readonly preparedFiles: string;
  }
}
