import type { OperatorRole } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import type { Present } from './presentation.ts';
import type { Payload } from './rules.ts';
import * as store from './store.ts';

/** Password hashing, from the composition. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** The same work as a verification, for unknown accounts. */
  pretend(password: string): Promise<unknown>;
}

/** The two operators of a decision. */
export interface Decision {
  /** Id of the request. */
  readonly approval: number;
  readonly reason: string;
  readonly askedBy: string;
  readonly approvedBy: string;
}

/** Effect of an approved request, in the approving transaction. */
export type Executor = (tx: Tx, payload: Payload, decision: Decision) => Promise<void>;

/** A kind of approval request: its presentation for the second operator, and its effect. */
export interface ApprovalKind {
  readonly present: Present;
  readonly execute: Executor;
}

/** Kinds of requests by name. */
export type ApprovalKinds = Readonly<Record<string, ApprovalKind>>;

/** A demo operator and their login. */
export interface DemoOperator {
  readonly login: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly password: string;
  /** Base32, for an authenticator app. */
  readonly totpSecret: string;
}

/** One operator of each role. They exist only with demo data, so their secrets can be in the source. */
export const demoOperators: readonly DemoOperator[] = [
  {
    login: 'support',
    name: 'Sana Support',
    role: 'support',
    password: 'karat-support',
    totpSecret: 'KVKFKRCPNZQUYMLXOVYDSQKJKZDTSRLD',
  },
  {
    login: 'finance',
    name: 'Femi Finance',
    role: 'finance',
    password: 'karat-finance',
    totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  },
  {
    login: 'risk',
    name: 'Rika Risk',
    role: 'risk',
    password: 'karat-risk',
    totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  },
  {
    login: 'admin',
    name: 'Ada Admin',
    role: 'admin',
    password: 'karat-admin',
    totpSecret: 'MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK',
  },
];

/** Creates the demo operators, each once. */
export async function seedDemoOperators(ctx: Context, passwords: Passwords): Promise<void> {
  for (const operator of demoOperators) {
    const passwordHash = await passwords.hash(operator.password);
    await ctx.db.transact((tx) =>
      store.insertOperator(tx, { ...operator, passwordHash, at: ctx.clock.now() }),
    );
  }
}
