import type { CurrencyId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Outpoint } from '@karat/platform/chains';
import type { BitcoinInput } from '@karat/platform/signing';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export const setProblem = (tx: Tx, id: number, problem: string): Promise<number> =>
  tx.run(
    sql`update withdrawals_requests set problem = ${problem.slice(0, 300)} where id = ${id} and problem <> ${problem.slice(0, 300)}`,
  );

export const setConfirmations = (tx: Tx, id: number, confirmations: number): Promise<number> =>
  tx.run(
    sql`update withdrawals_requests set confirmations = ${confirmations} where id = ${id} and confirmations <> ${confirmations}`,
  );

export interface Attempt {
  readonly attempt: number;
  readonly txid: string;
  readonly raw: string;
  readonly terms: unknown;
  /** Display name. */
  readonly fee: string;
  /** Network fee in its coin's smallest units, if it is fixed; null if only the receipt has it. */
  readonly networkFee: bigint | null;
  readonly at: number;
}

export const readAttempts = async (queries: Queries, id: number): Promise<Attempt[]> =>
  (
    await queries.rows<Omit<Attempt, 'networkFee'> & { networkFee: string | null }>(sql`
      select attempt, txid, raw, terms, fee, network_fee as "networkFee", at from withdrawals_attempts
      where withdrawal_id = ${id} order by attempt`)
  ).map((row) => ({ ...row, networkFee: row.networkFee === null ? null : BigInt(row.networkFee) }));

export const insertAttempt = (tx: Tx, id: number, a: Omit<Attempt, 'at'>, at: number): Promise<number> =>
  tx.run(sql`
    insert into withdrawals_attempts (withdrawal_id, attempt, txid, raw, terms, fee, network_fee, at)
    values (${id}, ${a.attempt}, ${a.txid}, ${a.raw}, ${JSON.stringify(a.terms)}::jsonb, ${a.fee},
      ${a.networkFee === null ? null : String(a.networkFee)}::numeric, to_timestamp(${at} / 1000.0))
    on conflict (withdrawal_id, attempt) do nothing`);

/** Returns the lowest nonce from `from` on that no payout of the network uses: a released payout leaves no gap. */
export const freeNonce = async (tx: Tx, network: string, from: number): Promise<number> => {
  const rows = await tx.rows<{ nonce: number }>(sql`
    select nonce from withdrawals_requests where network = ${network} and nonce >= ${from} order by nonce`);
  const used = new Set(rows.map(({ nonce }) => nonce));
  let free = from;
  while (used.has(free)) free += 1;
  return free;
};

/** Returns the sum of a currency on a network that unsettled payouts take, without network fees. */
export const sumInFlight = async (tx: Tx, network: string, currency: CurrencyId): Promise<Amount> =>
  amount(
    (
      await tx.one<{ sum: string }>(sql`
        select coalesce(sum(number - fee), 0)::text as sum from withdrawals_requests
        where network = ${network} and currency_id = ${currency} and state in ('signing', 'signed', 'broadcast')`)
    ).sum,
  );

/** Returns the number of unsettled payouts of a network. */
export const countInFlight = async (tx: Tx, network: string): Promise<number> =>
  (
    await tx.one<{ count: number }>(sql`
      select count(*)::int as count from withdrawals_requests
      where network = ${network} and state in ('signing', 'signed', 'broadcast')`)
  ).count;

/** Stores the block of a payout; null if it is final or lost. */
export const setMined = (tx: Tx, id: number, height: number | null): Promise<number> =>
  tx.run(sql`update withdrawals_requests set mined_height = ${height} where id = ${id}`);

/** Stores since which height another transaction has spent its input or nonce. */
export const setReplaced = (tx: Tx, id: number, height: number | null): Promise<number> =>
  tx.run(sql`
    update withdrawals_requests set replaced_height = ${height}
    where id = ${id} and replaced_height is distinct from ${height}`);

export const setNonce = (tx: Tx, id: number, nonce: number | null): Promise<number> =>
  tx.run(sql`update withdrawals_requests set nonce = ${nonce} where id = ${id}`);

/** Returns the ids of approved payouts that wait on one of the networks. */
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

export const readInputs = async (queries: Queries, id: number): Promise<BitcoinInput[]> =>
  (
    await queries.rows<{ input: BitcoinInput }>(
      sql`select input from withdrawals_inputs where withdrawal_id = ${id} order by txid, vout`,
    )
  ).map((row) => row.input);

/** Returns the outputs that payouts spend already. */
export const takenInputs = async (queries: Queries): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await queries.rows<{ name: string }>(sql`select txid || ':' || vout as name from withdrawals_inputs`)
    ).map((row) => row.name),
  );

/** An input with what its own transaction spends; null if that was not known. */
export interface InputWithParents {
  readonly txid: string;
  readonly vout: number;
  readonly parents: readonly Outpoint[] | null;
}

export const inputsWithParents = (queries: Queries, id: number): Promise<InputWithParents[]> =>
  queries.rows<InputWithParents>(
    sql`select txid, vout, parents from withdrawals_inputs where withdrawal_id = ${id} order by txid, vout`,
  );

export const takeInputs = (
  tx: Tx,
  id: number,
  inputs: readonly { readonly input: BitcoinInput; readonly parents: readonly Outpoint[] | undefined }[],
): Promise<number> =>
  tx.run(sql`
    insert into withdrawals_inputs (txid, vout, withdrawal_id, input, parents)
    select i -> 'input' ->> 'txid', (i -> 'input' ->> 'vout')::int, ${id}, i -> 'input', i -> 'parents'
    from jsonb_array_elements(${JSON.stringify(inputs)}::jsonb) as i`);

/** Removes inputs from a payout. */
export const dropInputs = (
  tx: Tx,
  id: number,
  inputs: readonly { readonly txid: string; readonly vout: number }[],
): Promise<number> =>
  tx.run(sql`
    delete from withdrawals_inputs where withdrawal_id = ${id} and (txid, vout) in (
      select i ->> 'txid', (i ->> 'vout')::int from jsonb_array_elements(${JSON.stringify(inputs)}::jsonb) as i)`);

/** Stores since which heights an input is missing and cannot return; null if it is not so. */
export const setVanished = (
  tx: Tx,
  id: number,
  { vanished, dead }: { readonly vanished: number | null; readonly dead: number | null },
): Promise<number> =>
  tx.run(sql`
    update withdrawals_requests set vanished_height = ${vanished}, dead_height = ${dead} where id = ${id}
      and (vanished_height is distinct from ${vanished} or dead_height is distinct from ${dead})`);

export const freeInputs = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`delete from withdrawals_inputs where withdrawal_id = ${id}`);

/** Returns the ids of payouts that have not ended, or that a reorganisation could still undo. */
export const inFlightIds = async (queries: Queries): Promise<number[]> =>
  (
    await queries.rows<{ id: number }>(sql`
      select id from withdrawals_requests
      where state in ('signing', 'signed', 'broadcast') or mined_height is not null order by id`)
  ).map((row) => row.id);

/** Serialises the nonces of a network. */
export const lockNonces = (tx: Tx, network: string): Promise<number> =>
  tx.run(sql`
    insert into withdrawals_nonces (network) values (${network})
    on conflict (network) do update set network = excluded.network`);

/** Stores the network fee of a payout, in its coin's smallest units. */
export const noteNetworkFee = (tx: Tx, id: number, units: bigint | undefined): Promise<number> =>
  tx.run(
    sql`update withdrawals_requests set network_fee = ${units === undefined ? null : String(units)}::numeric where id = ${id}`,
  );
