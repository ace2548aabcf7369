import { format, minus } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import type { Withdrawal } from './store.ts';

type NotifiedStep = 'approved' | 'broadcast' | 'confirmed' | 'rejected' | 'failed' | 'cancelled';

/** Notifies the user of a step, once. */
export async function notifyStep(
  { ledger, messages }: ResolvedDeps,
  tx: Tx,
  row: Withdrawal,
  step: NotifiedStep,
  more: { readonly reason?: string; readonly note?: string } = {},
): Promise<void> {
  const { code } = await ledger.currency(tx, row.currency);
  const values = {
    amount: format(row.number),
    coin: code,
    payee: row.payee,
    receive: format(minus(row.number, row.fee)),
    reason: more.reason ?? '',
    note: more.note ?? '',
  };
  await messages.notify(tx, {
    user: row.user,
    kind: `withdrawals:${step}`,
    key: `withdrawal:${row.id}:${step}`,
    values,
  });
}
