import { refuse } from '@karat/contract';
import { ZERO, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { fiatPurchaseReceived } from '@karat/rules';
import { confirmPair, lockPair } from './confirm.ts';
import type { Pair } from './confirm.ts';
import type { FiatDeps } from './deps.ts';
import { decideLine } from './line-store.ts';
import type { BankLine } from './line-store.ts';
import { mismatchOf } from './rules.ts';
import { transitionTo } from './steps.ts';
import { owedOf } from './store.ts';
import type { Order } from './store.ts';

type PartPair = Pair & { readonly part: NonNullable<Pair['part']> };

interface Named {
  readonly id: number;
  readonly line: number;
}

/**
 * Returns the USDT for what a line brought, at the order's locked price, rounded down; undefined unless the line names
 * the order and differs from it in the amount alone.
 */
export function partReceived(order: Order, line: BankLine): Amount | undefined {
  if (line.reference !== order.reference || line.amount === order.amount) return undefined;
  const differsElsewhere = mismatchOf({ ...owedOf(order), amount: line.amount }, line) !== undefined;
  return differsElsewhere ? undefined : fiatPurchaseReceived(line.amount, order.price);
}

/** An order and a line that brought another amount, both locked. */
async function partOf(tx: Tx, input: Named): Promise<PartPair> {
  const { order, line } = await lockPair(tx, input);
  if (line.reference !== order.reference) refuse('fiat_line_mismatch', { what: 'unknown_reference' });
  if (line.amount === order.amount) refuse('no_change');
  const what = mismatchOf({ ...owedOf(order), amount: line.amount }, line);
  if (what === 'state') refuse('fiat_order_state');
  if (what) refuse('fiat_line_mismatch', { what });
  const received = fiatPurchaseReceived(line.amount, order.price);
  return { order, line, part: { amount: line.amount, received } };
}

/**
 * Returns the pair of an order and a line that brought another amount. Refuses as `acceptPart` does, but for the
 * importer of the line.
 */
export const payablePart =
  (deps: FiatDeps) =>
  async (tx: Tx, input: Named): Promise<PartPair> => {
    const pair = await partOf(tx, input);
    const { order, part } = pair;
    const minimum = deps.offers.minimums[order.currency] ?? ZERO;
    if (part.amount < minimum)
      refuse('amount_below_minimum', { min: format(minimum), currency: order.currency });
    const max = deps.limits[await deps.levelOf(tx, order.user)];
    if (part.received > max) refuse('fiat_over_limit', { max: format(max) });
    return pair;
  };

/**
 * Credits an order with what its line really brought, at the locked price; above the limits of one operator creates an
 * approval request and returns its id. Refuses `fiat_order_unknown`, `fiat_order_state`, `fiat_line_unknown`,
 * `fiat_line_used`, `fiat_line_mismatch`, `no_change` (the ordered amount), `amount_below_minimum`, `fiat_over_limit`,
 * `fiat_other_person_needed`, `fiat_sold_out`.
 */
export const acceptPart = async (
  deps: FiatDeps,
  tx: Tx,
  caller: OperatorCaller,
  input: Named,
): Promise<number | null> => confirmPair(deps, tx, caller, await payablePart(deps)(tx, input));

/**
 * Ends an order whose line brought another amount: the money goes back to its payer by the bank, and the buyer is
 * notified. Refuses as `acceptPart` does, but for its limits.
 */
export async function returnPart(
  deps: FiatDeps,
  tx: Tx,
  caller: OperatorCaller,
  input: Named & { readonly note: string },
): Promise<void> {
  const { order, line } = await partOf(tx, input);
  if (line.importedBy === caller.login) refuse('fiat_other_person_needed');
  await decideLine(tx, line.id, { state: 'returned', orderId: order.id, note: input.note });
  const change = { state: 'rejected', reason: 'amount_differs', note: input.note } as const;
  await transitionTo(deps, tx, order, caller.login, change, { kind: 'part_returned', arrived: line.amount });
  await append(tx, {
    actor: caller.login,
    action: 'return part payment',
    subject: `fiat_order:${order.id}`,
    at: deps.ctx.clock.now(),
    detail: {
      reference: order.reference,
      uid: order.user,
      line: line.id,
      bank_reference: line.bankReference,
      arrived: format(line.amount),
      ordered: format(order.amount),
      note: input.note,
    },
  });
}
