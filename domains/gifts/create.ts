import { stoppedUses } from '@karat/domains/currencies';
import { refuse, wireTime } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import type { Confirmation } from '@karat/domains/credentials';
import { userAccount } from '@karat/domains/ledger';
import { format, negate, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import { violatedConstraint } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import type { GiftsDeps } from './deps.ts';
import { countOpen, insertGift } from './store.ts';
import type { Gift } from './store.ts';

/** Open gifts of one user. */
const OPEN_MAX = 50;

export interface GiftRequest {
  readonly sender: UserId;
  readonly currency: CurrencyId;
  readonly number: Amount;
  readonly days: number;
  readonly note: string;
  /** SHA-256 of the code, hex. */
  readonly codeHash: string;
  readonly confirmation: Confirmation;
}

/** Stores the gift. Refuses `gift_code_known` for a hash that exists: the client creates another code. */
async function insertNew({ ctx }: GiftsDeps, tx: Tx, request: GiftRequest): Promise<Gift> {
  const { sender, currency, number, note, days, codeHash } = request;
  const createdMs = ctx.clock.now();
  const expiresMs = createdMs + days * DAY_MS;
  try {
    return await tx.savepoint(() =>
      insertGift(tx, {
        sender,
        codeHash: Buffer.from(codeHash, 'hex'),
        currency,
        number,
        note,
        createdMs,
        expiresMs,
      }),
    );
  } catch (error) {
    if (violatedConstraint(error) === 'gifts_codes_code_hash_key') refuse('gift_code_known');
    throw error;
  }
}

/**
 * Holds an amount of the sender's change account for the user who claims it with the code. Refuses `currency_disabled`,
 * `amount_too_precise`, `gift_code_known`, what the gate of outgoing money refuses, `gifts_max`, `insufficient_balance`.
 */
export async function createGift(deps: GiftsDeps, tx: Tx, request: GiftRequest): Promise<Gift> {
  const { ledger, outflow, messages } = deps;
  const { sender, number, confirmation } = request;
  const currency = await ledger.currency(tx, request.currency);
  const isStopped = (await stoppedUses(tx)).has(currency.code, 'send');
  if (!currency.enabled || currency.kind !== 'coin' || isStopped) refuse('currency_disabled');
  if (roundDown(number, currency.decimals) !== number)
    refuse('amount_too_precise', { decimals: currency.decimals });
  const gift = await insertNew(deps, tx, request);
  const { permit } = await outflow.mayMoneyLeave(tx, {
    kind: 'gift',
    reference: gift.id,
    user: sender,
    by: { kind: 'owner', confirmation },
    receiver: { kind: 'gift', id: gift.id },
    currency,
    number,
    firstPaymentAccepted: false,
  });
  // The gate holds the lock of the account, so that parallel requests count each other.
  if ((await countOpen(tx, sender)) > OPEN_MAX) refuse('gifts_max', { max: OPEN_MAX });
  await ledger.post(tx, {
    key: `gift:${gift.id}:hold`,
    kind: 'gift:hold',
    reference: String(gift.id),
    at: gift.createdMs,
    permit,
    entries: [
      {
        account: userAccount(sender, 'change'),
        currency: currency.id,
        available: negate(number),
        held: number,
      },
    ],
  });
  await messages.notifyAll(tx, [
    {
      user: sender,
      kind: 'gifts:created',
      key: `gift:${gift.id}:created`,
      values: { amount: format(number), coin: currency.code, time: wireTime(gift.expiresMs) },
    },
  ]);
  return gift;
}
