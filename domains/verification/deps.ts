import type { UserId } from '@karat/contract';
import { noScreening } from '@karat/domains/compliance';
import type { Monitoring, Screening } from '@karat/domains/compliance';
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
  /** 32 secret bytes of the installation, from which the keys for document numbers are derived. */
  readonly secret: Uint8Array;
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
    screening: noScreening,
    monitoring: { watch: async () => undefined },
    ...deps,
    cards: {
      seal: (card, user) => seal.seal(card, place(user)),
      open: (sealed, user) => seal.open(sealed, place(user)),
      hash: (card) => keyedHash(hashKey, card),
    },
  };
}
