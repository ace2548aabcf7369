import type { OperatorRole } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import type { Present } from './presentation.ts';
import type { Payload } from './rules.ts';
import * as store from './store.ts';

/** Password hashing, given by the composition. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** The same work as a verification, for accounts that do not exist. */
  pretend(password: string): Promise<unknown>;
}

/** Who decided on a request together. */
export interface Decision {
  /** Number of the request. */
  readonly approval: number;
  readonly reason: string;
  readonly askedBy: string;
  readonly approvedBy: string;
}

/** What an approved request does, in the transaction that approves it. */
export type Executor = (tx: Tx, payload: Payload, decision: Decision) => Promise<void>;

/** A kind of request that two people decide: how it is shown to the second one, and what its approval does. */
export interface ApprovalKind {
  readonly present: Present;
  readonly execute: Executor;
}

/** Kinds of requests by their names. */
export type ApprovalKinds = Readonly<Record<string, ApprovalKind>>;

/** A demo operator and how to log in as them. */
export interface DemoOperator {
  readonly login: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly password: string;
  /** Base32, for an authenticator app. */
  readonly totpSecret: string;
}

/** One operator of each role. They exist only beside demo data, so that their secrets may stand here. */
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
