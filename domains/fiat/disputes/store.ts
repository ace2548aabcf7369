import { userId } from '@karat/contract';
import type { FiatDisputeReason, FiatDisputeState, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { DisputeFacts } from '@karat/platform/payments';
import type { Paged } from '../store.ts';

/** A dispute of the payment of an order. */
export interface Dispute {
  readonly id: number;
  readonly provider: string;
  /** The provider's number of it. */
  readonly dispute: string;
  readonly orderId: number;
  readonly user: UserId;
  readonly reason: FiatDisputeReason;
  readonly state: FiatDisputeState;
  readonly amount: Amount;
  readonly currency: string;
  /** USDT. */
  readonly claim: Amount;
  readonly held: Amount;
  readonly recovered: Amount;
  readonly loss: Amount;
  /** Unix ms. */
  readonly dueAt: number | null;
  readonly isWithdrawn: boolean;
  readonly isReinstated: boolean;
  readonly openedAt: number;
  readonly endedAt: number | null;
  readonly evidence: string | null;
  readonly evidenceBy: string | null;
  readonly evidenceSentAt: number | null;
  readonly reference: string;
}

const AMOUNTS = ['amount', 'claim', 'held', 'recovered', 'loss'] as const;
type Row = Omit<Dispute, (typeof AMOUNTS)[number] | 'user'> &
  Record<(typeof AMOUNTS)[number], string> & { readonly user: number };

const read = (row: Row): Dispute => ({
  ...row,
  user: userId(row.user),
  amount: amount(row.amount),
  claim: amount(row.claim),
  held: amount(row.held),
  recovered: amount(row.recovered),
  loss: amount(row.loss),
});

const columns = sql`d.id, d.provider, d.dispute, d.order_id as "orderId", d.user_id as "user", d.reason, d.state,
  d.amount, d.currency, d.claim, d.held, d.recovered, d.loss, d.due_at as "dueAt", d.is_withdrawn as "isWithdrawn",
  d.is_reinstated as "isReinstated", d.opened_at as "openedAt", d.ended_at as "endedAt", d.evidence,
  d.evidence_by as "evidenceBy", d.evidence_sent_at as "evidenceSentAt", o.reference`;
const tables = sql`fiat_disputes d join fiat_orders o on o.id = d.order_id`;
const UNSETTLED = sql`d.state in ('open', 'lost')`;

async function some(db: Queries, where: Sql): Promise<Dispute[]> {
  return (await db.rows<Row>(sql`select ${columns} from ${tables} where ${where}`)).map(read);
}
async function one(db: Queries, where: Sql): Promise<Dispute | undefined> {
  const row = await db.maybe<Row>(sql`select ${columns} from ${tables} where ${where}`);
  return row && read(row);
}

export const disputeById = (db: Queries, id: number): Promise<Dispute | undefined> =>
  one(db, sql`d.id = ${id}`);
/** Locks a dispute; the lock of its order comes before. */
export const lockDispute = (tx: Tx, id: number): Promise<Dispute | undefined> =>
  one(tx, sql`d.id = ${id} for update of d`);
export const lockNumbered = (tx: Tx, provider: string, dispute: string): Promise<Dispute | undefined> =>
  one(tx, sql`d.provider = ${provider} and d.dispute = ${dispute} for update of d`);
/** Returns the disputes of an order, newest first. */
export const disputesOfOrder = (db: Queries, order: number): Promise<Dispute[]> =>
  some(db, sql`d.order_id = ${order} order by d.id desc`);
export const openDisputesOf = (db: Queries, provider: string): Promise<Dispute[]> =>
  some(db, sql`d.provider = ${provider} and ${UNSETTLED} order by d.id`);

/** Whether a payment of the user is disputed and that is not settled. */
export const hasOpenDispute = async (db: Queries, user: UserId): Promise<boolean> =>
  (await db.maybe(sql`select 1 from fiat_disputes d where d.user_id = ${user} and ${UNSETTLED} limit 1`)) !==
  undefined;

/** Returns the sum of the claims of an order's disputes that the bank has not decided for the house, in USDT. */
export async function claimedFor(db: Queries, order: number): Promise<Amount> {
  const { claimed } = await db.one<{ claimed: string }>(sql`
    select coalesce(sum(claim), 0)::text as claimed from fiat_disputes
    where order_id = ${order} and state <> 'won'`);
  return amount(claimed);
}

/** Returns the USDT that other disputes of a user hold. */
export async function heldElsewhere(db: Queries, user: UserId): Promise<Amount> {
  const { held } = await db.one<{ held: string }>(sql`
    select coalesce(sum(d.held), 0)::text as held from fiat_disputes d where d.user_id = ${user} and ${UNSETTLED}`);
  return amount(held);
}

/** Returns the state of the last dispute of each order that has one. */
export async function disputeStates(
  db: Queries,
  orders: readonly number[],
): Promise<ReadonlyMap<number, FiatDisputeState>> {
  const rows = await db.rows<{ id: number; state: FiatDisputeState }>(sql`
    select distinct on (order_id) order_id as id, state from fiat_disputes
    where order_id = any(${[...orders]}) order by order_id, id desc`);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

export type NewDispute = Pick<Dispute, 'provider' | 'orderId' | 'user' | 'claim' | 'held' | 'openedAt'> & {
  readonly facts: DisputeFacts;
};

export async function insertDispute(tx: Tx, { facts, ...d }: NewDispute): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into fiat_disputes (provider, dispute, order_id, user_id, reason, state, amount, currency, claim, held,
      due_at, opened_at)
    values (${d.provider}, ${facts.dispute}, ${d.orderId}, ${d.user}, ${facts.reason}, 'open',
      ${format(facts.amount)}, ${facts.currency}, ${format(d.claim)}, ${format(d.held)},
      to_timestamp(${facts.dueAt}::float8 / 1000.0), to_timestamp(${d.openedAt} / 1000.0))
    returning id`);
  return id;
}

/** Stores a later deadline, and where the money is: what was reported once stays so, in whatever order reports come. */
export const refreshDispute = (tx: Tx, id: number, facts: DisputeFacts): Promise<number> =>
  tx.run(sql`
    update fiat_disputes set is_withdrawn = is_withdrawn or ${facts.isWithdrawn},
      is_reinstated = is_reinstated or ${facts.isReinstated},
      due_at = greatest(due_at, to_timestamp(${facts.dueAt}::float8 / 1000.0))
    where id = ${id}`);

export const endDispute = (
  tx: Tx,
  id: number,
  end: {
    readonly state: Exclude<FiatDisputeState, 'open'>;
    readonly held: Amount;
    readonly recovered: Amount;
    readonly loss: Amount;
    readonly at: number;
  },
): Promise<number> =>
  tx.run(sql`
    update fiat_disputes set state = ${end.state}, held = ${format(end.held)}, recovered = ${format(end.recovered)},
      loss = ${format(end.loss)}, ended_at = to_timestamp(${end.at} / 1000.0)
    where id = ${id}`);

export const storeEvidence = (tx: Tx, id: number, text: string, by: string): Promise<number> =>
  tx.run(sql`update fiat_disputes set evidence = ${text}, evidence_by = ${by} where id = ${id}`);
export const markEvidenceSent = (tx: Tx, id: number, at: number): Promise<number> =>
  tx.run(sql`
    update fiat_disputes set evidence_sent_at = to_timestamp(${at} / 1000.0)
    where id = ${id} and evidence_sent_at is null`);

/** Records a step of a dispute, once. */
export const insertDisputeStep = (
  tx: Tx,
  dispute: number,
  step: FiatDisputeState | 'evidence',
  actor: string,
  at: number,
): Promise<number> =>
  tx.run(sql`
    insert into fiat_dispute_steps (dispute_id, step, actor, at)
    values (${dispute}, ${step}, ${actor}, to_timestamp(${at} / 1000.0)) on conflict do nothing`);

export interface DisputeStep {
  readonly dispute: number;
  readonly step: FiatDisputeState | 'evidence';
  readonly at: number;
}
export const disputeSteps = (db: Queries, disputes: readonly number[]): Promise<DisputeStep[]> =>
  db.rows<DisputeStep>(sql`
    select dispute_id as dispute, step, at from fiat_dispute_steps where dispute_id = any(${[...disputes]})
    order by at, step`);

export interface DisputeAnswer {
  readonly dispute: number;
  readonly text: string;
  readonly image: string | null;
  readonly at: number;
}
export const disputeAnswers = (db: Queries, disputes: readonly number[]): Promise<DisputeAnswer[]> =>
  db.rows<DisputeAnswer>(sql`
    select dispute_id as dispute, text, image, at from fiat_dispute_answers
    where dispute_id = any(${[...disputes]}) order by id`);
export const insertAnswer = (
  tx: Tx,
  answer: Omit<DisputeAnswer, 'at'> & { readonly at: number },
): Promise<number> =>
  tx.run(sql`
    insert into fiat_dispute_answers (dispute_id, text, image, at)
    values (${answer.dispute}, ${answer.text}, ${answer.image}, to_timestamp(${answer.at} / 1000.0))`);

/** Returns disputes for operators: lost ones first, then open ones by their deadline, then the newest. */
export async function queueOfDisputes(
  db: Queries,
  state: FiatDisputeState | 'active' | undefined,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<Paged<Dispute>> {
  const where = state === undefined ? sql`true` : state === 'active' ? UNSETTLED : sql`d.state = ${state}`;
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from fiat_disputes d where ${where}`,
  );
  const rows = await some(
    db,
    sql`${where} order by case d.state when 'lost' then 0 when 'open' then 1 else 2 end,
      case when d.state = 'open' then d.due_at end nulls last, d.id desc
      limit ${limit} offset ${(page - 1) * limit}`,
  );
  return { total, rows };
}
