import { marketId, userId } from '@karat/contract';
import type { MarketId, StockActionKind, StockActionState, UserId } from '@karat/contract';
import { amount, format, price } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Rescale } from '@karat/domains/market';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Terms } from './rules.ts';

/** A dividend or a split. */
export interface Action {
  readonly id: number;
  readonly marketId: MarketId;
  readonly terms: Terms;
  /** Unix ms. */
  readonly effective: number;
  readonly note: string;
  readonly approval: number;
  readonly state: StockActionState;
  /** Factor of simulated prices, once it is executed. */
  readonly rescale: Rescale | undefined;
}

interface ActionRow {
  id: number;
  market_id: number;
  kind: StockActionKind;
  per_share: string | null;
  ratio_new: number | null;
  ratio_old: number | null;
  effective_at: number;
  note: string;
  approval_id: number;
  state: StockActionState;
  price_numerator: string | null;
  price_denominator: string | null;
}

const termsOf = (row: ActionRow): Terms =>
  row.kind === 'dividend'
    ? { kind: 'dividend', perShare: price(row.per_share ?? '0') }
    : { kind: 'split', ratioNew: row.ratio_new ?? 1, ratioOld: row.ratio_old ?? 1 };

const actionOf = (row: ActionRow): Action => ({
  id: row.id,
  marketId: marketId(row.market_id),
  terms: termsOf(row),
  effective: row.effective_at,
  note: row.note,
  approval: row.approval_id,
  state: row.state,
  rescale:
    row.price_numerator === null || row.price_denominator === null
      ? undefined
      : {
          from: row.effective_at,
          numerator: amount(row.price_numerator),
          denominator: amount(row.price_denominator),
        },
});

/** All planned and executed actions, oldest first. */
export const standingActions = async (db: Queries): Promise<Action[]> =>
  (
    await db.rows<ActionRow>(
      sql`select * from stocks_actions where state <> 'cancelled' order by effective_at, id`,
    )
  ).map(actionOf);

/** The newest actions, of one market or of all. */
export const recentActions = async (
  db: Queries,
  market: MarketId | undefined,
  limit: number,
): Promise<Action[]> =>
  (
    await db.rows<ActionRow>(sql`
      select * from stocks_actions where ${market ?? null}::int is null or market_id = ${market ?? null}
      order by effective_at desc, id desc limit ${limit}`)
  ).map(actionOf);

export async function actionById(db: Queries, id: number): Promise<Action | undefined> {
  const row = await db.maybe<ActionRow>(sql`select * from stocks_actions where id = ${id}`);
  return row && actionOf(row);
}

/** One action, locked until the end of the transaction. */
export async function lockAction(tx: Tx, id: number): Promise<Action | undefined> {
  const row = await tx.maybe<ActionRow>(sql`select * from stocks_actions where id = ${id} for update`);
  return row && actionOf(row);
}

/** Inserts an action; returns undefined for a duplicate. */
export async function insertAction(
  tx: Tx,
  plan: Pick<Action, 'marketId' | 'terms' | 'effective' | 'note' | 'approval'>,
): Promise<number | undefined> {
  const { terms } = plan;
  const [perShare, ratioNew, ratioOld] =
    terms.kind === 'dividend' ? [format(terms.perShare), null, null] : [null, terms.ratioNew, terms.ratioOld];
  const row = await tx.maybe<{ id: number }>(sql`
    insert into stocks_actions (market_id, kind, per_share, ratio_new, ratio_old, effective_at, note, approval_id)
    values (${plan.marketId}, ${terms.kind}, ${perShare}, ${ratioNew}, ${ratioOld},
      to_timestamp(${plan.effective} / 1000.0), ${plan.note}, ${plan.approval})
    on conflict (market_id, kind, effective_at) where state <> 'cancelled' do nothing
    returning id`);
  return row?.id;
}

export const cancelAction = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`update stocks_actions set state = 'cancelled' where id = ${id} and state = 'planned'`);

export const finishAction = (tx: Tx, id: number, rescale: Rescale, at: number): Promise<number> =>
  tx.run(sql`
    update stocks_actions set state = 'done', done_at = to_timestamp(${at} / 1000.0),
      price_numerator = ${format(amount(rescale.numerator))}, price_denominator = ${format(amount(rescale.denominator))}
    where id = ${id} and state = 'planned'`);

/** The effect of an action on one holder. */
export interface Entitlement {
  readonly userId: UserId;
  readonly before: Amount;
  readonly after: Amount;
  readonly paid: Amount;
}

export const insertEntitlements = (tx: Tx, action: number, rows: readonly Entitlement[]): Promise<number> =>
  tx.run(sql`
    insert into stocks_entitlements (action_id, user_id, quantity_before, quantity_after, paid)
    select ${action}, * from unnest(
      ${rows.map((row) => row.userId)}::bigint[], ${rows.map((row) => format(row.before))}::numeric[],
      ${rows.map((row) => format(row.after))}::numeric[], ${rows.map((row) => format(row.paid))}::numeric[])`);

/** An entitlement with its action. */
export interface EntitlementRow extends Entitlement {
  readonly id: number;
  readonly action: Action;
}

/** A user's entitlements, newest first, older than an id. */
export async function entitlementsOf(
  db: Queries,
  user: UserId,
  before: number | undefined,
  limit: number,
): Promise<EntitlementRow[]> {
  type Row = ActionRow & {
    entitlement: number;
    quantity_before: string;
    quantity_after: string;
    paid: string;
  };
  const rows = await db.rows<Row>(sql`
    select a.*, e.id as entitlement, e.quantity_before, e.quantity_after, e.paid
    from stocks_entitlements e join stocks_actions a on a.id = e.action_id
    where e.user_id = ${user} and (${before ?? null}::bigint is null or e.id < ${before ?? null})
    order by e.id desc limit ${limit}`);
  return rows.map((row) => ({
    id: row.entitlement,
    action: actionOf(row),
    userId: userId(user),
    before: amount(row.quantity_before),
    after: amount(row.quantity_after),
    paid: amount(row.paid),
  }));
}

/** Number of holders of an action and the total paid to them. */
export async function reach(
  db: Queries,
  actions: readonly number[],
): Promise<Map<number, { holders: number; paid: Amount }>> {
  const rows = await db.rows<{ action_id: number; holders: number; paid: string }>(sql`
    select action_id, count(*)::int as holders, sum(paid)::text as paid from stocks_entitlements
    where action_id = any(${actions}) group by action_id`);
  return new Map(rows.map(({ action_id, holders, paid }) => [action_id, { holders, paid: amount(paid) }]));
}
