/** Audit log of operators: a hash chain whose end is signed and stored outside of the database too. */
export { GENESIS, entryHash } from './chain.ts';
export type { AuditFacts } from './chain.ts';
export { headLine } from './head.ts';
export { readHeadsFile } from './heads-file.ts';
export { createAuditHeads } from './signing.ts';
export type { AuditHeads, HeadStatus } from './signing.ts';
export { append, chainEnd, checkChain, listAudit } from './store.ts';
export type { AuditEntry, AuditRow, ChainCheck } from './store.ts';
export { auditChoices, searchAudit } from './search.ts';
export type { AuditFilter } from './search.ts';
export { AUDIT_KEY, verifyAudit } from './verify.ts';
export type { AuditVerdict } from './verify.ts';
