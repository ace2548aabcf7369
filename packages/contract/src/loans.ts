import * as z from 'zod';
import { get, post } from './call.ts';
import { oneTime } from './identity.ts';
import {
  REPAYMENT_SOURCES,
  collateralText,
  loan,
  loanConfig,
  loanEvent,
  loanScheduleDay,
} from './loan-shapes.ts';
import { confirmationRefusals } from './pay-password.ts';
import { amountText, currencyIdText, optional, pageOf, paging, rowId, text } from './scalars.ts';

const priceRefusals = ['index_stale'] as const;

/** Loans on collateral. */
export const loans = {
  'loan/config': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Terms of loans, currencies with their prices, and whether the caller can apply.',
    input: z.object({}),
    reply: loanConfig,
  }),
  'loan/apply': post({
    who: 'verified',
    effect: 'money',
    summary:
      'Applies for a loan. `collateral` lists amounts by currency (`1:0.5,3:100000`), which are set aside in the own exchange account until the decision.',
    perMinute: 20,
    proofs: ['pay_password', 'code'],
    input: z.object({
      currency_id: currencyIdText,
      amount: amountText,
      days: rowId,
      purpose: text(200, 3),
      collateral: collateralText,
      pay_password: z.string().max(128),
      code: optional(oneTime),
    }),
    reply: loan,
    refusals: [
      ...(['loan_not_eligible', 'loan_application_open', 'loan_amount', 'loan_days'] as const),
      ...(['loan_collateral', 'loan_leverage', 'insufficient_balance', 'amount_too_precise'] as const),
      ...confirmationRefusals,
      ...(['account_frozen', 'outflow_paused', 'outflow_protected', 'withdrawal_held'] as const),
      'currency_disabled',
      ...priceRefusals,
    ],
  }),
  'loan/list': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'The own applications and loans, newest first; `open`: pending and active ones, `closed`: the others.',
    input: z.object({ filter: optional(z.enum(['open', 'closed'])), ...paging }),
    reply: pageOf(loan),
  }),
  'loan/detail': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'One of the own loans with what is owed now.',
    input: z.object({ id: rowId }),
    reply: loan,
    refusals: ['loan_unknown'],
  }),
  'loan/events': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'History of one of the own loans, newest first.',
    input: z.object({ id: rowId, ...paging }),
    reply: pageOf(loanEvent),
    refusals: ['loan_unknown'],
  }),
  'loan/schedule': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'Days of the term with their interest: charged ones as charged, coming ones on the present principal.',
    input: z.object({ id: rowId, ...paging }),
    reply: pageOf(loanScheduleDay),
    refusals: ['loan_unknown', 'loan_not_open'],
  }),
  'loan/cancel': post({
    who: 'user',
    effect: 'money',
    summary: 'Withdraws an application; the collateral is free again.',
    input: z.object({ id: rowId }),
    reply: loan,
    refusals: ['loan_unknown', 'loan_decided'],
  }),
  'loan/repay': post({
    who: 'user',
    effect: 'money',
    summary:
      'Repays a part, or everything without `amount`; never more than is owed. `assets`: from the assets of the loan first, then the free balance; `balance`: from the free balance alone.',
    perMinute: 60,
    input: z.object({
      id: rowId,
      amount: optional(amountText),
      source: optional(z.enum(REPAYMENT_SOURCES)),
    }),
    reply: loan,
    refusals: ['loan_unknown', 'loan_not_open', 'insufficient_balance', 'amount_too_precise'],
  }),
  'loan/collateral/add': post({
    who: 'user',
    effect: 'money',
    summary: 'Adds collateral to a running loan or an application, from the free balance.',
    perMinute: 60,
    input: z.object({ id: rowId, currency_id: currencyIdText, amount: amountText }),
    reply: loan,
    refusals: [
      ...(['loan_unknown', 'loan_not_open', 'loan_collateral', 'insufficient_balance'] as const),
      'amount_too_precise',
    ],
  }),
  'loan/collateral/take': post({
    who: 'user',
    effect: 'money',
    summary:
      'Takes assets out of a running loan, borrowed ones included, while assets / debt stays at or above the release rate.',
    perMinute: 60,
    input: z.object({ id: rowId, currency_id: currencyIdText, amount: amountText }),
    reply: loan,
    refusals: [
      ...(['loan_unknown', 'loan_not_open', 'loan_release_limit', 'loan_overdue'] as const),
      'amount_too_precise',
      ...priceRefusals,
    ],
  }),
  'loan/convert': post({
    who: 'user',
    effect: 'money',
    summary: 'Converts assets inside a running loan at the index; the fee comes on top.',
    perMinute: 60,
    input: z.object({
      id: rowId,
      from_currency_id: currencyIdText,
      to_currency_id: currencyIdText,
      amount: amountText,
    }),
    reply: loan,
    refusals: [
      ...(['loan_unknown', 'loan_not_open', 'loan_risk', 'loan_overdue', 'loan_collateral'] as const),
      ...(['insufficient_balance', 'same_currency', 'conversion_limited', 'amount_too_precise'] as const),
      'amount_below_minimum',
      ...priceRefusals,
    ],
  }),
};
