import * as z from 'zod';
import { ACTIVITY_GROUPS } from './activity.ts';
import { get, post } from './call.ts';
import {
  currencyIdText,
  decimalText,
  momentText,
  oneOf,
  optional,
  pageOrCursorOf,
  paging,
  text,
  timeMs,
  timeText,
} from './scalars.ts';
import { ACCOUNT_NAMES } from './wallet-accounts.ts';
import type { AccountName } from './wallet-accounts.ts';

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
        /** Decimals of the amount in a list, rounded down; absent from servers of earlier versions. */
        display_decimals: z.number().optional(),
      } as {
        id: z.ZodNumber;
        currency: z.ZodNumber;
        currency_name: z.ZodString;
        usdt_price: typeof decimalText;
        display_decimals: z.ZodOptional<z.ZodNumber>;
      } & Record<`${N}_balance` | `lock_${N}_balance`, typeof decimalText>),
    ),
    usdt_totle: decimalText,
  });

type OwnBalance = `${AccountName}_balance` | `lock_${AccountName}_balance`;

/** Both balances by the field names of their account's row; those of the requested account are set. */
const ownBalances = Object.fromEntries(
  ACCOUNT_NAMES.flatMap((name) => [`${name}_balance`, `lock_${name}_balance`]).map((name) => [
    name,
    decimalText.optional(),
  ]),
) as Record<OwnBalance, z.ZodOptional<typeof decimalText>>;

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
  /** Key for `proofs/mine` to find the receipts of the movement; null if there are none. */
  proof: z.object({ kind: z.string(), subject: z.string() }).nullable(),
  created_time: timeText,
  created_ms: timeMs,
});

/** What holds an amount of a balance. */
export const HELD_REASONS = [
  'orders',
  'margin',
  'options',
  'earn',
  'dual',
  'launchpad',
  'loans',
  'withdrawals',
  'gifts',
  'nft',
  'disputes',
  'other',
] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/** Balances, bills, and values of currencies. */
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
    right: 'read',
    summary: 'Currencies of the exchange account with the own available balance.',
    input: z.object({}),
    reply: z.array(currency.extend({ change_balance: decimalText })),
  }),
  'wallet/list': post({
    who: 'user',
    effect: 'read',
    right: 'read',
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
    right: 'read',
    summary: 'One balance: the row of its account in `wallet/list`, with address and flags.',
    input: z.object({ currency: currencyIdText, type: optional(z.enum(ACCOUNT_NAMES)) }),
    reply: z.object(ownBalances).extend({
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
  'wallet/held': post({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'What holds the held amount of one balance, the largest part first.',
    perMinute: 30,
    input: z.object({ currency: currencyIdText, type: z.enum(ACCOUNT_NAMES) }),
    reply: z.object({
      /** Their sum is the held balance; null for an account with too many movements to add up. */
      parts: z.array(z.object({ reason: z.enum(HELD_REASONS), amount: decimalText })).nullable(),
    }),
    refusals: ['currency_unknown'],
  }),
  'wallet/legal_log': post({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Ledger entries of one account and currency, newest first; `count` goes up to 10,000.',
    input: z.object({ currency: optional(currencyIdText), type: optional(oneOf(1, 2, 3, 4)), ...paging }),
    reply: z.object({ list: z.array(entry), count: z.number(), limit: z.number() }),
  }),
  'wallet/bills': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'Every movement of the own accounts, newest first; filtered by account, currency, kind and time. Pages by number, or by `cursor` where new movements must not shift them; `total` goes up to 10,000.',
    input: z.object({
      type: optional(oneOf(1, 2, 3, 4)),
      currency: optional(currencyIdText),
      kind: optional(text(40)),
      from: optional(momentText),
      to: optional(momentText),
      cursor: optional(text(40)),
      ...paging,
    }),
    reply: pageOrCursorOf(entry),
  }),
  'wallet/bill_kinds': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: "Kinds of movement that bills can hold, with their names in the caller's language.",
    input: z.object({}),
    reply: z.array(z.object({ kind: z.string(), name: z.string() })),
  }),
  'wallet/bills_export': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'Bills as a file: CSV, XLSX, or the universal formats of Koinly and CoinTracking. At most 366 days and 100,000 rows.',
    perMinute: 10,
    input: z.object({
      format: z.enum(EXPORT_FORMATS),
      type: optional(oneOf(1, 2, 3, 4)),
      currency: optional(currencyIdText),
      kind: optional(text(40)),
      group: optional(z.enum(ACTIVITY_GROUPS)),
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
