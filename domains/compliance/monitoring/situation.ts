import type { Queries } from '@karat/platform/db';
import type { Situation } from './definitions.ts';
import type { Cause, Fact, MonitoringFacts } from './facts.ts';

const NOTHING: Omit<Situation, 'at'> = {
  outflows: [],
  inflows: [],
  toPayee: [],
  first: { ever: undefined, sinceChange: undefined },
  account: undefined,
  payments: [],
  payment: undefined,
  verifiedName: undefined,
  documents: [],
};

async function ofOutflow(
  facts: MonitoringFacts,
  db: Queries,
  cause: Cause & { readonly kind: 'outflow' },
  lookbackMs: number,
): Promise<Situation> {
  const { user, payee, at } = cause;
  const period = { since: at - lookbackMs, until: at };
  const account = await facts.accountOf(db, user);
  const heldUntil = account?.heldUntil;
  return {
    ...NOTHING,
    at,
    account,
    outflows: await facts.outflowsOf(db, user, period),
    inflows: await facts.inflowsOf(db, user, period),
    toPayee: payee === undefined ? [] : await facts.withdrawalsTo(db, payee, period),
    first: {
      ever: await facts.firstWithdrawal(db, user, 0),
      sinceChange: heldUntil === undefined ? undefined : await facts.firstWithdrawal(db, user, heldUntil),
    },
  };
}

/** Returns what is known about a cause. Facts older than `lookbackMs` are left out. */
export async function situationOf(
  facts: MonitoringFacts,
  db: Queries,
  cause: Cause,
  lookbackMs: number,
): Promise<Situation> {
  const { at, user } = cause;
  switch (cause.kind) {
    case 'outflow':
      return ofOutflow(facts, db, cause, lookbackMs);
    case 'payment': {
      const payments = await facts.payments(db, { since: at - lookbackMs, until: at });
      const payment = payments.find(({ reference }) => reference === cause.id);
      const names = payment === undefined ? undefined : await facts.verifiedNames(db, [user]);
      return { ...NOTHING, at, payments, payment, verifiedName: names?.get(user) };
    }
    case 'document':
      return { ...NOTHING, at, documents: await facts.documentUses(db, cause.id) };
  }
}

/** Returns a situation with a fact that its tables do not have yet. */
export function withPending(situation: Situation, pending: Fact): Situation {
  const add = (facts: readonly Fact[]): readonly Fact[] =>
    facts.some(({ kind, reference }) => kind === pending.kind && reference === pending.reference)
      ? facts
      : [...facts, pending];
  return { ...situation, outflows: add(situation.outflows), toPayee: add(situation.toPayee) };
}

/** Returns a situation without some facts. First withdrawals stay: they are the first ones also if a case decided about them. */
export function without(situation: Situation, isLeftOut: (fact: Fact) => boolean): Situation {
  const rest = <F extends Fact>(facts: readonly F[]): F[] => facts.filter((fact) => !isLeftOut(fact));
  return {
    ...situation,
    outflows: rest(situation.outflows),
    inflows: rest(situation.inflows),
    toPayee: rest(situation.toPayee),
    payments: rest(situation.payments),
    documents: rest(situation.documents),
  };
}
