import type { Contract, NftListingState, Reply } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { NftDeps } from './deps.ts';
import { listingOf } from './listing-store.ts';
import type { ListingRow } from './listing-store.ts';
import type { Found, Listing, Page } from './types.ts';

interface Counts {
  artists: number;
  artworks: number;
  reports: number;
  auctions: number;
  due: number;
}
interface Sums {
  currency_id: number;
  margins: string;
  sales: number;
  turnover: string;
  fees: string;
  royalties: string;
  forfeited: string;
}

/** What waits for operators, what runs, and what sales brought by currency. */
export async function readOverview({ ctx, ledger }: NftDeps): Promise<Reply<Contract['nft']['console/nft']>> {
  const counts = await ctx.db.one<Counts>(sql`
    select (select count(*) from nft_artists where state = 'review') as artists,
      (select count(*) from nft_artworks where state = 'review') as artworks,
      (select count(*) from nft_reports where state = 'open') as reports,
      (select count(*) from nft_listings where state = 'open' and pay_type = 2) as auctions,
      (select count(*) from nft_orders where state = 'due') as due`);
  const sums = await ctx.db.rows<Sums>(sql`
    select currency_id, sum(margins) as margins, sum(sales)::bigint as sales, sum(turnover) as turnover, sum(fees) as fees,
      sum(royalties) as royalties, sum(forfeited) as forfeited
    from (
      select currency_id, 0::numeric as margins, count(*) filter (where state = 'paid') as sales,
        coalesce(sum(price) filter (where state = 'paid'), 0) as turnover, coalesce(sum(fee) filter (where state = 'paid'), 0) as fees,
        coalesce(sum(royalty) filter (where state = 'paid'), 0) as royalties,
        coalesce(sum(margin) filter (where state = 'forfeited'), 0) as forfeited
      from nft_orders group by 1
      union all
      select currency_id, sum(amount), 0, 0, 0, 0, 0 from nft_margins where state = 'held' group by 1) as parts
    group by 1 order by 1`);
  const codes = new Map((await ledger.currencies(ctx.db)).map(({ id, code }) => [Number(id), code]));
  return {
    ...counts,
    currencies: sums.map((row) => ({
      currency_name: codes.get(row.currency_id) ?? '',
      margins: format(amount(row.margins)),
      sales: row.sales,
      turnover: format(amount(row.turnover)),
      fees: format(amount(row.fees)),
      royalties: format(amount(row.royalties)),
      forfeited: format(amount(row.forfeited)),
    })),
  };
}

/** Auctions of a state by their end, the next first, with the margins that are held. */
export async function auctionList(
  db: Queries,
  state: NftListingState,
  page: Page,
): Promise<Found<{ readonly listing: Listing; readonly margins: Amount | undefined }>> {
  const rows = await db.rows<ListingRow & { margins: string | null }>(sql`
    select l.*, (select sum(m.amount) from nft_margins m where m.listing_id = l.id and m.state = 'held') as margins
    from nft_listings l where pay_type = 2 and state = ${state} order by end_at, id
    limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from nft_listings where pay_type = 2 and state = ${state}`,
  );
  return {
    total,
    rows: rows.map((row) => ({
      listing: listingOf(row),
      margins: row.margins === null ? undefined : amount(row.margins),
    })),
  };
}
