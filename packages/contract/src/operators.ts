import { LANGS } from '@karat/i18n';
import * as z from 'zod';
import { OPERATOR_ROLES, get, post } from './call.ts';
import { CATEGORY_IDS, translations } from './content.ts';
import {
  currencyIdText,
  cursorPageOf,
  decimalText,
  done,
  flag,
  limit,
  marketIdText,
  oneOf,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  userIdText,
} from './scalars.ts';
import { ACCOUNT_NAMES } from './wallet.ts';

const anyone = { operator: OPERATOR_ROLES } as const;
const risk = { operator: ['risk', 'admin'] } as const;
const correctors = { operator: ['finance', 'risk', 'admin'] } as const;
const editors = { operator: ['support', 'admin'] } as const;
const admin = { operator: ['admin'] } as const;

const operator = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string(),
  role: z.enum(OPERATOR_ROLES),
  lang: z.enum(LANGS),
});

const userRow = z.object({
  uid: z.number(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  nickname: z.string(),
  status: z.enum(['active', 'frozen']),
  house: z.boolean(),
  created_ms: timeMs,
  seen_ms: timeMs.nullable(),
});

const posting = z.object({
  account: z.string(),
  currency: z.string(),
  available: decimalText,
  held: decimalText,
});
/** In the journal of an engine's batch each movement says itself what it is about. */
const movement = posting.extend({ kind: z.string().nullable(), reference: z.string().nullable() });
const journal = z.object({
  id: z.number(),
  key: z.string(),
  kind: z.string(),
  reference: z.string(),
  created_ms: timeMs,
  postings: z.array(movement),
});

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
  /** Its price sources disagree: index suspended. */
  broken: z.boolean(),
  open_orders: z.number(),
});

/** Why a balance is corrected. */
export const CORRECTION_REASONS = [
  'booking_error',
  'deposit_missing',
  'withdrawal_returned',
  'fee_refund',
  'compensation',
  'corporate_action',
  'other',
] as const;
export type CorrectionReason = (typeof CORRECTION_REASONS)[number];

/** What two people decide together: one asks, another approves the exact payload. */
const approval = z.object({
  id: z.number(),
  kind: z.string(),
  subject: z.string(),
  payload: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Hash of kind, subject and payload; approving names it, so nobody approves something else than they saw. */
  digest: z.string(),
  reason: z.string(),
  asked_by: z.string(),
  own: z.boolean(),
  decided_by: z.string().nullable(),
  state: z.enum(['asked', 'approved', 'refused', 'expired']),
  created_ms: timeMs,
  decided_ms: timeMs.nullable(),
});

export { approval as approvalReply };

