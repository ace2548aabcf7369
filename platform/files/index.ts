export { createFiles } from './files.ts';
export type { FileCaller, Files, FilesOptions, NewFile, ServedFile } from './files.ts';
export type { FileRow } from './store.ts';
