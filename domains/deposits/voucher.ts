import { VOUCHER_STATUS, refuse } from '@karat/contract';
import type { CurrencyId, UserId, VoucherReason } from '@karat/contract';
import { stoppedUses } from '@karat/domains/currencies';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { AccountId, Currency } from '@karat/domains/ledger';
import { requestApproval, change, fact } from '@karat/domains/operators';
import type { ApprovalKind, Executor, Payload, Present } from '@karat/domains/operators';
import { format, isMultipleOf, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { append } from '@karat/platform/audit';
import { isUniqueViolation, lockFor } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import type { ResolvedDeps } from './deps.ts';
import * as store from './voucher-store.ts';
import type { Voucher } from './voucher-store.ts';

export const VOUCHER_CREDIT = 'voucher credit';
/** Maximum number of pending vouchers per user. */
const OPEN_MAX = 5;
const DECIMALS = 10;

/** Returns true if a currency can be deposited by voucher: fiat and coins, not stocks. */
export const takesVouchers = ({ enabled, kind }: Currency): boolean => enabled && kind !== 'stock';

export interface VoucherRequest {
  readonly userId: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  /** The account that the payment came from, or the picture's address if the client sends only that. */
  readonly account: string;
  readonly image: string | undefined;
}

/**
 * Stores a voucher for review. Refuses `deposit_unavailable`, `amount_too_precise`, `image_invalid` (another user's
 * picture), `vouchers_open`. A voucher without a picture is stored, but cannot be credited.
 */
export async function sendVoucher(deps: ResolvedDeps, request: VoucherRequest): Promise<number> {
  const { ctx, ledger, files, messages } = deps;
  const currency = await ledger.currency(ctx.db, request.currency);
  const isStopped = (await stoppedUses(ctx.db)).has(currency.code, 'deposit');
  if (!takesVouchers(currency) || isStopped) refuse('deposit_unavailable');
  if (!isMultipleOf(request.amount, 10n ** BigInt(DECIMALS - currency.decimals))) {
    refuse('amount_too_precise', { decimals: currency.decimals });
  }
  const { userId, account } = request;
  const image = request.image ?? (account.startsWith('/files/') ? account : undefined);
  return ctx.db.transact(async (tx) => {
    const file = image === undefined ? undefined : await files.owned(tx, image, userId);
    if (image !== undefined && !file) refuse('image_invalid');
    await lockFor(tx, 'vouchers', userId);
    if ((await store.countOpen(tx, userId)) >= OPEN_MAX) refuse('vouchers_open', { max: OPEN_MAX });
    const id = await store.insertVoucher(tx, {
      userId,
      currency: currency.id,
      amount: request.amount,
      account,
      at: ctx.clock.now(),
      image: image ?? null,
      imageHash: file?.sha256 ?? null,
    });
    await messages.notify(tx, {
      user: userId,
      kind: 'deposits:voucher_received',
      key: `voucher:${id}:received`,
      values: { amount: format(request.amount), coin: currency.code },
    });
    return id;
  });
}

/** Returns a voucher that is still pending. */
async function undecided(tx: Tx, id: number): Promise<Voucher> {
  const voucher = (await store.lockVoucher(tx, id)) ?? refuse('voucher_unknown');
  if (voucher.status !== VOUCHER_STATUS.pending) refuse('voucher_decided');
  return voucher;
}

/** Checks that a voucher can be credited: its picture was not credited before. */
async function creditable(tx: Tx, id: number): Promise<Voucher> {
  const voucher = await undecided(tx, id);
  if (voucher.imageHash === null) refuse('voucher_without_image');
  const twin = await store.approvedTwin(tx, voucher);
  if (twin !== undefined) refuse('voucher_duplicate', { id: twin });
  return voucher;
}

const payloadOf = (voucher: Voucher, currency: Currency): Payload => ({
  voucher: voucher.id,
  uid: voucher.userId,
  amount: format(voucher.amount),
  currency: currency.code,
  picture: voucher.imageHash?.toString('hex') ?? '',
});

const STATES = ['', 'waits', 'credited', 'sent back'];
/** Returns the account that a voucher in a currency credits. */
const accountOf = ({ userId }: Voucher, { kind }: Currency): AccountId =>
  userAccount(userId, kind === 'fiat' ? 'legal' : 'change');

const present =
  ({ ledger }: ResolvedDeps): Present =>
  async (db, payload) => {
    const voucher = (await store.voucherById(db, Number(payload['voucher']))) ?? refuse('voucher_unknown');
    const currency = await ledger.currency(db, voucher.currency);
    const { available } = await ledger.balance(db, accountOf(voucher, currency), currency.id);
    const text = (value: Amount): string => `${format(value)} ${currency.code}`;
    return {
      title: 'Credit a deposit by voucher',
      subject: `Voucher ${voucher.id}`,
      user: voucher.userId,
      changes: [
        change('Voucher', STATES[voucher.status] ?? '', 'credited'),
        change('Available', text(available), text(plus(available, voucher.amount))),
        fact('Amount', text(voucher.amount)),
        fact('Paid from', voucher.account),
        fact('Picture (SHA-256)', String(payload['picture'])),
      ],
    };
  };

/** Requests the approval of a credit with exact user, amount and picture. Returns the request's id. */
export const requestCredit = (
  deps: ResolvedDeps,
  caller: OperatorCaller,
  id: number,
  reason: string,
): Promise<number> =>
  deps.ctx.db.transact(async (tx) => {
    const voucher = await creditable(tx, id);
    const currency = await deps.ledger.currency(tx, voucher.currency);
    const request = {
      kind: VOUCHER_CREDIT,
      present: present(deps),
      subject: `voucher ${id}`,
      payload: payloadOf(voucher, currency),
      reason,
    };
    const { id: approval } = await requestApproval(deps.ctx, tx, caller, request);
    await store.saveApprovalId(tx, id, approval);
    return approval;
  });

/** Credits a voucher that two operators approved. Refuses as stale if it changed since the request. */
const execute =
  (deps: ResolvedDeps): Executor =>
  async (tx, payload) => {
    const { ctx, ledger, messages } = deps;
    const voucher = await creditable(tx, Number(payload['voucher']));
    const currency = await ledger.currency(tx, voucher.currency);
    const now = payloadOf(voucher, currency);
    if (Object.keys(now).some((field) => now[field] !== payload[field])) refuse('approval_stale');
    const at = ctx.clock.now();
    try {
      await tx.savepoint(() =>
        store.decideVoucher(tx, voucher.id, { status: VOUCHER_STATUS.approved, reason: null, note: '', at }),
      );
    } catch (failure) {
      // Of two concurrent vouchers with one proof the unique index admits one.
      if (isUniqueViolation(failure)) refuse('voucher_duplicate', { id: voucher.id });
      throw failure;
    }
    const account = accountOf(voucher, currency);
    await ledger.post(tx, {
      key: `voucher:${voucher.id}`,
      kind: 'deposit:voucher',
      reference: String(voucher.id),
      at,
      entries: [
        { account: houseAccount('external'), currency: currency.id, available: negate(voucher.amount) },
        { account, currency: currency.id, available: voucher.amount },
      ],
    });
    await messages.notify(tx, {
      user: voucher.userId,
      kind: 'deposits:voucher_approved',
      key: `voucher:${voucher.id}:approved`,
      values: { amount: format(voucher.amount), coin: currency.code },
    });
  };

/** Presentation and effect of a voucher approval. */
export const voucherCredit = (deps: ResolvedDeps): ApprovalKind => ({
  present: present(deps),
  execute: execute(deps),
});

/** Rejects a voucher. Refuses `reason_required` for `other` without a note. */
export async function rejectVoucher(
  deps: ResolvedDeps,
  caller: OperatorCaller,
  { id, reason, note }: { readonly id: number; readonly reason: VoucherReason; readonly note: string },
): Promise<void> {
  const { ctx, ledger, messages } = deps;
  if (reason === 'other' && note === '') refuse('reason_required');
  await ctx.db.transact(async (tx) => {
    const voucher = await undecided(tx, id);
    const currency = await ledger.currency(tx, voucher.currency);
    const at = ctx.clock.now();
    await store.decideVoucher(tx, id, { status: VOUCHER_STATUS.rejected, reason, note, at });
    await append(tx, {
      actor: caller.login,
      action: 'reject voucher',
      subject: `voucher ${id}`,
      detail: { reason, note },
      at,
    });
    await messages.notify(tx, {
      user: voucher.userId,
      kind: 'deposits:voucher_rejected',
      key: `voucher:${id}:rejected`,
      values: { amount: format(voucher.amount), coin: currency.code, reason, note },
    });
  });
}
