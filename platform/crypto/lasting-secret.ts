import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { Random } from '@karat/platform/random';
import { keyedHash } from './keys.ts';
import type { KeyRing } from './key-ring.ts';
import { sealedRows } from './keyed-rows.ts';
import type { KeyedRows } from './keyed-rows.ts';
import { createSeal } from './seal.ts';

const PURPOSE = 'lasting secrets';
const place = (name: string): string => `secret:${name}`;

/**
 * Returns a secret of 32 bytes that stays the same when hash keys change, for values that must not change with them. It is
 * derived from the first hash key of the database once, and then stored, sealed.
 */
export async function openLastingSecret(
  db: Queries,
  ring: KeyRing,
  random: Random,
  name: string,
): Promise<Buffer> {
  const seal = createSeal(ring, PURPOSE, random);
  const stored = () =>
    db.maybe<{ sealed: Buffer }>(sql`select sealed from platform_lasting_secrets where name = ${name}`);
  const found = await stored();
  if (found) return Buffer.from(seal.open(found.sealed, place(name)), 'hex');
  const first = ring.keys.find(({ mark }) => mark === null);
  const secret = first ? keyedHash(first.key, name) : Buffer.from(random.bytes(32));
  const sealed = seal.seal(secret.toString('hex'), place(name));
  await db.run(sql`
    insert into platform_lasting_secrets (name, sealed) values (${name}, ${sealed}) on conflict (name) do nothing`);
  // Another process may have been first.
  const kept = (await stored())?.sealed ?? sealed;
  return Buffer.from(seal.open(kept, place(name)), 'hex');
}

export const lastingSecretRows = (ring: KeyRing, random: Random): KeyedRows =>
  sealedRows(ring, {
    name: 'lasting secrets',
    table: sql`platform_lasting_secrets`,
    id: sql`id`,
    sealed: sql`sealed`,
    owner: sql`name`,
    seal: createSeal(ring, PURPOSE, random),
    place,
  });
