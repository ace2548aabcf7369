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
import type { BitcoinInput } from '@karat/platform/signing';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';

export interface Route {
  readonly type: 0 | 1 | 2;
  readonly currency: CurrencyId;
  readonly network: string;
  readonly title: string;
  readonly fee: Amount;
  readonly minimum: Amount;
}

/** Open ways out of a currency, in their order. */
export async function readRoutes(queries: Queries, currency: CurrencyId, type: number): Promise<Route[]> {
  const rows = await queries.rows<Omit<Route, 'fee' | 'minimum'> & { fee: string; minimum: string }>(sql`
    select type, currency_id as currency, network, title, fee, minimum from withdrawals_routes
    where currency_id = ${currency} and type = ${type} and enabled order by position`);
  return rows.map((row) => ({ ...row, fee: amount(row.fee), minimum: amount(row.minimum) }));
}

/** Currencies with an open way of a type, in the order of the ways. */
export const openCurrencies = async (queries: Queries, type: number): Promise<CurrencyId[]> =>
  (
    await queries.rows<{ currency: CurrencyId }>(sql`
      select currency_id as currency from withdrawals_routes where type = ${type} and enabled
      group by currency_id order by min(position)`)
  ).map((row) => row.currency);

export const routeNetworks = async (queries: Queries): Promise<string[]> =>
  (
    await queries.rows<{ network: string }>(sql`select distinct network from withdrawals_routes order by 1`)
  ).map((row) => row.network);

export interface Halt {
  readonly network: string;
  readonly reason: string;
  readonly by: string;
}

export const readHalts = (queries: Queries): Promise<Halt[]> =>
  queries.rows<Halt>(sql`select network, reason, by from withdrawals_halts`);

export const halt = (tx: Tx, { network, reason, by }: Halt, at: number): Promise<number> =>
  tx.run(sql`
    insert into withdrawals_halts (network, reason, by, since)
    values (${network}, ${reason}, ${by}, to_timestamp(${at} / 1000.0)) on conflict (network) do nothing`);

export const resume = (tx: Tx, network: string): Promise<number> =>
  tx.run(sql`delete from withdrawals_halts where network = ${network}`);

export interface Withdrawal {
  readonly id: number;
  readonly user: UserId;
  readonly type: 0 | 1 | 2;
  readonly account: AccountName;
  readonly currency: CurrencyId;
  readonly network: string;
  readonly payee: string;
  readonly payeeHash: Buffer;
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
  readonly asked: number | null;
  readonly approval: unknown;
  readonly nonce: number | null;
  readonly confirmations: number;
  readonly problem: string;
  readonly batch: number | null;
  readonly bankReference: string | null;
  readonly txid: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

type Raw = Omit<Withdrawal, 'number' | 'fee' | 'usdt' | 'btc'> &
  Record<'number' | 'fee' | 'usdt' | 'btc', string>;

const columns = sql`
  w.id, w.user_id as "user", w.type, w.account, w.currency_id as currency, w.network, w.payee,
  w.payee_hash as "payeeHash", w.payee_sealed as "payeeSealed", w.number, w.fee, w.usdt, w.btc, w.notes, w.approvals,
  w.state, w.reason, w.reason_note as "reasonNote", w.digest, w.asked, w.approval, w.nonce, w.confirmations, w.problem,
  w.batch_id as batch, w.bank_reference as "bankReference", w.created_at as "createdAt", w.finished_at as "finishedAt",
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

export interface NewWithdrawal {
  readonly user: UserId;
  readonly type: 0 | 1 | 2;
  readonly account: AccountName;
  readonly currency: CurrencyId;
  readonly network: string;
  readonly payee: string;
  readonly payeeHash: Uint8Array;
  readonly payeeSealed: Uint8Array | undefined;
  readonly number: Amount;
  readonly fee: Amount;
  readonly usdt: Amount;
  readonly btc: Amount;
  readonly notes: readonly RiskNote[];
  readonly approvals: number;
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
    insert into withdrawals_requests (id, user_id, type, account, currency_id, network, payee, payee_hash, payee_sealed,
      number, fee, usdt, btc, notes, approvals, state, digest, created_at)
    overriding system value values (${id}, ${w.user}, ${w.type}, ${w.account}, ${w.currency}, ${w.network}, ${w.payee},
      ${w.payeeHash}, ${w.payeeSealed ?? null}, ${format(w.number)}, ${format(w.fee)}, ${format(w.usdt)},
      ${format(w.btc)}, ${[...w.notes]}::text[], ${w.approvals}, 'requested', ${digest}, to_timestamp(${at} / 1000.0))`);

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

