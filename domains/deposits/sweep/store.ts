import { currencyId } from '@karat/contract';
import type { CurrencyId, NetworkId, SweepLeg, SweepReason, SweepState } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import type { EvmTerms, SignedSweep } from '@karat/platform/signing';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export interface Sweep {
  readonly id: number;
  readonly network: NetworkId;
  readonly currency: CurrencyId;
  readonly address: string;
  /** Number of the address in its account. */
  readonly number: number;
  /** The current transfer. */
  readonly leg: SweepLeg;
  readonly state: SweepState;
  /** What the current transfer moves, in the asset's smallest units. */
  readonly units: bigint | null;
  readonly nonce: number | null;
  /** Deposits up to this height are collected. */
  readonly asOf: number | null;
  readonly confirmations: number;
  readonly minedHeight: number | null;
  readonly replacedHeight: number | null;
  readonly problem: string;
  readonly reason: SweepReason | null;
  readonly createdMs: number;
  readonly finishedMs: number | null;
}

type Raw = Omit<Sweep, 'units' | 'currency'> & { readonly units: string | null; readonly currency: number };
const columns = sql`id, network, currency_id as currency, address, number, leg, state, units::text as units, nonce,
  as_of as "asOf", confirmations, mined_height as "minedHeight", replaced_height as "replacedHeight", problem, reason,
  created_at as "createdMs", finished_at as "finishedMs"`;
const read = (row: Raw): Sweep => ({
  ...row,
  currency: currencyId(row.currency),
  units: row.units === null ? null : BigInt(row.units),
});

/** Locks the row: every step of a sweep waits for the one before. */
export async function lockSweep(tx: Tx, id: number): Promise<Sweep | undefined> {
  const row = await tx.maybe<Raw>(sql`select ${columns} from deposits_sweeps where id = ${id} for update`);
  return row && read(row);
}

