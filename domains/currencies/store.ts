import { currencyId } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import type { Currency } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** How a currency is shown. */
export interface CurrencyDisplay {
  readonly title: string;
  readonly displayDecimals: number;
  /** Address of an uploaded picture; null for the logo of the code. */
  readonly logo: string | null;
}

export interface CurrencyVersion extends CurrencyDisplay {
  readonly currency: CurrencyId;
  /** 0 before two operators changed anything. */
  readonly version: number;
  readonly askedBy: string | null;
  readonly approvedBy: string | null;
  /** Unix ms. */
  readonly at: number | null;
}

type Row = Omit<CurrencyVersion, 'currency'> & { readonly currency: number };
const columns = sql`currency_id as currency, id as version, title, display_decimals as "displayDecimals", logo,
  asked_by as "askedBy", approved_by as "approvedBy", at`;
const versionOf = (row: Row): CurrencyVersion => ({ ...row, currency: currencyId(row.currency) });

/** The version that counts without a row. */
export const firstVersion = ({ id, title, decimals }: Currency): CurrencyVersion => ({
  currency: id,
  title,
  displayDecimals: decimals,
  logo: null,
  version: 0,
  askedBy: null,
  approvedBy: null,
  at: null,
});

/** The newest versions by currency. */
export async function readVersions(db: Queries): Promise<ReadonlyMap<CurrencyId, CurrencyVersion>> {
  const rows = await db.rows<Row>(
    sql`select distinct on (currency_id) ${columns} from currencies_versions order by currency_id, id desc`,
  );
  return new Map(rows.map((row) => [currencyId(row.currency), versionOf(row)]));
}

export async function readVersion(db: Queries, currency: Currency): Promise<CurrencyVersion> {
  const row = await db.maybe<Row>(sql`
    select ${columns} from currencies_versions where currency_id = ${currency.id} order by id desc limit 1`);
  return row ? versionOf(row) : firstVersion(currency);
}

/** Locks a currency against other changes until the transaction ends. */
export async function lockVersions(tx: Tx, currency: CurrencyId): Promise<void> {
  await tx.run(sql`insert into currencies_gates (currency_id) values (${currency}) on conflict do nothing`);
  await tx.one(sql`select currency_id from currencies_gates where currency_id = ${currency} for update`);
}

export const insertVersion = (
  tx: Tx,
  currency: CurrencyId,
  { title, displayDecimals, logo }: CurrencyDisplay,
  { askedBy, approvedBy, at }: { readonly askedBy: string; readonly approvedBy: string; readonly at: number },
): Promise<number> =>
  tx.run(sql`
    insert into currencies_versions (currency_id, title, display_decimals, logo, asked_by, approved_by, at)
    values (${currency}, ${title}, ${displayDecimals}, ${logo}, ${askedBy}, ${approvedBy}, to_timestamp(${at} / 1000.0))`);

/** Address of the uploaded logo of a code; undefined if it has none. */
export async function logoOf(db: Queries, code: string): Promise<string | undefined> {
  const row = await db.maybe<{ logo: string | null }>(sql`
    select v.logo from ledger_currencies c join currencies_versions v on v.currency_id = c.id
    where lower(c.code) = ${code} order by v.id desc limit 1`);
  return row?.logo ?? undefined;
}
