import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { decimalText, marketIdText, optional, text } from './scalars.ts';
import { changeRefusals } from './refusal-groups.ts';

const marketRow = z.object({
  match_id: z.number(),
  symbol: z.string(),
  kind: z.enum(['coin', 'stock']),
  state: z.enum(['open', 'cancel_only', 'halted']),
  maker_fee: decimalText,
  taker_fee: decimalText,
  band: decimalText,
  min_notional: decimalText,
  now_price: decimalText,
  index_price: decimalText.nullable(),
  stale: z.boolean(),
  /** Price sources disagree: index suspended. */
  broken: z.boolean(),
  open_orders: z.number(),
});

/** Markets and the market maker bots. */
export const marketConsole = {
  'console/markets': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Markets with state, fees and index.',
    input: z.object({}),
    reply: z.array(marketRow),
  }),
  'console/market_change': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Asks for a change of fees of a market; a second operator approves.',
    input: z.object({
      match_id: marketIdText,
      maker_fee: optional(text(20)),
      taker_fee: optional(text(20)),
      reason: text(500, 3),
    }),
    reply: approval,
    refusals: [...changeRefusals, 'market_unknown'],
  }),
  'console/bots': get({
    who: desk.anyone,
    effect: 'read',
    summary: "The house's market makers and taker bots with their accounts.",
    input: z.object({}),
    reply: z.array(
      z.object({
        name: z.string(),
        role: z.enum(['maker', 'taker']),
        uid: z.number(),
        running: z.boolean(),
        open_orders: z.number(),
        paused: z.boolean(),
      }),
    ),
  }),
};
