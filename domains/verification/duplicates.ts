import type { UserId } from '@karat/contract';
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
  const documents = data?.cardSealed
    ? await store.sameDocument(db, hashesOf(deps, data.cardSealed, row.userId), row.userId)
    : [];
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

/** Returns the hashes of a stored document number. */
export const hashesOf = ({ cards }: ResolvedDeps, sealed: Buffer, user: UserId): readonly Buffer[] =>
  cards.hashes(cards.open(sealed, user));

/** Second users of those pairs who sent in the same document as the first. */
export async function pairsWithOneDocument(
  { cards }: ResolvedDeps,
  db: Queries,
  pairs: readonly (readonly [first: UserId, second: UserId])[],
): Promise<UserId[]> {
  const hashes = new Map<UserId, Set<string>>();
  for (const card of await store.cardsOf(db, [...new Set(pairs.flat())])) {
    const owned = hashes.get(card.user) ?? new Set();
    hashes.set(card.user, owned.add(cards.currentHash(card).toString('hex')));
  }
  const found = pairs.filter(([first, second]) => {
    const owned = hashes.get(first);
    return owned !== undefined && [...(hashes.get(second) ?? [])].some((hash) => owned.has(hash));
  });
  return [...new Set(found.map(([, second]) => second))];
}

/** Returns a text that is equal for equal accounts. */
export const accountsIn = (duplicates: readonly Duplicate[]): string =>
  [...new Set(duplicates.map(({ uid, by }) => `${by} ${uid}`))].toSorted().join(', ');
