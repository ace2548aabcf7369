import { refuse } from '@karat/contract';
import type { AccountName, CurrencyId, UserId } from '@karat/contract';
import { negate } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { userAccount } from '@karat/domains/ledger';
import type { WalletDeps } from './deps.ts';
import { isPrecise, hasCurrency } from './rules.ts';
import { insertTransfer } from './store.ts';

export interface TransferRequest {
  readonly userId: UserId;
  readonly currency: CurrencyId;
  readonly number: Amount;
  readonly from: AccountName;
  readonly to: AccountName;
}

/**
 * Transfers between two accounts of one user, without a fee. Returns the transfer's id. Refuses `same_account`,
 * `currency_unknown`, `currency_disabled` (not in one of the accounts), `amount_too_precise`, `insufficient_balance`.
 */
export async function transfer(
  { ctx, ledger }: WalletDeps,
  tx: Tx,
  request: TransferRequest,
): Promise<number> {
  const { userId, number, from, to } = request;
  if (from === to) refuse('same_account');
  const currency = await ledger.currency(tx, request.currency);
  if (!currency.enabled || !hasCurrency(from, currency) || !hasCurrency(to, currency))
    refuse('currency_disabled');
  if (!isPrecise(number, currency)) refuse('amount_too_precise', { decimals: currency.decimals });
  const at = ctx.clock.now();
  const id = await insertTransfer(tx, { ...request, at });
  await ledger.post(tx, {
    key: `transfer:${id}`,
    kind: 'transfer',
    reference: String(id),
    at,
    entries: [
      { account: userAccount(userId, from), currency: currency.id, available: negate(number) },
      { account: userAccount(userId, to), currency: currency.id, available: number },
    ],
  });
  return id;
}
