import type { Contract, Reply, WithdrawalReason } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { DAY_MS } from '@karat/rules';
import type { ResolvedDeps } from './deps.ts';
import { reasonTexts } from './reasons.ts';
import { percentOf, percentile } from './rules.ts';
import { statisticsRows } from './history-store.ts';

const DAYS = 30;
/** Lifetime of the cached statistics. */
const FRESH_MS = 10_000;

type Figures = Reply<Contract['withdrawals']['withdrawal/figures']>;

/** Counts of the last 30 days from the rows; a cancellation by the user is no rejection. */
async function counted({ ctx }: ResolvedDeps) {
  const at = ctx.clock.now();
  const rows = await statisticsRows(ctx.db, at - DAYS * DAY_MS);
  const done = rows.filter(({ state }) => state === 'confirmed');
  const refused = rows.filter(({ state }) => state === 'rejected' || state === 'failed');
  const seconds = done.map((row) => row.seconds ?? 0).toSorted((a, b) => a - b);
  const byReason = Map.groupBy(refused, ({ reason }): WithdrawalReason => reason ?? 'other');
  const decided = done.length + refused.length;
  return {
    days: DAYS,
    asked: rows.length,
    done: done.length,
    rejected: refused.length,
    at_ms: at,
    cancelled: rows.filter(({ state }) => state === 'cancelled').length,
    pending: rows.filter(({ state }) => !['confirmed', 'rejected', 'failed', 'cancelled'].includes(state))
      .length,
    median_s: percentile(seconds, 0.5),
    p90_s: percentile(seconds, 0.9),
    automatic_share: percentOf(done.filter(({ approvals }) => approvals === 0).length, done.length),
    rejected_share: percentOf(refused.length, decided),
    reasons: [...byReason]
      .map(([reason, of]) => ({ reason, count: of.length, share: percentOf(of.length, decided) }))
      .toSorted((a, b) => b.count - a.count),
  };
}

/** Returns the statistics, cached for a few seconds, since the call is public. */
export function createStatistics(deps: ResolvedDeps): (lang: Lang) => Promise<Figures> {
  let stored: { readonly at: number; readonly figures: ReturnType<typeof counted> } | undefined;
  return async (lang) => {
    const now = deps.ctx.clock.now();
    if (stored === undefined || now - stored.at >= FRESH_MS || now < stored.at) {
      const figures = counted(deps);
      stored = { at: now, figures };
      figures.catch(() => (stored = undefined));
    }
    const { reasons, ...rest } = await stored.figures;
    return { ...rest, reasons: reasons.map((each) => ({ ...each, text: reasonTexts[each.reason][lang] })) };
  };
}