export interface SweepFilter {
  readonly network?: NetworkId | undefined;
  readonly state?: SweepState | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Returns sweeps, newest first. */
export const listSweeps = async (
  q: Queries,
  { network, state, before, limit }: SweepFilter,
): Promise<Sweep[]> =>
  (
    await q.rows<Raw>(sql`
      select ${columns} from deposits_sweeps where true
        ${network === undefined ? empty : sql`and network = ${network}`}
        ${state === undefined ? empty : sql`and state = ${state}`}
        ${before === undefined ? empty : sql`and id < ${before}`}
      order by id desc limit ${limit}`)
  ).map(read);

export const setProblem = (tx: Tx, id: number, problem: string): Promise<number> =>
  tx.run(sql`
    update deposits_sweeps set problem = ${problem.slice(0, 300)}
    where id = ${id} and problem <> ${problem.slice(0, 300)}`);

/** Fixes the next transfer before the signer is asked. */
export const fixTransfer = (
  tx: Tx,
  id: number,
  next: { leg: SweepLeg; units: bigint; nonce: number; asOf: number },
): Promise<number> =>
  tx.run(sql`
    update deposits_sweeps set state = 'signing', leg = ${next.leg}, units = ${String(next.units)}::numeric,
      nonce = ${next.nonce}, as_of = ${next.asOf}, problem = '', confirmations = 0, replaced_height = null
    where id = ${id} and state = 'planned'`);

/** Plans the next transfer anew: after its gas arrived, or because nothing was signed. */
export const planAgain = (tx: Tx, id: number, from: SweepState, problem: string): Promise<number> =>
  tx.run(sql`
    update deposits_sweeps set state = 'planned', units = null, nonce = null, confirmations = 0,
      problem = ${problem.slice(0, 300)} where id = ${id} and state = ${from}`);

export const advance = (tx: Tx, id: number, from: SweepState, to: SweepState): Promise<number> =>
  tx.run(sql`update deposits_sweeps set state = ${to}, problem = '' where id = ${id} and state = ${from}`);

export const finish = (
  tx: Tx,
  id: number,
  end: { state: 'done' | 'failed'; reason: SweepReason | null; minedHeight: number | null; at: number },
): Promise<number> =>
  tx.run(sql`
    update deposits_sweeps set state = ${end.state}, reason = ${end.reason}, mined_height = ${end.minedHeight},
      problem = '', finished_at = to_timestamp(${end.at} / 1000.0)
    where id = ${id} and finished_at is null`);

export const setConfirmations = (tx: Tx, id: number, confirmations: number): Promise<number> =>
  tx.run(sql`
    update deposits_sweeps set confirmations = ${confirmations}
    where id = ${id} and confirmations <> ${confirmations}`);

export const setMined = (tx: Tx, id: number, height: number | null): Promise<number> =>
  tx.run(sql`update deposits_sweeps set mined_height = ${height} where id = ${id}`);

export const setReplaced = (tx: Tx, id: number, height: number | null): Promise<number> =>
  tx.run(sql`
    update deposits_sweeps set replaced_height = ${height}
    where id = ${id} and replaced_height is distinct from ${height}`);

export interface Transaction {
  readonly txid: string;
  readonly leg: SweepLeg;
  readonly nonce: number;
  readonly attempt: number;
  readonly raw: string;
  readonly terms: EvmTerms;
  readonly units: bigint;
  readonly at: number;
}

/** Returns the signed transfers of a sweep in their order. */
export const transactionsOf = async (q: Queries, id: number): Promise<Transaction[]> =>
  (
    await q.rows<Omit<Transaction, 'units'> & { units: string }>(sql`
      select txid, leg, nonce, attempt, raw, terms, units::text as units, at from deposits_sweep_transactions
      where sweep_id = ${id} order by at, attempt`)
  ).map((row) => ({ ...row, units: BigInt(row.units) }));

export const insertTransaction = (
  tx: Tx,
  { id, network, leg }: Sweep,
  of: { readonly attempt: number; readonly source: string; readonly signed: SignedSweep },
  at: number,
): Promise<number> =>
  tx.run(sql`
    insert into deposits_sweep_transactions (txid, sweep_id, leg, network, source, nonce, attempt, raw, terms, units, at)
    values (${of.signed.txid}, ${id}, ${leg}, ${network}, ${of.source}, ${of.signed.terms.nonce}, ${of.attempt},
      ${of.signed.raw}, ${JSON.stringify(of.signed.terms)}::jsonb, ${of.signed.units}::numeric,
      to_timestamp(${at} / 1000.0))`);

/** Stores what was booked for a transfer, in the smallest units of the chain's coin. */
export const setNetworkFee = (tx: Tx, txid: string, units: bigint): Promise<number> =>
  tx.run(sql`
    update deposits_sweep_transactions set network_fee = ${String(units)}::numeric where txid = ${txid}`);

/** Returns the nonces of an address from `from` on that signed transfers have. */
export const usedNonces = async (
  q: Queries,
  network: NetworkId,
  source: string,
  from: number,
): Promise<number[]> =>
  (
    await q.rows<{ nonce: number }>(sql`
      select distinct nonce from deposits_sweep_transactions
      where network = ${network} and source = ${source} and nonce >= ${from}`)
  ).map(({ nonce }) => nonce);

/** Returns nonces and sums of the gas that is under way, in the coin's smallest units. */
export const gasUnderWay = async (
  q: Queries,
  network: NetworkId,
): Promise<{ nonces: number[]; units: bigint }> => {
  const rows = await q.rows<{ nonce: number; units: string }>(sql`
    select nonce, units::text as units from deposits_sweeps
    where network = ${network} and leg = 'gas' and state in ('signing', 'signed', 'sent')`);
  return {
    nonces: rows.map(({ nonce }) => nonce),
    units: rows.reduce((sum, { units }) => sum + BigInt(units), 0n),
  };
};

/** Serialises the nonces of the gas station. */
export const lockNonces = (tx: Tx, network: NetworkId): Promise<number> =>
  tx.run(sql`
    insert into deposits_sweep_nonces (network) values (${network})
    on conflict (network) do update set network = excluded.network`);

/** Names the sweep that collected deposits of its address, up to the height that it covers. */
export const markCollected = (
  tx: Tx,
  { id, network, currency, address }: Sweep,
  asOf: number,
): Promise<number> =>
  tx.run(sql`
    update deposits_deposits set sweep_id = ${id}
    where network = ${network} and currency_id = ${currency} and address = ${address} and state = 'credited'
      and sweep_id is null and height <= ${asOf}`);

export interface Candidate {
  readonly address: string;
  readonly number: number;
}

/** Returns addresses with at least `minimum` of a currency that no sweep collected, largest first. */
export const candidates = (
  q: Queries,
  of: { network: NetworkId; currency: CurrencyId; minimum: Amount; failedAfter: number; limit: number },
): Promise<Candidate[]> =>
  q.rows<Candidate>(sql`
    select a.address, a.number
    from deposits_deposits d join deposits_addresses a on a.network = d.network and a.address = d.address
    where d.network = ${of.network} and d.network = 'ethereum' and d.currency_id = ${of.currency}
      and d.state = 'credited' and d.sweep_id is null and a.user_id is not null
      and not exists (
        select from deposits_sweeps s where s.network = d.network and s.address = d.address
          and (s.finished_at is null or (s.currency_id = d.currency_id and s.state = 'failed'
            and s.finished_at > to_timestamp(${of.failedAfter} / 1000.0))))
    group by a.address, a.number having sum(d.amount) >= ${format(of.minimum)}::numeric
    order by sum(d.amount) desc, a.number limit ${of.limit}`);

/** Inserts a sweep unless its address has an open one. Returns its id. */
export const insertSweep = async (
  tx: Tx,
  of: Candidate & { readonly network: NetworkId; readonly currency: CurrencyId },
  at: number,
): Promise<number | undefined> =>
  (
    await tx.maybe<{ id: number }>(sql`
      insert into deposits_sweeps (network, currency_id, address, number, created_at)
      values (${of.network}, ${of.currency}, ${of.address}, ${of.number}, to_timestamp(${at} / 1000.0))
      on conflict do nothing returning id`)
  )?.id;

/** Returns the ids of sweeps that have not ended, or that a reorganisation could still undo. */
export const unfinished = async (q: Queries): Promise<number[]> =>
  (
    await q.rows<{ id: number }>(
      sql`select id from deposits_sweeps where finished_at is null or mined_height is not null order by id`,
    )
  ).map(({ id }) => id);

export interface OpenSweeps {
  readonly network: NetworkId;
  readonly count: number;
  readonly oldestMs: number;
}

/** Returns count and age of the open sweeps by network. */
export const openSweeps = (q: Queries): Promise<OpenSweeps[]> =>
  q.rows<OpenSweeps>(sql`
    select network, count(*)::int as count, min(created_at) as "oldestMs" from deposits_sweeps
    where finished_at is null group by network order by network`);

/** Returns the count of sweeps that failed since a moment, by network. */
export const failedSince = (q: Queries, since: number): Promise<{ network: NetworkId; count: number }[]> =>
  q.rows(sql`
    select network, count(*)::int as count from deposits_sweeps
    where state = 'failed' and finished_at > to_timestamp(${since} / 1000.0) group by network`);

export interface Unswept {
  readonly network: NetworkId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly addresses: number;
}

/** Returns credited deposits that lie at addresses of users and were not swept, by network and currency. */
export const unswept = async (q: Queries): Promise<Unswept[]> =>
  (
    await q.rows<Omit<Unswept, 'currency' | 'amount'> & { currency: number; amount: string }>(sql`
      select network, currency_id as currency, sum(amount)::text as amount, count(distinct address)::int as addresses
      from deposits_deposits where state = 'credited' and sweep_id is null and network = 'ethereum'
      group by network, currency_id order by network, currency_id`)
  ).map((row) => ({ ...row, currency: currencyId(row.currency), amount: amount(row.amount) }));
