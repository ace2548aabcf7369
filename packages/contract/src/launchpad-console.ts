import { LANGS } from '@karat/i18n';
import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { PROJECT_KINDS, PROJECT_STATES, plannedMarket } from './launchpad.ts';
import {
  amountText,
  currencyIdText,
  decimalText,
  momentText,
  oneOf,
  optional,
  pageOf,
  paging,
  priceText,
  rowId,
  text,
  timeMs,
  userIdText,
} from './scalars.ts';
import { changeRefusals } from './refusal-groups.ts';

const reason = text(500, 3);
const kind = z.enum(PROJECT_KINDS);
const state = z.enum(PROJECT_STATES);
const httpsLink = text(300).refine((value) => value === '' || /^https:\/\/[^\s]+$/.test(value));
/** Addresses of pictures of this site, separated by commas. */
const pictures = text(300).refine(
  (value) => value === '' || /^\/files\/[\w-]+(,\/files\/[\w-]+)*$/.test(value),
);

const fileAddress = text(40).refine((value) => value === '' || /^\/files\/[\w-]{22}$/.test(value));

const projectText = z.object({ title: text(60, 1), summary: text(2_000, 1) });
const projectTexts = z.partialRecord(z.enum(LANGS), projectText).refine((texts) => texts.en !== undefined);

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const project = z.object({
  id: z.number(),
  kind,
  title: z.string(),
  currency_name: z.string(),
  decimals: z.number(),
  status: state,
  supply: decimalText,
  price: decimalText,
  prices: z.array(z.object({ currency_name: z.string(), price: decimalText })),
  applied: decimalText,
  orders: z.number(),
  users: z.number(),
  percentage: decimalText,
  save_min: decimalText,
  user_max: decimalText,
  start_ms: timeMs,
  end_ms: timeMs,
  listing_ms: timeMs.nullable(),
  listed_ms: timeMs.nullable(),
  /** The spot market that the listing opens; null where none is planned. */
  market: plannedMarket.nullable(),
  /** Applications that are not settled, and users whose tokens are locked. */
  open_orders: z.number(),
  locked_users: z.number(),
});

/** What the settlement would do, or has done, by paying currency. */
const allotmentSums = z.array(
  z.object({
    currency_name: z.string(),
    orders: z.number(),
    applied: decimalText,
    tokens: decimalText,
    held: decimalText,
    paid: decimalText,
    refund: decimalText,
  }),
);

const application = z.object({
  id: z.number(),
  uid: z.number(),
  project_id: z.number(),
  amount: decimalText,
  currency_name: z.string(),
  held: decimalText,
  tokens: decimalText.nullable(),
  paid: decimalText.nullable(),
  status: z.number(),
  created_ms: timeMs,
  settled_ms: timeMs.nullable(),
});

const dividend = z.object({
  id: z.number(),
  project_id: z.number(),
  title: z.string(),
  amount: decimalText,
  currency_name: z.string(),
  record_ms: timeMs,
  holders: z.number(),
  paid: z.number(),
  state: z.enum(['planned', 'paying', 'done']),
});

const projectRefusals = ['no_change', 'project_unknown', 'project_state', 'reason_required'] as const;

