import { CORRECTION_REASONS, refuse } from '@karat/contract';
import type { Contract, CorrectionReason, CurrencyId, Read, Reply } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import {
  HOUSE_ACCOUNTS,
  HOUSE_SHARDS,
  accountTitle,
  houseAccount,
  mayGoNegative,
  ownerOf,
  userAccount,
} from '@karat/domains/ledger';
import type { AccountId, Currency, Ledger } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import { ZERO, amount, format, negate, parse, plus, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { requestApproval } from './approvals.ts';
import type { ApprovalView } from './approvals.ts';
import { correctionReasonTexts } from './correction-reasons.ts';
import type { ApprovalKind, Executor } from './operators.ts';
import { change, fact } from './presentation.ts';
import type { Present } from './presentation.ts';
import type { Payload } from './rules.ts';

/** Kind of the approval request. */
export const CORRECTION = 'ledger correction';

/** Booking and notice of a correction. */
export interface CorrectionPorts {
  readonly ledger: Pick<Ledger, 'post' | 'balance' | 'balances' | 'currencies' | 'currency'>;
  readonly messages: Pick<Messages, 'notify'>;
}

type CorrectionRequest = Read<Contract['operators']['console/correction']>;

/** House accounts and currencies that a correction may name. */
export async function correctionAccounts(
  ctx: Context,
  { ledger }: CorrectionPorts,
): Promise<Reply<Contract['operators']['console/correction_accounts']>> {
  const currencies = await ledger.currencies(ctx.db);
  return { house: [...HOUSE_ACCOUNTS], currencies: currencies.map(({ id, code }) => ({ id, code })) };
}

/** Of a house account in parts, returns the part with the highest balance. */
async function houseAccountOf(
  { ledger }: CorrectionPorts,
  db: Queries,
  name: string,
  currency: CurrencyId,
  field: string,
): Promise<AccountId> {
  const known = HOUSE_ACCOUNTS.find((one) => one === name) ?? refuse('value_invalid', { field });
  const shards = Array.from({ length: HOUSE_SHARDS }, (_, shard) => houseAccount(known, shard));
  const own = (await ledger.balances(db, shards)).filter((balance) => balance.currency === currency);
  const [fullest] = own.toSorted((a, b) => (a.available > b.available ? -1 : 1));
  return fullest?.account ?? houseAccount(known);
}

/** Returns the account to correct: a user's by UID and type, or a house account; exactly one of them. */
async function accountOf(
  ports: CorrectionPorts,
  db: Queries,
  request: CorrectionRequest,
): Promise<AccountId> {
  if (request.house !== undefined) {
    if (request.uid !== undefined) refuse('value_invalid', { field: 'uid, house' });
    return houseAccountOf(ports, db, request.house, request.currency, 'house');
  }
  if (request.uid === undefined) return refuse('value_invalid', { field: 'uid' });
  return userAccount(request.uid, request.account ?? refuse('value_invalid', { field: 'account' }));
}

/** Parses an amount, negative to remove; undefined if it is invalid. */
function signedAmount(text: string): Amount | undefined {
  const isNegative = text.startsWith('-');
  const value = parse(isNegative ? text.slice(1) : text);
  if (value === undefined) return undefined;
  return isNegative ? negate(amount(value)) : amount(value);
}

async function readAmount(
  { ledger }: CorrectionPorts,
  db: Queries,
  request: CorrectionRequest,
): Promise<Amount> {
  const { decimals } = await ledger.currency(db, request.currency);
  const signed = signedAmount(request.amount);
  if (signed === undefined) return refuse('value_invalid', { field: 'amount' });
  const right = signed !== ZERO && roundDown(signed, decimals) === signed;
  return right ? signed : refuse('value_invalid', { field: 'amount' });
}

/** Refuses a missing balance at the request already, not only at the approval. */
async function checkCovered(
  { ledger }: CorrectionPorts,
  db: Queries,
  account: AccountId,
  currency: Currency,
  change: Amount,
): Promise<void> {
  if (change > ZERO || mayGoNegative(account)) return;
  const { available } = await ledger.balance(db, account, currency.id);
  if (plus(available, change) < ZERO) refuse('insufficient_balance', { currency: currency.code });
}

/** The accounts of a correction with their balances before and after. */
const present =
  ({ ledger }: CorrectionPorts): Present =>
  async (db, payload) => {
    const currency = Number(payload['currency']) as CurrencyId;
    const by = signedAmount(String(payload['amount'])) ?? refuse('approval_stale');
    const { code } = await ledger.currency(db, currency);
    const balanceOf = async (account: AccountId, added: Amount) => {
      const { available } = await ledger.balance(db, account, currency);
      const text = (value: Amount): string => `${format(value)} ${code}`;
      return change(`Available of ${accountTitle(account)}`, text(available), text(plus(available, added)));
    };
    const account = Number(payload['account']) as AccountId;
    const counter = Number(payload['counter']) as AccountId;
    const owner = ownerOf(account);
    return {
      title: 'Correct a balance',
      subject: accountTitle(account),
      changes: [
        fact('Amount', `${format(by)} ${code}`),
        fact('Against', accountTitle(counter)),
        await balanceOf(account, by),
        await balanceOf(counter, negate(by)),
        fact('Reason', String(payload['reason'])),
      ],
      ...(owner.owner === 'house' ? {} : { user: owner.userId }),
    };
  };

/** Requests a correction; it is booked when another operator approves exactly this. */
export const requestCorrection = (
  ctx: Context,
  ports: CorrectionPorts,
  caller: OperatorCaller,
  request: CorrectionRequest,
): Promise<ApprovalView> =>
  ctx.db.transact(async (tx) => {
    const currency = await ports.ledger.currency(tx, request.currency);
    const change = await readAmount(ports, tx, request);
    const account = await accountOf(ports, tx, request);
    const counter = await houseAccountOf(ports, tx, request.counter, request.currency, 'counter');
    if (account === counter) refuse('value_invalid', { field: 'counter' });
    await checkCovered(ports, tx, account, currency, change);
    await checkCovered(ports, tx, counter, currency, negate(change));
    return requestApproval(ctx, tx, caller, {
      kind: CORRECTION,
      present: present(ports),
      subject: accountTitle(account),
      reason: request.note,
      payload: {
        account,
        account_name: accountTitle(account),
        counter,
        counter_name: accountTitle(counter),
        currency: currency.id,
        coin: currency.code,
        amount: format(change),
        reason: request.reason,
      },
    });
  });

const SEPARATOR = ':';
const isReason = (text: string | undefined): text is CorrectionReason =>
  CORRECTION_REASONS.some((reason) => reason === text);

/** Returns the reason of a correction from its journal reference: the reason in a language and the operator's note. */
export function correctionReason(reference: string, lang: Lang): string {
  const [, reason, ...note] = reference.split(SEPARATOR);
  if (!isReason(reason)) return '';
  return `${correctionReasonTexts[reason][lang]} ${note.join(SEPARATOR)}`.trim();
}

/** Books an approved correction and notifies the account's owner. */
const execute =
  (ctx: Context, { ledger, messages }: CorrectionPorts): Executor =>
  async (tx, payload: Payload, { approval, reason: note }) => {
    const account = Number(payload['account']) as AccountId;
    const counter = Number(payload['counter']) as AccountId;
    const currency = Number(payload['currency']) as CurrencyId;
    const change = signedAmount(String(payload['amount'])) ?? refuse('approval_stale');
    const reason = String(payload['reason']);
    await ledger.post(tx, {
      key: `correction:${approval}`,
      kind: 'correction',
      at: ctx.clock.now(),
      reference: [approval, reason, note].join(SEPARATOR),
      entries: [
        { account, currency, available: change },
        { account: counter, currency, available: negate(change) },
      ],
    });
    const who = ownerOf(account);
    if (who.owner === 'house') return;
    const signed = change > ZERO ? `+${format(change)}` : format(change);
    await messages.notify(tx, {
      user: who.userId,
      kind: 'operators:correction',
      key: `correction:${approval}`,
      values: { amount: signed, coin: String(payload['coin']), reason, note },
    });
  };

/** Presentation and effect of a correction. */
export const correctionKind = (ctx: Context, ports: CorrectionPorts): ApprovalKind => ({
  present: present(ports),
  execute: execute(ctx, ports),
});
