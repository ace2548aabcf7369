import { currencyId } from '@karat/contract';
import type { CurrencyId, NetworkId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** Terms of deposits of a currency over a network that two operators decided. */
export interface MethodVersion {
  readonly version: number;
  readonly network: NetworkId;
  readonly currency: CurrencyId;
  readonly minimum: Amount;
  readonly confirmations: number;
  /** The token that operators added; undefined if the server is configured with it. */
  readonly token: { readonly contract: string; readonly decimals: number } | undefined;
  readonly askedBy: string;
  readonly approvedBy: string;
  /** Unix ms. */
  readonly at: number;
}

interface Row extends Omit<MethodVersion, 'minimum' | 'currency' | 'token'> {
  readonly currency: number;
  readonly minimum: string;
  readonly contract: string | null;
  readonly decimals: number | null;
}

/** The newest version of each currency on each network. */
export async function readMethodVersions(db: Queries): Promise<MethodVersion[]> {
  const rows = await db.rows<Row>(sql`
    select distinct on (network, currency_id) id as version, network, currency_id as currency, minimum, confirmations,
      contract, decimals, asked_by as "askedBy", approved_by as "approvedBy", at
    from deposits_method_versions order by network, currency_id, id desc`);
  return rows.map(({ contract, decimals, ...row }) => ({
    ...row,
    currency: currencyId(row.currency),
    minimum: amount(row.minimum),
    token: contract === null || decimals === null ? undefined : { contract, decimals },
  }));
}

/** Waits for other changes, so that of two approvals at once the second one finds another version. */
export const lockMethods = (tx: Tx): Promise<number> =>
  tx.run(sql`lock table deposits_method_versions in share row exclusive mode`);

export const insertMethodVersion = (tx: Tx, row: Omit<MethodVersion, 'version'>): Promise<number> =>
  tx.run(sql`
    insert into deposits_method_versions (network, currency_id, minimum, confirmations, contract, decimals, asked_by,
      approved_by, at)
    values (${row.network}, ${row.currency}, ${format(row.minimum)}, ${row.confirmations},
      ${row.token?.contract ?? null}, ${row.token?.decimals ?? null}, ${row.askedBy}, ${row.approvedBy},
      to_timestamp(${row.at} / 1000.0))`);
