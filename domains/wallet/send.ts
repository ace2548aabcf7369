import { refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { format, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import { stoppedUses } from '@karat/domains/currencies';
import { userAccount } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';
import { maskedName } from '@karat/domains/payees';
import type { Tx } from '@karat/platform/db';
import type { Person, WalletDeps } from './deps.ts';
import { isPrecise } from './rules.ts';
import { insertSend } from './send-store.ts';

/** Preview of the recipient of a UID or email address. */
export interface RecipientView {
  /** Masked; an unknown user looks the same. */
  readonly nickname: string;
  readonly isFirstPayment: boolean;
}

/** Returns the user of a UID or email address. Refuses `recipient_self`. */
export async function recipientOf(
  { ctx, sending }: WalletDeps,
  user: UserId,
  named: string,
): Promise<RecipientView> {
  const { id, nickname } = await sending.payees.namedReceiver(user, named);
  // Runs the same query for an unknown user, so that it takes as long.
  return { nickname, isFirstPayment: await sending.gate.isFirstPayment(ctx.db, user, { kind: 'user', id }) };
}

export interface SendRequest {
  readonly from: UserId;
  readonly to: string;
  readonly currency: CurrencyId;
  readonly number: Amount;
  readonly note: string;
  readonly payPassword: string;
  readonly code?: string | undefined;
  /** Whether the sender accepted the warning of a first payment. */
  readonly firstPaymentAccepted: boolean;
}

/**
 * Sends a coin of the change account to another user's, without a fee. Refuses `currency_disabled`,
 * `amount_too_precise`, `recipient_self`, what the gate refuses, `insufficient_balance`.
 */
export async function send(
  deps: WalletDeps,
  tx: Tx,
  request: SendRequest,
): Promise<{ id: number; nickname: string }> {
  const { from, number, note, payPassword, code, firstPaymentAccepted } = request;
  const { sending } = deps;
  const currency = await deps.ledger.currency(tx, request.currency);
  const isStopped = (await stoppedUses(tx)).has(currency.code, 'send');
  if (!currency.enabled || currency.kind !== 'coin' || isStopped) refuse('currency_disabled');
  if (!isPrecise(number, currency)) refuse('amount_too_precise', { decimals: currency.decimals });
  const found = await sending.find(tx, request.to);
  if (found?.id === from) refuse('recipient_self');
  const { permit, usdt } = await sending.gate.mayMoneyLeave(tx, {
    kind: 'send',
    user: from,
    by: { kind: 'owner', confirmation: { payPassword, code } },
    receiver: { kind: 'user', user: found },
    currency,
    number,
    firstPaymentAccepted,
  });
  if (found === undefined) return refuse('recipient_unknown');
  const at = deps.ctx.clock.now();
  const id = await insertSend(tx, {
    from,
    to: found.id,
    currency: currency.id,
    number,
    worth: usdt,
    note,
    at,
  });
  await deps.ledger.post(tx, {
    key: `send:${id}`,
    kind: 'send',
    reference: String(id),
    at,
    permit,
    entries: [
      { account: userAccount(from, 'change'), currency: currency.id, available: negate(number) },
      { account: userAccount(found.id, 'change'), currency: currency.id, available: number },
    ],
  });
  await notifyBoth(deps, tx, { id, from, to: found, currency, number });
  return { id, nickname: maskedName(found.nickname) };
}

interface Sent {
  readonly id: number;
  readonly from: UserId;
  readonly to: Person;
  readonly currency: Currency;
  readonly number: Amount;
}

async function notifyBoth({ sending }: WalletDeps, tx: Tx, sent: Sent): Promise<void> {
  const [sender] = await sending.users(tx, [sent.from]);
  const values = { amount: format(sent.number), coin: sent.currency.code };
  await sending.messages.notifyAll(tx, [
    {
      user: sent.from,
      kind: 'wallet:sent',
      key: `send:${sent.id}:out`,
      values: { ...values, nickname: maskedName(sent.to.nickname), uid: String(sent.to.id) },
    },
    {
      user: sent.to.id,
      kind: 'wallet:received',
      key: `send:${sent.id}:in`,
      values: { ...values, nickname: maskedName(sender?.nickname ?? ''), uid: String(sent.from) },
    },
  ]);
}
