export { GENESIS, entryHash } from './chain.ts';
export type { AuditFacts } from './chain.ts';
export { append, checkChain, listAudit } from './store.ts';
export type { AuditEntry, AuditRow, ChainCheck } from './store.ts';
