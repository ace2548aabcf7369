import { currencyId } from '@karat/contract';
import type { CurrencyId, NetworkId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import type { ChainAsset, Outpoint, Unspent } from '@karat/platform/chains';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Holding } from './rules.ts';
import type { Progress } from './watch-store.ts';

const ADDRESSES_MAX = 20_000;
const OUTPUTS_MAX = 20_000;

/**
 * Returns addresses that may hold an asset: those that ever received it, those of the exchange, and for the native coin
 * those that got gas for a sweep.
 */
export const holders = async (
  q: Queries,
  network: NetworkId,
  currency: CurrencyId,
  standard: ChainAsset['standard'],
): Promise<string[]> =>
  (
    await q.rows<{ address: string }>(sql`
      select address from deposits_addresses where network = ${network} and user_id is null
      union
      select address from deposits_deposits where network = ${network} and currency_id = ${currency}
      ${
        standard === 'native'
          ? sql`
      union
      select s.address from deposits_sweeps s join deposits_sweep_transactions t on t.sweep_id = s.id
        where s.network = ${network} and t.leg = 'gas'`
          : empty
      }
      limit ${ADDRESSES_MAX}`)
  ).map((row) => row.address);

/** Returns outputs to our addresses that are not known to be spent. */
export const openOutputs = (q: Queries, network: NetworkId): Promise<Outpoint[]> =>
  q.rows<Outpoint>(sql`
    select transaction, output from deposits_outputs where network = ${network} and not spent
    order by height limit ${OUTPUTS_MAX}`);

/** Marks outputs as spent that the node no longer knows and that are too deep to return. */
export const noteSpent = (
  q: Queries,
  network: NetworkId,
  unspent: readonly Unspent[],
  below: number,
): Promise<number> =>
  q.run(sql`
    update deposits_outputs set spent = true
    where network = ${network} and not spent and height < ${below}
      and (transaction, output) not in (
        select * from unnest(${unspent.map((each) => each.transaction)}::text[], ${unspent.map((each) => each.output)}::int[]))`);

/** Locks the watcher's row, so that nothing is credited or undone meanwhile. */
export const holdProgress = (tx: Tx, network: NetworkId): Promise<Progress | undefined> =>
  tx.maybe<Progress>(sql`select height, hash from deposits_watchers where network = ${network} for update`);

/**
 * Returns the amount on the chain that belongs to no balance: pending, below minimum, the exchange's own, and
 * fractions finer than the ledger's precision.
 */
export async function unbooked(
  q: Queries,
  network: NetworkId,
  currency: CurrencyId,
): Promise<{ readonly amount: Amount; readonly units: bigint }> {
  const row = await q.one<{ amount: string; units: string }>(sql`
    select coalesce(sum(amount) filter (where state = 'credited'), 0)::text as amount,
      coalesce(sum(units) filter (where state <> 'orphaned'), 0)::text as units
    from deposits_deposits where network = ${network} and currency_id = ${currency}`);
  return { amount: amount(row.amount), units: BigInt(row.units) };
}

export interface Comparison extends Holding {
  readonly network: NetworkId;
  readonly currency: CurrencyId;
  readonly height: number;
  readonly matches: boolean;
  readonly checkedMs: number;
}

export const saveComparison = (tx: Tx, row: Omit<Comparison, 'checkedMs'>, at: number): Promise<number> =>
  tx.run(sql`
    insert into deposits_custody (network, currency_id, booked, unbooked, outgoing, chain, height, matches, checked_at)
    values (${row.network}, ${row.currency}, ${format(row.booked)}, ${format(row.unbooked)}, ${format(row.outgoing)},
      ${format(row.chain)}, ${row.height}, ${row.matches}, to_timestamp(${at} / 1000.0))
    on conflict (network, currency_id) do update set booked = excluded.booked, unbooked = excluded.unbooked,
      outgoing = excluded.outgoing, chain = excluded.chain, height = excluded.height, matches = excluded.matches,
      checked_at = excluded.checked_at`);

interface RawCompared extends Record<'booked' | 'unbooked' | 'outgoing' | 'chain', string> {
  readonly network: NetworkId;
  readonly currency: number;
  readonly height: number;
  readonly matches: boolean;
  readonly checkedMs: number;
}
export const compared = async (q: Queries): Promise<Comparison[]> =>
  (
    await q.rows<RawCompared>(sql`
      select network, currency_id as currency, booked, unbooked, outgoing, chain, height, matches, checked_at as "checkedMs"
      from deposits_custody`)
  ).map((row) => ({
    ...row,
    currency: currencyId(row.currency),
    booked: amount(row.booked),
    unbooked: amount(row.unbooked),
    outgoing: amount(row.outgoing),
    chain: amount(row.chain),
  }));

export interface Halt {
  readonly network: NetworkId;
  readonly reason: string;
  readonly sinceMs: number;
}
const haltColumns = sql`network, reason, since as "sinceMs"`;

export const haltOf = (q: Queries, network: NetworkId): Promise<Halt | undefined> =>
  q.maybe<Halt>(sql`select ${haltColumns} from deposits_halts where network = ${network}`);
export const halts = (q: Queries): Promise<Halt[]> =>
  q.rows<Halt>(sql`select ${haltColumns} from deposits_halts`);
export const halt = (tx: Tx, network: NetworkId, reason: string, at: number): Promise<number> =>
  tx.run(sql`
    insert into deposits_halts (network, reason, since) values (${network}, ${reason}, to_timestamp(${at} / 1000.0))
    on conflict (network) do nothing`);
/** Lifts the given halt; returns 0 if there is another one or none. */
export const lift = (tx: Tx, network: NetworkId, since: number): Promise<number> =>
  tx.run(
    sql`delete from deposits_halts where network = ${network} and since = to_timestamp(${since} / 1000.0)`,
  );

export interface WatcherRow extends Progress {
  readonly network: NetworkId;
  readonly nodeHeight: number;
  readonly failure: string | null;
  readonly seenMs: number;
}
export const watchers = (q: Queries): Promise<WatcherRow[]> =>
  q.rows<WatcherRow>(sql`
    select network, height, hash, node_height as "nodeHeight", failure, seen_at as "seenMs" from deposits_watchers`);

export const isOwnAddress = async (q: Queries, network: string, address: string): Promise<boolean> =>
  (await q.maybe(
    sql`select 1 from deposits_addresses where network = ${network} and address = ${address}`,
  )) !== undefined;

/** An output to us: of a user's address (deposit account, chain 0), or of the exchange, receiving 0 or change 1. */
export interface OwnOutput {
  readonly txid: string;
  readonly vout: number;
  readonly units: string;
  readonly account: 'deposits' | 'house';
  readonly chain: 0 | 1;
  readonly index: number;
}

/** Minimum confirmations of an output before a payout spends it. */
const SPENDABLE = 2;

export const ownOutputs = (q: Queries): Promise<OwnOutput[]> =>
  q.rows<OwnOutput>(sql`
    select o.transaction as txid, o.output as vout, o.units::text as units,
      case when a.user_id is null then 'house' else 'deposits' end as account,
      case when a.user_id is null then a.number else 0 end::int as chain,
      case when a.user_id is null then 0 else a.number end as index
    from deposits_outputs o
    join deposits_addresses a on a.network = o.network and a.address = o.address
    join deposits_watchers w on w.network = o.network
    where o.network = 'bitcoin' and not o.spent and o.height <= w.height - ${SPENDABLE} + 1
    order by o.units desc limit 1000`);
