import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** The payment page of an order. */
export interface StoredPage {
  readonly orderId: number;
  readonly provider: string;
  readonly lang: string;
  /** Unix ms. */
  readonly requestedAt: number;
  readonly state: 'open' | 'paid' | 'expired';
  /** Null until the provider has answered. */
  readonly session: string | null;
  readonly url: string | null;
}

const columns = sql`order_id as "orderId", provider, lang, requested_at as "requestedAt", state, session, url`;

export const pageOf = (db: Queries, order: number): Promise<StoredPage | undefined> =>
  db.maybe<StoredPage>(sql`select ${columns} from fiat_pages where order_id = ${order}`);

/** Stores that a page is requested; an earlier request stays. Returns the page, and whether it is new. */
export async function requestPage(
  tx: Tx,
  page: Pick<StoredPage, 'orderId' | 'provider' | 'lang' | 'requestedAt'>,
): Promise<{ readonly page: StoredPage; readonly isNew: boolean }> {
  const inserted = await tx.run(sql`
    insert into fiat_pages (order_id, provider, lang, requested_at)
    values (${page.orderId}, ${page.provider}, ${page.lang}, to_timestamp(${page.requestedAt} / 1000.0))
    on conflict do nothing`);
  const stored = await tx.one<StoredPage>(
    sql`select ${columns} from fiat_pages where order_id = ${page.orderId}`,
  );
  return { page: stored, isNew: inserted === 1 };
}

export const storeAnswer = (
  db: Queries,
  order: number,
  answer: { readonly session: string; readonly url: string },
): Promise<number> =>
  db.run(sql`
    update fiat_pages set session = ${answer.session}, url = ${answer.url}
    where order_id = ${order} and session is null`);

export const endPage = (tx: Tx, order: number, state: 'paid' | 'expired'): Promise<number> =>
  tx.run(sql`update fiat_pages set state = ${state} where order_id = ${order} and state = 'open'`);
