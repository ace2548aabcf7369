import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { vipTerms } from './growth.ts';
import { changeRefusals } from './refusal-groups.ts';
import { amountOrZeroText, decimalText, oneOf, pageOf, paging, rowId, text, timeMs } from './scalars.ts';

/** VIP levels for operators. */
export const growthConsole = {
  'console/vip': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Terms of the VIP levels with the number of users on each, and the last run.',
    input: z.object({}),
    reply: z.object({
      levels: z.array(vipTerms.extend({ users: z.number() })),
      runs: z.array(
        z.object({
          date: z.string(),
          users: z.number(),
          changed: z.number(),
          started_ms: timeMs,
          done_ms: timeMs.nullable(),
        }),
      ),
    }),
  }),
  'console/vip_users': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Users with a VIP level and the figures of its decision, the highest level first.',
    input: z.object({ ...paging }),
    reply: pageOf(
      z.object({
        uid: z.number(),
        level: z.number(),
        date: z.string(),
        volume: decimalText,
        balance: decimalText,
      }),
    ),
  }),
  'console/vip_terms': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for other terms of a VIP level; a second operator approves. Levels are set by them from the next 00:00 UTC on, discounts and limits apply at once.',
    input: z.object({
      level: oneOf(0, 1, 2, 3, 4, 5),
      volume: amountOrZeroText,
      balance: amountOrZeroText,
      fee_discount: amountOrZeroText,
      outflow_limit: amountOrZeroText,
      multiple_max: rowId,
      reason: text(500, 3),
    }),
    reply: approval,
    refusals: changeRefusals,
  }),
};
