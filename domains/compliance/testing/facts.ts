import type { UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Account, Fact, MonitoringFacts, Payment, Period } from '../monitoring/facts.ts';

/** Facts in memory, as tests set them. */
export interface TestFacts {
  outflows: Fact[];
  inflows: Fact[];
  /** Withdrawals by payee. */
  readonly payees: Map<string, Fact[]>;
  payments: Payment[];
  readonly names: Map<UserId, string>;
  readonly documents: Map<number, Fact[]>;
  account: Account;
}

export const noFacts = (): TestFacts => ({
  outflows: [],
  inflows: [],
  payees: new Map(),
  payments: [],
  names: new Map(),
  documents: new Map(),
  account: { openedAt: 0, heldUntil: undefined },
});

const during =
  ({ since, until }: Period) =>
  ({ at }: Fact): boolean =>
    at >= since && at <= until;

/** A port over facts in memory. */
export const testFacts = (facts: TestFacts): MonitoringFacts => ({
  outflowsOf: async (_db, user, period) =>
    facts.outflows.filter((each) => each.user === user).filter(during(period)),
  firstWithdrawal: async (_db, user, since) =>
    facts.outflows.find(
      ({ user: owner, kind, at }) => owner === user && kind === 'withdrawal' && at >= since,
    ),
  inflowsOf: async (_db, user, period) =>
    facts.inflows.filter((each) => each.user === user).filter(during(period)),
  withdrawalsTo: async (_db, payee, period) => (facts.payees.get(payee) ?? []).filter(during(period)),
  accountOf: async () => facts.account,
  payments: async (_db, period) => facts.payments.filter(during(period)),
  verifiedNames: async () => facts.names,
  documentUses: async (_db, request) => facts.documents.get(request) ?? [],
  usersWithOutflows: async (_db, { min, max, count, ...period }, limit) => {
    const counted = facts.outflows
      .filter(during(period))
      .filter(({ usdt }) => (usdt ?? amount('0')) >= min && (max === null || (usdt ?? amount('0')) <= max));
    return [...Map.groupBy(counted, ({ user }) => user)]
      .filter(([, found]) => found.length >= count)
      .map(([user]) => user)
      .slice(0, limit);
  },
  sharedPayees: async () => [...facts.payees.keys()],
  sharedDocuments: async () =>
    [...facts.documents].flatMap(([request, uses]) => {
      const last = uses.at(-1);
      return last === undefined ? [] : [{ request, user: last.user, at: last.at }];
    }),
});
