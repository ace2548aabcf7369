import { countByMark, sealedRows } from '@karat/platform/crypto';
import type { KeyRing, KeyedRows } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Random } from '@karat/platform/random';
import { boundTo, createPayeeHashing } from './hashing.ts';

interface AddressRow {
  readonly id: number;
  readonly network: string;
  readonly address: string;
}

const addressRows = (ring: KeyRing, random: Random): KeyedRows => {
  const { mark, ofAddress } = createPayeeHashing(ring, random);
  return {
    name: 'addresses of payees',
    count: (db) => countByMark(db, sql`hash_key`, sql`payees_addresses`),
    async reseal(db, after, max) {
      const rows = await db.rows<AddressRow>(sql`
        select id, network, address from payees_addresses
        where id > ${after} and hash_key is distinct from ${mark}::text order by id limit ${max}`);
      const resealed = await db.run(sql`
        update payees_addresses a set payee_hash = n.hash, hash_key = ${mark}::text
        from unnest(${rows.map(({ id }) => id)}::bigint[],
          ${rows.map(({ network, address }) => ofAddress(network, address)[0])}::bytea[]) as n (id, hash)
        where a.id = n.id`);
      return { last: rows.at(-1)?.id, resealed, unreadable: [] };
    },
  };
};

/** Rows of the domain that depend on hash keys. */
export function payeesKeyedRows(ring: KeyRing, random: Random): readonly KeyedRows[] {
  const hashing = createPayeeHashing(ring, random);
  return [
    addressRows(ring, random),
    sealedRows(ring, {
      name: 'cards of payees',
      table: sql`payees_cards`,
      id: sql`id`,
      sealed: sql`sealed`,
      owner: sql`user_id`,
      seal: hashing.seal,
      place: boundTo,
      hash: { column: sql`payee_hash`, of: hashing.ofFields },
    }),
  ];
}
