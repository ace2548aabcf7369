/** Archive of the embedded database's write-ahead log, encrypted, for a recovery to any moment. */
export { archivingTo, fetchingFrom } from './commands.ts';
export type { WalArchive } from './commands.ts';
export { SYSTEM, baseFolder, baseName, firstGap, readBaseName, segmentNumber } from './names.ts';
export type { BaseName } from './names.ts';
export { pruneArchive } from './prune.ts';
export type { Pruned } from './prune.ts';
export { archiverStatus } from './status.ts';
export type { ArchiverStatus } from './status.ts';
export { archivedFiles } from './store.ts';
export { createUploadArchive, fetchUploads } from './uploads.ts';
export type { UploadArchive } from './uploads.ts';
