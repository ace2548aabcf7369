import type { FiatState } from '@karat/contract';
import { format, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import { refuse } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { schedule, unschedule } from '@karat/platform/work';
import { USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Entry } from '@karat/domains/ledger';
import { EXPIRE, REFUND } from './deps.ts';
import type { FiatDeps } from './deps.ts';
import { planLookUp } from './plan-look-up.ts';
import { changeOrder, insertStep } from './store.ts';
import type { Change, Order } from './store.ts';

const KINDS = {
  to_be_paid: 'fiat:ordered',
  proof_sent: 'fiat:proof_sent',
  successful: 'fiat:successful',
  rejected: 'fiat:rejected',
  expired: 'fiat:expired',
  cancelled: 'fiat:cancelled',
  refunded: 'fiat:refunded',
  part_credited: 'fiat:part_credited',
  part_returned: 'fiat:part_returned',
} as const satisfies Record<FiatState | 'part_credited' | 'part_returned', string>;
export type Notice = keyof typeof KINDS;

/** Notifies the buyer of a step, once. `arrived`: what arrived instead of the ordered amount. */
export async function notifyBuyer(
  { messages }: FiatDeps,
  tx: Tx,
  order: Order,
  notice: Notice,
  key: string = notice,
  arrived: Amount = order.amount,
): Promise<void> {
  await messages.notify(tx, {
    user: order.user,
    kind: KINDS[notice],
    key: `fiat:${order.id}:${key}`,
    values: {
      reference: order.reference,
      amount: format(order.amount),
      arrived: format(arrived),
      ordered: format(order.orderedAmount ?? order.amount),
      currency: order.currency,
      received: format(order.received),
      reason: order.reason ?? '',
      note: order.note,
    },
  });
}

/** Changes the state of a locked order: its row, its step, its due work, its notice (of the state by default). */
export async function transitionTo(
  deps: FiatDeps,
  tx: Tx,
  order: Order,
  actor: string,
  change: Change,
  notice: { readonly kind: Notice; readonly arrived?: Amount } = { kind: change.state },
): Promise<Order> {
  const changed = await changeOrder(tx, order.id, change);
  await insertStep(tx, order.id, change.state, actor, deps.ctx.clock.now());
  if (order.state === 'to_be_paid') await unschedule(tx, { kind: EXPIRE, subject: String(order.id) });
  if (change.state !== 'successful') await planLookUp(deps, tx, order.id);
  await notifyBuyer(deps, tx, changed, notice.kind, notice.kind, notice.arrived);
  return changed;
}

/** Entries of an order: fiat from the external account to the bank account, coins from the desk account to the buyer. */
const entriesOf = (order: Order): Entry[] => [
  { account: houseAccount('external'), currency: order.currencyId, available: negate(order.amount) },
  { account: houseAccount('bank'), currency: order.currencyId, available: order.amount },
  { account: houseAccount('fiat_desk'), currency: USDT, available: negate(order.received) },
  { account: userAccount(order.user, 'change'), currency: USDT, available: order.received },
];

/** Credits a paid order. Refuses `fiat_sold_out` if the desk account has too little. */
export async function credit(deps: FiatDeps, tx: Tx, order: Order): Promise<void> {
  const entries = entriesOf(order);
  const batch = await deps.ledger.openBatch(tx, entries);
  if (batch.available(houseAccount('fiat_desk'), USDT) < order.received) refuse('fiat_sold_out');
  const at = deps.ctx.clock.now();
  batch.post({
    key: `fiat:purchase:${order.id}`,
    kind: 'fiat:purchase',
    reference: order.reference,
    at,
    entries,
  });
  await batch.close();
}

/**
 * Reverses a credited order in two journals: the buyer's coins to the desk account, and the bank's money to the
 * external account. Refuses `insufficient_balance` if the buyer has spent the coins.
 */
export async function reverseCredit(deps: FiatDeps, tx: Tx, order: Order): Promise<void> {
  const back = entriesOf(order).map((entry) => ({
    ...entry,
    available: negate(entry.available ?? order.amount),
  }));
  const at = deps.ctx.clock.now();
  const journal = { kind: 'fiat:refund', reference: order.reference, at } as const;
  const coins = back.filter(({ currency }) => currency === USDT);
  const money = back.filter(({ currency }) => currency !== USDT);
  await deps.ledger.post(tx, { ...journal, key: `fiat:refund:${order.id}`, entries: coins });
  await deps.ledger.post(tx, { ...journal, key: `fiat:refund:${order.id}:bank`, entries: money });
}

/**
 * Schedules the refund of a payment through its provider; `attempt` names it, and the same one has one effect.
 */
export async function planRefund(
  deps: FiatDeps,
  tx: Tx,
  order: Order,
  paid: { readonly payment: string; readonly amount: string; readonly currency: string },
  attempt: string = paid.payment,
): Promise<void> {
  await schedule(tx, {
    kind: REFUND,
    subject: `${order.id}:${attempt}`,
    dueAt: deps.ctx.clock.now(),
    payload: { reference: order.reference, ...paid },
  });
}
