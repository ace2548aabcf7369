import { join } from 'node:path';
import { AUDIT_KEY, createAuditHeads } from '@karat/platform/audit';
import type { AuditHeads } from '@karat/platform/audit';
import type { Context } from '@karat/platform/context';
import { openDerivedSigner } from '@karat/platform/crypto';
import type { SecretSource } from '@karat/platform/crypto';
import type { Config } from './config.ts';

/** In the data directory, outside of the database. */
export const AUDIT_HEADS_FILE = 'audit-heads.log';

/** Signs the audit log with its own key, derived from the signing key. */
export const openAuditHeads = async (
  { dataDir }: Config,
  ctx: Context,
  signing: Omit<SecretSource, 'demo' | 'random'>,
): Promise<AuditHeads> =>
  createAuditHeads(ctx, {
    signer: await openDerivedSigner(ctx, AUDIT_KEY, signing),
    file: join(dataDir, AUDIT_HEADS_FILE),
  });
