import type { UserId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import { ZERO, amount, minus, rate, sum } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { copyResult } from '@karat/rules';
import type { CopyResult } from '@karat/rules';
import { copiesOfFollows } from './copy-store.ts';
import type { CopytradeDeps } from './deps.ts';
import type { Follow } from './follow-store.ts';

/** What a follow has brought its follower after the trader's share. */
export interface FollowResult extends CopyResult {
  readonly unrealised: Amount;
}

const COPIES_MAX = 20_000;

/** A follower and a trader over all their follows. */
interface Pair {
  /** The last follow of the pair: new profit is shared with it. */
  readonly latest: number;
  /** Realised profit above the high-water mark, negative below it. */
  readonly unshared: Amount;
  readonly ratio: Rate;
}

const pairsOf = async (
  db: Queries,
  user: UserId,
  traders: readonly UserId[],
): Promise<ReadonlyMap<number, Pair>> =>
  new Map(
    (
      await db.rows<{ trader_id: number; latest: number; profit: string; marks: string; ratio: string }>(sql`
        select f.trader_id, max(f.id) as latest, sum(f.profit)::text as profit, sum(f.high_water)::text as marks,
          t.share_ratio as ratio
        from copytrade_follows f join copytrade_traders t on t.user_id = f.trader_id
        where f.user_id = ${user} and f.trader_id = any(${[...traders]}::bigint[]) group by f.trader_id, t.share_ratio`)
    ).map((row) => [
      row.trader_id,
      {
        latest: row.latest,
        unshared: minus(amount(row.profit), amount(row.marks)),
        ratio: rate(row.ratio),
      },
    ]),
  );

/** Unrealised profit of the open copies of follows, by follow. */
async function unrealisedOf(
  { ctx, contracts }: CopytradeDeps,
  follows: readonly Follow[],
): Promise<ReadonlyMap<number, Amount>> {
  const open = follows.filter(({ openCopies }) => openCopies > 0).map(({ id }) => id);
  const copies = await copiesOfFollows(ctx.db, open, COPIES_MAX);
  const values = await contracts.unrealised(
    ctx.db,
    copies.map(({ position }) => position),
  );
  return new Map(
    [...Map.groupBy(copies, ({ follow }) => follow)].map(([follow, own]) => [
      follow,
      sum(own.map(({ position }) => values.get(position) ?? ZERO)),
    ]),
  );
}

/** Results of some follows of a user, by follow. */
export async function resultsOf(
  deps: CopytradeDeps,
  user: UserId,
  follows: readonly Follow[],
): Promise<ReadonlyMap<number, FollowResult>> {
  const { ctx, ledger } = deps;
  const { decimals } = await ledger.currency(ctx.db, USDT);
  const pairs = await pairsOf(
    ctx.db,
    user,
    follows.map(({ traderId }) => traderId),
  );
  const open = await unrealisedOf(deps, follows);
  return new Map(
    follows.map((follow) => {
      const pair = pairs.get(follow.traderId);
      const unrealised = open.get(follow.id) ?? ZERO;
      const isLatest = pair?.latest === follow.id;
      const result = copyResult({
        realised: follow.profit,
        unrealised,
        shared: follow.shared,
        unsharedProfit: isLatest ? pair.unshared : ZERO,
        ratio: isLatest ? pair.ratio : rate('0'),
        decimals,
      });
      return [follow.id, { ...result, unrealised }];
    }),
  );
}
