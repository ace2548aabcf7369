import * as z from 'zod';
import { get, post } from './call.ts';
import {
  amountText,
  cursorPageOf,
  currencyIdText,
  decimalText,
  limit,
  momentText,
  oneOf,
  optional,
  pageOf,
  paging,
  text,
  timeMs,
  timeText,
} from './scalars.ts';

export const ACCOUNT_NAMES = ['legal', 'change', 'lever', 'micro'] as const;
/** An account of a user by the wire's field name. */
export type AccountName = (typeof ACCOUNT_NAMES)[number];
/** The wire's numbers: 1 legal, 2 change, 3 lever, 4 micro. */
export const ACCOUNT_TYPES = { legal: 1, change: 2, lever: 3, micro: 4 } as const;

const currency = z.object({
  id: z.number(),
  name: z.string(),
  title: z.string(),
  kind: z.enum(['coin', 'fiat', 'stock']),
  decimals: z.number(),
  logo: z.string(),
  price: decimalText.nullable(),
});

const balanceOf = <N extends AccountName>(name: N) =>
  z.object({
    balance: z.array(
      z.object({
        id: z.number(),
        currency: z.number(),
        currency_name: z.string(),
        [`${name}_balance`]: decimalText,
        [`lock_${name}_balance`]: decimalText,
        usdt_price: decimalText,
      } as {
        id: z.ZodNumber;
        currency: z.ZodNumber;
        currency_name: z.ZodString;
        usdt_price: typeof decimalText;
      } & Record<`${N}_balance` | `lock_${N}_balance`, typeof decimalText>),
    ),
    usdt_totle: decimalText,
  });

