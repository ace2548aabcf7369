import { refuse } from '@karat/contract';
import type { Contract, Read, Reply } from '@karat/contract';
import { amount, compare, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { change, requestApproval } from '@karat/domains/operators';
import type { ApprovalKind, Payload } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { MINUTE_MS } from '@karat/rules';
import type { ResolvedDeps } from './deps.ts';
import type { Policy } from './rules.ts';

/** Kind of approval that replaces the thresholds. */
export const THRESHOLDS = 'withdrawal thresholds';

type Call = Contract['withdrawals']['console/withdrawal_thresholds'];
type ChangeCall = Contract['withdrawals']['console/withdrawal_thresholds_change'];

/** Amounts among the thresholds, USDT, with what operators read. */
const AMOUNTS = {
  automatic_usdt: 'Without an operator up to',
  two_people_usdt: 'Two operators from',
  alone_operator_usdt: 'One operator alone in 24 hours',
  alone_user_usdt: 'For one user in 24 hours',
  alone_day_usdt: 'All operators in 24 hours',
  delay_usdt: 'Waits from',
} as const;
type AmountName = keyof typeof AMOUNTS;
const AMOUNT_NAMES: readonly AmountName[] = [
  'automatic_usdt',
  'two_people_usdt',
  'alone_operator_usdt',
  'alone_user_usdt',
  'alone_day_usdt',
  'delay_usdt',
];

type Values = Readonly<Record<AmountName, Amount>> & { readonly delay_minutes: number };

/** The thresholds that count; `version` is 0 while they are those of the settings. */
interface Thresholds extends Values {
  readonly version: number;
  readonly askedBy: string | null;
  readonly approvedBy: string | null;
  /** Unix ms. */
  readonly at: number | null;
}

const fromPolicy = ({ automaticUsdt, twoPeopleUsdt, aloneMax, delayUsdt, delayMs }: Policy): Thresholds => ({
  version: 0,
  automatic_usdt: automaticUsdt,
  two_people_usdt: twoPeopleUsdt,
  alone_operator_usdt: aloneMax.operator,
  alone_user_usdt: aloneMax.user,
  alone_day_usdt: aloneMax.day,
  delay_usdt: delayUsdt,
  delay_minutes: delayMs / MINUTE_MS,
  askedBy: null,
  approvedBy: null,
  at: null,
});

interface Row extends Readonly<Record<AmountName, string>> {
  readonly id: number;
  readonly delay_minutes: number;
  readonly asked_by: string;
  readonly approved_by: string;
  readonly at: number;
}

async function thresholdsIn({ policy }: ResolvedDeps, db: Queries): Promise<Thresholds> {
  const row = await db.maybe<Row>(sql`
    select id, automatic_usdt, two_people_usdt, alone_operator_usdt, alone_user_usdt, alone_day_usdt, delay_usdt,
      delay_minutes, asked_by, approved_by, at
    from withdrawals_thresholds order by id desc limit 1`);
  if (row === undefined) return fromPolicy(policy);
  return {
    version: row.id,
    ...amountsBy((name) => amount(row[name])),
    delay_minutes: row.delay_minutes,
    askedBy: row.asked_by,
    approvedBy: row.approved_by,
    at: row.at,
  };
}

const amountsBy = (of: (name: AmountName) => Amount): Readonly<Record<AmountName, Amount>> => ({
  automatic_usdt: of('automatic_usdt'),
  two_people_usdt: of('two_people_usdt'),
  alone_operator_usdt: of('alone_operator_usdt'),
  alone_user_usdt: of('alone_user_usdt'),
  alone_day_usdt: of('alone_day_usdt'),
  delay_usdt: of('delay_usdt'),
});

/** Returns the policy with the thresholds that count now. */
export async function policyIn(deps: ResolvedDeps, db: Queries): Promise<Policy> {
  const found = await thresholdsIn(deps, db);
  return {
    ...deps.policy,
    automaticUsdt: found.automatic_usdt,
    twoPeopleUsdt: found.two_people_usdt,
    aloneMax: {
      operator: found.alone_operator_usdt,
      user: found.alone_user_usdt,
      day: found.alone_day_usdt,
    },
    delayUsdt: found.delay_usdt,
    delayMs: found.delay_minutes * MINUTE_MS,
  };
}

/** Returns the thresholds as the console shows them. */
export async function thresholdsView(deps: ResolvedDeps): Promise<Reply<Call>> {
  const found = await thresholdsIn(deps, deps.ctx.db);
  return {
    version: found.version,
    automatic_usdt: format(found.automatic_usdt),
    two_people_usdt: format(found.two_people_usdt),
    alone_operator_usdt: format(found.alone_operator_usdt),
    alone_user_usdt: format(found.alone_user_usdt),
    alone_day_usdt: format(found.alone_day_usdt),
    delay_usdt: format(found.delay_usdt),
    delay_minutes: found.delay_minutes,
    asked_by: found.askedBy,
    approved_by: found.approvedBy,
    changed_ms: found.at,
  };
}

/** Returns the values of a payload; those that it does not name stay. */
function valuesOf(payload: Payload, before: Thresholds): Values {
  const named = (name: AmountName): Amount => {
    const text = payload[name];
    return typeof text === 'string' ? amount(text) : before[name];
  };
  return {
    ...amountsBy(named),
    delay_minutes: Number(payload['delay_minutes'] ?? before.delay_minutes),
  };
}

/** Refuses `approval_stale` if the thresholds are not those that the request was about. */
async function changeIn(deps: ResolvedDeps, db: Queries, payload: Payload) {
  const before = await thresholdsIn(deps, db);
  if (before.version !== payload['version']) refuse('approval_stale');
  const after = valuesOf(payload, before);
  if (compare(after.automatic_usdt, after.two_people_usdt) > 0)
    refuse('value_invalid', { field: 'automatic_usdt' });
  return { before, after };
}

const usdt = (value: Amount): string => `${format(value)} USDT`;

/** How two operators replace the thresholds. */
export const thresholdsKind = (deps: ResolvedDeps): ApprovalKind => ({
  async present(db, payload) {
    const { before, after } = await changeIn(deps, db, payload);
    return {
      title: 'Change the thresholds of withdrawals',
      subject: 'Withdrawals',
      changes: [
        ...AMOUNT_NAMES.map((name) => change(AMOUNTS[name], usdt(before[name]), usdt(after[name]))),
        change('Minutes of waiting', String(before.delay_minutes), String(after.delay_minutes)),
      ],
    };
  },
  async execute(tx, payload, { askedBy, approvedBy }) {
    // Of two approvals at once the second one finds another version.
    await tx.run(sql`lock table withdrawals_thresholds in share row exclusive mode`);
    const { after } = await changeIn(deps, tx, payload);
    await insert(tx, after, { askedBy, approvedBy, at: deps.ctx.clock.now() });
  },
});

const insert = (
  tx: Tx,
  values: Values,
  { askedBy, approvedBy, at }: { readonly askedBy: string; readonly approvedBy: string; readonly at: number },
): Promise<number> =>
  tx.run(sql`
    insert into withdrawals_thresholds (automatic_usdt, two_people_usdt, alone_operator_usdt, alone_user_usdt,
      alone_day_usdt, delay_usdt, delay_minutes, asked_by, approved_by, at)
    values (${format(values.automatic_usdt)}, ${format(values.two_people_usdt)}, ${format(values.alone_operator_usdt)},
      ${format(values.alone_user_usdt)}, ${format(values.alone_day_usdt)}, ${format(values.delay_usdt)},
      ${values.delay_minutes}, ${askedBy}, ${approvedBy}, to_timestamp(${at} / 1000.0))`);

/** Asks to replace thresholds; a second operator approves. */
export const requestThresholds = (
  deps: ResolvedDeps,
  caller: OperatorCaller,
  { reason, ...asked }: Read<ChangeCall>,
): Promise<Reply<ChangeCall>> =>
  deps.ctx.db.transact((tx) => {
    const amounts = AMOUNT_NAMES.flatMap((name) => {
      const value = asked[name];
      return value === undefined ? [] : [[name, format(value)] as const];
    });
    const minutes = asked.delay_minutes === undefined ? {} : { delay_minutes: asked.delay_minutes };
    const payload = { version: asked.version, ...Object.fromEntries(amounts), ...minutes };
    const { present } = thresholdsKind(deps);
    return requestApproval(deps.ctx, tx, caller, {
      kind: THRESHOLDS,
      subject: 'withdrawals',
      payload,
      reason,
      present,
    });
  });
