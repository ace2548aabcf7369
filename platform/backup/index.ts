/** Encrypted archives of a database and folders, in formats of standard programs: age, gzip, tar, COPY. */
export { BackupRefused, createKey, isKey, isRecipient } from './age-header.ts';
export type { Identity, Recipient } from './age-header.ts';
export { decrypt, encrypt } from './age.ts';
export { beginSnapshot, dumpTables, entryOf, sequencesOf, tablesOf } from './dump.ts';
export type { Sequence, Table, TableContent } from './dump.ts';
export { createFolderWriter, fileEntries, folderEntries } from './folder.ts';
export type { FolderWriter } from './folder.ts';
export { beginLoading, bytesOf, isTableFile } from './load.ts';
export type { Loading } from './load.ts';
export { lastBackup, recordBackup } from './record.ts';
export { readTar, writeTar } from './tar.ts';
export type { Entry } from './tar.ts';
