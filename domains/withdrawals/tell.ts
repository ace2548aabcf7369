import { format, minus } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { Parts } from './parts.ts';
import type { Withdrawal } from './store.ts';

type Told = 'approved' | 'broadcast' | 'confirmed' | 'rejected' | 'failed' | 'cancelled';

/** Tells the user of a step, once. */
export async function tellStep(
  { ledger, messages }: Parts,
  tx: Tx,
  row: Withdrawal,
  step: Told,
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
  await messages.tell(tx, {
    user: row.user,
    kind: `withdrawals:${step}`,
    key: `withdrawal:${row.id}:${step}`,
    values,
  });
}
