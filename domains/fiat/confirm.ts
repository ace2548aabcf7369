import { refuse } from '@karat/contract';
import { USDT, userAccount } from '@karat/domains/ledger';
import { requestApproval, change, fact, limitReached } from '@karat/domains/operators';
import type { ApprovalKind, Change, Present } from '@karat/domains/operators';
import { format, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { append } from '@karat/platform/audit';
import type { Queries, Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { DAY_MS, fiatPurchaseReceived } from '@karat/rules';
import { aloneSince, insertConfirmation, lockGate } from './confirmation-store.ts';
import { decideLine, lineById, lockLine } from './line-store.ts';
import type { BankLine } from './line-store.ts';
import type { FiatDeps } from './deps.ts';
import { mismatchOf } from './rules.ts';
import { transitionTo, credit } from './steps.ts';
import { lockOrder, orderById, owedOf } from './store.ts';
import type { Order } from './store.ts';

/** Kind of the approval request. */
export const FIAT_CONFIRM = 'fiat:confirm';

/** Returns the 24 hour sum that an order would bring above the limit of a single operator; undefined if none. */
export async function limitAbove(
  deps: FiatDeps,
  db: Queries,
  login: string,
  order: Pick<Order, 'user' | 'received'>,
) {
  const since = deps.ctx.clock.now() - DAY_MS;
  const sums = await aloneSince(db, { operator: login, user: order.user, since });
  return limitReached(sums, order.received, deps.offers.aloneMax);
}

/** An order and the statement line that pays it, both locked. `part`: another amount arrived and is credited. */
export interface Pair {
  readonly order: Order;
  readonly line: BankLine;
  readonly part?: { readonly amount: Amount; readonly received: Amount } | undefined;
}

/** Locks an order and an open line. Refuses `fiat_order_unknown`, `fiat_line_unknown`, `fiat_line_used`. */
export async function lockPair(tx: Tx, input: { readonly id: number; readonly line: number }): Promise<Pair> {
  const order = (await lockOrder(tx, input.id)) ?? refuse('fiat_order_unknown');
  const line = (await lockLine(tx, input.line)) ?? refuse('fiat_line_unknown');
  if (line.state !== 'matched' && line.state !== 'unmatched') refuse('fiat_line_used');
  return { order, line };
}

async function payable(tx: Tx, input: { readonly id: number; readonly line: number }): Promise<Pair> {
  const { order, line } = await lockPair(tx, input);
  const what = mismatchOf(owedOf(order), line);
  if (what === 'state') refuse('fiat_order_state');
  if (what) refuse('fiat_line_mismatch', { what });
  return { order, line };
}

async function carryOut(
  deps: FiatDeps,
  tx: Tx,
  { order, line, part }: Pair,
  by: { readonly operator: string; readonly approver: string | null },
): Promise<void> {
  const at = deps.ctx.clock.now();
  await decideLine(tx, line.id, { state: 'used', orderId: order.id });
  await credit(deps, tx, { ...order, ...part });
  const actor = by.approver === null ? by.operator : `${by.operator}, ${by.approver}`;
  const notice = { kind: part ? 'part_credited' : 'successful' } as const;
  const { user, received } = await transitionTo(
    deps,
    tx,
    order,
    actor,
    { state: 'successful', part },
    notice,
  );
  await insertConfirmation(tx, { ...by, order: order.id, line: line.id, user, received, at });
  await deps.monitoring?.watch(tx, { kind: 'payment', id: order.id, user, at });
  await append(tx, {
    actor: by.approver ?? by.operator,
    action: 'confirm purchase',
    subject: `fiat_order:${order.id}`,
    at,
    detail: {
      reference: order.reference,
      uid: user,
      line: line.id,
      bank_reference: line.bankReference,
      imported_by: line.importedBy,
      operator: by.operator,
      received: format(received),
      ...(part ? { ordered: format(order.amount), arrived: format(part.amount) } : {}),
    },
  });
}

/**
 * Credits an order against the line that pays it; the line is used. Never by the importer of the line. If a single
 * operator's sum of 24 hours (own, of the user, of the day) would exceed a limit, creates an approval request instead
 * and returns its id. Refuses `fiat_order_unknown`, `fiat_line_unknown`, `fiat_order_state`, `fiat_line_used`,
 * `fiat_line_mismatch` (names the difference), `fiat_other_person_needed`, `fiat_sold_out`.
 */
export async function confirmOrder(
  deps: FiatDeps,
  tx: Tx,
  caller: OperatorCaller,
  input: { readonly id: number; readonly line: number },
): Promise<number | null> {
  return confirmPair(deps, tx, caller, await payable(tx, input));
}

/**
 * Credits a pair, or creates an approval request and returns its id. Refuses `fiat_other_person_needed`,
 * `fiat_sold_out`.
 */
export async function confirmPair(
  deps: FiatDeps,
  tx: Tx,
  caller: OperatorCaller,
  pair: Pair,
): Promise<number | null> {
  const { line, part } = pair;
  const order = { ...pair.order, ...part };
  if (line.importedBy === caller.login) refuse('fiat_other_person_needed');
  await lockGate(tx);
  const above = await limitAbove(deps, tx, caller.login, order);
  if (above === undefined) {
    await carryOut(deps, tx, pair, { operator: caller.login, approver: null });
    return null;
  }
  const { id } = await requestApproval(deps.ctx, tx, caller, {
    kind: FIAT_CONFIRM,
    subject: order.reference,
    reason: `above the limit of one person: ${above}`,
    payload: {
      order: order.id,
      line: line.id,
      uid: order.user,
      received: format(order.received),
      ...(part ? { part: true } : {}),
    },
    present: presentConfirm(deps),
  });
  return id;
}

const lineChanges = (line: BankLine): Change[] => [
  fact('Paid', `${format(line.amount)} ${line.currency} on ${line.bookedOn}`),
  fact('Payer of the line', line.payer),
  fact('Bank reference', `${line.bankReference} (${line.account})`),
  fact('Imported by', line.importedBy),
];

const presentConfirm =
  (deps: FiatDeps): Present =>
  async (db, payload) => {
    const order = (await orderById(db, Number(payload['order']))) ?? refuse('fiat_order_unknown');
    const line = (await lineById(db, Number(payload['line']))) ?? refuse('fiat_line_unknown');
    const account = userAccount(order.user, 'change');
    const { available } = await deps.ledger.balance(db, account, USDT);
    const name = await deps.verifiedName(db, order.user);
    const isPart = payload['part'] === true;
    const received = isPart ? fiatPurchaseReceived(line.amount, order.price) : order.received;
    return {
      title: isPart ? 'Confirm a purchase for what arrived' : 'Confirm a purchase',
      subject: order.reference,
      user: order.user,
      changes: [
        change('Purchase', order.state, 'successful'),
        change(
          'Available of the buyer',
          `${format(available)} USDT`,
          `${format(plus(available, received))} USDT`,
        ),
        ...(isPart ? [fact('Ordered', `${format(order.amount)} ${order.currency}`)] : []),
        fact('Verified name', name ?? '–'),
        fact('Payer of the order', order.payer.full_name),
        ...lineChanges(line),
      ],
    };
  };

/** Presentation and effect of a purchase above the limits; neither operator may have imported its line. */
export const fiatConfirm = (
  deps: FiatDeps,
  payablePart: (tx: Tx, input: { readonly id: number; readonly line: number }) => Promise<Pair>,
): ApprovalKind => ({
  present: presentConfirm(deps),
  async execute(tx, payload, { askedBy, approvedBy }) {
    const named = { id: Number(payload['order']), line: Number(payload['line']) };
    const pair = await (payload['part'] === true ? payablePart(tx, named) : payable(tx, named));
    if ([askedBy, approvedBy].includes(pair.line.importedBy)) refuse('fiat_other_person_needed');
    if (format((pair.part ?? pair.order).received) !== payload['received']) refuse('approval_stale');
    await carryOut(deps, tx, pair, { operator: askedBy, approver: approvedBy });
  },
});
