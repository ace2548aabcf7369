import { beneficiaryKeyedRows, walletKeyedRows } from '@karat/domains/compliance';
import { credentialsKeyedRows } from '@karat/domains/credentials';
import { identityKeyedRows } from '@karat/domains/identity';
import { seedKeyedRows } from '@karat/domains/nft';
import { operatorKeyedRows } from '@karat/domains/operators';
import { payeesKeyedRows } from '@karat/domains/payees';
import { verificationKeyedRows } from '@karat/domains/verification';
import { withdrawalsKeyedRows } from '@karat/domains/withdrawals';
import { keyRing, lastingSecretRows } from '@karat/platform/crypto';
import type { KeyRing, KeyedRows } from '@karat/platform/crypto';
import type { Queries } from '@karat/platform/db';
import { systemRandom } from '@karat/platform/random';
import type { Random } from '@karat/platform/random';

/** All rows of the database that depend on hash keys. */
export const keyedRows = (ring: KeyRing, random: Random): readonly KeyedRows[] => [
  ...credentialsKeyedRows(ring, random),
  ...payeesKeyedRows(ring, random),
  ...withdrawalsKeyedRows(ring, random),
  beneficiaryKeyedRows(ring, random),
  walletKeyedRows(ring, random),
  verificationKeyedRows(ring, random),
  seedKeyedRows(ring, random),
  lastingSecretRows(ring, random),
  ...identityKeyedRows,
  ...operatorKeyedRows,
];

/** Rows of one kind that depend on a key. */
export interface RowCount {
  readonly name: string;
  readonly count: number;
}

/** Counts the rows of every key by its mark. Unix ms. */
export async function countRows(db: Queries, at: number): Promise<ReadonlyMap<string | null, RowCount[]>> {
  const counts = new Map<string | null, RowCount[]>();
  // Counting uses no key.
  for (const table of keyedRows(keyRing(Buffer.alloc(32)), systemRandom))
    for (const { mark, count } of await table.count(db, at))
      counts.set(mark, [...(counts.get(mark) ?? []), { name: table.name, count }]);
  return counts;
}

/** Returns the number of rows that need the hash key of a mark. Unix ms. */
export const rowsOfMark = async (db: Queries, mark: string | null, at: number): Promise<number> =>
  ((await countRows(db, at)).get(mark) ?? []).reduce((sum, { count }) => sum + count, 0);
