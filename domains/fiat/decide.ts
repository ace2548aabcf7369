import { refuse } from '@karat/contract';
import type { FiatReason } from '@karat/contract';
import { format, minus } from '@karat/money';
import { USDT, userAccount } from '@karat/domains/ledger';
import { requestApproval, change, fact } from '@karat/domains/operators';
import type { ApprovalKind, Present } from '@karat/domains/operators';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { disputesOfOrder } from './disputes/store.ts';
import { decideLine, lockLine } from './line-store.ts';
import type { FiatDeps } from './deps.ts';
import { transitionTo, planRefund, reverseCredit } from './steps.ts';
import { lockOrder, orderById } from './store.ts';
import type { Order } from './store.ts';

const record = (
  deps: FiatDeps,
  tx: Tx,
  caller: OperatorCaller,
  action: string,
  order: Order,
  detail: Readonly<Record<string, unknown>>,
): Promise<number> =>
  append(tx, {
    actor: caller.login,
    action,
    subject: `fiat_order:${order.id}`,
    at: deps.ctx.clock.now(),
    detail: { reference: order.reference, uid: order.user, ...detail },
  });

/** Rejects an unpaid order. Refuses `fiat_order_unknown`, `fiat_order_state`. */
export async function rejectOrder(
  deps: FiatDeps,
  tx: Tx,
  caller: OperatorCaller,
  input: { readonly id: number; readonly reason: FiatReason; readonly note: string },
): Promise<void> {
  const order = (await lockOrder(tx, input.id)) ?? refuse('fiat_order_unknown');
  if (order.state !== 'to_be_paid' && order.state !== 'proof_sent') refuse('fiat_order_state');
  const { reason, note } = input;
  await transitionTo(deps, tx, order, caller.login, { state: 'rejected', reason, note });
  await record(deps, tx, caller, 'reject purchase', order, { reason, note });
}

/** Dismisses a line that pays for no order. Refuses `fiat_line_unknown`, `fiat_line_used`. */
export async function dismissLine(
  deps: FiatDeps,
  tx: Tx,
  caller: OperatorCaller,
  input: { readonly id: number; readonly note: string },
): Promise<void> {
  const line = (await lockLine(tx, input.id)) ?? refuse('fiat_line_unknown');
  if (line.state !== 'matched' && line.state !== 'unmatched') refuse('fiat_line_used');
  await decideLine(tx, line.id, { state: 'set_aside', note: input.note });
  await append(tx, {
    actor: caller.login,
    action: 'put line aside',
    subject: `fiat_line:${line.id}`,
    at: deps.ctx.clock.now(),
    detail: { bank_reference: line.bankReference, note: input.note },
  });
}

/** Whether the payment of an order is disputed, or was and the bank gave it back. */
const isDisputed = async (tx: Tx, order: number): Promise<boolean> =>
  (await disputesOfOrder(tx, order)).some(({ state }) => state !== 'won');

/** Kind of the approval request. */
export const FIAT_REFUND = 'fiat:refund';

/** The purchase and its buyer's coins before and after a refund. */
const presentRefund =
  (deps: FiatDeps): Present =>
  async (db, payload) => {
    const order = (await orderById(db, Number(payload['order']))) ?? refuse('fiat_order_unknown');
    const account = userAccount(order.user, 'change');
    const { available } = await deps.ledger.balance(db, account, USDT);
    return {
      title: 'Refund a purchase',
      subject: order.reference,
      user: order.user,
      changes: [
        change('Purchase', order.state, 'refunded'),
        change(
          'Available of the buyer',
          `${format(available)} USDT`,
          `${format(minus(available, order.received))} USDT`,
        ),
        fact('Paid back', `${format(order.amount)} ${order.currency} by ${order.method}`),
        fact('Payment', order.payment ?? '–'),
      ],
    };
  };

/**
 * Requests the refund of a purchase that was paid through a provider. Refuses `fiat_order_unknown`,
 * `fiat_not_refundable`, `fiat_disputed`: the bank gives a disputed payment back, and nobody else besides.
 */
export const requestRefund = (
  deps: FiatDeps,
  caller: OperatorCaller,
  input: { readonly id: number; readonly reason: string },
): Promise<number> =>
  deps.ctx.db.transact(async (tx) => {
    const order = (await orderById(tx, input.id)) ?? refuse('fiat_order_unknown');
    if (order.state !== 'successful' || order.payment === null) return refuse('fiat_not_refundable');
    if (await isDisputed(tx, order.id)) refuse('fiat_disputed');
    const { id } = await requestApproval(deps.ctx, tx, caller, {
      kind: FIAT_REFUND,
      present: presentRefund(deps),
      subject: order.reference,
      reason: input.reason,
      payload: {
        order: order.id,
        uid: order.user,
        payment: order.payment,
        currency: order.currency,
        amount: format(order.amount),
        received: format(order.received),
      },
    });
    return id;
  });

/** Executes an approved refund: coins back to the desk account, and the payment back through its provider. */
export const fiatRefund = (deps: FiatDeps): ApprovalKind => ({
  present: presentRefund(deps),
  async execute(tx, payload, decision) {
    const order = (await lockOrder(tx, Number(payload['order']))) ?? refuse('approval_stale');
    const { payment, currency } = order;
    if (order.state !== 'successful' || payment === null || payment !== payload['payment'])
      return refuse('approval_stale');
    if (await isDisputed(tx, order.id)) refuse('fiat_disputed');
    await reverseCredit(deps, tx, order);
    await planRefund(deps, tx, order, { payment, currency, amount: format(order.amount) });
    await transitionTo(deps, tx, order, decision.approvedBy, { state: 'refunded' });
  },
});