export const EXPORT_FORMATS = ['csv', 'xlsx', 'koinly', 'cointracking'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const entry = z.object({
  id: z.number(),
  journal_id: z.number(),
  value: decimalText,
  held: decimalText,
  info: z.string(),
  kind: z.string(),
  type: z.number(),
  currency: z.number(),
  currency_name: z.string(),
  before: decimalText,
  after: decimalText,
  /** By what `proofs/mine` finds the receipts of what moved it; null where there are none. */
  proof: z.object({ kind: z.string(), subject: z.string() }).nullable(),
  created_time: timeText,
  created_ms: timeMs,
});

export const wallet = {
  'currency/list': get({
    who: 'visitor',
    effect: 'read',
    summary: 'All currencies with their decimals and price in USDT.',
    input: z.object({}),
    reply: z.array(currency),
  }),
  'currency/user_currency_list': get({
    who: 'user',
    effect: 'read',
    summary: 'Currencies of the exchange account with the own available balance.',
    input: z.object({}),
    reply: z.array(currency.extend({ change_balance: decimalText })),
  }),
  'wallet/list': post({
    who: 'user',
    effect: 'read',
    summary: 'Balances of the four accounts with their worth in USDT.',
    input: z.object({}),
    reply: z.object({
      legal_wallet: balanceOf('legal'),
      change_wallet: balanceOf('change'),
      lever_wallet: balanceOf('lever'),
      micro_wallet: balanceOf('micro'),
    }),
  }),
  'wallet/detail': post({
    who: 'user',
    effect: 'read',
    summary: 'One balance.',
    input: z.object({ currency: currencyIdText, type: optional(z.enum(ACCOUNT_NAMES)) }),
    reply: z.object({
      id: z.number(),
      currency: z.number(),
      currency_name: z.string(),
      type: z.enum(ACCOUNT_NAMES),
      balance: decimalText,
      lock_balance: decimalText,
      usdt_price: decimalText,
      address: z.string().nullable(),
      is_recharge: z.boolean(),
      is_withdraw: z.boolean(),
      is_transfer: z.boolean(),
    }),
    refusals: ['currency_unknown'],
  }),
  'wallet/legal_log': post({
    who: 'user',
    effect: 'read',
    summary: 'Ledger entries of one account and currency, newest first; `count` goes up to 10,000.',
    input: z.object({ currency: optional(currencyIdText), type: optional(oneOf(1, 2, 3, 4)), ...paging }),
    reply: z.object({ list: z.array(entry), count: z.number(), limit: z.number() }),
  }),
  'wallet/bills': get({
    who: 'user',
    effect: 'read',
    summary:
      'Every movement of the own accounts, newest first; filtered by account, currency, kind and time.',
    input: z.object({
      type: optional(oneOf(1, 2, 3, 4)),
      currency: optional(currencyIdText),
      kind: optional(text(40)),
      from: optional(momentText),
      to: optional(momentText),
      cursor: optional(text(40)),
      limit: limit(100, 20),
    }),
    reply: cursorPageOf(entry),
  }),
  'wallet/bill_kinds': get({
    who: 'user',
    effect: 'read',
    summary: "Kinds of movement that bills can hold, with their names in the caller's language.",
    input: z.object({}),
    reply: z.array(z.object({ kind: z.string(), name: z.string() })),
  }),
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
    refusals: [
      'insufficient_balance',
      'currency_unknown',
      'currency_disabled',
      'same_account',
      'amount_too_precise',
    ],
  }),
  'wallet/hzhistory': get({
    who: 'user',
    effect: 'read',
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
    summary: 'Prices of two coins in USDT and the fee of converting one into the other.',
    input: z.object({ from_currency_id: currencyIdText, to_currency_id: currencyIdText }),
    reply: z.object({ form_price: decimalText, to_price: decimalText, fee: decimalText }),
    refusals: ['currency_unknown', 'currency_disabled', 'same_currency', 'price_unavailable'],
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
      /** Of `user/getTransferQuote`: its prices hold until it expires, once. */
      quote_id: optional(text(64)),
    }),
    reply: z.object({ id: z.number(), paid: decimalText, fee: decimalText, received: decimalText }),
    refusals: [
      'insufficient_balance',
      'currency_unknown',
      'currency_disabled',
      'same_currency',
      'price_unavailable',
      'amount_too_precise',
      'amount_below_minimum',
      'conversion_limited',
      'quote_expired',
      'quote_used',
      'quote_differs',
    ],
  }),
  'user/getTransferQuote': post({
    who: 'user',
    effect: 'write',
    summary:
      'Locks the prices of a conversion for ten seconds; a further quote takes the place of the one before.',
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
    refusals: [
      'currency_unknown',
      'currency_disabled',
      'same_currency',
      'price_unavailable',
      'amount_too_precise',
      'amount_below_minimum',
    ],
  }),
  'user/getTransferList': post({
    who: 'user',
    effect: 'read',
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
    input: z.object({ to: text(254, 1) }),
    reply: z.object({ nickname: z.string() }),
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
    input: z.object({
      to: text(254, 1),
      currency_id: currencyIdText,
      number: amountText,
      note: optional(text(60)),
      pay_password: z.string().max(128),
      code: optional(text(20)),
    }),
    reply: z.object({ id: z.number(), nickname: z.string() }),
    refusals: [
      'insufficient_balance',
      'currency_unknown',
      'currency_disabled',
      'amount_too_precise',
      'price_unavailable',
      'recipient_unknown',
      'recipient_self',
      'recipient_frozen',
      'send_over_limit',
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
  'wallet/bills_export': get({
    who: 'user',
    effect: 'read',
    summary:
      'Bills as a file: CSV, XLSX, or the universal formats of Koinly and CoinTracking. At most 366 days and 100,000 rows.',
    perMinute: 10,
    input: z.object({
      format: z.enum(EXPORT_FORMATS),
      type: optional(oneOf(1, 2, 3, 4)),
      currency: optional(currencyIdText),
      kind: optional(text(40)),
      from: optional(momentText),
      to: optional(momentText),
    }),
    reply: z.object({ name: z.string(), type: z.string(), body: z.unknown() }),
    replyKind: 'file',
    refusals: ['export_range', 'export_too_large'],
  }),
  fiat_rates: get({
    who: 'visitor',
    effect: 'read',
    summary: 'Fiat currencies with their rate against the US dollar.',
    input: z.object({}),
    reply: z.object({
      data: z.array(z.object({ currency_code: z.string(), symbol: z.string(), rate: decimalText })),
      saved_ms: timeMs.nullable(),
      source: z.string(),
    }),
  }),
  'wallet/getRateCurrency': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Price of a currency in USDT.',
    input: z.object({ id: currencyIdText }),
    reply: z.object({ id: z.number(), name: z.string(), price: decimalText }),
    refusals: ['currency_unknown', 'price_unavailable'],
  }),
};
