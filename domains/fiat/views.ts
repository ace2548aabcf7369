import { FIAT_STATUS, wireTime } from '@karat/contract';
import type { Contract, FiatDisputeState, FiatMismatch, FiatState, Reply } from '@karat/contract';
import { format } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import type { FiatDeps } from './deps.ts';
import { disputesOfOrder } from './disputes/store.ts';
import { disputeViews } from './disputes/views.ts';
import type { BankLine } from './line-store.ts';
import { providerNamed } from './providers.ts';
import type { StoredStatement } from './statement-store.ts';
import { stepsOf } from './store.ts';
import type { Order } from './store.ts';

type Calls = Contract['fiat'];
export type OrderRow = Reply<Calls['otc/orders']>['data'][number];
export type OrderDetail = Reply<Calls['otc/order_detail']>;
export type LineRow = Reply<Calls['console/fiat_lines']>['data'][number];

/** Returns the state of a wire number. */
export const stateOf = (status: number | undefined): FiatState | undefined => {
  const found = Object.entries(FIAT_STATUS).find(([, number]) => number === status);
  return found && (found[0] as FiatState);
};

type StatementRow = Reply<Calls['console/fiat_statements']>['data'][number];

export const orderRow = (
  deps: Pick<FiatDeps, 'providers'>,
  order: Order,
  disputed: FiatDisputeState | null,
): OrderRow => ({
  id: order.id,
  reference: order.reference,
  status: FIAT_STATUS[order.state],
  state: order.state,
  reason: order.reason,
  note: order.note,
  country: order.country,
  currency: order.currency,
  method: order.method,
  amount: format(order.amount),
  price: format(order.price),
  received: format(order.received),
  ordered_amount: order.orderedAmount && format(order.orderedAmount),
  ordered_received: order.orderedReceived && format(order.orderedReceived),
  dispute: disputed,
  currency_name: 'USDT',
  simulated: providerNamed(deps, order.provider)?.simulated === true,
  expires_ms: order.expiresAt,
  created_at: wireTime(order.createdAt),
  created_ms: order.createdAt,
});

export async function orderDetail(deps: FiatDeps, db: Queries, order: Order): Promise<OrderDetail> {
  const steps = await stepsOf(db, order.id);
  const disputes = await disputesOfOrder(db, order.id);
  return {
    ...orderRow(deps, order, disputes[0]?.state ?? null),
    payer: { ...order.payer },
    bank: order.bank && { ...order.bank },
    proof: order.proof,
    steps: steps.map(({ state, at }) => ({ state, at_ms: at })),
    disputes: await disputeViews(db, disputes),
  };
}

export const lineRow = (line: BankLine, mismatch: FiatMismatch | undefined): LineRow => ({
  id: line.id,
  statement_id: line.statementId,
  account: line.account,
  bank_reference: line.bankReference,
  booked_on: line.bookedOn,
  amount: format(line.amount),
  currency: line.currency,
  payer: line.payer,
  remittance: line.remittance,
  reference: line.reference,
  order_id: line.orderId,
  state: line.state,
  note: line.note,
  mismatch: line.state === 'matched' || line.state === 'unmatched' ? (mismatch ?? null) : null,
});

export const statementRow = (statement: StoredStatement): StatementRow => ({
  id: statement.id,
  account: statement.account,
  format: statement.format,
  imported_by: statement.importedBy,
  at_ms: statement.at,
  from: statement.from,
  to: statement.to,
  opening: statement.opening === null ? null : format(statement.opening),
  closing: statement.closing === null ? null : format(statement.closing),
  lines: statement.lines,
  used: statement.used,
  latest: statement.latest,
  discarded_by: statement.discardedBy,
});
