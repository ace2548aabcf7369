import { refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { ZERO, format, minus, mulUp, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { keyedHash } from '@karat/platform/crypto';
import type { Queries, Tx } from '@karat/platform/db';
import { userAccount } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';
import { DEFAULT_SEND_LIMITS } from './deps.ts';
import type { Person, WalletDeps } from './deps.ts';
import { isPrecise, masked } from './rules.ts';
import { insertSend, lockSender, sentSince } from './send-store.ts';
import { freshPrice } from './valuation.ts';

const DAY_MS = 24 * 3_600_000;
const UID = /^[1-9][0-9]{0,15}$/;

/** What may still be sent within 24 hours, in USDT. */
export interface SendAllowance {
  readonly level: 0 | 1 | 2;
  readonly limit: Amount;
  readonly used: Amount;
  readonly left: Amount;
}

export async function allowance(deps: WalletDeps, db: Queries, user: UserId): Promise<SendAllowance> {
  const level = await deps.sending.levelOf(db, user);
  const limit = (deps.sendLimits ?? DEFAULT_SEND_LIMITS)[level];
  const used = await sentSince(db, user, deps.ctx.clock.now() - DAY_MS);
  return { level, limit, used, left: used < limit ? minus(limit, used) : ZERO };
}

/** A name for somebody who does not exist: always the same for the same words, and like that of a new account. */
function nobody(secret: Uint8Array, typed: string): string {
  if (UID.test(typed)) return masked(`K${typed}`);
  const digit = (keyedHash(secret, 'nobody', typed.toLowerCase())[0] ?? 0) % 10;
  return masked(`K0${digit}`);
}

/** The masked nickname behind a UID or e-mail; of nobody it reads alike. Refuses `recipient_self`. */
export async function nameOf(deps: WalletDeps, user: UserId, typed: string): Promise<string> {
  const found = await deps.sending.find(deps.ctx.db, typed);
  if (found?.id === user) refuse('recipient_self');
  return found && !found.house ? masked(found.nickname) : nobody(deps.sending.secret, typed);
}

export interface SendRequest {
  readonly from: UserId;
  readonly to: string;
  readonly currency: CurrencyId;
  readonly number: Amount;
  readonly note: string;
  readonly payPassword: string;
  readonly code?: string | undefined;
}

/**
 * Sends a coin of the change account to another user's, without a fee. Whether the recipient exists is told only to who has
 * confirmed with the pay password. Refuses `currency_disabled`, `amount_too_precise`, `recipient_self`, what confirming
 * refuses, `recipient_unknown` (also the house's own accounts), `recipient_frozen`, `price_unavailable`,
 * `send_over_limit` (rolling 24 hours), `insufficient_balance`.
 */
export async function send(
  deps: WalletDeps,
  tx: Tx,
  request: SendRequest,
): Promise<{ id: number; nickname: string }> {
  const { from, number, note } = request;
  const currency = await deps.ledger.currency(tx, request.currency);
  if (!currency.enabled || currency.kind !== 'coin') refuse('currency_disabled');
  if (!isPrecise(number, currency)) refuse('amount_too_precise', { decimals: currency.decimals });
  const found = await deps.sending.find(tx, request.to);
  if (found?.id === from) refuse('recipient_self');
  await lockSender(tx, from);
  const { payPassword, code } = request;
  await deps.sending.confirm(tx, from, { payPassword, code });
  if (!found || found.house) return refuse('recipient_unknown');
  if (found.status === 'frozen') refuse('recipient_frozen');
  const price = freshPrice(deps.prices, currency.id) ?? refuse('price_unavailable');
  const worth = mulUp(number, price);
  const { limit, used, left } = await allowance(deps, tx, from);
  if (plus(used, worth) > limit) refuse('send_over_limit', { limit: format(limit), left: format(left) });
  const at = deps.ctx.clock.now();
  const id = await insertSend(tx, { from, to: found.id, currency: currency.id, number, worth, note, at });
  await deps.ledger.post(tx, {
    key: `send:${id}`,
    kind: 'send',
    reference: String(id),
    at,
    entries: [
      { account: userAccount(from, 'change'), currency: currency.id, available: negate(number) },
      { account: userAccount(found.id, 'change'), currency: currency.id, available: number },
    ],
  });
  await tellBoth(deps, tx, { id, from, to: found, currency, number });
  return { id, nickname: masked(found.nickname) };
}

interface Sent {
  readonly id: number;
  readonly from: UserId;
  readonly to: Person;
  readonly currency: Currency;
  readonly number: Amount;
}

async function tellBoth({ sending }: WalletDeps, tx: Tx, sent: Sent): Promise<void> {
  const [sender] = await sending.users(tx, [sent.from]);
  const values = { amount: format(sent.number), coin: sent.currency.code };
  await sending.messages.tellAll(tx, [
    {
      user: sent.from,
      kind: 'wallet:sent',
      key: `send:${sent.id}:out`,
      values: { ...values, nickname: masked(sent.to.nickname), uid: String(sent.to.id) },
    },
    {
      user: sent.to.id,
      kind: 'wallet:received',
      key: `send:${sent.id}:in`,
      values: { ...values, nickname: masked(sender?.nickname ?? ''), uid: String(sent.from) },
    },
  ]);
}
