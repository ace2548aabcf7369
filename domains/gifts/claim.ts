import { timingSafeEqual } from 'node:crypto';
import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { addressKey, countAttempts, personKey, refuseForNow } from '@karat/domains/identity';
import type { Allowance } from '@karat/domains/identity';
import { userAccount } from '@karat/domains/ledger';
import { maskedName } from '@karat/domains/payees';
import { sha256Hex } from '@karat/evidence';
import { format, negate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { DAY_MS, HOUR_MS, MINUTE_MS, readGiftCode } from '@karat/rules';
import type { GiftsDeps } from './deps.ts';
import { endGifts, lockByHash } from './store.ts';
import type { Gift } from './store.ts';

/** Codes that a user may try before waiting. */
const TRIES: Allowance = { free: 10, firstMs: MINUTE_MS, maxMs: HOUR_MS, forgetMs: DAY_MS };
/** Codes that may be tried from one network. */
const NETWORK_TRIES: Allowance = { ...TRIES, free: 40 };

export interface ClaimRequest {
  readonly receiver: UserId;
  /** Network address of the client. */
  readonly address: string;
  /** The code as it was typed. */
  readonly typed: string;
}

/** Counts a try in its own transaction, so that it stays when the claim is refused. Refuses `too_many_attempts`. */
async function countTry({ ctx }: GiftsDeps, { receiver, address }: ClaimRequest): Promise<void> {
  const attempts = [
    { key: personKey('gift', String(receiver)), allowance: TRIES },
    { key: addressKey('gift', address), allowance: NETWORK_TRIES },
  ];
  const wait = await ctx.db.apart((separate) => countAttempts(separate, attempts, ctx.clock.now()));
  if (wait > 0) refuseForNow(wait);
}

/** Locks the gift of a code; undefined if it cannot be claimed, whatever the reason. */
async function lockClaimable({ ctx }: GiftsDeps, tx: Tx, code: string): Promise<Gift | undefined> {
  const hash = Buffer.from(sha256Hex(code), 'hex');
  const gift = await lockByHash(tx, hash);
  if (!gift || !timingSafeEqual(gift.codeHash, hash)) return undefined;
  return gift.state === 'open' && gift.expiresMs > ctx.clock.now() ? gift : undefined;
}

async function notifyBoth(deps: GiftsDeps, tx: Tx, gift: Gift, receiver: UserId): Promise<void> {
  const people = await deps.users(tx, [gift.sender, receiver]);
  const nickname = (user: UserId): string => maskedName(people.find(({ id }) => id === user)?.nickname ?? '');
  const currency = await deps.ledger.currency(tx, gift.currency);
  const values = { amount: format(gift.number), coin: currency.code };
  await deps.messages.notifyAll(tx, [
    {
      user: gift.sender,
      kind: 'gifts:claimed',
      key: `gift:${gift.id}:claimed`,
      values: { ...values, nickname: nickname(receiver) },
    },
    {
      user: receiver,
      kind: 'gifts:received',
      key: `gift:${gift.id}:received`,
      values: { ...values, nickname: nickname(gift.sender) },
    },
  ]);
}

/**
 * Pays a gift to the user who has its code. Refuses `gift_code_invalid` for every code that cannot be claimed, so that a guesser
 * learns nothing; `gift_own`, `too_many_attempts`, `outflow_paused`, and `account_frozen` for the receiver.
 */
export async function claimGift(deps: GiftsDeps, tx: Tx, request: ClaimRequest): Promise<Gift> {
  const { receiver, typed } = request;
  await countTry(deps, request);
  const code = readGiftCode(typed) ?? refuse('gift_code_invalid');
  const gift = (await lockClaimable(deps, tx, code)) ?? refuse('gift_code_invalid');
  const { id, sender, currency, number } = gift;
  if (sender === receiver) refuse('gift_own');
  const permit = (await deps.outflow.permitGift(tx, { id, sender, receiver })) ?? refuse('gift_code_invalid');
  const at = deps.ctx.clock.now();
  const [claimed = gift] = await endGifts(tx, [id], { state: 'claimed', receiver }, at);
  await deps.ledger.post(tx, {
    key: `gift:${id}:claim`,
    kind: 'gift:claim',
    reference: String(id),
    at,
    permit,
    entries: [
      { account: userAccount(sender, 'change'), currency, held: negate(number) },
      { account: userAccount(receiver, 'change'), currency, available: number },
    ],
  });
  await notifyBoth(deps, tx, claimed, receiver);
  return claimed;
}
