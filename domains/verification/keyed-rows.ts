import { sealedRows } from '@karat/platform/crypto';
import type { KeyRing, KeyedRows } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Random } from '@karat/platform/random';
import { createCardSeal, createCards, place } from './deps.ts';
import { dropUnusedLocks } from './store.ts';

/** Document numbers, whose sealed texts name the hash key of the hashes too. */
export function verificationKeyedRows(ring: KeyRing, random: Random): KeyedRows {
  const seal = createCardSeal(ring, random);
  const cards = createCards(ring, seal);
  const rows = sealedRows(ring, {
    name: 'document numbers',
    table: sql`verification_requests`,
    id: sql`id`,
    sealed: sql`card_sealed`,
    owner: sql`user_id`,
    seal,
    place,
    hash: { column: sql`card_hash`, of: (card) => cards.hashes(card)[0] },
  });
  return {
    ...rows,
    async reseal(db, after, max) {
      const step = await rows.reseal(db, after, max);
      if (step.last === undefined) await dropUnusedLocks(db);
      return step;
    },
  };
}
