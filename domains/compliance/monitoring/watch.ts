import { userId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import type { WorkHandlers, WorkItem } from '@karat/platform/work';
import type { ComplianceDeps } from '../deps.ts';
import { definitionOf, rulesOfCause } from './definitions.ts';
import type { Cause, Fact } from './facts.ts';
import { judge, meets } from './judge.ts';
import { situationOf, withPending } from './situation.ts';
import { currentRules } from './versions.ts';
import type { RuleVersion } from './versions.ts';

export const MONITOR = 'compliance:monitor';

/** Schedules the evaluation of a cause in its transaction, so that it happens exactly if the cause did. */
export const watch = (tx: Tx, cause: Cause): Promise<number> =>
  schedule(tx, {
    kind: MONITOR,
    subject: `${cause.kind}:${cause.id}`,
    dueAt: cause.at,
    payload: {
      cause: cause.kind,
      id: cause.id,
      user: cause.user,
      at: cause.at,
      payee: cause.kind === 'outflow' ? (cause.payee ?? null) : null,
    },
  });

function causeOf({ payload }: WorkItem): Cause {
  const { cause: kind, payee } = payload;
  const common = {
    id: Number(payload['id']),
    user: userId(Number(payload['user'])),
    at: Number(payload['at']),
  };
  switch (kind) {
    case 'outflow':
      return { kind, ...common, payee: typeof payee === 'string' ? payee : undefined };
    case 'payment':
    case 'document':
      return { kind, ...common };
    default:
      throw new Error(`unknown cause ${String(kind)}`);
  }
}

/** Returns the longest window of the rules, ms. */
const lookbackOf = (rules: readonly RuleVersion[]): number =>
  Math.max(...rules.map(({ rule, values }) => definitionOf(rule).windowMs(values)));

/** Returns the rules in use that a kind of cause may meet. */
async function rulesFor(tx: Tx, kind: Cause['kind']): Promise<RuleVersion[]> {
  const names = rulesOfCause(kind);
  return (await currentRules(tx)).filter(({ rule, enabled }) => enabled && names.includes(rule));
}

/** Due work: judges all rules in use about a cause. */
export const monitoringWork = ({ ctx, facts }: ComplianceDeps): WorkHandlers => ({
  async [MONITOR](tx, item) {
    const cause = causeOf(item);
    const rules = await rulesFor(tx, cause.kind);
    if (rules.length === 0) return;
    const situation = await situationOf(facts, tx, cause, lookbackOf(rules));
    for (const rule of rules) await judge(ctx, tx, rule, { cause, situation });
  },
});

/**
 * Returns true if a withdrawal, which has no row yet, meets a rule whose withdrawals wait for a review. Opens no case: the due work
 * of its movement does.
 */
export async function mustHold(
  { facts }: Pick<ComplianceDeps, 'facts'>,
  tx: Tx,
  withdrawal: Fact,
  payee: string,
): Promise<boolean> {
  const rules = (await rulesFor(tx, 'outflow')).filter(({ hold }) => hold);
  if (rules.length === 0) return false;
  const { user, at, reference: id } = withdrawal;
  const cause: Cause = { kind: 'outflow', id, user, at, payee };
  const situation = withPending(await situationOf(facts, tx, cause, lookbackOf(rules)), withdrawal);
  for (const rule of rules) if (await meets(tx, rule, { cause, situation }, withdrawal)) return true;
  return false;
}
