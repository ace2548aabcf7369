import { format } from '@karat/money';
import { cell, decimalCell, rowArray, sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import type { PositionEvent } from './position-events.ts';
import type { Position } from './position.ts';

/** Another writer has changed a row since it was read: the transaction must roll back. */
export class StaleRowError extends Error {}

const NEW_COLUMNS = `id, user_id, market_id, side, mode, order_type, source_id, status, target, multiple, lot_size, spread,
  fee_rate, overnight_rate, origin_lots, lots, price, margin, origin_margin, hold, take_profit, stop_loss, fee, open_tick`;

const INSERT = `
insert into contracts_positions (${NEW_COLUMNS}, created_at, opened_at, profit, overnight, insurance, version)
select ${NEW_COLUMNS}, to_timestamp(created_ms / 1000.0), to_timestamp(opened_ms / 1000.0), 0, 0, 0, 1
from unnest($1::contracts_position_new[])`;

// Rows are looked up one by one: a join by id, planned while the table was empty, scans all of it permanently.
const UPDATE = `
with moved as materialized (
  select c.*, (select p.ctid from contracts_positions p where p.id = c.id) as row
  from unnest($1::contracts_position_change[]) c
)
update contracts_positions p set
  status = m.status, target = m.target, origin_lots = m.origin_lots, lots = m.lots, price = m.price, margin = m.margin, origin_margin = m.origin_margin, hold = m.hold,
  take_profit = m.take_profit, stop_loss = m.stop_loss, trigger_reason = m.trigger_reason, trigger_tick = m.trigger_tick,
  profit = m.profit, fee = m.fee, overnight = m.overnight, insurance = m.insurance, close_price = m.close_price,
  close_reason = m.close_reason, open_tick = m.open_tick, close_tick = m.close_tick,
  opened_at = to_timestamp(m.opened_ms / 1000.0), closed_at = to_timestamp(m.closed_ms / 1000.0),
  charged_at = to_timestamp(m.charged_ms / 1000.0), version = m.version + 1
from moved m where p.ctid = m.row and p.version = m.version
returning 1`;

const maybe = (value: bigint | undefined): string => decimalCell(value ?? null);
const whole = (value: number | undefined): string => cell(value ?? null);

const newRow = (p: Position): string =>
  [
    p.id,
    p.userId,
    p.marketId,
    p.side,
    p.mode,
    p.orderType,
    whole(p.source),
    p.status,
    maybe(p.target),
    p.multiple,
    maybe(p.lotSize),
    maybe(p.spread),
    maybe(p.feeRate),
    maybe(p.overnightRate),
    maybe(p.originLots),
    maybe(p.lots),
    maybe(p.price),
    maybe(p.margin),
    maybe(p.originMargin),
    maybe(p.hold),
    maybe(p.takeProfit),
    maybe(p.stopLoss),
    maybe(p.fee),
    whole(p.openTick),
    p.createdAt,
    whole(p.openedAt),
  ].join(',');

const changedRow = (p: Position): string =>
  [
    p.id,
    p.version,
    p.status,
    maybe(p.target),
    maybe(p.originLots),
    maybe(p.lots),
    maybe(p.price),
    maybe(p.margin),
    maybe(p.originMargin),
    maybe(p.hold),
    maybe(p.takeProfit),
    maybe(p.stopLoss),
    p.trigger?.reason ?? '',
    whole(p.trigger?.tick),
    maybe(p.profit),
    maybe(p.fee),
    maybe(p.overnight),
    maybe(p.insurance),
    maybe(p.closePrice),
    p.closeReason ?? '',
    whole(p.openTick),
    whole(p.closeTick),
    whole(p.openedAt),
    whole(p.closedAt),
    whole(p.chargedAt),
  ].join(',');

/** Stores the coupons of positions that have one; few do, so the statement of all positions does not carry them. */
async function writeTrials(tx: Tx, positions: readonly Position[]): Promise<void> {
  const rows = positions.flatMap(({ id, trial }) => (trial ? [{ id, ...trial }] : []));
  if (rows.length === 0) return;
  await tx.run(sql`
    update contracts_positions p set coupon_id = t.coupon_id, coupon_paid = t.paid, coupon_returned = t.returned,
      coupon_ends_at = to_timestamp(t.ends_ms / 1000.0)
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ couponId }) => couponId)}::bigint[],
      ${rows.map(({ paid }) => format(paid))}::numeric[], ${rows.map(({ returned }) => format(returned))}::numeric[],
      ${rows.map(({ endsAt }) => endsAt)}::float8[]) as t (id, coupon_id, paid, returned, ends_ms)
    where p.id = t.id`);
}

/** Writes new and changed positions, each only if nobody has written it since it was read. Throws Outdated. */
export async function writePositions(tx: Tx, positions: readonly Position[]): Promise<void> {
  const fresh = positions.filter(({ version }) => version === 0);
  const stored = positions.filter(({ version }) => version > 0);
  if (fresh.length > 0) await tx.prepared('contracts_insert', INSERT, [rowArray(fresh, newRow)]);
  if (stored.length > 0) {
    const written = await tx.prepared('contracts_update', UPDATE, [rowArray(stored, changedRow)]);
    if (written.length !== stored.length) throw new StaleRowError();
  }
  await writeTrials(tx, positions);
}

type FilledEvent = Extract<PositionEvent, { readonly kind: 'opened' | 'closed' }>;
const isFilled = (event: PositionEvent): event is FilledEvent =>
  event.kind === 'opened' || event.kind === 'closed';

const FILL_COLUMNS = `position_id, user_id, market_id, kind, reason, lots, quantity, price, index_price, tick, margin, profit,
  fee, insurance, absorbed`;
const FILLS = `
insert into contracts_fills (${FILL_COLUMNS}, at)
select ${FILL_COLUMNS}, to_timestamp($2::float8 / 1000.0) from unnest($1::contracts_fill_new[])`;

function fillRow(event: FilledEvent): string {
  const { id, userId, marketId, originLots } = event.position;
  const opened = event.kind === 'opened';
  const what = opened
    ? ['open', '', decimalCell(originLots)]
    : ['close', event.reason, decimalCell(event.lots)];
  const end = opened
    ? [decimalCell(event.margin), '0', decimalCell(event.fee), '0', '0']
    : [event.released, event.profit, event.fee, event.insurance, event.absorbed].map(decimalCell);
  return [
    id,
    userId,
    marketId,
    ...what,
    decimalCell(event.quantity),
    decimalCell(event.price),
    decimalCell(event.mark.index),
    event.mark.tick,
    ...end,
  ].join(',');
}

/** Stores fills; `at` unix ms. */
export async function insertFills(tx: Tx, events: readonly PositionEvent[], at: number): Promise<void> {
  const filled = events.filter(isFilled);
  if (filled.length > 0) await tx.prepared('contracts_fills', FILLS, [rowArray(filled, fillRow), at]);
}

const MARGIN_CHANGES = `
insert into contracts_margin_changes (position_id, user_id, change, margin, at)
select position_id, user_id, change, margin, to_timestamp($2::float8 / 1000.0)
from unnest($1::contracts_margin_change_new[])`;

/** Stores changes of margins that users requested; `at` unix ms. */
export async function insertMarginChanges(
  tx: Tx,
  events: readonly PositionEvent[],
  at: number,
): Promise<void> {
  const changes = events.filter((event) => event.kind === 'margin_changed');
  const row = ({ position: { id, userId }, change, margin }: (typeof changes)[number]): string =>
    `${id},${userId},${decimalCell(change)},${decimalCell(margin)}`;
  if (changes.length > 0)
    await tx.prepared('contracts_margin_changes', MARGIN_CHANGES, [rowArray(changes, row), at]);
}

/** Stores overnight fees; a second one for the same cut-off violates the key. */
export async function insertOvernights(tx: Tx, events: readonly PositionEvent[]): Promise<void> {
  const rows = events.flatMap((event) =>
    event.kind === 'overnight'
      ? [
          {
            position_id: event.position.id,
            cutoff: event.cutoff,
            index_price: format(event.mark.index),
            tick: event.mark.tick,
            from_available: format(event.fromAvailable),
            from_margin: format(event.fromMargin),
          },
        ]
      : [],
  );
  if (rows.length === 0) return;
  await tx.run(sql`
    insert into contracts_overnights (position_id, cutoff, index_price, tick, from_available, from_margin)
    select position_id, to_timestamp(cutoff / 1000.0), index_price, tick, from_available, from_margin
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (position_id bigint, cutoff float8, index_price numeric,
      tick bigint, from_available numeric, from_margin numeric)`);
}