/** Only from the state that was seen. */
export const setState = (tx: Tx, id: number, from: WithdrawalState, change: Change): Promise<number> =>
  tx.run(sql`
    update withdrawals_requests set state = ${change.state}, reason = ${change.reason ?? null},
      reason_note = ${change.reasonNote ?? ''}, problem = '', asked = null,
      finished_at = to_timestamp(${change.finishedAt ?? null}::float8 / 1000.0)
    where id = ${id} and state = ${from}`);

export const setApproval = (tx: Tx, id: number, approval: object, at: number): Promise<number> =>
  tx.run(sql`
    update withdrawals_requests set approval = ${JSON.stringify(approval)}::jsonb, approved_at = to_timestamp(${at} / 1000.0)
    where id = ${id}`);

export const setAsked = (tx: Tx, id: number, asked: number): Promise<number> =>
  tx.run(sql`update withdrawals_requests set asked = ${asked} where id = ${id}`);

export const setProblem = (tx: Tx, id: number, problem: string): Promise<number> =>
  tx.run(
    sql`update withdrawals_requests set problem = ${problem.slice(0, 300)} where id = ${id} and problem <> ${problem.slice(0, 300)}`,
  );

export const setConfirmations = (tx: Tx, id: number, confirmations: number): Promise<number> =>
  tx.run(
    sql`update withdrawals_requests set confirmations = ${confirmations} where id = ${id} and confirmations <> ${confirmations}`,
  );

/** What an account asked for in the window and got or may get, in BTC; users are locked before, so that caps hold. */
export async function askedSince(
  queries: Queries,
  user: UserId,
  since: number,
): Promise<{ readonly btc: Amount[]; readonly count: number }> {
  const rows = await queries.rows<{ btc: string; gone: boolean }>(sql`
    select btc, state in ('rejected', 'failed', 'cancelled') as gone from withdrawals_requests
    where user_id = ${user} and created_at > to_timestamp(${since} / 1000.0)`);
  return { btc: rows.filter((row) => !row.gone).map((row) => amount(row.btc)), count: rows.length };
}

/** One request of an account at a time: a row of its own to wait for. */
export const lockAccount = (tx: Tx, user: UserId): Promise<number> =>
  tx.run(sql`
    insert into withdrawals_accounts (user_id) values (${user})
    on conflict (user_id) do update set user_id = excluded.user_id`);

/** How often a payee was paid by this account, and which other accounts asked to pay to it. */
export async function payeeHistory(
  queries: Queries,
  user: UserId,
  hash: Uint8Array,
): Promise<{ readonly paid: number; readonly others: number[] }> {
  const rows = await queries.rows<{ user: number; paid: number }>(sql`
    select user_id as "user", count(*) filter (where state = 'confirmed') as paid from withdrawals_requests
    where payee_hash = ${hash} group by user_id order by user_id limit 50`);
  return {
    paid: rows.find((row) => row.user === user)?.paid ?? 0,
    others: rows.filter((row) => row.user !== user).map((row) => row.user),
  };
}

export interface History {
  readonly done: number;
  readonly usdt: Amount;
  readonly rejected: number;
  readonly pending: number;
}

export async function historyOf(queries: Queries, user: UserId): Promise<History> {
  const row = await queries.one<{ done: number; usdt: string; rejected: number; pending: number }>(sql`
    select count(*) filter (where state = 'confirmed') as done,
      coalesce(sum(usdt) filter (where state = 'confirmed'), 0) as usdt,
      count(*) filter (where state in ('rejected', 'failed')) as rejected,
      count(*) filter (where finished_at is null) as pending
    from withdrawals_requests where user_id = ${user}`);
  return { ...row, usdt: amount(row.usdt) };
}

