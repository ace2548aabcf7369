import type { FiatExceptionKind, FiatExceptionState, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Paged } from './store.ts';

/** What a provider reported and no rule settles. */
export interface FiatException {
  readonly id: number;
  readonly provider: string;
  readonly kind: FiatExceptionKind;
  /** The provider's number of the payment, page or dispute. */
  readonly subject: string;
  readonly orderId: number | null;
  readonly payment: string | null;
  readonly amount: Amount;
  readonly currency: string;
  /** Unix ms. */
  readonly at: number;
  readonly state: FiatExceptionState;
  readonly decidedBy: string | null;
  readonly note: string;
  readonly reference: string | null;
  readonly user: UserId | null;
}

type Row = Omit<FiatException, 'amount'> & { readonly amount: string };
const read = (row: Row): FiatException => ({ ...row, amount: amount(row.amount) });

const columns = sql`e.id, e.provider, e.kind, e.subject, e.order_id as "orderId", e.payment, e.amount, e.currency, e.at,
  e.state, e.decided_by as "decidedBy", e.note, o.reference, o.user_id as "user"`;
const tables = sql`fiat_exceptions e left join fiat_orders o on o.id = e.order_id`;

type NewException = Pick<
  FiatException,
  'provider' | 'kind' | 'subject' | 'orderId' | 'payment' | 'amount' | 'currency' | 'at'
>;

/** Stores an exception; each subject of a kind once. A refund that comes back again opens its exception again. */
export const raiseException = (tx: Tx, e: NewException): Promise<number> =>
  tx.run(sql`
    insert into fiat_exceptions (provider, kind, subject, order_id, payment, amount, currency, at)
    values (${e.provider}, ${e.kind}, ${e.subject}, ${e.orderId}, ${e.payment}, ${format(e.amount)}, ${e.currency},
      to_timestamp(${e.at} / 1000.0))
    on conflict (provider, kind, subject) do update
      set state = 'open', decided_by = null, decided_at = null, at = excluded.at
      where fiat_exceptions.kind = 'refund_failed' and fiat_exceptions.state = 'refunded'`);

export async function lockException(tx: Tx, id: number): Promise<FiatException | undefined> {
  const row = await tx.maybe<Row>(sql`select ${columns} from ${tables} where e.id = ${id} for update of e`);
  return row && read(row);
}

export const endException = (
  tx: Tx,
  id: number,
  end: {
    readonly state: Exclude<FiatExceptionState, 'open'>;
    readonly by: string;
    readonly note: string;
    readonly at: number;
  },
): Promise<number> =>
  tx.run(sql`
    update fiat_exceptions set state = ${end.state}, decided_by = ${end.by}, note = ${end.note},
      decided_at = to_timestamp(${end.at} / 1000.0)
    where id = ${id} and state = 'open'`);

/** Ends the exception about a subject that a later event has settled. */
export const settleException = (
  tx: Tx,
  subject: Pick<FiatException, 'provider' | 'kind' | 'subject'>,
  at: number,
): Promise<number> =>
  tx.run(sql`
    update fiat_exceptions set state = 'settled', decided_by = 'rules', decided_at = to_timestamp(${at} / 1000.0)
    where provider = ${subject.provider} and kind = ${subject.kind} and subject = ${subject.subject}
      and state = 'open'`);

/** Returns exceptions: open ones oldest first, others newest first. */
export async function readExceptions(
  db: Queries,
  state: FiatExceptionState | undefined,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<Paged<FiatException>> {
  const where = state === undefined ? sql`true` : sql`e.state = ${state}`;
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from fiat_exceptions e where ${where}`,
  );
  const rows = await db.rows<Row>(sql`
    select ${columns} from ${tables} where ${where}
    order by (e.state = 'open') desc, case when e.state = 'open' then e.id else -e.id end
    limit ${limit} offset ${(page - 1) * limit}`);
  return { total, rows: rows.map(read) };
}
