import type { UserId } from '@karat/contract';
import { noScreening } from '@karat/domains/compliance';
import type { Monitoring, Screening } from '@karat/domains/compliance';
import type { RealState } from '@karat/domains/identity';
import type { Messages } from '@karat/domains/messages';
import { createSeal, keyedHash, purposeKey, sealedMark } from '@karat/platform/crypto';
import type { KeyRing, Seal } from '@karat/platform/crypto';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { Random } from '@karat/platform/random';
import type { Files } from '@karat/platform/files';
import { simulator } from './provider.ts';
import type { VerificationProvider } from './provider.ts';
import { LEVEL_LIMITS } from './rules.ts';
import type { LevelLimits, VerificationLevel } from './rules.ts';
import type { StoredCard } from './store.ts';

/** A user for reviewers. */
export interface Person {
  readonly id: UserId;
  readonly email: string | null;
  readonly phone: string | null;
  readonly nickname: string;
  readonly status: 'active' | 'frozen';
  readonly demo: boolean;
  readonly createdMs: number;
}

export interface VerificationDeps {
  readonly ctx: Context;
  readonly messages: Pick<Messages, 'notify'>;
  readonly files: Files;
  /** Sources of the keys for document numbers. */
  readonly keys: KeyRing;
  /** Returns the existing users of these UIDs. */
  readonly people: (db: Queries, users: readonly UserId[]) => Promise<readonly Person[]>;
  /** Stores the state with the account, in the same transaction. */
  readonly setRealState: (tx: Tx, user: UserId, state: RealState) => Promise<void>;
  /** Automatic check before human review; default is the local simulator. */
  readonly provider?: VerificationProvider;
  /** Passes requests without remarks automatically; off by default. */
  readonly auto?: boolean;
  /** Contacts that a user must link first; default is email and phone. */
  readonly receivers?: 'both' | 'either';
  /** Returns other accounts with the same bank card or payout account; default is none. */
  readonly sameBank?: (db: Queries, user: UserId) => Promise<readonly UserId[]>;
  /** Screens names against the sanction list; default screens nobody. */
  readonly screening?: Screening;
  /** Has rules judge requests, after their transaction; default judges none. */
  readonly monitoring?: Pick<Monitoring, 'watch'>;
  /** Limits of each level, as the products apply them. */
  readonly limits?: Readonly<Record<VerificationLevel, LevelLimits>>;
}

/** Document numbers: sealed for reviewers, hashed for comparison. */
export interface Cards {
  seal(card: string, user: UserId): Buffer;
  open(sealed: Uint8Array, user: UserId): string;
  /** Hash under every accepted key, that of the current one first. */
  hashes(card: string): readonly [Buffer, ...Buffer[]];
  /** Returns the hash of a stored number under the current key. */
  currentHash(card: StoredCard): Buffer;
}

export type ResolvedDeps = Required<Omit<VerificationDeps, 'keys'>> & { readonly cards: Cards };

/** Associated data: a number sealed for one user does not open for another. */
export const place = (user: UserId | string): string => `verification:${user}`;

export const createCardSeal = (keys: KeyRing, random: Random): Seal =>
  createSeal(keys, 'verification:card', random);

/** Creates what seals and hashes document numbers. */
export function createCards(keys: KeyRing, seals: Seal): Cards {
  const hashKeys = keys.keys.map(({ key }) => purposeKey(key, 'verification:card-hash'));
  const currentKey = purposeKey(keys.current.key, 'verification:card-hash');
  const open = (sealed: Uint8Array, user: UserId): string => seals.open(sealed, place(user));
  return {
    seal: (card, user) => seals.seal(card, place(user)),
    open,
    hashes: (card) => [keyedHash(currentKey, card), ...hashKeys.slice(1).map((key) => keyedHash(key, card))],
    currentHash: ({ user, sealed, hash }) =>
      sealedMark(sealed) === keys.current.mark ? hash : keyedHash(currentKey, open(sealed, user)),
  };
}

export function resolveDeps({ keys, ...deps }: VerificationDeps): ResolvedDeps {
  return {
    provider: simulator,
    auto: false,
    receivers: 'both',
    limits: LEVEL_LIMITS,
    sameBank: async () => [],
    screening: noScreening,
    monitoring: { watch: async () => undefined },
    ...deps,
    cards: createCards(keys, createCardSeal(keys, deps.ctx.random)),
  };
}
