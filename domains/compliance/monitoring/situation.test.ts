import { userId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { expect, test } from 'vitest';
import type { Situation } from './definitions.ts';
import type { Account, Fact, MonitoringFacts, Payment, Period } from './facts.ts';
import { situationOf, withPending, without } from './situation.ts';

const DB = {} as Queries;
const USER = userId(7);
const AT = 10_000;
const fact = (reference: number, more: Partial<Fact> = {}): Fact => ({
  ...{ kind: 'withdrawal', reference, user: USER, usdt: amount('1'), at: AT, note: '' },
  ...more,
});
const PAYMENT: Payment = { ...fact(5, { kind: 'fiat_order' }), payer: 'Jane Doe' };

/** Facts that say of themselves what they were asked for. */
function factsOf(account: Account | undefined) {
  const asked: string[] = [];
  const list =
    (name: string, found: readonly Fact[]) =>
    (_db: Queries, about: unknown, { since, until }: Period): Promise<readonly Fact[]> => {
      asked.push(`${name} of ${String(about)} from ${since} to ${until}`);
      return Promise.resolve(found);
    };
  const facts = {
    outflowsOf: list('outflows', [fact(1)]),
    inflowsOf: list('inflows', [fact(2, { kind: 'deposit' })]),
    withdrawalsTo: list('withdrawals', [fact(3)]),
    accountOf: () => Promise.resolve(account),
    firstWithdrawal: (_db: Queries, _user: number, since: number) => Promise.resolve(fact(100 + since)),
    payments: (_db: Queries, { since, until }: Period) => {
      asked.push(`payments from ${since} to ${until}`);
      return Promise.resolve([{ ...PAYMENT, reference: 4 }, PAYMENT]);
    },
    verifiedNames: (_db: Queries, users: readonly number[]) =>
      Promise.resolve(new Map(users.map((user) => [user, `Name of ${user}`]))),
    documentUses: (_db: Queries, request: number) =>
      Promise.resolve([fact(request, { kind: 'verification' })]),
  };
  return { facts: facts as unknown as MonitoringFacts, asked };
}

test('an outflow is judged by what moved in the window, and by the first withdrawals of the account', async () => {
  const { facts, asked } = factsOf({ openedAt: 0, heldUntil: 3 });
  const cause = { kind: 'outflow', id: 1, user: USER, at: AT, payee: 'ab' } as const;
  const situation = await situationOf(facts, DB, cause, 600);
  expect(asked).toEqual([
    'outflows of 7 from 9400 to 10000',
    'inflows of 7 from 9400 to 10000',
    'withdrawals of ab from 9400 to 10000',
  ]);
  expect(situation).toMatchObject({ at: AT, account: { openedAt: 0, heldUntil: 3 }, payments: [] });
  expect(situation.first).toEqual({ ever: fact(100), sinceChange: fact(103) });
  expect(
    [situation.outflows, situation.inflows, situation.toPayee].map((list) => list[0]?.reference),
  ).toEqual([1, 2, 3]);
});

test('without a change of credentials or a payee nothing is looked up for them', async () => {
  const { facts, asked } = factsOf({ openedAt: 0, heldUntil: undefined });
  const cause = { kind: 'outflow', id: 1, user: USER, at: AT, payee: undefined } as const;
  const situation = await situationOf(facts, DB, cause, 600);
  expect(situation.toPayee).toEqual([]);
  expect(situation.first.sinceChange).toBeUndefined();
  expect(asked).toHaveLength(2);
  expect((await situationOf(factsOf(undefined).facts, DB, cause, 600)).account).toBeUndefined();
});

test('a payment is judged beside the others of the window with the verified name of its user', async () => {
  const { facts, asked } = factsOf(undefined);
  const situation = await situationOf(facts, DB, { kind: 'payment', id: 5, user: USER, at: AT }, 600);
  expect(asked).toEqual(['payments from 9400 to 10000']);
  expect(situation.payment).toEqual(PAYMENT);
  expect(situation.payments).toHaveLength(2);
  expect(situation.verifiedName).toBe('Name of 7');
  const gone = await situationOf(facts, DB, { kind: 'payment', id: 6, user: USER, at: AT }, 600);
  expect([gone.payment, gone.verifiedName]).toEqual([undefined, undefined]);
});

test('a document is judged by its other uses', async () => {
  const { facts } = factsOf(undefined);
  const situation = await situationOf(facts, DB, { kind: 'document', id: 9, user: USER, at: AT }, 600);
  expect(situation.documents).toEqual([fact(9, { kind: 'verification' })]);
  expect(situation.outflows).toEqual([]);
});

const SITUATION: Situation = {
  at: AT,
  outflows: [fact(1)],
  inflows: [fact(2, { kind: 'deposit' })],
  toPayee: [fact(3)],
  first: { ever: fact(1), sinceChange: fact(1) },
  account: undefined,
  payments: [PAYMENT],
  payment: PAYMENT,
  verifiedName: 'Jane Doe',
  documents: [fact(8, { kind: 'verification' })],
};

test('a withdrawal to come counts among the outflows and among those to its payee, once', () => {
  const pending = fact(3);
  const { outflows, toPayee, inflows } = withPending(SITUATION, pending);
  expect(outflows).toEqual([fact(1), pending]);
  expect(toPayee).toEqual([fact(3)]);
  expect(inflows).toBe(SITUATION.inflows);
  // The same number of another kind is another fact.
  const send = fact(1, { kind: 'send' });
  expect(withPending(SITUATION, send).outflows).toEqual([fact(1), send]);
  expect(withPending(SITUATION, send).toPayee).toEqual([fact(3), send]);
});

test('decided facts count no more, but a first withdrawal stays the first', () => {
  const rest = without(SITUATION, () => true);
  expect(rest).toEqual({
    ...SITUATION,
    ...{ outflows: [], inflows: [], toPayee: [], payments: [], documents: [] },
  });
  expect(without(SITUATION, ({ reference }) => reference === 3)).toEqual({ ...SITUATION, toPayee: [] });
});
