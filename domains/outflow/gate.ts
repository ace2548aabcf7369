import { refuse, wireTime } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { format } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Confirmation } from '@karat/domains/credentials';
import type { Currency, Permit } from '@karat/domains/ledger';
import type { Payee, PayeeHashes } from '@karat/domains/payees';
import type { Queries, Tx } from '@karat/platform/db';
import type { Program } from '@karat/platform/http';
import type { OutflowContext } from './deps.ts';
import { limitsOf } from './limits.ts';
import { inBtc, isWithin, leftOf, limitIn, worth } from './rules.ts';
import * as store from './store.ts';
import type { MovementKind } from './store.ts';

/** Requester: the owner, who confirms; or an API key with a verified signature and the right. */
export type Requester =
  | { readonly kind: 'owner'; readonly confirmation: Confirmation }
  | { readonly kind: 'program'; readonly program: Program };

/** A recipient; undefined for an unknown user. */
export interface UserReceiver {
  readonly id: UserId;
  readonly status: 'active' | 'frozen';
  readonly house: boolean;
}

export type Receiver =
  | { readonly kind: 'payee'; readonly payee: Payee }
  | { readonly kind: 'user'; readonly user: UserReceiver | undefined }
  /** Anybody with a gift code; the receiver is known when it is claimed. */
  | { readonly kind: 'gift'; readonly id: number };

export interface OutflowRequest {
  readonly kind: MovementKind;
  /** Reference of a movement that can be returned; see `release`. */
  readonly reference?: number;
  readonly user: UserId;
  readonly by: Requester;
  readonly receiver: Receiver;
  readonly currency: Currency;
  readonly number: Amount;
  /** Whether the user accepted the warning of a first payment. */
  readonly firstPaymentAccepted: boolean;
}

/** An accepted request: the permit for its journal, and its value at the request. */
export interface Clearance {
  readonly permit: Permit;
  readonly usdt: Amount;
  readonly btc: Amount;
  readonly isFirstPayment: boolean;
  /** When it was counted, unix ms. */
  readonly at: number;
}

/** The payee as stored with movements; an unknown user was never paid. */
export type ReceiverName =
  | { readonly kind: 'payee'; readonly hashes: PayeeHashes }
  | { readonly kind: 'user'; readonly id: UserId | undefined }
  | { readonly kind: 'gift'; readonly id: number };

/** Names of a receiver in movements, the one to be stored first. */
function keysOf(name: ReceiverName): readonly [string, ...string[]] {
  switch (name.kind) {
    case 'payee': {
      const [current, ...others] = name.hashes;
      return [store.payeeName(current), ...others.map(store.payeeName)];
    }
    case 'user':
      return [`user:${name.id ?? 0}`];
    case 'gift':
      return [`gift:${name.id}`];
  }
}

function nameOf(receiver: Receiver): ReceiverName {
  switch (receiver.kind) {
    case 'payee':
      return { kind: 'payee', hashes: receiver.payee.hashes };
    case 'user':
      return { kind: 'user', id: receiver.user?.id };
    case 'gift':
      return receiver;
  }
}

/**
 * Refuses while the whole account is blocked: by a freeze, its own lock, or a credential change. With an untrusted
 * clock the end of a lock or hold is unknown, so everything is refused.
 */
async function checkAccount(
  { ctx, credentials, isFrozen }: OutflowContext,
  tx: Tx,
  { user, by }: Pick<OutflowRequest, 'user' | 'by'>,
  protectedUntil: number | null,
): Promise<void> {
  const now = ctx.clock.now();
  if (await isFrozen(tx, user)) refuse('account_frozen');
  if (!ctx.clock.isTrusted()) refuse('outflow_paused');
  if (protectedUntil !== null && protectedUntil > now)
    refuse('outflow_protected', { time: wireTime(protectedUntil) });
  const ofKey = by.kind === 'program' ? credentials.keyHoldUntil(by.program.since) : undefined;
  const heldUntil = Math.max((await credentials.holdUntil(tx, user)) ?? 0, ofKey ?? 0);
  if (heldUntil > now) refuse('withdrawal_held', { time: wireTime(heldUntil) });
}

/** Refuses payments to other users, gift codes included, while a card payment of the user is disputed. */
async function checkDispute(
  { hasDispute }: OutflowContext,
  tx: Tx,
  { kind, user }: Pick<OutflowRequest, 'kind' | 'user'>,
): Promise<void> {
  if (kind !== 'withdrawal' && (await hasDispute?.(tx, user)) === true) refuse('payment_disputed');
}

/** When a receiver may be paid, unix ms; undefined if the user did not store it. */
const usableAtOf = (
  { payees }: OutflowContext,
  tx: Tx,
  { user, receiver }: OutflowRequest,
): Promise<number | undefined> | number | undefined => {
  switch (receiver.kind) {
    case 'payee':
      return receiver.payee.usableAt;
    case 'user':
      return receiver.user && payees.userUsableAt(tx, user, receiver.user.id);
    case 'gift':
      return undefined;
  }
};

/** Refuses a payee that the allow-list does not permit; API keys pay to the list only. */
async function checkAllowed(context: OutflowContext, tx: Tx, request: OutflowRequest): Promise<void> {
  const { user, by } = request;
  const usableAt = await usableAtOf(context, tx, request);
  await context.payees.checkAllowed(tx, user, usableAt, { always: by.kind === 'program' });
}

/** Refuses recipients who cannot receive; only after the confirmation, so that accounts cannot be enumerated. */
function checkReceiver(receiver: Receiver): UserId | undefined {
  if (receiver.kind !== 'user') return undefined;
  const { user } = receiver;
  if (user === undefined || user.house) return refuse('recipient_unknown');
  if (user.status === 'frozen') refuse('recipient_frozen');
  return user.id;
}

