import { currencyId } from '@karat/contract';
import type { AccountName, CurrencyId, UserId } from '@karat/contract';
import { amount, format, price, rate } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export interface Transfer {
  readonly userId: UserId;
  readonly currency: CurrencyId;
  readonly number: Amount;
  readonly from: AccountName;
  readonly to: AccountName;
  /** Unix ms. */
  readonly at: number;
}

export interface ConversionRecord {
  readonly userId: UserId;
  readonly from: CurrencyId;
  readonly to: CurrencyId;
  readonly number: Amount;
  readonly fee: Amount;
  readonly received: Amount;
  readonly fromPrice: Price;
  readonly toPrice: Price;
  /** Unix ms. */
  readonly at: number;
}

export interface Paged<Row> {
  readonly rows: Row[];
  readonly total: number;
}

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

const offset = ({ page, limit }: PageRequest): number => (page - 1) * limit;

export async function insertTransfer(tx: Tx, t: Transfer): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into wallet_transfers (user_id, currency_id, number, from_account, to_account, at)
    values (${t.userId}, ${t.currency}, ${format(t.number)}, ${t.from}, ${t.to}, to_timestamp(${t.at} / 1000.0))
    returning id`);
  return id;
}

export async function readTransfers(
  queries: Queries,
  user: UserId,
  page: PageRequest,
): Promise<Paged<Transfer & { id: number }>> {
  const { total } = await queries.one<{ total: number }>(sql`
    select count(*) as total from wallet_transfers where user_id = ${user}`);
  type Row = { id: number; currency: number; number: string; from: AccountName; to: AccountName; at: number };
  const rows = await queries.rows<Row>(sql`
    select id, currency_id as currency, number, from_account as "from", to_account as "to", at from wallet_transfers
    where user_id = ${user} order by id desc limit ${page.limit} offset ${offset(page)}`);
  const read = (row: Row) => ({
    ...row,
    userId: user,
    currency: currencyId(row.currency),
    number: amount(row.number),
  });
  return { total, rows: rows.map(read) };
}

export async function insertConversion(tx: Tx, c: ConversionRecord): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into wallet_conversions
      (user_id, from_currency_id, to_currency_id, number, fee, received, from_price, to_price, at)
    values (${c.userId}, ${c.from}, ${c.to}, ${format(c.number)}, ${format(c.fee)}, ${format(c.received)},
      ${format(c.fromPrice)}, ${format(c.toPrice)}, to_timestamp(${c.at} / 1000.0))
    returning id`);
  return id;
}

export async function readConversions(
  queries: Queries,
  user: UserId,
  page: PageRequest,
): Promise<Paged<ConversionRecord & { id: number }>> {
  const { total } = await queries.one<{ total: number }>(sql`
    select count(*) as total from wallet_conversions where user_id = ${user}`);
  type Row = Record<'number' | 'fee' | 'received' | 'fromPrice' | 'toPrice', string> &
    Record<'id' | 'from' | 'to' | 'at', number>;
  const rows = await queries.rows<Row>(sql`
    select id, from_currency_id as "from", to_currency_id as "to", number, fee, received,
      from_price as "fromPrice", to_price as "toPrice", at
    from wallet_conversions
    where user_id = ${user} order by id desc limit ${page.limit} offset ${offset(page)}`);
  const read = (row: Row) => ({
    ...{ id: row.id, userId: user, at: row.at },
    ...{ from: currencyId(row.from), to: currencyId(row.to) },
    ...{ number: amount(row.number), fee: amount(row.fee), received: amount(row.received) },
    ...{ fromPrice: price(row.fromPrice), toPrice: price(row.toPrice) },
  });
  return { total, rows: rows.map(read) };
}

export interface FiatRate {
  readonly code: string;
  readonly symbol: string;
  /** Units to the US dollar. */
  readonly rate: Rate;
  readonly source: string;
  /** Unix ms. */
  readonly savedAt: number;
}

export async function readFiatRates(queries: Queries): Promise<FiatRate[]> {
  const rows = await queries.rows<Omit<FiatRate, 'rate'> & { rate: string }>(sql`
    select code, symbol, rate, source, saved_at as "savedAt" from wallet_fiat_rates order by position`);
  return rows.map((row) => ({ ...row, rate: rate(row.rate) }));
}

/** Overwrites the rates of currencies that are kept; others are ignored. */
export async function saveFiatRates(
  queries: Queries,
  rates: ReadonlyMap<string, Rate>,
  source: string,
  at: number,
): Promise<void> {
  await queries.run(sql`
    update wallet_fiat_rates f set rate = d.rate, source = ${source}, saved_at = to_timestamp(${at} / 1000.0)
    from unnest(${[...rates.keys()]}::text[], ${[...rates.values()].map(format)}::numeric[]) as d (code, rate)
    where f.code = d.code`);
}