export interface Attempt {
  readonly attempt: number;
  readonly txid: string;
  readonly raw: string;
  readonly terms: unknown;
  readonly fee: string;
  readonly at: number;
}

export const readAttempts = (queries: Queries, id: number): Promise<Attempt[]> =>
  queries.rows<Attempt>(
    sql`select attempt, txid, raw, terms, fee, at from withdrawals_attempts where withdrawal_id = ${id} order by attempt`,
  );

export const insertAttempt = (tx: Tx, id: number, a: Omit<Attempt, 'at'>, at: number): Promise<number> =>
  tx.run(sql`
    insert into withdrawals_attempts (withdrawal_id, attempt, txid, raw, terms, fee, at)
    values (${id}, ${a.attempt}, ${a.txid}, ${a.raw}, ${JSON.stringify(a.terms)}::jsonb, ${a.fee}, to_timestamp(${at} / 1000.0))
    on conflict (withdrawal_id, attempt) do nothing`);

/** Highest nonce given out on a network. */
export const highestNonce = async (tx: Tx, network: string): Promise<number> =>
  (
    await tx.one<{ nonce: number }>(
      sql`select coalesce(max(nonce), -1) as nonce from withdrawals_requests where network = ${network}`,
    )
  ).nonce;

export const setNonce = (tx: Tx, id: number, nonce: number | null): Promise<number> =>
  tx.run(sql`update withdrawals_requests set nonce = ${nonce} where id = ${id}`);

/** How many wait and how many are under way, by network. */
export const countsByNetwork = (
  queries: Queries,
): Promise<{ network: string; waiting: number; underWay: number }[]> =>
  queries.rows(sql`
    select network, count(*) filter (where state = 'approved') as waiting,
      count(*) filter (where state in ('signing', 'signed', 'broadcast', 'exported')) as "underWay"
    from withdrawals_requests where finished_at is null group by network`);

/** Ids that were approved and wait on one of the networks. */
export const approvedOn = async (
  queries: Queries,
  networks: readonly string[],
  limit: number,
): Promise<number[]> =>
  (
    await queries.rows<{ id: number }>(sql`
      select id from withdrawals_requests where state = 'approved' and network = any(${[...networks]}::text[])
      order by id limit ${limit}`)
  ).map((row) => row.id);

/** The withdrawal for which this request for a second person is open. */
export const readByAsked = async (tx: Tx, asked: number): Promise<number | undefined> =>
  (await tx.maybe<{ id: number }>(sql`select id from withdrawals_requests where asked = ${asked}`))?.id;

/** Forgets requests for a second person that were refused or have expired, so that one can be asked for again. */
export const forgetDeadAsks = (queries: Queries): Promise<number> =>
  queries.run(sql`
    update withdrawals_requests w set asked = null from operators_approvals a
    where w.asked = a.id and w.state in ('requested', 'exported') and a.state in ('refused', 'expired')`);

export const setBankReference = (tx: Tx, id: number, reference: string): Promise<number> =>
  tx.run(sql`update withdrawals_requests set bank_reference = ${reference} where id = ${id}`);

/** Approved card payouts of a kind and currency, locked for a batch, oldest first. */
export const lockForBatch = async (
  tx: Tx,
  type: number,
  currency: CurrencyId,
  limit: number,
): Promise<Withdrawal[]> =>
  (
    await tx.rows<Raw>(sql`
      select ${columns} from withdrawals_requests w
      where w.state = 'approved' and w.type = ${type} and w.currency_id = ${currency}
      order by w.id limit ${limit} for update of w`)
  ).map(read);

