import type { Queries } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import * as store from './store.ts';
import type { RequestRow } from './store.ts';

/** Another account with the same document, document picture or bank account. */
export interface Duplicate {
  readonly uid: number;
  readonly by: 'document' | 'picture' | 'bank';
  readonly request: RequestRow | undefined;
}

/**
 * Returns accounts that currently share something with the sender of a request; each blocks a pass by a single
 * operator.
 */
export async function duplicatesOf(deps: ResolvedDeps, db: Queries, row: RequestRow): Promise<Duplicate[]> {
  const data = row.level === 1 ? row : await store.latestRequest(db, row.userId, 1, 'verified');
  const hash = data?.cardHash;
  const documents = hash ? await store.sameDocument(db, hash, row.userId) : [];
  const owners = new Set<number>();
  for (const address of [row.frontPic, row.reversePic]) {
    const file = address === null ? undefined : await deps.files.owned(db, address, row.userId);
    if (file) for (const owner of await deps.files.otherOwners(db, file)) owners.add(owner);
  }
  const banks = await deps.sameBank(db, row.userId);
  return [
    ...documents.map((request) => ({ uid: request.userId, by: 'document' as const, request })),
    ...Array.from(owners, (uid) => ({ uid, by: 'picture' as const, request: undefined })),
    ...banks.map((uid) => ({ uid, by: 'bank' as const, request: undefined })),
  ];
}

/** Returns a text that is equal for equal accounts. */
export const accountsIn = (duplicates: readonly Duplicate[]): string =>
  [...new Set(duplicates.map(({ uid, by }) => `${by} ${uid}`))].toSorted().join(', ');
