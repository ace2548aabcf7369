import { refuse } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import { format, roundDown } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { AlertsDeps } from './deps.ts';
import { PERCENT_DECIMALS, percentLimits } from './rules.ts';
import {
  deleteAlert,
  insertAlert,
  lockAlert,
  lockAlertsOf,
  sameAlert,
  writePaused,
  writeTerms,
} from './store.ts';
import { presentSide, presentTarget } from './target.ts';
import type { Alert, AlertTerms } from './types.ts';
import type { AlertWatcher } from './watcher.ts';

/** Alerts with the watcher that follows their changes. */
export interface AlertChangeDeps extends AlertsDeps {
  readonly watcher: Pick<AlertWatcher, 'follow' | 'forget'>;
}

export interface AlertRequest extends AlertTerms {
  readonly userId: UserId;
  readonly marketId: MarketId;
}

interface AlertKey {
  readonly userId: UserId;
  readonly id: number;
}

/** Refuses a target outside its limits or with too many decimals. */
function checkTarget({ kind, target }: AlertTerms, market: Market): void {
  const decimals = kind === 'price' ? market.indexDecimals : PERCENT_DECIMALS;
  if (roundDown(target, decimals) !== target) refuse('alert_decimals', { decimals });
  const limits = percentLimits(kind);
  if (limits && (target < limits.min || target > limits.max))
    refuse('alert_target', { min: format(limits.min), max: format(limits.max) });
}

/** Runs a change of an alert; the watcher follows it after its commit. */
const changing = (deps: AlertChangeDeps, change: (tx: Tx) => Promise<Alert>): Promise<Alert> =>
  deps.ctx.db.transact(async (tx) => {
    const alert = await change(tx);
    tx.afterCommit(() => deps.watcher.follow(alert));
    return alert;
  });

const activate = (
  deps: AlertChangeDeps,
  tx: Tx,
  { id, marketId }: Pick<Alert, 'id' | 'marketId'>,
  terms: AlertTerms,
): Promise<Alert> =>
  writeTerms(tx, id, { ...terms, ...presentSide(deps, marketId, terms) }, deps.ctx.clock.now());

/** Creates an alert, or activates the one with the same subject. Refuses what the contract lists for `alert/create`. */
export async function createAlert(deps: AlertChangeDeps, request: AlertRequest): Promise<Alert> {
  const { ctx, market, alertsMax } = deps;
  checkTarget(request, market.instruments.find(request.marketId) ?? refuse('market_unknown'));
  return changing(deps, async (tx) => {
    const count = await lockAlertsOf(tx, request.userId);
    const same = await sameAlert(tx, request);
    if (same !== undefined) return activate(deps, tx, { id: same, marketId: request.marketId }, request);
    if (count >= alertsMax) refuse('alerts_max', { max: alertsMax });
    const side = presentSide(deps, request.marketId, request);
    return insertAlert(tx, { ...request, ...side, createdMs: ctx.clock.now() });
  });
}

const lockOwn = async (tx: Tx, { userId, id }: AlertKey): Promise<Alert> =>
  (await lockAlert(tx, userId, id)) ?? refuse('alert_unknown');

/** Changes the terms of an alert and activates it. Refuses `alert_exists` if another one has the same subject. */
export const editAlert = (deps: AlertChangeDeps, key: AlertKey, terms: AlertTerms): Promise<Alert> =>
  changing(deps, async (tx) => {
    await lockAlertsOf(tx, key.userId);
    const alert = await lockOwn(tx, key);
    checkTarget(terms, deps.market.instruments.need(alert.marketId));
    const { userId, marketId } = alert;
    const same = await sameAlert(tx, { userId, marketId, kind: terms.kind, target: terms.target });
    if (same !== undefined && same !== alert.id) refuse('alert_exists');
    return activate(deps, tx, alert, terms);
  });

export const pauseAlert = (deps: AlertChangeDeps, key: AlertKey): Promise<Alert> =>
  changing(deps, async (tx) => {
    const alert = await lockOwn(tx, key);
    return alert.state === 'active' ? writePaused(tx, alert.id) : alert;
  });

/** Watches from the present index on; an active alert stays as it is. */
export const resumeAlert = (deps: AlertChangeDeps, key: AlertKey): Promise<Alert> =>
  changing(deps, async (tx) => {
    const alert = await lockOwn(tx, key);
    if (alert.state === 'active') return alert;
    return activate(deps, tx, alert, { ...alert, target: presentTarget(deps, alert) });
  });

export async function removeAlert(deps: AlertChangeDeps, { userId, id }: AlertKey): Promise<void> {
  if ((await deleteAlert(deps.ctx.db, userId, id)) === 0) refuse('alert_unknown');
  deps.watcher.forget(id);
}
