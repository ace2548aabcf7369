import { refuse } from '@karat/contract';
import type { Contract, Read, Reply } from '@karat/contract';
import { change, requestApproval } from '@karat/domains/operators';
import type { ApprovalKind, Payload } from '@karat/domains/operators';
import { amount, format, percentFromRate, rate, rateFromPercent } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import type { LoansDeps } from './deps.ts';
import type { LoanPolicy } from './policy.ts';
import { insertThresholds, lockThresholds, readThresholds } from './threshold-store.ts';
import type { StoredThresholds, ThresholdValues } from './threshold-store.ts';

/** Kind of approval that replaces the thresholds. */
export const THRESHOLDS = 'loan thresholds';

type Call = Contract['loans']['console/loan_thresholds'];
type ChangeCall = Contract['loans']['console/loan_thresholds_change'];

const valuesOf = ({ twoPeopleUsdt, limits, daysMin, daysMax, ...rates }: LoanPolicy): ThresholdValues => ({
  twoPeopleUsdt,
  minUsdt: limits.min,
  maxUsdt: limits.max,
  daysMin,
  daysMax,
  usualDaily: rates.usualDaily,
  dailyMax: rates.dailyMax,
});

/** The thresholds that count; version 0 are those of the settings. */
async function thresholdsIn({ policy }: Pick<LoansDeps, 'policy'>, db: Queries): Promise<StoredThresholds> {
  const stored = await readThresholds(db);
  return stored ?? { ...valuesOf(policy), version: 0, askedBy: null, approvedBy: null, at: null };
}

/** Returns the dependencies with the thresholds that count now. Actions call it inside their own transaction. */
export async function withThresholds<D extends Pick<LoansDeps, 'policy'>>(deps: D, db: Queries): Promise<D> {
  const found = await thresholdsIn(deps, db);
  const policy: LoanPolicy = {
    ...deps.policy,
    twoPeopleUsdt: found.twoPeopleUsdt,
    limits: { min: found.minUsdt, max: found.maxUsdt },
    daysMin: found.daysMin,
    daysMax: found.daysMax,
    usualDaily: found.usualDaily,
    dailyMax: found.dailyMax,
  };
  return { ...deps, policy };
}

const percent = (value: Rate): string => format(percentFromRate(value));

/** Returns the thresholds as the console shows them; rates in percent a day. */
export async function thresholdsView(deps: LoansDeps): Promise<Reply<Call>> {
  const found = await thresholdsIn(deps, deps.ctx.db);
  return {
    version: found.version,
    two_people_usdt: format(found.twoPeopleUsdt),
    min_usdt: format(found.minUsdt),
    max_usdt: format(found.maxUsdt),
    days_min: found.daysMin,
    days_max: found.daysMax,
    usual_rate: percent(found.usualDaily),
    rate_max: percent(found.dailyMax),
    asked_by: found.askedBy,
    approved_by: found.approvedBy,
    changed_ms: found.at,
  };
}

/** Returns the values of a payload; those that it does not name stay. */
function changedBy(payload: Payload, before: ThresholdValues): ThresholdValues {
  const named = <T>(name: string, read: (text: string) => T, own: T): T => {
    const value = payload[name];
    return value === undefined ? own : read(String(value));
  };
  const daily = (text: string): Rate => rateFromPercent(rate(text));
  return {
    twoPeopleUsdt: named('two_people_usdt', amount, before.twoPeopleUsdt),
    minUsdt: named('min_usdt', amount, before.minUsdt),
    maxUsdt: named('max_usdt', amount, before.maxUsdt),
    daysMin: named('days_min', Number, before.daysMin),
    daysMax: named('days_max', Number, before.daysMax),
    usualDaily: named('usual_rate', daily, before.usualDaily),
    dailyMax: named('rate_max', daily, before.dailyMax),
  };
}

/** The highest rate of a day that a loan can have at all. */
const DAILY_MAX = rate('0.1');

/** Refuses `value_invalid` with the field of thresholds that contradict each other. */
function checkValues(values: ThresholdValues): void {
  const require = (isValid: boolean, field: string): void => {
    if (!isValid) refuse('value_invalid', { field });
  };
  require(values.minUsdt > 0n, 'min_usdt');
  require(values.maxUsdt >= values.minUsdt, 'max_usdt');
  require(values.daysMax >= values.daysMin, 'days_max');
  require(values.dailyMax <= DAILY_MAX, 'rate_max');
  require(values.usualDaily <= values.dailyMax, 'usual_rate');
}

/** Refuses `approval_stale` if the thresholds are not those that the request was about. */
async function changeIn(deps: LoansDeps, db: Queries, payload: Payload) {
  const before = await thresholdsIn(deps, db);
  if (before.version !== payload['version']) refuse('approval_stale');
  const after = changedBy(payload, before);
  checkValues(after);
  return { before, after };
}

const usdt = (value: Amount): string => `${format(value)} USDT`;
const daily = (value: Rate): string => `${percent(value)} % a day`;

/** How two operators replace the thresholds. */
export const thresholdsKind = (deps: LoansDeps): ApprovalKind => ({
  async present(db, payload) {
    const { before, after } = await changeIn(deps, db, payload);
    const row = (label: string, read: (values: ThresholdValues) => string) =>
      change(label, read(before), read(after));
    return {
      title: 'Change the thresholds of loans',
      subject: 'Loans',
      changes: [
        row('Two operators from', ({ twoPeopleUsdt }) => usdt(twoPeopleUsdt)),
        row('Minimum of a loan', ({ minUsdt }) => usdt(minUsdt)),
        row('Maximum of a loan', ({ maxUsdt }) => usdt(maxUsdt)),
        row('Shortest term', ({ daysMin }) => `${daysMin} days`),
        row('Longest term', ({ daysMax }) => `${daysMax} days`),
        row('Usual rate', ({ usualDaily }) => daily(usualDaily)),
        row('Highest rate', ({ dailyMax }) => daily(dailyMax)),
      ],
    };
  },
  async execute(tx, payload, { askedBy, approvedBy }) {
    await lockThresholds(tx);
    const { after } = await changeIn(deps, tx, payload);
    await insertThresholds(tx, after, { askedBy, approvedBy, at: deps.ctx.clock.now() });
  },
});

/** The named values of a request as a payload: texts of amounts and rates, numbers of days. */
function payloadOf({ reason: _, version, ...asked }: Read<ChangeCall>): Payload {
  const named = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'number' ? value : format(value)] as const],
  );
  return { version, ...Object.fromEntries(named) };
}

/** Asks to replace thresholds; a second operator approves. */
export const requestThresholds = (
  deps: LoansDeps,
  tx: Tx,
  caller: OperatorCaller,
  asked: Read<ChangeCall>,
): Promise<Reply<ChangeCall>> =>
  requestApproval(deps.ctx, tx, caller, {
    kind: THRESHOLDS,
    subject: 'loans',
    payload: payloadOf(asked),
    reason: asked.reason,
    present: thresholdsKind(deps).present,
  });
