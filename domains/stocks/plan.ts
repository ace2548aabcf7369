import { marketId, refuse } from '@karat/contract';
import type { Contract, Read } from '@karat/contract';
import { change, fact } from '@karat/domains/operators';
import type { ApprovalKind, ApprovalRequest, Payload, Present } from '@karat/domains/operators';
import { format, price } from '@karat/money';
import { schedule } from '@karat/platform/work';
import type { Tx } from '@karat/platform/db';
import type { StocksDeps } from './deps.ts';
import { mayHappenAt, rescaleOf } from './rules.ts';
import type { Terms } from './rules.ts';
import { actionById, cancelAction, insertAction, lockAction } from './store.ts';

export const STOCK_ACTION = 'stock action';
export const STOCK_ACTION_CANCEL = 'stock action cancel';
/** Kind of the due work that executes an action. */
export const APPLY = 'stocks:apply';

type StockActionRequest = Read<Contract['stocks']['console/stock_action']>;

function termsOf(request: Pick<StockActionRequest, 'kind' | 'per_share' | 'ratio_new' | 'ratio_old'>): Terms {
  const { kind, per_share: perShare, ratio_new: ratioNew, ratio_old: ratioOld } = request;
  if (kind === 'dividend') {
    if (perShare === undefined || ratioNew !== undefined || ratioOld !== undefined)
      refuse('stock_action_invalid');
    return { kind, perShare };
  }
  if (perShare !== undefined || ratioNew === undefined || ratioOld === undefined || ratioNew === ratioOld) {
    return refuse('stock_action_invalid');
  }
  return { kind, ratioNew, ratioOld };
}

/** Refuses an action that could not be executed; checked on request and again on approval. */
function check(
  { ctx, market }: StocksDeps,
  id: StockActionRequest['match_id'],
  terms: Terms,
  effective: number,
): void {
  if (market.instruments.need(id).kind !== 'stock') refuse('stock_action_invalid');
  if (!mayHappenAt(effective, ctx.clock.now())) refuse('stock_action_time');
  const index = market.index(id);
  if (index && rescaleOf(terms, effective, index.price) === undefined) refuse('stock_action_invalid');
}

const termsText = (terms: Terms): string =>
  terms.kind === 'dividend'
    ? `dividend of ${format(terms.perShare)} USDT a share`
    : `split ${terms.ratioNew} for ${terms.ratioOld}`;

/** A planned dividend or split. */
const presentAction =
  ({ market }: StocksDeps): Present =>
  async (_db, payload) => ({
    title: 'Plan a stock action',
    subject: market.instruments.need(marketId(Number(payload['match_id']))).symbol,
    changes: [
      change('Action', null, termsText(termsFrom(payload))),
      change('Takes effect (UTC)', null, new Date(Number(payload['effective_ms'])).toISOString()),
      fact('Note', String(payload['note'])),
    ],
  });

/** The request for a dividend or a split. */
export function requestedAction(deps: StocksDeps, request: StockActionRequest): ApprovalRequest {
  const terms = termsOf(request);
  check(deps, request.match_id, terms, request.effective_ms);
  const payload = {
    match_id: request.match_id,
    kind: terms.kind,
    effective_ms: request.effective_ms,
    note: request.note,
    ...(terms.kind === 'dividend'
      ? { per_share: format(terms.perShare) }
      : { ratio_new: terms.ratioNew, ratio_old: terms.ratioOld }),
  };
  const { symbol } = deps.market.instruments.need(request.match_id);
  return {
    kind: STOCK_ACTION,
    subject: symbol,
    payload,
    reason: request.reason,
    present: presentAction(deps),
  };
}

const termsFrom = (payload: Payload): Terms =>
  payload['kind'] === 'dividend'
    ? { kind: 'dividend', perShare: price(String(payload['per_share'])) }
    : { kind: 'split', ratioNew: Number(payload['ratio_new']), ratioOld: Number(payload['ratio_old']) };

/** Reloads the calendar after a commit. */
export const reload = (deps: StocksDeps, tx: Tx): void =>
  tx.afterCommit(() => {
    deps.calendar.load(deps.ctx.db).catch((error: unknown) => {
      deps.ctx.log.error({ err: error }, 'stock actions reload failed');
    });
  });

/** Plans an approved action. Refuses a time that is too close, and a duplicate. */
export const planAction = (deps: StocksDeps): ApprovalKind => ({
  present: presentAction(deps),
  async execute(tx, payload, decision) {
    const terms = termsFrom(payload);
    const [id, effective] = [marketId(Number(payload['match_id'])), Number(payload['effective_ms'])];
    check(deps, id, terms, effective);
    const note = String(payload['note']);
    const action =
      (await insertAction(tx, { marketId: id, terms, effective, note, approval: decision.approval })) ??
      refuse('approval_decided');
    await schedule(tx, { kind: APPLY, subject: String(action), dueAt: effective });
    reload(deps, tx);
  },
});

/** A planned action to be cancelled. */
export const presentCancel =
  ({ market }: StocksDeps): Present =>
  async (db, payload) => {
    const action = (await actionById(db, Number(payload['id']))) ?? refuse('not_found');
    return {
      title: 'Cancel a stock action',
      subject: market.instruments.need(action.marketId).symbol,
      changes: [
        change('State', action.state, 'cancelled'),
        fact('Action', termsText(action.terms)),
        fact('Would take effect (UTC)', new Date(action.effective).toISOString()),
      ],
    };
  };

/** Cancels an action that has not been executed. */
export const cancelPlanned = (deps: StocksDeps): ApprovalKind => ({
  present: presentCancel(deps),
  async execute(tx, payload) {
    const id = Number(payload['id']);
    if ((await lockAction(tx, id)) === undefined) refuse('not_found');
    if ((await cancelAction(tx, id)) === 0) refuse('stock_action_decided');
    reload(deps, tx);
  },
});
