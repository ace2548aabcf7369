/** Encrypted archives of a database and folders, in formats of standard programs: age (`platform/age`), gzip, tar, COPY. */
export { beginSnapshot, dumpTables, entryOf, sequencesOf, tablesOf } from './dump.ts';
export type { Sequence, Table, TableContent } from './dump.ts';
export { createFolderWriter, fileEntries, folderEntries } from './folder.ts';
export type { FolderWriter } from './folder.ts';
export { beginLoading, bytesOf, isTableFile } from './load.ts';
export type { Loading } from './load.ts';
export { lastBackup, recordBackup } from './record.ts';
export { readTar, writeTar } from './tar.ts';
export type { Entry } from './tar.ts';
