import type { UserId } from '@karat/contract';
import { createSeal, keyedHashes, sealedMark } from '@karat/platform/crypto';
import type { KeyRing, Seal } from '@karat/platform/crypto';
import type { Random } from '@karat/platform/random';

/** The fields of a card by their wire names. */
export type CardFields = Readonly<Record<string, string>>;

/** Hashes of one payee under every accepted key, that of the current one first. */
export type PayeeHashes = readonly [Buffer, ...Buffer[]];

export interface SealedCard {
  readonly user: UserId;
  readonly sealed: Buffer;
}

/** A stored card; its sealed fields name the key of its hash too. */
export interface HashedCard extends SealedCard {
  readonly hash: Buffer;
}

/**
 * Seals the fields of cards, and hashes payees so that equal ones are found in other accounts. While two hash keys are accepted a
 * stored hash may be of either, so a search takes all hashes, and a comparison of rows those of the current key.
 */
export interface PayeeHashing {
  /** Mark of the current key; see `HashKey`. */
  readonly mark: string | null;
  readonly ofAddress: (network: string, address: string) => PayeeHashes;
  ofCard(number: string): PayeeHashes;
  ofSealedCard(card: SealedCard): PayeeHashes;
  /** Returns the hash of a stored card under the current key. */
  currentOf(card: HashedCard): Buffer;
  /** Seals the JSON of fields. */
  readonly seal: Seal;
  /** Returns the hash under the current key of a card with these fields, as JSON. */
  readonly ofFields: (json: string) => Buffer;
  sealFields(user: UserId, fields: object): Buffer;
  openFields(user: UserId, sealed: Uint8Array): CardFields;
}

/** Returns the number of a domestic or international card. */
const numberOf = ({ bank_account: account, card_number: card }: CardFields): string => account ?? card ?? '';

/** Associated data: a value sealed for one user does not open for another. */
export const boundTo = (user: UserId | string): string => `payee of ${user}`;

export function createPayeeHashing(keys: KeyRing, random: Random): PayeeHashing {
  const { mark } = keys.current;
  const seal = createSeal(keys, 'payees', random);
  const openFields = (user: UserId, sealed: Uint8Array): CardFields =>
    JSON.parse(seal.open(sealed, boundTo(user))) as CardFields;
  const ofCard = (number: string): PayeeHashes => keyedHashes(keys, 'card', number);
  const ofSealedCard = ({ user, sealed }: SealedCard): PayeeHashes =>
    ofCard(numberOf(openFields(user, sealed)));
  return {
    mark,
    ofAddress: (network, address) => keyedHashes(keys, 'address', network, address),
    ofCard,
    ofSealedCard,
    currentOf: (card) => (sealedMark(card.sealed) === mark ? card.hash : ofSealedCard(card)[0]),
    seal,
    ofFields: (json) => ofCard(numberOf(JSON.parse(json) as CardFields))[0],
    sealFields: (user, fields) => seal.seal(JSON.stringify(fields), boundTo(user)),
    openFields,
  };
}
