import { pageReply, refuse } from '@karat/contract';
import type { Contract, Read } from '@karat/contract';
import { change, requestApproval } from '@karat/domains/operators';
import type { ApprovalKinds, Payload, Present } from '@karat/domains/operators';
import { UNIT, ZERO, amount, format, rateFromPercent } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { MULTIPLE_MAX } from '@karat/rules';
import type { GrowthContext, GrowthDeps } from './deps.ts';
import { readRuns, readVipDecisions } from './run-store.ts';
import { lockVipTerms, raiseVersion, readVipTerms, writeVipTerms } from './terms-store.ts';
import { vipChanged } from './topics.ts';
import type { VipTerms } from './types.ts';
import { percentText, termsView } from './view.ts';
import { readLevelCounts } from './statistics.ts';

type Calls = Contract['growth'];
type ConsoleCalls = 'console/vip' | 'console/vip_users' | 'console/vip_terms';

const TERMS = 'VIP terms';
/** Limits grow at most tenfold. */
const FACTOR_MAX = 10n * UNIT;

const payloadOf = (input: Read<Calls['console/vip_terms']>): Payload => ({
  level: input.level,
  volume: format(input.volume),
  balance: format(input.balance),
  fee_discount: format(input.fee_discount),
  outflow_limit: format(input.outflow_limit),
  multiple_max: input.multiple_max,
});

const invalid = (field: string): never => refuse('value_invalid', { field });

/**
 * Terms of a level from a payload. Refuses `value_invalid`: a discount above 100 %, limits below 100 % or above 1,000 %, a
 * leverage above 200, level 0 with a requirement, and a level that requires or gives less than the one below it, or more
 * than the one above.
 */
export function termsOf(all: readonly VipTerms[], payload: Payload): VipTerms {
  const decimal = (field: string) => amount(String(payload[field] ?? '0'));
  const terms: VipTerms = {
    level: Number(payload['level']),
    volume: decimal('volume'),
    balance: decimal('balance'),
    feeDiscount: rateFromPercent(decimal('fee_discount')),
    outflowFactor: rateFromPercent(decimal('outflow_limit')),
    multipleMax: Number(payload['multiple_max']),
  };
  if (terms.feeDiscount > UNIT) invalid('fee_discount');
  if (terms.outflowFactor < UNIT || terms.outflowFactor > FACTOR_MAX) invalid('outflow_limit');
  if (terms.multipleMax > MULTIPLE_MAX) invalid('multiple_max');
  const required = terms.level === 0;
  if (required !== (terms.volume === ZERO)) invalid('volume');
  if (required !== (terms.balance === ZERO)) invalid('balance');
  checkOrder(all[terms.level - 1], terms);
  checkOrder(terms, all[terms.level + 1]);
  return terms;
}

const RISING = ['volume', 'balance', 'feeDiscount', 'outflowFactor', 'multipleMax'] as const;
const FIELDS: Readonly<Record<(typeof RISING)[number], string>> = {
  volume: 'volume',
  balance: 'balance',
  feeDiscount: 'fee_discount',
  outflowFactor: 'outflow_limit',
  multipleMax: 'multiple_max',
};

/** Refuses a level that requires or gives less than the one below it. */
function checkOrder(lower: VipTerms | undefined, higher: VipTerms | undefined): void {
  if (!lower || !higher) return;
  for (const name of RISING) if (higher[name] < lower[name]) invalid(FIELDS[name]);
}

const presentTerms: Present = async (db, payload) => {
  const all = await readVipTerms(db);
  const after = termsOf(all, payload);
  const before = all[after.level];
  const row = (label: string, of: (terms: VipTerms) => string) =>
    change(label, before ? of(before) : null, of(after));
  return {
    title: 'Change the terms of a VIP level',
    subject: `VIP ${after.level}`,
    changes: [
      row('Volume of 30 days, USDT', ({ volume }) => format(volume)),
      row('Balance, USDT', ({ balance }) => format(balance)),
      row('Fee discount', ({ feeDiscount }) => `${percentText(feeDiscount)} %`),
      row('Withdrawal limits', ({ outflowFactor }) => `${percentText(outflowFactor)} %`),
      row('Highest leverage', ({ multipleMax }) => `${multipleMax}x`),
    ],
  };
};

/** What two operators decide: the terms of VIP levels. */
export const growthApprovals = ({ ctx }: GrowthDeps): ApprovalKinds => ({
  [TERMS]: {
    present: presentTerms,
    execute: async (tx, payload) => {
      await writeVipTerms(tx, termsOf(await lockVipTerms(tx), payload));
      await raiseVersion(tx);
      tx.afterCommit(() => ctx.bus.publish(vipChanged, undefined));
    },
  },
});

export function consoleHandlers({ ctx }: GrowthContext): Pick<Handlers<Calls>, ConsoleCalls> {
  return {
    'console/vip': async () => {
      const counts = await readLevelCounts(ctx.db);
      return {
        levels: (await readVipTerms(ctx.db)).map((terms) => ({
          ...termsView(terms),
          users: counts.get(terms.level) ?? 0,
        })),
        runs: (await readRuns(ctx.db)).map((run) => ({
          date: run.day,
          users: run.users,
          changed: run.changed,
          started_ms: run.started_at,
          done_ms: run.done_at,
        })),
      };
    },
    'console/vip_users': async ({ input }) => {
      const { rows, total } = await readVipDecisions(ctx.db, input);
      const views = rows.map((one) => ({
        uid: one.userId,
        level: one.level,
        date: one.day,
        volume: format(one.volume),
        balance: format(one.balance),
      }));
      return pageReply(views, total, input.page, input.limit);
    },
    'console/vip_terms': ({ input, caller }) =>
      ctx.db.transact((tx) => {
        const payload = payloadOf(input);
        const request = { kind: TERMS, subject: `VIP ${input.level}`, payload, present: presentTerms };
        return requestApproval(ctx, tx, caller, { ...request, reason: input.reason });
      }),
  };
}
