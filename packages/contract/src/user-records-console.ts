import * as z from 'zod';
import { get } from './call.ts';
import { desk } from './desks.ts';
import {
  cursorPageOf,
  decimalText,
  limit,
  momentText,
  optional,
  text,
  timeMs,
  userIdText,
} from './scalars.ts';

/** Lists of a user's records; `orders` are those that have ended, `positions`, `options` and `purchases` are in every state. */
export const USER_RECORDS = [
  'open_orders',
  'orders',
  'trades',
  'positions',
  'options',
  'deposits',
  'withdrawals',
  'purchases',
] as const;
export type UserRecords = (typeof USER_RECORDS)[number];

/** Fields that a kind of record has no meaning for are null. */
const userRecord = z.object({
  id: z.number(),
  created_ms: timeMs,
  ended_ms: timeMs.nullable(),
  /** Symbol of the market, or code of the currency. */
  subject: z.string(),
  side: z.string().nullable(),
  /** Type of an order, role in a trade, mode and leverage, duration, network, or way to pay. */
  type: z.string(),
  state: z.string(),
  price: decimalText.nullable(),
  exit_price: decimalText.nullable(),
  amount: decimalText,
  amount_unit: z.string(),
  /** Filled amount of an order, closed lots of a position. */
  filled: decimalText.nullable(),
  /** Value of what was traded, realised profit of a position, return of an option. */
  total: decimalText.nullable(),
  total_unit: z.string(),
  fee: decimalText.nullable(),
  fee_unit: z.string(),
  detail: z.string(),
});

/** Times are unix ms, `from` included, `to` excluded. */
const filter = {
  uid: userIdText,
  records: z.enum(USER_RECORDS),
  from: optional(momentText),
  to: optional(momentText),
};

/** Orders, trades, positions, options, deposits, withdrawals and fiat purchases of a user. */
export const userRecordsConsole = {
  'console/user_records': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      'Records of a user, newest first, by the time of their creation; the look is written to the audit log.',
    input: z.object({ ...filter, cursor: optional(text(40)), limit: limit(100, 20) }),
    reply: cursorPageOf(userRecord),
    refusals: ['not_found'],
  }),
  'console/user_records_export': get({
    who: desk.books,
    effect: 'write',
    replyKind: 'file',
    perMinute: 10,
    summary:
      'Records of a user as CSV, newest first, at most 50,000; the export itself is written to the audit log.',
    input: z.object(filter),
    reply: z.unknown(),
    refusals: ['not_found', 'export_too_large'],
  }),
};
