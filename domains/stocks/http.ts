import { refuse, wireTime } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { isStockSession, sessionOfDate } from '@karat/domains/market';
import type { Session } from '@karat/domains/market';
import { requestApproval } from '@karat/domains/operators';
import { ZERO, format } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import type { StocksDeps } from './deps.ts';
import { STOCK_ACTION_CANCEL, presentCancel, requestedAction } from './plan.ts';
import { entitlementsOf, lockAction, reach, recentActions } from './store.ts';
import type { Action } from './store.ts';

const DAYS_AHEAD = 30;
const WHOLE_SESSION_MS = 6.5 * HOUR_MS;

const sessionView = ({ open, close }: Session) => ({
  open_ms: open,
  close_ms: close,
  early: close - open < WHOLE_SESSION_MS,
});

/** The sessions of the coming days, and the weekdays without one. */
function calendarView(now: number) {
  const days = Array.from({ length: DAYS_AHEAD }, (_, n) => now - (now % DAY_MS) + n * DAY_MS);
  const weekdays = days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
  return {
    now_ms: now,
    open: isStockSession(now),
    sessions: weekdays.flatMap((day) => sessionOfDate(day) ?? []).map(sessionView),
    holidays: weekdays
      .filter((day) => sessionOfDate(day) === undefined)
      .map((day) => new Date(day).toISOString().slice(0, 10)),
  };
}

/** Handlers of the stocks calls: calendar, dividends and splits. */
export function stocksHandlers(deps: StocksDeps): Handlers<Contract['stocks']> {
  const { ctx, market } = deps;
  const view = ({ id, marketId, terms, state, note, effective }: Action) => ({
    id,
    match_id: marketId,
    symbol: market.instruments.need(marketId).symbol,
    kind: terms.kind,
    ...(terms.kind === 'dividend'
      ? { per_share: format(terms.perShare), ratio_new: null, ratio_old: null }
      : { per_share: null, ratio_new: terms.ratioNew, ratio_old: terms.ratioOld }),
    state,
    note,
    effective_at: wireTime(effective),
    effective_ms: effective,
  });
  return {
    'stocks/calendar': () => calendarView(ctx.clock.now()),
    'stocks/actions': async ({ input }) => {
      if (input.match_id !== undefined) market.instruments.need(input.match_id);
      return (await recentActions(ctx.db, input.match_id, input.limit)).map(view);
    },
    'stocks/entitlements': async ({ caller, input }) => {
      const rows = await entitlementsOf(ctx.db, caller.userId, input.cursor, input.limit + 1);
      const shown = rows.slice(0, input.limit);
      return {
        data: shown.map((row) => ({
          ...view(row.action),
          quantity_before: format(row.before),
          quantity_after: format(row.after),
          paid: format(row.paid),
        })),
        next: rows.length > input.limit ? String(shown.at(-1)?.id ?? '') : null,
      };
    },
    'console/stock_actions': async ({ input }) => {
      const actions = await recentActions(ctx.db, undefined, input.limit);
      const reached = await reach(
        ctx.db,
        actions.map(({ id }) => id),
      );
      return actions.map((action) => {
        const { holders, paid } = reached.get(action.id) ?? { holders: 0, paid: ZERO };
        return { ...view(action), holders, paid: format(paid), approval: action.approval };
      });
    },
    'console/stock_action': async ({ input, caller }) => {
      const asked = await ctx.db.transact((tx) =>
        requestApproval(ctx, tx, caller, requestedAction(deps, input)),
      );
      return { approval: asked.id, digest: asked.digest };
    },
    'console/stock_action_cancel': async ({ input, caller }) => {
      const asked = await ctx.db.transact(async (tx) => {
        const action = (await lockAction(tx, input.id)) ?? refuse('not_found');
        if (action.state !== 'planned') refuse('stock_action_decided');
        const { symbol } = market.instruments.need(action.marketId);
        const request = { kind: STOCK_ACTION_CANCEL, subject: symbol, payload: { id: input.id } };
        return requestApproval(ctx, tx, caller, {
          ...request,
          reason: input.reason,
          present: presentCancel(deps),
        });
      });
      return { approval: asked.id, digest: asked.digest };
    },
  };
}
