import { currencyId } from '@karat/contract';
import type { CurrencyId, UserId, VoucherReason } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export interface Voucher {
  readonly id: number;
  readonly userId: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly account: string;
  readonly image: string | null;
  readonly imageHash: Buffer | null;
  /** 1 pending, 2 approved, 3 rejected. */
  readonly status: 1 | 2 | 3;
  /** Id of the approval request. */
  readonly approvalId: number | null;
  readonly reason: VoucherReason | null;
  readonly note: string;
  readonly createdMs: number;
}
interface Raw extends Omit<Voucher, 'amount' | 'currency'> {
  readonly amount: string;
  readonly currency: number;
}
const columns = sql`id, user_id as "userId", currency_id as currency, amount, account, image, image_hash as "imageHash",
  status, approval_id as "approvalId", reason, note, created_at as "createdMs"`;
const read = (row: Raw): Voucher => ({
  ...row,
  amount: amount(row.amount),
  currency: currencyId(row.currency),
});

export async function insertVoucher(
  tx: Tx,
  row: Pick<Voucher, 'userId' | 'currency' | 'amount' | 'account' | 'image' | 'imageHash'> & {
    readonly at: number;
  },
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into deposits_vouchers (user_id, currency_id, amount, account, image, image_hash, created_at)
    values (${row.userId}, ${row.currency}, ${format(row.amount)}, ${row.account}, ${row.image}, ${row.imageHash},
      to_timestamp(${row.at} / 1000.0))
    returning id`);
  return id;
}

export const countOpen = async (q: Queries, user: UserId): Promise<number> =>
  (
    await q.one<{ n: number }>(
      sql`select count(*) as n from deposits_vouchers where user_id = ${user} and status = 1`,
    )
  ).n;

export async function lockVoucher(tx: Tx, id: number): Promise<Voucher | undefined> {
  const row = await tx.maybe<Raw>(sql`select ${columns} from deposits_vouchers where id = ${id} for update`);
  return row && read(row);
}

export async function voucherById(q: Queries, id: number): Promise<Voucher | undefined> {
  const row = await q.maybe<Raw>(sql`select ${columns} from deposits_vouchers where id = ${id}`);
  return row && read(row);
}

/** The voucher that was approved with the same picture. */
export const approvedTwin = async (q: Queries, { id, imageHash }: Voucher): Promise<number | undefined> =>
  (
    await q.maybe<{ id: number }>(sql`
      select id from deposits_vouchers where image_hash = ${imageHash} and status = 2 and id <> ${id} limit 1`)
  )?.id;

export const saveApprovalId = (tx: Tx, id: number, approval: number): Promise<number> =>
  tx.run(sql`update deposits_vouchers set approval_id = ${approval} where id = ${id}`);

export const decideVoucher = (
  tx: Tx,
  id: number,
  decision: {
    readonly status: 2 | 3;
    readonly reason: VoucherReason | null;
    readonly note: string;
    readonly at: number;
  },
): Promise<number> =>
  tx.run(sql`
    update deposits_vouchers set status = ${decision.status}, reason = ${decision.reason}, note = ${decision.note},
      decided_at = to_timestamp(${decision.at} / 1000.0)
    where id = ${id} and status = 1`);

interface VoucherFilter {
  readonly status: 1 | 2 | 3 | undefined;
  readonly uid: UserId | undefined;
}
const matching = ({ status, uid }: VoucherFilter) =>
  sql`where true ${status === undefined ? empty : sql`and status = ${status}`}
    ${uid === undefined ? empty : sql`and user_id = ${uid}`}`;

export async function vouchers(
  q: Queries,
  filter: VoucherFilter,
  page: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: Voucher[]; readonly total: number }> {
  const rows = await q.rows<Raw>(sql`
    select ${columns} from deposits_vouchers ${matching(filter)}
    order by id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await q.one<{ total: number }>(
    sql`select count(*) as total from deposits_vouchers ${matching(filter)}`,
  );
  return { rows: rows.map(read), total };
}

export interface Twin {
  readonly hash: string;
  readonly id: number;
  readonly uid: number;
  readonly status: number;
}

/** Returns all vouchers with one of the pictures. */
export const twins = (q: Queries, hashes: readonly Buffer[]): Promise<Twin[]> =>
  q.rows<Twin>(sql`
    select encode(image_hash, 'hex') as hash, id, user_id as uid, status from deposits_vouchers
    where image_hash = any(${hashes}::bytea[]) order by id limit 1000`);

/** Returns the counts of approved and rejected vouchers per user. */
export const records = (
  q: Queries,
  users: readonly number[],
): Promise<{ uid: number; approved: number; rejected: number }[]> =>
  q.rows(sql`
    select user_id as uid, count(*) filter (where status = 2) as approved, count(*) filter (where status = 3) as rejected
    from deposits_vouchers where user_id = any(${users}::bigint[]) group by user_id`);
