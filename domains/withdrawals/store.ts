import { currencyId, userId } from '@karat/contract';
import type {
  AccountName,
  CurrencyId,
  RiskNote,
  UserId,
  WithdrawalReason,
  WithdrawalState,
} from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';

export interface Withdrawal {
  readonly id: number;
  readonly user: UserId;
  readonly type: 0 | 1 | 2;
  readonly account: AccountName;
  readonly currency: CurrencyId;
  readonly network: string;
  readonly payee: string;
  readonly payeeSealed: Buffer | null;
  readonly number: Amount;
  readonly fee: Amount;
  readonly usdt: Amount;
  readonly btc: Amount;
  readonly notes: readonly RiskNote[];
  readonly approvals: number;
  readonly state: WithdrawalState;
  readonly reason: WithdrawalReason | null;
  readonly reasonNote: string;
  readonly digest: string;
  readonly approvalId: number | null;
  readonly approval: unknown;
  readonly nonce: number | null;
  readonly confirmations: number;
  /** Its block when the books settled it, while a reorganisation could undo it. */
  readonly minedHeight: number | null;
  /** Since which height another transaction has spent its nonce or input. */
  readonly replacedHeight: number | null;
  /** Since which height an input is missing whose own transaction left the chain. */
  readonly vanishedHeight: number | null;
  /** Since which height a block proves that such an input cannot return. */
  readonly deadHeight: number | null;
  readonly problem: string;
  readonly batch: number | null;
  readonly bankReference: string | null;
  readonly txid: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** End of the delay, before which nothing is signed or sent to a bank, unix ms; null if it has none. */
  readonly releaseAt: number | null;
}

type Raw = Omit<Withdrawal, 'number' | 'fee' | 'usdt' | 'btc'> &
  Record<'number' | 'fee' | 'usdt' | 'btc', string>;

const columns = sql`
  w.id, w.user_id as "user", w.type, w.account, w.currency_id as currency, w.network, w.payee,
  w.payee_sealed as "payeeSealed", w.number, w.fee, w.usdt, w.btc, w.notes, w.approvals,
  w.state, w.reason, w.reason_note as "reasonNote", w.digest, w.approval_id as "approvalId", w.approval, w.nonce, w.confirmations,
  w.mined_height as "minedHeight", w.replaced_height as "replacedHeight", w.problem,
  w.vanished_height as "vanishedHeight", w.dead_height as "deadHeight",
  w.batch_id as batch, w.bank_reference as "bankReference", w.created_at as "createdAt", w.finished_at as "finishedAt",
  w.release_at as "releaseAt",
  (select a.txid from withdrawals_attempts a where a.withdrawal_id = w.id order by a.attempt desc limit 1) as txid`;

const read = (row: Raw): Withdrawal => ({
  ...row,
  user: userId(row.user),
  currency: currencyId(row.currency),
  number: amount(row.number),
  fee: amount(row.fee),
  usdt: amount(row.usdt),
  btc: amount(row.btc),
});

/** Locks the row: every step of a withdrawal waits for the one before. */
export async function lockWithdrawal(tx: Tx, id: number): Promise<Withdrawal | undefined> {
  const row = await tx.maybe<Raw>(
    sql`select ${columns} from withdrawals_requests w where w.id = ${id} for update of w`,
  );
  return row && read(row);
}

export async function withdrawalById(queries: Queries, id: number): Promise<Withdrawal | undefined> {
  const row = await queries.maybe<Raw>(sql`select ${columns} from withdrawals_requests w where w.id = ${id}`);
  return row && read(row);
}

export async function lockOwn(tx: Tx, user: UserId, id: number): Promise<Withdrawal | undefined> {
  const row = await tx.maybe<Raw>(
    sql`select ${columns} from withdrawals_requests w where w.id = ${id} and w.user_id = ${user} for update of w`,
  );
  return row && read(row);
}

export interface Filter {
  readonly user?: UserId | undefined;
  readonly states?: readonly WithdrawalState[] | undefined;
  readonly currency?: CurrencyId | undefined;
  readonly type?: number | undefined;
  readonly batch?: number | undefined;
}

const conditions = ({ user, states, currency, type, batch }: Filter): Sql => sql`
  where true ${user === undefined ? empty : sql`and w.user_id = ${user}`}
  ${states === undefined ? empty : sql`and w.state = any(${[...states]}::text[])`}
  ${currency === undefined ? empty : sql`and w.currency_id = ${currency}`}
  ${batch === undefined ? empty : sql`and w.batch_id = ${batch}`}
  ${type === undefined ? empty : sql`and w.type = ${type}`}`;

