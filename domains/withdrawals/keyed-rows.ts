import type { UserId } from '@karat/contract';
import { renamePayees } from '@karat/domains/outflow';
import { createPayeeHashing, payeePlace } from '@karat/domains/payees';
import type { PayeeHashing } from '@karat/domains/payees';
import { countByMark, openAll, sealedRows } from '@karat/platform/crypto';
import type { KeyRing, KeyedRows } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Random } from '@karat/platform/random';

interface PayeeRow {
  readonly id: number;
  readonly user: UserId;
  readonly network: string;
  readonly payee: string;
  readonly sealed: Buffer | null;
}

/** Returns the hashes of the payee of a withdrawal, whichever key its row names. */
export const payeeHashesOf = (
  hashing: PayeeHashing,
  { user, network, payee, sealed }: Omit<PayeeRow, 'id'>,
): readonly [Buffer, ...Buffer[]] =>
  sealed === null ? hashing.ofAddress(network, payee) : hashing.ofSealedCard({ user, sealed });

/** Hashes of payees, with the names of the same payees in movements. */
const payeeRows = (hashing: PayeeHashing): KeyedRows => ({
  name: 'payees of withdrawals',
  count: (db) => countByMark(db, sql`hash_key`, sql`withdrawals_requests`),
  async reseal(db, after, max) {
    const rows = await db.rows<PayeeRow>(sql`
      select id, user_id as user, network, payee, payee_sealed as sealed from withdrawals_requests
      where id > ${after} and hash_key is distinct from ${hashing.mark}::text order by id limit ${max}`);
    const { opened, unreadable } = openAll(rows, (row) => payeeHashesOf(hashing, row)[0]);
    const payees = opened.map(({ row: { id }, value: hash }) => ({ id, hash }));
    const resealed = await db.transact(async (tx) => {
      const changed = await tx.run(sql`
        update withdrawals_requests w set payee_hash = n.hash, hash_key = ${hashing.mark}::text
        from unnest(${payees.map(({ id }) => id)}::bigint[], ${payees.map(({ hash }) => hash)}::bytea[])
          as n (id, hash)
        where w.id = n.id`);
      await renamePayees(tx, payees);
      return changed;
    });
    return { last: rows.at(-1)?.id, resealed, unreadable };
  },
});

/** Rows of the domain that depend on hash keys. */
export function withdrawalsKeyedRows(ring: KeyRing, random: Random): readonly KeyedRows[] {
  const hashing = createPayeeHashing(ring, random);
  return [
    payeeRows(hashing),
    sealedRows(ring, {
      name: 'cards of withdrawals',
      table: sql`withdrawals_requests`,
      id: sql`id`,
      sealed: sql`payee_sealed`,
      owner: sql`user_id`,
      seal: hashing.seal,
      place: payeePlace,
    }),
  ];
}