/** Projects, their allotment, and dividends of funds: two people decide. */
export const launchpadConsole = {
  'console/projects': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      'All subscription projects, newest first, and the balances of the house accounts of launchpad and dividends.',
    input: z.object({ ...paging }),
    reply: pageOf(project).extend({
      accounts: z.array(
        z.object({
          account: z.enum(['launchpad', 'dividends']),
          currency_name: z.string(),
          available: decimalText,
          held: decimalText,
        }),
      ),
    }),
  }),
  'console/project_allotment': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      'What the allotment would give, charge and release if the subscription ended now; of a settled one what it did.',
    input: z.object({ id: rowId }),
    reply: z.object({
      supply: decimalText,
      applied: decimalText,
      tokens: decimalText,
      sums: allotmentSums,
    }),
    refusals: ['project_unknown'],
  }),
  'console/project_orders': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Applications, newest first; of a project, of a user, of a status, or all.',
    input: z.object({
      project_id: optional(rowId),
      uid: optional(userIdText),
      status: optional(oneOf(0, 1, 2, 3)),
      ...paging,
    }),
    reply: pageOf(application),
  }),
  'console/project_image': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Keeps a public picture for a project (JPEG, PNG or WebP, re-encoded) and answers its address.',
    upload: 'file',
    perMinute: 30,
    input: z.object({}),
    reply: z.string(),
    refusals: ['image_invalid', 'image_too_large'],
  }),
  'console/project_paper': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Keeps a PDF of at most 10 MiB as the white paper of a project; answers its address for `console/project_add` and its SHA-256.',
    upload: 'file',
    uploadBytesMax: 10 * 1024 * 1024,
    perMinute: 10,
    input: z.object({}),
    reply: z.object({ file: z.string(), sha256: z.string(), bytes: z.number() }),
    refusals: ['project_paper_invalid', 'too_many_requests'],
  }),
  'console/project_add': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for a project with its new currency; a second operator approves. Prices in other currencies than USDT follow the index of this moment and are part of what is approved.',
    input: z.object({
      kind,
      code: text(10, 2).refine((value) => /^[A-Z0-9]{2,10}$/.test(value)),
      decimals: oneOf(0, 1, 2, 3, 4, 5, 6, 7, 8),
      /** Title and summary by language, as JSON; English is required and stands in for a missing language. */
      texts: z
        .union([z.string().max(40_000), z.record(z.string(), z.unknown())])
        .transform((value, context) => {
          const found = projectTexts.safeParse(typeof value === 'string' ? parseJson(value) : value);
          if (found.success) return found.data;
          context.issues.push({ code: 'custom', input: value });
          return z.NEVER;
        }),
      logo: optional(pictures),
      gallery: optional(pictures),
      white_paper: optional(httpsLink),
      /** Address of a PDF that the caller uploaded with `console/project_paper`. */
      paper: optional(fileAddress),
      website: optional(httpsLink),
      supply: amountText,
      /** In USDT. */
      price: priceText,
      /** Ids of currencies, separated by commas. */
      pay_currencies: text(60, 1).refine((value) => /^[0-9]+(,[0-9]+)*$/.test(value)),
      save_min: amountText,
      user_max: amountText,
      start_ms: momentText,
      end_ms: momentText,
      listing_ms: optional(momentText),
      reason,
    }),
    reply: approval,
    refusals: [
      ...changeRefusals,
      'currency_code_taken',
      'currency_unknown',
      'index_stale',
      'amount_too_precise',
      'image_invalid',
      'project_paper_invalid',
    ],
  }),
  'console/project_times': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for another timetable; a second operator approves. A start that has passed, an end that has passed and a listing that has happened stay.',
    input: z.object({
      id: rowId,
      start_ms: momentText,
      end_ms: momentText,
      listing_ms: optional(momentText),
      reason,
    }),
    reply: approval,
    refusals: [...projectRefusals, 'value_invalid'],
  }),
  'console/project_listing': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Asks to unlock the tokens of a settled project now; a second operator approves.',
    input: z.object({ id: rowId, reason }),
    reply: approval,
    refusals: projectRefusals,
  }),
  'console/project_market': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for the spot market that the listing opens; a second operator approves. Without a quote currency the project is listed without one; without a reference price the index begins at the price of the subscription.',
    input: z.object({
      id: rowId,
      quote_currency: optional(currencyIdText),
      tick: optional(priceText),
      lot: optional(amountText),
      min_notional: optional(amountText),
      reference_price: optional(priceText),
      reason,
    }),
    reply: approval,
    refusals: [...projectRefusals, 'value_invalid', 'currency_unknown'],
  }),
  'console/project_cancel': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to withdraw a project before its end; a second operator approves. Every application is refunded.',
    input: z.object({ id: rowId, reason }),
    reply: approval,
    refusals: projectRefusals,
  }),
  'console/dividends': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Dividends of funds, newest first.',
    input: z.object({ ...paging }),
    reply: pageOf(dividend),
  }),
  'console/dividend': post({
    who: desk.money,
    effect: 'write',
    summary:
      'Asks for a dividend of a listed fund to the holders at a record time to come; a second operator approves. The house account of dividends must cover it.',
    input: z.object({
      id: rowId,
      amount: amountText,
      currency_id: currencyIdText,
      record_ms: momentText,
      reason,
    }),
    reply: approval,
    refusals: [
      ...projectRefusals,
      ...(['value_invalid', 'dividend_uncovered', 'amount_too_precise', 'currency_unknown'] as const),
    ],
  }),
  'console/dividend_income': post({
    who: desk.money,
    effect: 'write',
    summary:
      'Asks to book income of a fund, by a document, into the house account of dividends; a second operator approves.',
    input: z.object({
      id: rowId,
      amount: amountText,
      currency_id: currencyIdText,
      document: text(80, 8),
      reason,
    }),
    reply: approval,
    refusals: [...projectRefusals, 'amount_too_precise', 'currency_unknown'],
  }),
};