export async function readPage(
  queries: Queries,
  filter: Filter,
  page: { readonly page: number; readonly limit: number },
  oldestFirst = false,
): Promise<{ rows: Withdrawal[]; total: number }> {
  const { total } = await queries.one<{ total: number }>(
    sql`select count(*) as total from withdrawals_requests w ${conditions(filter)}`,
  );
  const rows = await queries.rows<Raw>(sql`
    select ${columns} from withdrawals_requests w ${conditions(filter)}
    order by ${oldestFirst ? sql`w.id` : sql`w.id desc`} limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  return { rows: rows.map(read), total };
}

/** Returns payouts under way with a vanished input, oldest first. */
export const readVanished = async (queries: Queries, limit: number): Promise<Withdrawal[]> =>
  (
    await queries.rows<Raw>(sql`
      select ${columns} from withdrawals_requests w
      where w.vanished_height is not null and w.state in ('signed', 'broadcast') order by w.id limit ${limit}`)
  ).map(read);

export interface NewWithdrawal {
  readonly user: UserId;
  readonly type: 0 | 1 | 2;
  readonly account: AccountName;
  readonly currency: CurrencyId;
  readonly network: string;
  readonly payee: string;
  readonly payeeHash: Uint8Array;
  /** Mark of the key of the hash. */
  readonly hashKey: string | null;
  readonly payeeSealed: Uint8Array | undefined;
  readonly number: Amount;
  readonly fee: Amount;
  readonly usdt: Amount;
  readonly btc: Amount;
  readonly notes: readonly RiskNote[];
  readonly approvals: number;
  readonly releaseAt: number | undefined;
}

export const nextId = async (tx: Tx): Promise<number> =>
  (
    await tx.one<{ id: number }>(
      sql`select nextval(pg_get_serial_sequence('withdrawals_requests', 'id')) as id`,
    )
  ).id;

export const insertWithdrawal = (
  tx: Tx,
  id: number,
  digest: string,
  w: NewWithdrawal,
  at: number,
): Promise<number> =>
  tx.run(sql`
    insert into withdrawals_requests (id, user_id, type, account, currency_id, network, payee, payee_hash, hash_key, payee_sealed,
      number, fee, usdt, btc, notes, approvals, state, digest, created_at, release_at)
    overriding system value values (${id}, ${w.user}, ${w.type}, ${w.account}, ${w.currency}, ${w.network}, ${w.payee},
      ${w.payeeHash}, ${w.hashKey}, ${w.payeeSealed ?? null}, ${format(w.number)}, ${format(w.fee)}, ${format(w.usdt)},
      ${format(w.btc)}, ${[...w.notes]}::text[], ${w.approvals}, 'requested', ${digest}, to_timestamp(${at} / 1000.0),
      to_timestamp(${w.releaseAt ?? null}::float8 / 1000.0))`);

export const addStep = (
  tx: Tx,
  id: number,
  step: {
    readonly state: WithdrawalState;
    readonly by: string;
    readonly note?: string | undefined;
    readonly at: number;
  },
): Promise<number> =>
  tx.run(sql`
    insert into withdrawals_steps (withdrawal_id, state, by, note, at)
    values (${id}, ${step.state}, ${step.by}, ${step.note ?? ''}, to_timestamp(${step.at} / 1000.0))`);

export interface StepRow {
  readonly state: WithdrawalState;
  readonly by: string;
  readonly note: string;
  readonly at: number;
}

export const readSteps = (queries: Queries, id: number): Promise<StepRow[]> =>
  queries.rows<StepRow>(
    sql`select state, by, note, at from withdrawals_steps where withdrawal_id = ${id} order by id`,
  );

export interface Change {
  readonly state: WithdrawalState;
  readonly reason?: WithdrawalReason;
  readonly reasonNote?: string;
  readonly finishedAt?: number;
}

/** Updates only from the given state. */
export const setState = (tx: Tx, id: number, from: WithdrawalState, change: Change): Promise<number> =>
  tx.run(sql`
    update withdrawals_requests set state = ${change.state}, reason = ${change.reason ?? null},
      reason_note = ${change.reasonNote ?? ''}, problem = '', approval_id = null,
      finished_at = to_timestamp(${change.finishedAt ?? null}::float8 / 1000.0)
    where id = ${id} and state = ${from}`);

export const setApproval = (tx: Tx, id: number, approval: object, at: number): Promise<number> =>
  tx.run(sql`
    update withdrawals_requests set approval = ${JSON.stringify(approval)}::jsonb, approved_at = to_timestamp(${at} / 1000.0)
    where id = ${id}`);

export const setApprovalRequest = (tx: Tx, id: number, approval: number): Promise<number> =>
  tx.run(sql`update withdrawals_requests set approval_id = ${approval} where id = ${id}`);

/** Returns the withdrawal with this open approval request. */
export const findByApproval = async (tx: Tx, approval: number): Promise<number | undefined> =>
  (await tx.maybe<{ id: number }>(sql`select id from withdrawals_requests where approval_id = ${approval}`))
    ?.id;

/** Removes rejected and expired approval requests, so that a new one is possible. */
export const clearExpiredApprovals = (queries: Queries): Promise<number> =>
  queries.run(sql`
    update withdrawals_requests w set approval_id = null from operators_approvals a
    where w.approval_id = a.id and w.state in ('requested', 'exported', 'signed', 'broadcast') and a.state in ('refused', 'expired')`);

/** Locks approved card payouts of a kind and currency after their delay, for a batch, oldest first. */
export const lockForBatch = async (
  tx: Tx,
  type: number,
  currency: CurrencyId,
  now: number,
  limit: number,
): Promise<Withdrawal[]> =>
  (
    await tx.rows<Raw>(sql`
      select ${columns} from withdrawals_requests w
      where w.state = 'approved' and w.type = ${type} and w.currency_id = ${currency}
        and (w.release_at is null or w.release_at <= to_timestamp(${now} / 1000.0))
      order by w.id limit ${limit} for update of w`)
  ).map(read);

export const putInBatch = (tx: Tx, batch: number, ids: readonly number[]): Promise<number> =>
  tx.run(sql`
    update withdrawals_requests set state = 'exported', batch_id = ${batch}
    where id = any(${[...ids]}::bigint[]) and state = 'approved'`);

/** Returns the logins of the operators who decided about a withdrawal. */
export const decidersOf = async (db: Queries, id: number): Promise<readonly string[]> =>
  (await readSteps(db, id))
    .filter(({ state }) => state === 'approved' || state === 'rejected')
    .flatMap(({ by }) => by.split(', '));
