import * as z from 'zod';
import { get, post } from './call.ts';
import { confirmationRefusals } from './pay-password.ts';
import { oneTime } from './identity.ts';
import {
  amountText,
  currencyIdText,
  decimalText,
  flag,
  optional,
  pageOf,
  paging,
  text,
  timeMs,
  timeText,
} from './scalars.ts';
import { ACCOUNT_NAMES } from './wallet-accounts.ts';
import { conversionPairRefusals, outgoingRefusals, spentAmountRefusals } from './refusal-groups.ts';

/** Transfers between the caller's accounts, conversions, and payments to other users. */
export const transfers = {
  'wallet/change': post({
    who: 'user',
    effect: 'money',
    summary: 'Moves money between the own accounts, without a fee.',
    input: z.object({
      currency_id: currencyIdText,
      number: amountText,
      from_field: z.enum(ACCOUNT_NAMES),
      to_field: z.enum(ACCOUNT_NAMES),
    }),
    reply: z.object({ id: z.number() }),
    refusals: [...spentAmountRefusals, 'same_account'],
  }),
  'wallet/hzhistory': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Transfers between the own accounts, newest first.',
    input: z.object(paging),
    reply: pageOf(
      z.object({
        id: z.number(),
        currency: z.number(),
        currency_name: z.string(),
        number: decimalText,
        from_field: z.enum(ACCOUNT_NAMES),
        to_field: z.enum(ACCOUNT_NAMES),
        created_at: timeText,
        created_ms: timeMs,
      }),
    ),
  }),
  'user/getTransferFee': post({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Prices of two coins in USDT and the fee of converting one into the other.',
    input: z.object({ from_currency_id: currencyIdText, to_currency_id: currencyIdText }),
    reply: z.object({ form_price: decimalText, to_price: decimalText, fee: decimalText }),
    refusals: conversionPairRefusals,
  }),
  'user/Transfer': post({
    who: 'user',
    effect: 'money',
    summary:
      'Converts a coin of the exchange account into another at the index; the fee comes on top of the source.',
    input: z.object({
      number: amountText,
      from_currency_id: currencyIdText,
      to_currency_id: currencyIdText,
      /** From `user/getTransferQuote`: its prices hold until it expires, once. */
      quote_id: optional(text(64)),
    }),
    reply: z.object({ id: z.number(), paid: decimalText, fee: decimalText, received: decimalText }),
    refusals: [
      ...spentAmountRefusals,
      'same_currency',
      'price_unavailable',
      'amount_below_minimum',
      'conversion_limited',
      'quote_expired',
      'quote_used',
      'quote_differs',
      'quote_moved',
    ],
  }),
  'user/getTransferQuote': post({
    who: 'user',
    effect: 'write',
    summary:
      'Locks the prices of a conversion for ten seconds, while the index stays within the fee of them; a further quote takes the place of the one before. Quotes are limited in number.',
    input: z.object({ number: amountText, from_currency_id: currencyIdText, to_currency_id: currencyIdText }),
    reply: z.object({
      quote_id: z.string(),
      number: decimalText,
      form_price: decimalText,
      to_price: decimalText,
      fee: decimalText,
      fee_amount: decimalText,
      paid: decimalText,
      received: decimalText,
      expires_ms: timeMs,
      lives_ms: z.number(),
    }),
    refusals: [...conversionPairRefusals, 'amount_too_precise', 'amount_below_minimum', 'quote_limit'],
  }),
  'user/getTransferList': post({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Conversions, newest first.',
    input: z.object(paging),
    reply: pageOf(
      z.object({
        id: z.number(),
        from_currency_id: z.number(),
        from_currency_name: z.string(),
        to_currency_id: z.number(),
        to_currency_name: z.string(),
        number: decimalText,
        fee: decimalText,
        received: decimalText,
        form_price: decimalText,
        to_price: decimalText,
        created_at: timeText,
        created_ms: timeMs,
      }),
    ),
  }),
  'wallet/recipient': post({
    who: 'verified',
    effect: 'read',
    summary:
      'The masked nickname behind a UID or e-mail; of nobody it reads alike, so that accounts cannot be searched for.',
    perMinute: 20,
    rateClass: 'recipient',
    input: z.object({ to: text(254, 1) }),
    reply: z.object({
      nickname: z.string(),
      /** Is true if the caller has never paid this user: the app shows a warning, which `wallet/send` must accept. */
      first_payment: z.boolean(),
    }),
    refusals: ['recipient_self'],
  }),
  'wallet/send_limits': get({
    who: 'user',
    effect: 'read',
    summary: 'What may be sent to other users in 24 hours, worth in USDT, and how much of it is left.',
    input: z.object({}),
    reply: z.object({ level: z.number(), limit: decimalText, used: decimalText, left: decimalText }),
  }),
  'wallet/send': post({
    who: 'verified',
    effect: 'money',
    summary: 'Sends a coin of the exchange account to the exchange account of another user, without a fee.',
    perMinute: 20,
    rateClass: 'recipient',
    input: z.object({
      to: text(254, 1),
      currency_id: currencyIdText,
      number: amountText,
      note: optional(text(60)),
      pay_password: z.string().max(128),
      code: optional(oneTime),
      /** The caller confirms that they know the recipient; required for the first payment. */
      first_payment_ok: optional(flag),
    }),
    proofs: ['pay_password', 'code'],
    reply: z.object({ id: z.number(), nickname: z.string() }),
    refusals: [
      ...outgoingRefusals,
      'payment_disputed',
      ...spentAmountRefusals,
      ...confirmationRefusals,
      'recipient_unknown',
      'recipient_self',
      'recipient_frozen',
      'send_over_limit',
      'first_payment_unconfirmed',
    ],
  }),
  'wallet/sends': get({
    who: 'user',
    effect: 'read',
    summary: 'What was sent to and received from other users, newest first.',
    input: z.object({ direction: optional(z.enum(['in', 'out'])), ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        direction: z.enum(['in', 'out']),
        uid: z.number(),
        nickname: z.string(),
        currency: z.number(),
        currency_name: z.string(),
        number: decimalText,
        note: z.string(),
        created_at: timeText,
        created_ms: timeMs,
      }),
    ),
  }),
};
