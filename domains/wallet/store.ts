import { currencyId } from '@karat/contract';
import type { AccountName, CurrencyId, UserId } from '@karat/contract';
import { amount, format, price, rate } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { ConversionPrices } from '@karat/rules';
import type { QuoteLimit } from './deps.ts';

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
  /** Whether a quote had locked the prices. */
  readonly locked: boolean;
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
      (user_id, from_currency_id, to_currency_id, number, fee, received, from_price, to_price, locked, at)
    values (${c.userId}, ${c.from}, ${c.to}, ${format(c.number)}, ${format(c.fee)}, ${format(c.received)},
      ${format(c.fromPrice)}, ${format(c.toPrice)}, ${c.locked}, to_timestamp(${c.at} / 1000.0))
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
    Record<'id' | 'from' | 'to' | 'at', number> & { locked: boolean };
  const rows = await queries.rows<Row>(sql`
    select id, from_currency_id as "from", to_currency_id as "to", number, fee, received,
      from_price as "fromPrice", to_price as "toPrice", locked, at
    from wallet_conversions
    where user_id = ${user} order by id desc limit ${page.limit} offset ${offset(page)}`);
  const read = (row: Row) => ({
    id: row.id,
    userId: user,
    at: row.at,
    locked: row.locked,
    from: currencyId(row.from),
    to: currencyId(row.to),
    number: amount(row.number),
    fee: amount(row.fee),
    received: amount(row.received),
    fromPrice: price(row.fromPrice),
    toPrice: price(row.toPrice),
  });
  return { total, rows: rows.map(read) };
}

export interface FiatRate {
  readonly code: string;
  readonly symbol: string;
  /** Units per US dollar. */
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

/** Updates the rates of stored currencies; ignores others. */
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

/** Gives rates that were saved before a time, unix ms, another source and time. */
export async function renewFiatRates(
  queries: Queries,
  { before, source, at }: { readonly before: number; readonly source: string; readonly at: number },
): Promise<void> {
  await queries.run(sql`
    update wallet_fiat_rates set source = ${source}, saved_at = to_timestamp(${at} / 1000.0)
    where saved_at <= to_timestamp(${before} / 1000.0)`);
}

export interface StoredQuote {
  readonly id: string;
  readonly userId: UserId;
  readonly from: CurrencyId;
  readonly to: CurrencyId;
  readonly number: Amount;
  readonly prices: ConversionPrices;
  readonly feeRate: Rate;
  /** Unix ms. */
  readonly expiresAt: number;
}

/**
 * Replaces the user's quote and counts it; false if the user has reached the window's limit. One statement: concurrent
 * requests store no more.
 */
export async function saveQuote(
  db: Queries,
  q: StoredQuote,
  limit: QuoteLimit,
  at: number,
): Promise<boolean> {
  const now = sql`to_timestamp(${at} / 1000.0)`;
  const isOver = sql`wallet_quotes.window_at <= to_timestamp(${at - limit.windowMs} / 1000.0)`;
  const count = await db.run(sql`
    insert into wallet_quotes
      (user_id, id, from_currency_id, to_currency_id, number, from_price, to_price, fee_rate, expires_at, used,
        window_at, quotes)
    values (${q.userId}, ${q.id}, ${q.from}, ${q.to}, ${format(q.number)}, ${format(q.prices.from)}, ${format(q.prices.to)},
      ${format(q.feeRate)}, to_timestamp(${q.expiresAt} / 1000.0), false, ${now}, 1)
    on conflict (user_id) do update set id = excluded.id, from_currency_id = excluded.from_currency_id,
      to_currency_id = excluded.to_currency_id, number = excluded.number, from_price = excluded.from_price,
      to_price = excluded.to_price, fee_rate = excluded.fee_rate, expires_at = excluded.expires_at, used = false,
      window_at = case when ${isOver} then ${now} else wallet_quotes.window_at end,
      quotes = case when ${isOver} then 1 else wallet_quotes.quotes + 1 end
    where ${isOver} or wallet_quotes.quotes < ${limit.max}`);
  return count === 1;
}

/** Start of the user's quote window, unix ms. */
export const quoteWindowOf = async (db: Queries, user: UserId): Promise<number | undefined> =>
  (await db.maybe<{ at: number }>(sql`select window_at as at from wallet_quotes where user_id = ${user}`))
    ?.at;

/** Locks the user's quote until the transaction ends. */
export async function lockQuote(
  tx: Tx,
  user: UserId,
): Promise<(StoredQuote & { used: boolean }) | undefined> {
  type Row = Record<'number' | 'fromPrice' | 'toPrice' | 'feeRate' | 'id', string> &
    Record<'from' | 'to' | 'expiresAt', number> & { used: boolean };
  const row = await tx.maybe<Row>(sql`
    select id, from_currency_id as "from", to_currency_id as "to", number, from_price as "fromPrice",
      to_price as "toPrice", fee_rate as "feeRate", expires_at as "expiresAt", used
    from wallet_quotes where user_id = ${user} for update`);
  return (
    row && {
      id: row.id,
      userId: user,
      expiresAt: row.expiresAt,
      used: row.used,
      from: currencyId(row.from),
      to: currencyId(row.to),
      number: amount(row.number),
      prices: { from: price(row.fromPrice), to: price(row.toPrice) },
      feeRate: rate(row.feeRate),
    }
  );
}

export const markQuoteUsed = (tx: Tx, user: UserId): Promise<number> =>
  tx.run(sql`update wallet_quotes set used = true where user_id = ${user}`);

/** Fees of a user's conversions, in the currency that was converted. */
export async function conversionFeesOf(
  db: Queries,
  user: UserId,
  ids: readonly number[],
): Promise<{ readonly id: number; readonly currency: CurrencyId; readonly fee: Amount }[]> {
  const rows = await db.rows<{ id: number; currency: number; fee: string }>(sql`
    select id, from_currency_id as currency, fee from wallet_conversions
    where user_id = ${user} and id = any(${[...ids]}::bigint[])`);
  return rows.map((row) => ({ id: row.id, currency: currencyId(row.currency), fee: amount(row.fee) }));
}
