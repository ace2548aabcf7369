import { refuse } from '@karat/contract';
import { format } from '@karat/money';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import type { FiatDeps } from './deps.ts';
import { disputesOfOrder } from './disputes/store.ts';
import { endException, lockException } from './exception-store.ts';
import type { FiatException } from './exception-store.ts';
import { planRefund } from './steps.ts';
import { lockOrder } from './store.ts';

/** Whether the payment of an exception can be sent back: it paid for nothing. */
export const isRefundable = ({ kind, payment, orderId }: FiatException): boolean =>
  (kind === 'differs' || kind === 'refund_failed') && payment !== null && orderId !== null;

/**
 * Ends an exception: sends its payment back through the provider, or moves nothing. A payment that coins were sold for
 * is refunded by two operators only, and a disputed one by its bank. Refuses `fiat_exception_unknown`,
 * `fiat_exception_state`, `fiat_not_refundable`, `fiat_disputed`.
 */
export async function closeException(
  deps: FiatDeps,
  tx: Tx,
  caller: OperatorCaller,
  input: { readonly id: number; readonly how: 'refund' | 'dismiss'; readonly note: string },
): Promise<void> {
  const found = (await lockException(tx, input.id)) ?? refuse('fiat_exception_unknown');
  if (found.state !== 'open') refuse('fiat_exception_state');
  const at = deps.ctx.clock.now();
  if (input.how === 'refund') await sendBack(deps, tx, found);
  const state = input.how === 'refund' ? 'refunded' : 'dismissed';
  await endException(tx, found.id, { state, by: caller.login, note: input.note, at });
  await append(tx, {
    actor: caller.login,
    action: `${input.how} payment exception`,
    subject: `fiat_exception:${found.id}`,
    at,
    detail: {
      kind: found.kind,
      provider: found.provider,
      payment: found.payment,
      amount: format(found.amount),
      currency: found.currency,
      reference: found.reference,
      note: input.note,
    },
  });
}

async function sendBack(deps: FiatDeps, tx: Tx, found: FiatException): Promise<void> {
  const { payment, orderId, currency } = found;
  if (!isRefundable(found) || payment === null || orderId === null) return refuse('fiat_not_refundable');
  const order = (await lockOrder(tx, orderId)) ?? refuse('fiat_not_refundable');
  if (order.payment === payment && order.state !== 'refunded') refuse('fiat_not_refundable');
  const disputed = await disputesOfOrder(tx, order.id);
  if (order.payment === payment && disputed.length > 0) refuse('fiat_disputed');
  // A refund that failed is another one: its first key would return the first answer.
  const attempt = found.kind === 'refund_failed' ? `${payment}:${found.at}` : payment;
  await planRefund(deps, tx, order, { payment, currency, amount: format(found.amount) }, attempt);
}
