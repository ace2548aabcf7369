import { userId } from '@karat/contract';
import { markedRows, sealedRows } from '@karat/platform/crypto';
import type { KeyRing, KeyedRows } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Random } from '@karat/platform/random';
import { keyAssociatedData } from './api-keys.ts';
import { schedule } from '@karat/platform/work';
import { CODES_ENDED } from './codes-ended.ts';
import { createCredentialsSeal } from './deps.ts';
import { totpAssociatedData } from './second-step.ts';

const marked = markedRows({
  name: 'backup codes',
  table: sql`credentials_backup_codes`,
  isLive: () => sql`used_at is null`,
});

/** Unused backup codes. Their owners are notified by due work, because the command that ends them runs without a server. */
const backupCodeRows: KeyedRows = {
  ...marked,
  async end(tx, mark, at) {
    const ended = await tx.rows<{ user: number }>(sql`
      delete from credentials_backup_codes
      where hash_key is not distinct from ${mark}::text and used_at is null
      returning user_id as user`);
    for (const user of new Set(ended.map(({ user: owner }) => owner)))
      await schedule(tx, { kind: CODES_ENDED, subject: String(user), dueAt: at });
    return ended.length;
  },
};

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
    backupCodeRows,
  ];
}
