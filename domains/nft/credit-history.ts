import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Returns how many auctions the user won and did not pay. */
export const unpaidAuctionsOf = async (db: Queries, user: UserId): Promise<number> =>
  (
    await db.one<{ count: number }>(
      sql`select count(*) as count from nft_orders where buyer_id = ${user} and state = 'forfeited'`,
    )
  ).count;
