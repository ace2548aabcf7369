import { refuse } from '@karat/contract';
import { requestApproval, change, fact } from '@karat/domains/operators';
import type { ApprovalKind, Present } from '@karat/domains/operators';
import { format } from '@karat/money';
import type { OperatorCaller } from '@karat/platform/http';
import type { FiatDeps } from './deps.ts';
import { discardStatement, lockLatest, setLatest, statementById } from './statement-store.ts';
import type { StoredStatement } from './statement-store.ts';

/** Kind of the approval request. */
export const FIAT_DISCARD = 'fiat:discard statement';

const balanceOf = (statement: StoredStatement | undefined): string | null =>
  statement === undefined || statement.closing === null
    ? null
    : `${format(statement.closing)} on ${statement.to ?? '–'}`;

const presentDiscard: Present = async (db, payload) => {
  const statement =
    (await statementById(db, Number(payload['statement']))) ?? refuse('fiat_statement_unknown');
  const before = statement.previous === null ? undefined : await statementById(db, statement.previous);
  return {
    title: 'Discard a bank statement',
    subject: `Statement ${statement.id} of ${statement.account}`,
    changes: [
      change('Statement', statement.discardedBy === null ? 'imported' : 'discarded', 'discarded'),
      change('The next one goes on from', balanceOf(statement), balanceOf(before)),
      fact('Covers', `${statement.from ?? '–'} to ${statement.to ?? '–'}`),
      fact('Imported by', statement.importedBy),
      fact('Credits', String(statement.lines)),
      fact('Credits that paid purchases', String(statement.used)),
    ],
  };
};

/**
 * Requests to discard the latest statement of an account, so that the correct one can be imported; orders that its
 * lines paid stay as they are. Refuses `fiat_statement_unknown`, also for an older statement.
 */
export const requestDiscard = (
  deps: FiatDeps,
  caller: OperatorCaller,
  input: { readonly id: number; readonly reason: string },
): Promise<number> =>
  deps.ctx.db.transact(async (tx) => {
    const statement = await statementById(tx, input.id);
    if (!statement?.latest) return refuse('fiat_statement_unknown');
    const { id } = await requestApproval(deps.ctx, tx, caller, {
      kind: FIAT_DISCARD,
      subject: `statement ${statement.id}`,
      payload: { statement: statement.id },
      reason: input.reason,
      present: presentDiscard,
    });
    return id;
  });

/** Presentation and effect of discarding a statement. */
export const fiatDiscard = (deps: FiatDeps): ApprovalKind => ({
  present: presentDiscard,
  async execute(tx, payload, { approvedBy }) {
    const statement = (await statementById(tx, Number(payload['statement']))) ?? refuse('approval_stale');
    const latest = await lockLatest(tx, statement.account);
    if (latest?.id !== statement.id) refuse('approval_stale');
    await discardStatement(tx, statement.id, { by: approvedBy, at: deps.ctx.clock.now() });
    await setLatest(tx, statement.account, statement.previous);
  },
});