async function worthOf({ ledger, price, btc }: OutflowContext, tx: Tx, currency: Currency, number: Amount) {
  const own = (await price(tx, currency)) ?? refuse('price_unavailable');
  const btcPrice = (await price(tx, await ledger.currency(tx, btc))) ?? refuse('price_unavailable');
  const usdt = worth(number, own);
  const prices = currency.id === btc ? undefined : { own, btc: btcPrice };
  const value = { usdt, btc: prices === undefined ? number : inBtc(usdt, prices.btc) };
  /** Text of a BTC amount in the currency, as the form shows limits. */
  const shown = (limit: Amount): string => format(limitIn(limit, prices, currency.decimals));
  return { value, shown };
}

/** Refuses a request beyond a limit of the rolling window. */
async function checkLimits(
  context: OutflowContext,
  tx: Tx,
  { user, kind, currency }: OutflowRequest,
  { value: next, shown }: Awaited<ReturnType<typeof worthOf>>,
): Promise<void> {
  const { ctx, policy, levelOf } = context;
  const level = await levelOf(tx, user);
  const moved = await store.movedSince(tx, user, ctx.clock.now() - policy.windowMs);
  const { cap, send: limit } = limitsOf(context, user, level);
  if (kind !== 'withdrawal' && !isWithin(limit, moved.sentUsdt, next.usdt))
    refuse('send_over_limit', { limit: format(limit), left: format(leftOf(limit, moved.sentUsdt)) });
  if (!isWithin(cap, moved.btc, next.btc))
    refuse('withdrawal_limit', {
      left: shown(leftOf(cap, moved.btc)),
      cap: shown(cap),
      currency: currency.code,
    });
}

/**
 * The single gate for money that leaves an account or changes hands. Refuses `account_frozen`, `outflow_paused`,
 * `outflow_protected`, `withdrawal_held`, `loan_called`, `loan_overdue`, `payment_disputed`, `payee_not_allowed`, `payee_cooling`, the refusals of `confirm`,
 * `first_payment_unconfirmed` (payments to users only; see the decision on first payments), `recipient_unknown`,
 * `recipient_frozen`, `price_unavailable`, `send_over_limit`, `withdrawal_limit`. Locks the account first, so that
 * requests of one account are counted one by one. An accepted request is counted, and its permit is valid for one
 * journal of this transaction.
 */
export async function mayMoneyLeave(
  context: OutflowContext,
  tx: Tx,
  request: OutflowRequest,
): Promise<Clearance> {
  const { user, by, receiver, currency, number } = request;
  const { protectedUntil } = await store.lockAccount(tx, user);
  await checkAccount(context, tx, request, protectedUntil);
  await context.checkLoans?.(tx, user);
  await checkDispute(context, tx, request);
  await checkAllowed(context, tx, request);
  if (by.kind === 'owner') await context.credentials.confirm(tx, user, by.confirmation);
  const keys = keysOf(nameOf(receiver));
  const isFirstPayment = !(await store.hasPaid(tx, user, keys));
  const mustAccept = receiver.kind === 'user' && by.kind === 'owner';
  if (isFirstPayment && mustAccept && !request.firstPaymentAccepted) refuse('first_payment_unconfirmed');
  const receivingUser = checkReceiver(receiver);
  const worthNow = await worthOf(context, tx, currency, number);
  const { value } = worthNow;
  await checkLimits(context, tx, request, worthNow);
  const at = context.ctx.clock.now();
  const id = await store.insertMovement(tx, {
    user,
    kind: request.kind,
    reference: request.reference,
    receiver: keys[0],
    currency: currency.id,
    number,
    ...value,
    firstPaymentAccepted: isFirstPayment ? request.firstPaymentAccepted : undefined,
    at,
  });
  const payee = receiver.kind === 'payee' ? receiver.payee.hashes[0].toString('hex') : undefined;
  await context.monitoring?.watch(tx, { kind: 'outflow', id, user, at, payee });
  const permit = context.issuePermit(tx, { user, receiver: receivingUser, currency: currency.id, number });
  return { permit, ...value, isFirstPayment, at };
}

/**
 * Confirms that the owner borrows, which puts money of the account at risk. Refuses what the gate refuses for the account as a
 * whole, and the refusals of `confirm`. Locks the account first.
 */
export async function confirmBorrowing(
  context: OutflowContext,
  tx: Tx,
  user: UserId,
  confirmation: Confirmation,
): Promise<void> {
  const { protectedUntil } = await store.lockAccount(tx, user);
  await checkAccount(context, tx, { user, by: { kind: 'owner', confirmation } }, protectedUntil);
  await context.credentials.confirm(tx, user, confirmation);
}

/**
 * Judges a payment for a sale that is open to everybody. It refuses as `mayMoneyLeave` does while the account is blocked, and it
 * needs the same confirmation; limits and lists of receivers do not apply, see the decision on NFTs.
 */
export async function mayPay(
  context: OutflowContext,
  tx: Tx,
  request: Pick<OutflowRequest, 'user' | 'by'>,
): Promise<void> {
  const { protectedUntil } = await store.lockAccount(tx, request.user);
  await checkAccount(context, tx, request, protectedUntil);
  if (request.by.kind === 'owner')
    await context.credentials.confirm(tx, request.user, request.by.confirmation);
}

export const isFirstPayment = async (db: Queries, user: UserId, name: ReceiverName): Promise<boolean> =>
  !(await store.hasPaid(db, user, keysOf(name)));
