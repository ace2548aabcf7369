import * as z from 'zod';
import { amountOrZeroText, flag, integer, optional } from './scalars.ts';

/** Rules of transaction monitoring, by name. */
export const MONITORING_RULES = [
  'structuring_small',
  'structuring_large',
  'pass_through',
  'early_withdrawal',
  'shared_payee',
  'payer_mismatch',
  'shared_payer',
  'shared_document',
] as const;
export type MonitoringRule = (typeof MONITORING_RULES)[number];
export const ruleName = z.enum(MONITORING_RULES);

/** Parameters of the rules; each rule has some of them. */
export const MONITORING_PARAMETERS = [
  'threshold_usdt',
  'near_percent',
  'amount_usdt',
  'out_percent',
  'score_percent',
  'count',
  'accounts',
  'hours',
  'age_hours',
  'change_hours',
] as const;
export type MonitoringParameter = (typeof MONITORING_PARAMETERS)[number];

/** What a rule was met by. */
export const CASE_FACTS = [
  'withdrawal',
  'send',
  'gift',
  'deposit',
  'voucher',
  'fiat_order',
  'verification',
] as const;
export type CaseFactKind = (typeof CASE_FACTS)[number];

const HOURS_MAX = 24 * 366;
const PERCENT_MAX = 100;
const COUNT_MAX = 1_000;

/** Parameters of a rule as a console sends them; what is left out stays. */
export const ruleParameters = {
  enabled: optional(flag),
  hold: optional(flag),
  threshold_usdt: optional(amountOrZeroText),
  near_percent: optional(integer(1, PERCENT_MAX)),
  amount_usdt: optional(amountOrZeroText),
  out_percent: optional(integer(1, PERCENT_MAX)),
  score_percent: optional(integer(1, PERCENT_MAX)),
  count: optional(integer(2, COUNT_MAX)),
  accounts: optional(integer(2, COUNT_MAX)),
  hours: optional(integer(1, HOURS_MAX)),
  age_hours: optional(integer(0, HOURS_MAX)),
  change_hours: optional(integer(0, HOURS_MAX)),
};
