import { refuse } from '@karat/contract';
import { change, fact } from '@karat/domains/operators';
import type { Change, Present } from '@karat/domains/operators';
import { userAccount } from '@karat/domains/ledger';
import { ZERO, format, minus, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import * as store from './store.ts';
import type { Withdrawal } from './store.ts';

async function balances(
  { ledger }: ResolvedDeps,
  db: Queries,
  row: Withdrawal,
  moved: { readonly available: Amount; readonly held: Amount },
): Promise<Change[]> {
  const { code } = await ledger.currency(db, row.currency);
  const balance = await ledger.balance(db, userAccount(row.user, row.account), row.currency);
  const text = (value: Amount): string => `${format(value)} ${code}`;
  return [
    change('Available of the user', text(balance.available), text(plus(balance.available, moved.available))),
    change('Held of the user', text(balance.held), text(plus(balance.held, moved.held))),
  ];
}

const facts = async ({ ledger }: ResolvedDeps, db: Queries, row: Withdrawal): Promise<Change[]> => {
  const { code } = await ledger.currency(db, row.currency);
  return [
    fact('Amount', `${format(row.number)} ${code}`),
    fact('Fee', `${format(row.fee)} ${code}`),
    fact('Arrives', `${format(minus(row.number, row.fee))} ${code}`),
    fact('Worth', `${format(row.usdt)} USDT`),
    fact('Network', row.network),
    fact('Payee', row.payee),
    fact('Risk notes', row.notes.join(', ') || '–'),
  ];
};

/** A withdrawal before and after its approval; `to` is the state after. */
export const presentWithdrawal =
  (deps: ResolvedDeps, title: string, to: 'approved' | 'confirmed' | 'rejected'): Present =>
  async (db, payload) => {
    const row = (await store.withdrawalById(db, Number(payload['withdrawal']))) ?? refuse('approval_stale');
    const moved = {
      approved: { available: ZERO, held: ZERO },
      confirmed: { available: ZERO, held: negate(row.number) },
      rejected: { available: row.number, held: negate(row.number) },
    }[to];
    const reference = payload['bank_reference'];
    return {
      title,
      subject: `Withdrawal ${row.id}`,
      user: row.user,
      changes: [
        change('State', row.state, to),
        ...(await balances(deps, db, row, moved)),
        ...(await facts(deps, db, row)),
        ...(reference === undefined ? [] : [change('Bank reference', row.bankReference, String(reference))]),
      ],
    };
  };
