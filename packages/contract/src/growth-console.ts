import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { INVITATION_SIGNS, INVITATION_STATES, vipTerms } from './growth.ts';
import { changeRefusals } from './refusal-groups.ts';
import {
  amountOrZeroText,
  decimalText,
  done,
  oneOf,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  userIdText,
} from './scalars.ts';

/** VIP levels, invitations and rebates for operators. */
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
  'console/rebates': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Share of the rebates, and what was paid, waits and is held, by currency.',
    input: z.object({}),
    reply: z.object({
      share: decimalText,
      totals: z.array(
        z.object({
          currency_name: z.string(),
          paid: decimalText,
          due: decimalText,
          held: decimalText,
          refused: decimalText,
        }),
      ),
    }),
  }),
  'console/rebate_share': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for another share of fees as rebate; a second operator approves. Running periods keep theirs.',
    input: z.object({ share: amountOrZeroText, reason: text(500, 3) }),
    reply: approval,
    refusals: changeRefusals,
  }),
  'console/invitations': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Invited users who paid fees, with what they have in common with their inviter; of one state.',
    input: z.object({ state: optional(z.enum(INVITATION_STATES)), ...paging }),
    reply: pageOf(
      z.object({
        invitee: z.number(),
        inviter: z.number(),
        state: z.enum(INVITATION_STATES),
        signs: z.array(z.enum(INVITATION_SIGNS)),
        /** Rebates that wait for a decision, in USDT at the index of now. */
        held: decimalText,
        paid: decimalText,
        decided_by: z.string().nullable(),
        created_ms: timeMs,
      }),
    ),
  }),
  'console/invitation_release': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Asks for the rebates of a held pair to be paid; a second operator approves.',
    input: z.object({ uid: userIdText, reason: text(500, 3) }),
    reply: approval,
    refusals: ['invitation_unknown', 'invitation_decided', 'no_change', 'reason_required'],
  }),
  'console/invitation_refuse': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Refuses the rebates of a held pair, those to come included.',
    input: z.object({ uid: userIdText, reason: text(500, 3) }),
    reply: done,
    refusals: ['invitation_unknown', 'invitation_decided', 'reason_required'],
  }),
};