export const insertBatch = async (
  tx: Tx,
  batch: { type: number; currency: CurrencyId; count: number; total: Amount; by: string },
  at: number,
): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into withdrawals_batches (type, currency_id, count, total, by, created_at)
      values (${batch.type}, ${batch.currency}, ${batch.count}, ${format(batch.total)}, ${batch.by}, to_timestamp(${at} / 1000.0))
      returning id`)
  ).id;

export const putInBatch = (tx: Tx, batch: number, ids: readonly number[]): Promise<number> =>
  tx.run(sql`
    update withdrawals_requests set state = 'exported', batch_id = ${batch}
    where id = any(${[...ids]}::bigint[]) and state = 'approved'`);

export interface Batch {
  readonly id: number;
  readonly type: 1 | 2;
  readonly currency: CurrencyId;
  readonly count: number;
  readonly open: number;
  readonly total: Amount;
  readonly by: string;
  readonly at: number;
}

export async function readBatches(
  queries: Queries,
  page: { readonly page: number; readonly limit: number },
  id?: number,
): Promise<{ rows: Batch[]; total: number }> {
  const { total } = await queries.one<{ total: number }>(
    sql`select count(*) as total from withdrawals_batches`,
  );
  const rows = await queries.rows<Omit<Batch, 'total'> & { total: string }>(sql`
    select b.id, b.type, b.currency_id as currency, b.count, b.total, b.by, b.created_at as at,
      (select count(*) from withdrawals_requests w where w.batch_id = b.id and w.state = 'exported') as open
    from withdrawals_batches b ${id === undefined ? empty : sql`where b.id = ${id}`}
    order by b.id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  return {
    total,
    rows: rows.map((row) => ({ ...row, currency: currencyId(row.currency), total: amount(row.total) })),
  };
}

export interface FigureRow {
  readonly state: WithdrawalState;
  readonly reason: WithdrawalReason | null;
  readonly approvals: number;
  readonly seconds: number | null;
}

/** Every withdrawal that was asked for or ended since a moment. */
export const figureRows = (queries: Queries, since: number): Promise<FigureRow[]> =>
  queries.rows<FigureRow>(sql`
    select state, reason, approvals,
      case when state = 'confirmed' then extract(epoch from finished_at - created_at)::float8 end as seconds
    from withdrawals_requests where created_at >= to_timestamp(${since} / 1000.0)`);

export const readInputs = async (queries: Queries, id: number): Promise<BitcoinInput[]> =>
  (
    await queries.rows<{ input: BitcoinInput }>(
      sql`select input from withdrawals_inputs where withdrawal_id = ${id} order by txid, vout`,
    )
  ).map((row) => row.input);

/** Outputs that a payout spends already. */
export const takenInputs = async (queries: Queries): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await queries.rows<{ name: string }>(sql`select txid || ':' || vout as name from withdrawals_inputs`)
    ).map((row) => row.name),
  );

export const takeInputs = (tx: Tx, id: number, inputs: readonly BitcoinInput[]): Promise<number> =>
  tx.run(sql`
    insert into withdrawals_inputs (txid, vout, withdrawal_id, input)
    select i ->> 'txid', (i ->> 'vout')::int, ${id}, i from jsonb_array_elements(${JSON.stringify(inputs)}::jsonb) as i`);

export const freeInputs = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`delete from withdrawals_inputs where withdrawal_id = ${id}`);

/** Ids of payouts that have not ended, beyond those that wait on networks without a node. */
export const underWay = async (queries: Queries): Promise<number[]> =>
  (
    await queries.rows<{ id: number }>(
      sql`select id from withdrawals_requests where state in ('signing', 'signed', 'broadcast') order by id`,
    )
  ).map((row) => row.id);

/** One payout of a network takes the next nonce at a time. */
export const lockNonces = (tx: Tx, network: string): Promise<number> =>
  tx.run(sql`
    insert into withdrawals_nonces (network) values (${network})
    on conflict (network) do update set network = excluded.network`);

/** What the network took for a payout, in its coin's smallest units. */
export const noteNetworkFee = (tx: Tx, id: number, units: bigint | undefined): Promise<number> =>
  tx.run(
    sql`update withdrawals_requests set network_fee = ${units === undefined ? null : String(units)}::numeric where id = ${id}`,
  );
