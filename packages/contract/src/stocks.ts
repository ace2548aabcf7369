import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import {
  cursorPageOf,
  decimalText,
  limit,
  marketIdText,
  momentText,
  optional,
  priceText,
  rowId,
  text,
  timeMs,
  timeText,
} from './scalars.ts';

/** Corporate actions. */
export const STOCK_ACTION_KINDS = ['dividend', 'split'] as const;
export type StockActionKind = (typeof STOCK_ACTION_KINDS)[number];
export const STOCK_ACTION_STATES = ['planned', 'done', 'cancelled'] as const;
export type StockActionState = (typeof STOCK_ACTION_STATES)[number];

const action = z.object({
  id: z.number(),
  match_id: z.number(),
  symbol: z.string(),
  kind: z.enum(STOCK_ACTION_KINDS),
  /** Quote currency per share before tax; null for a split. */
  per_share: decimalText.nullable(),
  /** New shares for old shares of a split; null for a dividend. */
  ratio_new: z.number().nullable(),
  ratio_old: z.number().nullable(),
  state: z.enum(STOCK_ACTION_STATES),
  note: z.string(),
  effective_at: timeText,
  effective_ms: timeMs,
});

const session = z.object({ open_ms: timeMs, close_ms: timeMs, early: z.boolean() });
const wholeRatio = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((value) => /^[1-9][0-9]{0,3}$/.test(value))
  .transform(Number);

/** The trading calendar of stocks, and dividends and splits. */
export const stocks = {
  'stocks/calendar': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Whether stocks trade now, and the sessions of the coming days; days without one are closed.',
    input: z.object({}),
    reply: z.object({
      now_ms: timeMs,
      open: z.boolean(),
      sessions: z.array(session),
      /** New York dates without a session, without weekends. */
      holidays: z.array(z.string()),
    }),
  }),
  'stocks/actions': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Dividends and splits of a market (or of all), newest first.',
    input: z.object({ match_id: optional(marketIdText), limit: limit(100, 20) }),
    reply: z.array(action),
    refusals: ['market_unknown'],
  }),
  'stocks/entitlements': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'What dividends and splits did to the own shares, newest first.',
    input: z.object({ cursor: optional(rowId), limit: limit(100, 20) }),
    reply: cursorPageOf(
      action.extend({ quantity_before: decimalText, quantity_after: decimalText, paid: decimalText }),
    ),
  }),
  'console/stock_actions': get({
    who: desk.books,
    effect: 'read',
    summary: 'Dividends and splits with how many holders they reached.',
    input: z.object({ limit: limit(100, 50) }),
    reply: z.array(action.extend({ holders: z.number(), paid: decimalText, approval: z.number() })),
  }),
  'console/stock_action': post({
    who: desk.books,
    effect: 'write',
    summary:
      'Asks for a dividend or a split at a moment when stocks do not trade; a second person approves it.',
    input: z.object({
      match_id: marketIdText,
      kind: z.enum(STOCK_ACTION_KINDS),
      per_share: optional(priceText),
      ratio_new: optional(wholeRatio),
      ratio_old: optional(wholeRatio),
      effective_ms: momentText,
      note: text(200, 3),
      reason: text(200, 3),
    }),
    reply: z.object({ approval: z.number(), digest: z.string() }),
    refusals: ['market_unknown', 'stock_action_invalid', 'stock_action_time'],
  }),
  'console/stock_action_cancel': post({
    who: desk.books,
    effect: 'write',
    summary: 'Asks for a planned dividend or split to be called off; a second person approves it.',
    input: z.object({ id: rowId, reason: text(200, 3) }),
    reply: z.object({ approval: z.number(), digest: z.string() }),
    refusals: ['not_found', 'stock_action_decided'],
  }),
};
