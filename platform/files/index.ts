export { createFiles } from './files.ts';
export type { FileCaller, Files, FilesOptions, NewFile, OpenFile, ServedFile } from './files.ts';
export type { FileRow } from './store.ts';
export { pathOf as uploadPath } from './disk.ts';
