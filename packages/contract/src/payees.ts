import * as z from 'zod';
import { get, post } from './call.ts';
import { confirmationRefusals } from './pay-password.ts';
import { oneTime } from './identity.ts';
import {
  currencyIdText,
  done,
  flag,
  oneOf,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  timeText,
} from './scalars.ts';

/** Fields of an international card, in the order of `data`. */
export const INTERNATIONAL_FIELDS = [
  'aba',
  'real_name',
  'card_number',
  'bank_name',
  'bank_address',
  'swift',
  'phone',
  'cardholder_address',
] as const;
export type InternationalField = (typeof INTERNATIONAL_FIELDS)[number];

const NAME_MAX = 60;
const LINE_MAX = 120;

const address = z.object({
  id: z.number(),
  currency: z.number(),
  currency_name: z.string(),
  network: z.string(),
  name: z.string(),
  address: z.string(),
  qrcode: z.string(),
  /** Time from which it may be paid while the allow-list is on. */
  usable_ms: timeMs,
  created_at: timeText,
  created_ms: timeMs,
});

const domestic = z.object({
  id: z.number(),
  real_name: z.string(),
  bank_name: z.string(),
  bank_account: z.string(),
  bank_branch: z.string(),
  bank_code: z.string(),
  iban: z.string(),
  bank_address: z.string(),
});

const card = z.object({
  id: z.number(),
  /** 1 domestic, 2 international, like `type` of a withdrawal. */
  type: z.number(),
  title: z.string(),
  number: z.string(),
  real_name: z.string(),
  created_at: timeText,
  created_ms: timeMs,
});

const cardCodes = [
  'name_special',
  'iban_invalid',
  'card_number_invalid',
  'aba_invalid',
  'swift_invalid',
  'bank_code_missing',
  'payee_phone_invalid',
  'payees_full',
  'payee_unknown',
] as const;

/** Payees of a user: address book, domestic and international cards. */
export const payees = {
  'user/wallet/save': post({
    who: 'user',
    effect: 'write',
    summary: 'Keeps an address in the address book, or renames one that is kept (`id`).',
    input: z.object({
      id: optional(rowId),
      currency: currencyIdText,
      network: optional(text(20, 1)),
      name: text(30, 1),
      address: text(128, 10),
    }),
    reply: z.object({ id: z.number(), usable_ms: timeMs }),
    refusals: [
      'currency_unknown',
      'network_unknown',
      'address_invalid',
      'address_known',
      'name_special',
      'payees_full',
      'payee_unknown',
    ],
  }),
  'user/wallet/list': get({
    who: 'user',
    effect: 'read',
    right: 'withdraw',
    summary: 'The own address book, newest first.',
    input: z.object({ currency: optional(currencyIdText), network: optional(text(20)), ...paging }),
    reply: pageOf(address),
  }),
  'user/wallet/delete': post({
    who: 'user',
    effect: 'write',
    summary: 'Takes an address out of the address book.',
    input: z.object({ id: rowId }),
    reply: done,
    refusals: ['payee_unknown'],
  }),
  'user/receivers/save': post({
    who: 'user',
    effect: 'write',
    summary:
      'Keeps a user (UID or e-mail) as a receiver, who can be paid while the allow-list is on; answers alike whether the account exists.',
    input: z.object({ to: text(254, 1), name: text(30, 1) }),
    reply: z.object({ id: z.number(), nickname: z.string(), usable_ms: timeMs }),
    refusals: ['recipient_self', 'name_special', 'payees_full', 'address_known'],
    perMinute: 20,
  }),
  'user/receivers/list': get({
    who: 'user',
    effect: 'read',
    summary: 'Users kept as receivers, newest first.',
    input: z.object(paging),
    reply: pageOf(
      z.object({
        id: z.number(),
        to: z.string(),
        name: z.string(),
        nickname: z.string(),
        /** Time from which the user may be paid while the allow-list is on. */
        usable_ms: timeMs,
        created_at: timeText,
        created_ms: timeMs,
      }),
    ),
  }),
  'user/receivers/delete': post({
    who: 'user',
    effect: 'write',
    summary: 'Takes a user out of the receivers.',
    input: z.object({ id: rowId }),
    reply: done,
    refusals: ['payee_unknown'],
  }),
  'user/wallet/rules': get({
    who: 'user',
    effect: 'read',
    summary:
      'Whether money goes to the address book only (addresses, cards, users), and how long a new entry waits then.',
    input: z.object({}),
    reply: z.object({ allow_list: z.boolean(), ends_ms: timeMs.nullable(), cooling_ms: z.number() }),
  }),
  'user/wallet/allow_list': post({
    who: 'user',
    effect: 'money',
    summary:
      'Lets withdrawals and payments to users go to the address book only, at once; switching it off takes effect after the cooling time.',
    input: z.object({ on: flag, pay_password: text(128, 1), code: optional(oneTime) }),
    proofs: ['pay_password', 'code'],
    reply: z.object({ allow_list: z.boolean(), ends_ms: timeMs.nullable(), cooling_ms: z.number() }),
    refusals: [...confirmationRefusals],
    perMinute: 20,
  }),
  'user/cash_save': post({
    who: 'user',
    effect: 'write',
    summary: 'Keeps a domestic bank card, or changes one (`id`).',
    input: z.object({
      id: optional(rowId),
      real_name: text(NAME_MAX, 2),
      bank_name: text(NAME_MAX, 2),
      bank_account: text(40, 4),
      bank_branch: optional(text(LINE_MAX)),
      bank_code: optional(text(20)),
      iban: optional(text(42)),
      bank_address: optional(text(LINE_MAX)),
    }),
    reply: z.object({ id: z.number() }),
    refusals: cardCodes,
  }),
  'user/cash_info': post({
    who: 'user',
    effect: 'read',
    summary: 'The domestic card kept last, masked; with `id` that one in full, for its owner to edit.',
    input: z.object({ id: optional(rowId) }),
    reply: domestic.nullable(),
    refusals: ['payee_unknown'],
  }),
  'user/cash_save_international': post({
    who: 'user',
    effect: 'write',
    summary: 'Keeps an international card, or changes one (`id`); `data[0]`... in the order of `forms`.',
    input: z.object({
      id: optional(rowId),
      data: z.array(text(LINE_MAX)).length(INTERNATIONAL_FIELDS.length),
    }),
    reply: z.object({ id: z.number() }),
    refusals: cardCodes,
  }),
  'user/cash_info_international': post({
    who: 'user',
    effect: 'read',
    summary:
      'The fields that an international card asks for and the card kept last, masked; with `id` in full, to edit.',
    input: z.object({ id: optional(rowId) }),
    reply: z.object({
      id: z.number().nullable(),
      forms: z.array(z.string()),
      data: z.array(z.string()),
    }),
    refusals: ['payee_unknown'],
  }),
  'user/cash_list': get({
    who: 'user',
    effect: 'read',
    summary: 'Own bank cards, masked, newest first.',
    input: z.object({ type: optional(oneOf(1, 2)) }),
    reply: z.array(card),
  }),
  'user/cash_delete': post({
    who: 'user',
    effect: 'write',
    summary: 'Forgets a bank card; withdrawals under way keep what they were asked with.',
    input: z.object({ id: rowId }),
    reply: done,
    refusals: ['payee_unknown'],
  }),
};
