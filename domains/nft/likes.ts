import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';

/** Likes a work or series, or takes the like back. Returns whether it is liked now, and its likes. Refuses `nft_unknown`. */
export async function toggleLike(
  tx: Tx,
  user: UserId,
  code: string,
  now: number,
): Promise<{ readonly isLiked: boolean; readonly likes: number }> {
  const table = code.startsWith('W') ? sql`nft_items` : sql`nft_series`;
  // The lock keeps the count of parallel likes right.
  const found = await tx.maybe(sql`select 1 from ${table} where code = ${code} for update`);
  if (!found) return refuse('nft_unknown');
  const removed = await tx.run(sql`delete from nft_likes where user_id = ${user} and code = ${code}`);
  if (removed === 0)
    await tx.run(sql`
      insert into nft_likes (user_id, code, at) values (${user}, ${code}, to_timestamp(${now} / 1000.0))`);
  const step = removed === 0 ? 1 : -1;
  const { likes } = await tx.one<{ likes: number }>(
    sql`update ${table} set likes = likes + ${step} where code = ${code} returning likes`,
  );
  await tx.run(sql`update nft_listings set likes = ${likes} where code = ${code} and newest`);
  return { isLiked: removed === 0, likes };
}
