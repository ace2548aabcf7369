import type { UserId } from '@karat/contract';
import type { RealState } from '@karat/domains/identity';
import type { Messages } from '@karat/domains/messages';
import { createSeal, keyedHash, purposeKey } from '@karat/platform/crypto';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { Files } from '@karat/platform/files';
import { simulator } from './provider.ts';
import type { VerificationProvider } from './provider.ts';
import { LEVEL_LIMITS } from './rules.ts';
import type { LevelLimits, VerificationLevel } from './rules.ts';

/** A person as reviewers see them. */
export interface Person {
  readonly id: UserId;
  readonly email: string | null;
  readonly phone: string | null;
  readonly nickname: string;
  readonly status: 'active' | 'frozen';
  readonly demo: boolean;
  readonly createdMs: number;
}

/** What the room is built from. */
export interface VerificationDeps {
  readonly ctx: Context;
  readonly messages: Pick<Messages, 'notify'>;
  readonly files: Files;
  /** 32 secret bytes of the house, from which the keys for numbers of documents are drawn. */
  readonly secret: Uint8Array;
  /** People by their UID, those that exist. */
  readonly people: (db: Queries, users: readonly UserId[]) => Promise<readonly Person[]>;
  /** Keeps the state with the account, in the same transaction. */
  readonly setRealState: (tx: Tx, user: UserId, state: RealState) => Promise<void>;
  /** Who looks at requests before people do; the local simulator unless given. */
  readonly provider?: VerificationProvider;
  /** Passes what the provider finds nothing about without a person; off unless set. */
  readonly auto?: boolean;
  /** What has to be bound before anything can be sent in: e-mail and phone unless set otherwise. */
  readonly receivers?: 'both' | 'either';
  /** Other accounts that keep the same bank card or account for payouts; nobody unless given. */
  readonly sameBank?: (db: Queries, user: UserId) => Promise<readonly UserId[]>;
  /** What each level allows, as the products that hold to it have it. */
  readonly limits?: Readonly<Record<VerificationLevel, LevelLimits>>;
}

/** Secrets of documents: sealed for reviewers, hashed for comparison. */
export interface Cards {
  seal(card: string, user: UserId): Buffer;
  open(sealed: Uint8Array, user: UserId): string;
  hash(card: string): Buffer;
}

export type ResolvedDeps = Required<Omit<VerificationDeps, 'secret'>> & { readonly cards: Cards };

const place = (user: UserId): string => `verification:${user}`;

export function resolveDeps({ secret, ...deps }: VerificationDeps): ResolvedDeps {
  const seal = createSeal(secret, 'verification:card', deps.ctx.random);
  const hashKey = purposeKey(secret, 'verification:card-hash');
  return {
    provider: simulator,
    auto: false,
    receivers: 'both',
    limits: LEVEL_LIMITS,
    sameBank: async () => [],
    ...deps,
    cards: {
      seal: (card, user) => seal.seal(card, place(user)),
      open: (sealed, user) => seal.open(sealed, place(user)),
      hash: (card) => keyedHash(hashKey, card),
    },
  };
}
