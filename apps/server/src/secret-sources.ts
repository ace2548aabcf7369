import { join } from 'node:path';
import type { CanarySource, HashKeySource } from '@karat/platform/crypto';
import type { Config } from './config.ts';

/**
 * Sources of the secrets that belong to the database permanently: of keyed hashes and sealed texts, and of all
 * signatures.
 */
export function secretSources({ dataDir, demo, secrets }: Config): {
  readonly hash: HashKeySource;
  readonly signing: CanarySource;
} {
  const directory = join(dataDir, 'keys');
  return {
    hash: {
      ...{ name: 'hash', configured: secrets.hash, variable: 'KARAT_HASH_KEY', directory, demo },
      accepted: secrets.acceptedHash,
      acceptedVariable: 'KARAT_ACCEPTED_HASH_KEYS',
    },
    signing: { name: 'signing', configured: secrets.signing, variable: 'KARAT_SIGNING_KEY', directory, demo },
  };
}