export const operators = {
  'console/login': post({
    who: 'visitor',
    effect: 'write',
    summary: 'Opens an operator session with password and one-time code; the reply is its token.',
    perMinute: 20,
    input: z.object({
      login: text(64, 1),
      password: z.string().max(1024),
      totp: z
        .union([z.string(), z.number()])
        .transform(String)
        .refine((c) => /^[0-9]{6}$/.test(c)),
    }),
    reply: z.string(),
    refusals: ['operator_login_failed', 'totp_wrong', 'too_many_attempts'],
  }),
  'console/demo_logins': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Logins of the demo operators with a current one-time code; empty outside demo mode.',
    input: z.object({}),
    reply: z.array(
      z.object({
        login: z.string(),
        role: z.enum(OPERATOR_ROLES),
        password: z.string(),
        totp_secret: z.string(),
        totp: z.string(),
      }),
    ),
  }),
  'console/logout': post({
    who: anyone,
    effect: 'write',
    summary: 'Ends the operator session.',
    input: z.object({}),
    reply: done,
  }),
  'console/me': get({
    who: anyone,
    effect: 'read',
    summary: 'The operator who asks.',
    input: z.object({}),
    reply: operator,
  }),
  'console/users': get({
    who: anyone,
    effect: 'read',
    summary: 'Users whose UID, e-mail, phone or nickname matches.',
    input: z.object({ keyword: optional(text(100)), ...paging }),
    reply: pageOf(userRow),
  }),
  'console/user': get({
    who: anyone,
    effect: 'read',
    summary: 'A user with balances and sessions; the look is written to the audit log.',
    input: z.object({ uid: userIdText }),
    reply: z.object({
      user: userRow,
      balances: z.array(
        z.object({ account: z.string(), currency: z.string(), available: decimalText, held: decimalText }),
      ),
      sessions: z.array(
        z.object({ device: z.string(), address: z.string(), created_ms: timeMs, seen_ms: timeMs }),
      ),
    }),
    refusals: ['not_found'],
  }),
  'console/journals': get({
    who: { operator: ['finance', 'risk', 'admin'] },
    effect: 'read',
    summary: 'Journals with their postings, newest first; of one user, kind or key if asked.',
    input: z.object({
      uid: optional(userIdText),
      kind: optional(text(40)),
      key: optional(text(200)),
      cursor: optional(text(40)),
      limit: limit(100, 20),
    }),
    reply: cursorPageOf(journal),
  }),
  'console/house': get({
    who: { operator: ['finance', 'risk', 'admin'] },
    effect: 'read',
    summary: 'Balances of the house accounts.',
    input: z.object({}),
    reply: z.array(
      z.object({ account: z.string(), currency: z.string(), available: decimalText, held: decimalText }),
    ),
  }),
  'console/markets': get({
    who: anyone,
    effect: 'read',
    summary: 'Markets with state, fees and index.',
    input: z.object({}),
    reply: z.array(marketRow),
  }),
  'console/market_change': post({
    who: risk,
    effect: 'write',
    summary: 'Asks for a change of fees or state of a market; a second operator approves.',
    input: z.object({
      match_id: marketIdText,
      state: optional(z.enum(['open', 'cancel_only', 'halted'])),
      maker_fee: optional(text(20)),
      taker_fee: optional(text(20)),
      reason: text(500, 3),
    }),
    reply: approval,
    refusals: ['market_unknown', 'reason_required', 'value_invalid'],
  }),
  'console/correction_accounts': get({
    who: correctors,
    effect: 'read',
    summary: 'House accounts and currencies that a correction may name.',
    input: z.object({}),
    reply: z.object({
      house: z.array(z.string()),
      currencies: z.array(z.object({ id: z.number(), code: z.string() })),
    }),
  }),
  'console/correction': post({
    who: correctors,
    effect: 'write',
    summary:
      'Asks for a ledger correction of a user account (uid and account) or a house account, booked against a house account; a second operator approves.',
    input: z.object({
      uid: optional(userIdText),
      account: optional(z.enum(ACCOUNT_NAMES)),
      house: optional(text(40, 1)),
      counter: text(40, 1),
      currency: currencyIdText,
      /** With a minus to take away. */
      amount: text(60, 1),
      reason: z.enum(CORRECTION_REASONS),
      note: text(500, 3),
    }),
    reply: approval,
    refusals: ['not_found', 'currency_unknown', 'insufficient_balance', 'value_invalid'],
  }),
  'console/approvals': get({
    who: anyone,
    effect: 'read',
    summary: 'What waits for a second person, and what was decided.',
    input: z.object({
      state: optional(z.enum(['asked', 'approved', 'refused', 'expired'])),
      kind: optional(text(40)),
      ...paging,
    }),
    reply: pageOf(approval),
  }),
  'console/approve': post({
    who: risk,
    effect: 'write',
    summary:
      "Approves exactly the payload seen, named by its digest, signing in again with password and one-time code; never one's own.",
    perMinute: 20,
    input: z.object({
      id: rowId,
      digest: z.string().max(128),
      password: z.string().max(1024),
      totp: z.union([z.string(), z.number()]).transform(String),
    }),
    reply: approval,
    refusals: [
      'approval_unknown',
      'approval_own',
      'approval_decided',
      'approval_stale',
      'operator_login_failed',
      'too_many_attempts',
    ],
  }),
  'console/refuse': post({
    who: anyone,
    effect: 'write',
    summary:
      'Refuses a change that was asked for, with a reason; risk and admin that of others, everybody takes back their own.',
    input: z.object({ id: rowId, reason: text(500, 3) }),
    reply: approval,
    refusals: ['approval_unknown', 'approval_decided', 'reason_required'],
  }),
  'console/bots': get({
    who: anyone,
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
  'console/bot_pause': post({
    who: risk,
    effect: 'write',
    summary: 'Pauses or resumes a bot.',
    input: z.object({ name: text(64, 1), paused: flag, reason: text(500, 3) }),
    reply: done,
    refusals: ['not_found'],
  }),
  'console/articles': get({
    who: anyone,
    effect: 'read',
    summary: 'Articles and banners of a category with all their translations.',
    input: z.object({ c_id: oneOf(...CATEGORY_IDS), ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        c_id: z.number(),
        published: z.boolean(),
        thumbnail: z.string().nullable(),
        link: z.string().nullable(),
        position: z.number(),
        updated_ms: timeMs,
        texts: z.record(
          z.enum(LANGS),
          z.object({ title: z.string(), abstract: z.string(), content: z.string() }),
        ),
      }),
    ),
  }),
  'console/article_save': post({
    who: editors,
    effect: 'write',
    summary:
      'Creates (id 0) or changes an article or banner; publishing needs a title in all nine languages.',
    input: z.object({
      id: z.union([rowId, z.literal(['0', 0]).transform(() => 0)]),
      c_id: oneOf(...CATEGORY_IDS),
      published: flag,
      link: optional(text(200)),
      position: z
        .union([z.string(), z.number()])
        .transform(Number)
        .refine((n) => Number.isInteger(n) && n >= 0 && n < 1_000_000),
      /** Nested, so this call takes JSON only. */
      texts: translations,
    }),
    reply: z.object({ id: z.number() }),
    refusals: ['article_unknown', 'value_invalid'],
  }),
  'console/article_delete': post({
    who: editors,
    effect: 'write',
    summary: 'Removes an article.',
    input: z.object({ id: rowId }),
    reply: done,
    refusals: ['article_unknown'],
  }),
  'console/outbox': get({
    who: { operator: ['support', 'admin'] },
    effect: 'read',
    summary: 'Mails and messages of the development outbox, newest first; empty where a real provider sends.',
    input: z.object(paging),
    reply: pageOf(
      z.object({
        id: z.number(),
        channel: z.enum(['mail', 'sms']),
        receiver: z.string(),
        subject: z.string(),
        body: z.string(),
        created_ms: timeMs,
      }),
    ),
  }),
  'console/audit': get({
    who: admin,
    effect: 'read',
    summary: 'The audit log, newest first.',
    input: z.object({ cursor: optional(text(40)), limit: limit(100, 50) }),
    reply: cursorPageOf(
      z.object({
        id: z.number(),
        operator: z.string(),
        action: z.string(),
        subject: z.string(),
        detail: z.string(),
        created_ms: timeMs,
        hash: z.string(),
      }),
    ),
  }),
  'console/audit_check': post({
    who: admin,
    effect: 'read',
    summary: 'Recomputes the audit chain and names the first broken link.',
    input: z.object({}),
    reply: z.object({ entries: z.number(), broken_at: z.number().nullable(), head: z.string() }),
  }),
  'console/ledger_check': post({
    who: { operator: ['finance', 'admin'] },
    effect: 'read',
    summary: 'Recomputes every balance from its postings and names any difference.',
    input: z.object({}),
    reply: z.object({ accounts: z.number(), journals: z.number(), differences: z.array(z.string()) }),
  }),
  'console/health': get({
    who: anyone,
    effect: 'read',
    summary: 'State of the running system.',
    input: z.object({}),
    reply: z.object({
      version: z.string(),
      started_ms: timeMs,
      database: z.object({
        ok: z.boolean(),
        latency_ms: z.number(),
        version: z.string(),
        size_mb: z.number(),
      }),
      memory_mb: z.number(),
      sockets: z.number(),
      work: z.object({ due: z.number(), oldest_due_ms: timeMs.nullable() }),
      markets: z.array(
        z.object({ symbol: z.string(), stale: z.boolean(), queue: z.number(), orders: z.number() }),
      ),
    }),
  }),
};
