import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { amountText, decimalText, marketIdText, optional, rowId, text, timeMs } from './scalars.ts';
import { changeRefusals } from './refusal-groups.ts';

/** A new value of a parameter; read exactly where it is used. */
const parameter = optional(text(40));
const approval = z.object({ id: z.number(), state: z.string() });

const contractMarket = z.object({
  match_id: z.number(),
  symbol: z.string(),
  /** Setting of operators for contracts: all, closing only, or nothing. */
  state: z.enum(['open', 'close_only', 'halted']),
  /** Present state, with the market's own state, its hours and the age of its index. */
  now: z.enum(['open', 'close_only', 'halted', 'closed', 'stale']),
  index_price: decimalText.nullable(),
  spread: decimalText,
  overnight: decimalText,
  lever_share_num: decimalText,
  lever_trade_fee: decimalText,
  lever_min_share: decimalText,
  lever_max_share: decimalText,
  multiples: z.array(z.number()),
  /** Maximum net exposure of all users, in quote. */
  net_cap: decimalText,
  /** Maximum of both sides together, in quote. */
  gross_cap: decimalText,
  /** Maximum of one user in this market, in quote. */
  user_cap: decimalText,
  /** Open positions and pending orders. */
  positions: z.number(),
  pending: z.number(),
  long_notional: decimalText,
  short_notional: decimalText,
  net_notional: decimalText,
  gross_notional: decimalText,
  /** Unrealised profit of users' positions; the house account has the opposite. */
  users_unrealised: decimalText,
  version: z.number(),
});

/** Contract markets, their funds and limits, for operators. */
export const contractsConsole = {
  'console/contracts': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Contract markets with their parameters, caps and exposure.',
    input: z.object({}),
    reply: z.array(contractMarket),
  }),
  'console/contract_funds': get({
    who: desk.books,
    effect: 'read',
    summary: "The counterparty's pool and the insurance fund with what they paid lately.",
    input: z.object({}),
    reply: z.object({
      pool: decimalText,
      insurance: decimalText,
      users_unrealised: decimalText,
      margins: decimalText,
      positions: z.number(),
      accounts_at_risk: z.number(),
      day: z.object({
        liquidations: z.number(),
        insurance_paid: decimalText,
        fees: decimalText,
        overnight: decimalText,
        users_realised: decimalText,
      }),
      payments: z.array(
        z.object({
          position_id: z.number(),
          uid: z.number(),
          symbol: z.string(),
          amount: decimalText,
          created_ms: timeMs,
        }),
      ),
    }),
  }),
  'console/contract_change': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for other parameters, caps or another state of a contract market; a second operator approves.',
    input: z.object({
      match_id: marketIdText,
      spread: parameter,
      overnight: parameter,
      lever_trade_fee: parameter,
      lever_min_share: parameter,
      lever_max_share: parameter,
      /** Comma-separated, `1,2,5,10`. */
      multiples: optional(text(200)),
      net_cap: parameter,
      gross_cap: parameter,
      user_cap: parameter,
      reason: text(500, 3),
    }),
    reply: approval,
    refusals: [...changeRefusals, 'market_unknown'],
  }),
  'console/contract_limits': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Highest leverage by verification level, and how many positions one user may have.',
    input: z.object({}),
    reply: z.object({
      levels: z.array(z.object({ level: z.number(), multiple_max: z.number() })),
      /** Positions and pending orders of one user. */
      positions_max: z.number(),
      version: z.number(),
    }),
  }),
  'console/contract_limits_change': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for other limits of users; a second operator approves. Positions that are open keep their leverage.',
    input: z.object({
      /** `level:leverage`, separated by commas: `0:50,1:100`. Unnamed levels stay. */
      levels: optional(text(200)),
      positions_max: optional(rowId),
      reason: text(500, 3),
    }),
    reply: approval,
    refusals: changeRefusals,
  }),
  'console/contract_fund': post({
    who: desk.money,
    effect: 'write',
    summary:
      'Asks for house capital to be put into the pool or the insurance fund; a second operator approves.',
    input: z.object({ fund: z.enum(['pool', 'insurance']), amount: amountText, reason: text(500, 3) }),
    reply: approval,
    refusals: ['value_invalid', 'reason_required'],
  }),
};
