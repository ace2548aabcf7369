import { INTERNATIONAL_FIELDS, refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { ResolvedDeps } from './deps.ts';
import type { CardFields } from './hashing.ts';
import { PAYEES_MAX, checkDomestic, checkInternational, masked } from './rules.ts';
import type { DomesticCard, InternationalCard } from './rules.ts';
import * as store from './store.ts';
import type { CardFacts, CardRow } from './store.ts';

/** Opens the sealed fields of a card, or of a withdrawal's copy. */
export const openFields = ({ hashing }: ResolvedDeps, user: UserId, sealed: Uint8Array): CardFields =>
  hashing.openFields(user, sealed);

async function saveCard(deps: ResolvedDeps, id: number | undefined, facts: CardFacts): Promise<number> {
  const { ctx, coolingMs } = deps;
  return ctx.db.transact(async (tx) => {
    await store.lockPayees(tx, facts.user);
    const at = ctx.clock.now();
    const usableAt = at + coolingMs;
    if (id !== undefined) {
      if ((await store.updateCard(tx, id, facts, usableAt)) === 0) refuse('payee_unknown');
      return id;
    }
    const stored = await store.readCards(tx, facts.user, undefined);
    if (stored.length >= PAYEES_MAX) refuse('payees_full', { max: PAYEES_MAX });
    return store.insertCard(tx, facts, at, usableAt);
  });
}

/** Adds or changes a domestic card. Refuses as `checkDomestic`, and `payees_full`, `payee_unknown`. */
export function saveDomestic(
  deps: ResolvedDeps,
  user: UserId,
  id: number | undefined,
  proof: DomesticCard,
): Promise<number> {
  const card = checkDomestic(proof);
  return saveCard(deps, id, {
    user,
    type: 1,
    sealed: deps.hashing.sealFields(user, card),
    hashes: deps.hashing.ofCard(card.bank_account),
    title: card.bank_name,
    masked: masked(card.bank_account),
  });
}

/** Adds or changes an international card from its fields in form order. */
export function saveInternational(
  deps: ResolvedDeps,
  user: UserId,
  id: number | undefined,
  data: readonly string[],
): Promise<number> {
  const proof = Object.fromEntries(INTERNATIONAL_FIELDS.map((field, place) => [field, data[place] ?? '']));
  const card = checkInternational(proof as InternationalCard);
  return saveCard(deps, id, {
    user,
    type: 2,
    sealed: deps.hashing.sealFields(user, card),
    hashes: deps.hashing.ofCard(card.card_number),
    title: card.bank_name,
    masked: masked(card.card_number),
  });
}

/** Returns a card by id, or the newest one; undefined if there is none. Refuses another user's id. */
export async function findCard(
  { ctx }: ResolvedDeps,
  user: UserId,
  type: 1 | 2,
  id: number | undefined,
): Promise<CardRow | undefined> {
  if (id !== undefined) return (await store.cardById(ctx.db, user, type, id)) ?? refuse('payee_unknown');
  return (await store.readCards(ctx.db, user, type))[0];
}
