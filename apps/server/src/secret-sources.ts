import { join } from 'node:path';
import type { CanarySource } from '@karat/platform/crypto';
import type { Config } from './config.ts';

/**
 * Sources of the secrets that belong to the database permanently: of keyed hashes and sealed texts, and of all
 * signatures.
 */
export function secretSources({
  dataDir,
  demo,
  secrets,
}: Config): Readonly<Record<'hash' | 'signing', CanarySource>> {
  const directory = join(dataDir, 'keys');
  return {
    hash: { name: 'hash', configured: secrets.hash, variable: 'KARAT_HASH_KEY', directory, demo },
    signing: { name: 'signing', configured: secrets.signing, variable: 'KARAT_SIGNING_KEY', directory, demo },
  };
}
