import type { Contract, Read, Reply } from '@karat/contract';
import { format } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { createAlert, editAlert, pauseAlert, removeAlert, resumeAlert } from './change.ts';
import type { AlertChangeDeps } from './change.ts';
import { countAlerts, readAlerts } from './store.ts';
import { presentTarget } from './target.ts';
import type { Alert, AlertTerms } from './types.ts';

type Calls = Contract['alerts'];

const termsOf = (input: Omit<Read<Calls['alert/edit']>, 'id'>): AlertTerms => ({
  kind: input.kind,
  target: input.target,
  repeatMinutes: input.repeat_minutes,
});

/** Answers the calls of price alerts; users see and change only what is their own. */
export function alertsHandlers(deps: AlertChangeDeps): Handlers<Calls> {
  const viewOf = (alert: Alert): Reply<Calls['alert/create']> => {
    const market = deps.market.instruments.need(alert.marketId);
    return {
      id: alert.id,
      match_id: market.id,
      symbol: market.symbol,
      currency_name: market.baseName,
      legal_name: market.quoteName,
      kind: alert.kind,
      target: format(presentTarget(deps, alert)),
      repeat_minutes: alert.repeatMinutes,
      state: alert.state,
      firings: alert.firings,
      fired_price: alert.firedPrice === undefined ? null : format(alert.firedPrice),
      fired_ms: alert.firedMs ?? null,
      created_ms: alert.createdMs,
    };
  };
  const { db } = deps.ctx;
  return {
    'alert/list': async ({ input, caller }) => ({
      max: deps.alertsMax,
      count: await countAlerts(db, caller.userId),
      data: (await readAlerts(db, caller.userId, input.match_id)).map(viewOf),
    }),
    'alert/create': async ({ input, caller }) =>
      viewOf(await createAlert(deps, { userId: caller.userId, marketId: input.match_id, ...termsOf(input) })),
    'alert/edit': async ({ input, caller }) =>
      viewOf(await editAlert(deps, { userId: caller.userId, id: input.id }, termsOf(input))),
    'alert/pause': async ({ input, caller }) =>
      viewOf(await pauseAlert(deps, { userId: caller.userId, id: input.id })),
    'alert/resume': async ({ input, caller }) =>
      viewOf(await resumeAlert(deps, { userId: caller.userId, id: input.id })),
    'alert/remove': async ({ input, caller }) => {
      await removeAlert(deps, { userId: caller.userId, id: input.id });
      return 'ok' as const;
    },
  };
}
