import { refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { stoppedUses } from '@karat/domains/currencies';
import { CARD_NETWORK } from '@karat/domains/payees';
import { format, minus, sum } from '@karat/money';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { csvOf, pain001Of } from './bank-file.ts';
import type { BankPayment } from './bank-file.ts';
import type { ResolvedDeps } from './deps.ts';
import { haltedNetworks } from './request.ts';
import * as batches from './batch-store.ts';
import * as store from './store.ts';
import type { Withdrawal } from './store.ts';
import { notifyStep } from './notify.ts';

const BATCH_MAX = 500;

/** Leaves out withdrawals of frozen accounts and of users with a sanction match: they wait for the end of both. */
async function withoutFrozen(
  deps: ResolvedDeps,
  tx: Tx,
  rows: readonly Withdrawal[],
): Promise<readonly Withdrawal[]> {
  const frozen = new Set<UserId>();
  for (const user of new Set(rows.map((row) => row.user))) {
    const isFrozen = (await deps.person(tx, user, undefined))?.frozen !== false;
    if (isFrozen || (await deps.screening.isHeld(tx, user))) frozen.add(user);
  }
  return rows.filter((row) => !frozen.has(row.user));
}

/** Creates a batch of approved card payouts; from here on the bank decides. Refuses `batch_empty`. */
export const exportBatch = (
  deps: ResolvedDeps,
  caller: OperatorCaller,
  type: 1 | 2,
  currency: CurrencyId,
): Promise<{ batch: number; count: number; total: string }> =>
  deps.ctx.db.transact(async (tx) => {
    if ((await haltedNetworks(deps, tx)).has(CARD_NETWORK)) refuse('network_halted');
    const { code } = await deps.ledger.currency(tx, currency);
    if ((await stoppedUses(tx)).has(code, 'withdrawal', CARD_NETWORK)) refuse('network_halted');
    const at = deps.ctx.clock.now();
    const due = await store.lockForBatch(tx, type, currency, at, BATCH_MAX);
    const rows = await withoutFrozen(deps, tx, due);
    if (rows.length === 0) refuse('batch_empty');
    const total = sum(rows.map((row) => minus(row.number, row.fee)));
    const facts = { type, currency, count: rows.length, total, by: caller.login };
    const batch = await batches.insertBatch(tx, facts, at);
    await store.putInBatch(
      tx,
      batch,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      await store.addStep(tx, row.id, { state: 'exported', by: caller.login, at });
      await notifyStep(deps, tx, row, 'broadcast');
    }
    const detail = { count: rows.length, total: format(total) };
    await append(tx, {
      actor: caller.login,
      action: 'export payments',
      subject: `batch:${batch}`,
      detail,
      at,
    });
    return { batch, count: rows.length, total: format(total) };
  });

/** Returns the file for the bank. The download is written to the audit log, since the file has account numbers. */
export async function batchFile(
  deps: ResolvedDeps,
  caller: OperatorCaller,
  id: number,
  form: 'csv' | 'pain001',
): Promise<{ name: string; type: string; body: string }> {
  const { ctx, ledger, payees } = deps;
  const [batch] = (await batches.readBatches(ctx.db, { page: 1, limit: 1 }, id)).rows;
  if (batch === undefined) return refuse('batch_unknown');
  const { rows } = await store.readPage(ctx.db, { batch: id }, { page: 1, limit: BATCH_MAX }, true);
  const { code, kind } = await ledger.currency(ctx.db, batch.currency);
  // Dollar stablecoins are paid out as dollars, one to one.
  const currency = kind === 'fiat' ? code : 'USD';
  const payments = rows.map((row): BankPayment => {
    const fields = row.payeeSealed === null ? {} : payees.open(row.user, row.payeeSealed);
    return { id: row.id, amount: format(minus(row.number, row.fee)), currency, fields };
  });
  const at = ctx.clock.now();
  await ctx.db.transact((tx) =>
    append(tx, {
      actor: caller.login,
      action: 'load payments',
      subject: `batch:${id}`,
      detail: { form },
      at,
    }),
  );
  return form === 'csv'
    ? { name: `payments-${id}.csv`, type: 'text/csv; charset=utf-8', body: csvOf(payments) }
    : { name: `payments-${id}.xml`, type: 'application/xml', body: pain001Of(id, at, payments) };
}
