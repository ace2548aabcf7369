import type { CurrencyId, UserId } from '@karat/contract';
import { format, sum } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import type { EventEffects } from './assets.ts';
import type { PortfolioEvent } from './types.ts';

/** An event with its number and what it did. */
export interface CountedEvent {
  readonly seq: number;
  readonly event: PortfolioEvent;
  readonly effects: EventEffects;
}

const feesOf = ({ fees }: PortfolioEvent): Amount => sum(fees.map(({ value }) => value));

export async function insertEvents(tx: Tx, user: UserId, rows: readonly CountedEvent[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (of: (row: CountedEvent) => Amount) => rows.map((row) => format(of(row)));
  const events = rows.map(({ event }) => event);
  await tx.run(sql`
    insert into portfolio_events (user_id, seq, at, journal_id, kind, currency_id, type, quantity, value, price, fee,
      estimated, result, cost_average, cost_fifo, realised_average, realised_fifo)
    select ${user}::bigint, e.seq, to_timestamp(e.at::float8 / 1000.0), e.journal_id, e.kind, e.currency_id, e.type,
      e.quantity, e.value, e.price, e.fee, e.estimated, e.result, e.cost_average, e.cost_fifo, e.realised_average,
      e.realised_fifo
    from unnest(
      ${rows.map(({ seq }) => seq)}::bigint[], ${events.map(({ at }) => at)}::bigint[],
      ${events.map(({ journalId }) => journalId)}::bigint[], ${events.map(({ kind }) => kind)}::text[],
      ${events.map(({ currency }) => currency)}::int[], ${events.map(({ type }) => type)}::text[],
      ${column(({ event }) => event.quantity)}::numeric[], ${column(({ event }) => event.value)}::numeric[],
      ${events.map(({ price }) => (price === undefined ? null : format(price)))}::numeric[],
      ${column(({ event }) => feesOf(event))}::numeric[], ${events.map(({ estimated }) => estimated)}::boolean[],
      ${column(({ event }) => event.result)}::numeric[], ${column(({ effects }) => effects.average.cost)}::numeric[],
      ${column(({ effects }) => effects.fifo.cost)}::numeric[],
      ${column(({ effects }) => effects.average.realised)}::numeric[],
      ${column(({ effects }) => effects.fifo.realised)}::numeric[])
      as e (seq, at, journal_id, kind, currency_id, type, quantity, value, price, fee, estimated, result, cost_average,
        cost_fifo, realised_average, realised_fifo)`);
}

/** Sums of a currency over an hour or a day, and what is owned and owed at its end. */
export interface PeriodRow {
  readonly span: 1 | 24;
  readonly currency: CurrencyId;
  /** Unix ms. */
  readonly startMs: number;
  quantity: Amount;
  owed: Amount;
  transfers: Amount;
  realisedAverage: Amount;
  realisedFifo: Amount;
  income: Amount;
  fees: Amount;
}

/** Adds sums to periods; closing figures replace those before. */
export async function addPeriods(tx: Tx, user: UserId, rows: readonly PeriodRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (of: (row: PeriodRow) => Amount) => rows.map((row) => format(of(row)));
  await tx.run(sql`
    insert into portfolio_periods (user_id, span, currency_id, start, quantity, owed, transfers, realised_average,
      realised_fifo, income, fees)
    select ${user}::bigint, p.span, p.currency_id, to_timestamp(p.start::float8 / 1000.0), p.quantity, p.owed,
      p.transfers, p.realised_average, p.realised_fifo, p.income, p.fees
    from unnest(
      ${rows.map(({ span }) => span)}::smallint[], ${rows.map(({ currency }) => currency)}::int[],
      ${rows.map(({ startMs }) => startMs)}::bigint[], ${column((row) => row.quantity)}::numeric[],
      ${column((row) => row.owed)}::numeric[], ${column((row) => row.transfers)}::numeric[],
      ${column((row) => row.realisedAverage)}::numeric[], ${column((row) => row.realisedFifo)}::numeric[],
      ${column((row) => row.income)}::numeric[], ${column((row) => row.fees)}::numeric[])
      as p (span, currency_id, start, quantity, owed, transfers, realised_average, realised_fifo, income, fees)
    on conflict (user_id, span, currency_id, start) do update set
      quantity = excluded.quantity, owed = excluded.owed,
      transfers = portfolio_periods.transfers + excluded.transfers,
      realised_average = portfolio_periods.realised_average + excluded.realised_average,
      realised_fifo = portfolio_periods.realised_fifo + excluded.realised_fifo,
      income = portfolio_periods.income + excluded.income, fees = portfolio_periods.fees + excluded.fees`);
}

/** Converts closing quantities of the past to new shares after a split, as candles are: factor new to old. */
export const resizePeriods = (
  tx: Tx,
  user: UserId,
  currency: CurrencyId,
  { before, after }: { readonly before: Amount; readonly after: Amount },
): Promise<number> =>
  tx.run(sql`
    update portfolio_periods set quantity = round(quantity * ${format(after)}::numeric / ${format(before)}::numeric, 10)
    where user_id = ${user} and currency_id = ${currency}`);
