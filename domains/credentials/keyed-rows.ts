import { userId } from '@karat/contract';
import { markedRows, sealedRows } from '@karat/platform/crypto';
import type { KeyRing, KeyedRows } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Random } from '@karat/platform/random';
import { keyAssociatedData } from './api-keys.ts';
import { createCredentialsSeal } from './deps.ts';
import { totpAssociatedData } from './second-step.ts';

/** Rows of the domain that depend on hash keys. */
export function credentialsKeyedRows(ring: KeyRing, random: Random): readonly KeyedRows[] {
  const seal = createCredentialsSeal(ring, random);
  const account = {
    table: sql`credentials_accounts`,
    id: sql`user_id`,
    owner: sql`user_id`,
    seal,
    place: (owner: string) => totpAssociatedData(userId(Number(owner))),
  };
  return [
    sealedRows(ring, { ...account, name: 'authenticators', sealed: sql`totp_sealed` }),
    sealedRows(ring, { ...account, name: 'authenticators to be confirmed', sealed: sql`pending_sealed` }),
    sealedRows(ring, {
      name: 'API keys',
      table: sql`credentials_api_keys`,
      id: sql`id`,
      sealed: sql`secret_sealed`,
      owner: sql`key`,
      seal,
      place: keyAssociatedData,
    }),
    markedRows({
      name: 'backup codes',
      table: sql`credentials_backup_codes`,
      isLive: () => sql`used_at is null`,
    }),
  ];
}
