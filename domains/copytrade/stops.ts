import { format, negate, plus, sum } from '@karat/money';
import { copiesOfFollows, insertStopped } from './copy-store.ts';
import { namesOf } from './deps.ts';
import type { CopytradeDeps } from './deps.ts';
import { endAtLimit, withStops } from './follow-store.ts';
import type { Follow } from './follow-store.ts';
import { fillsToCopy } from './topics.ts';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';

const PAGE = 500;
const COPIES_MAX = 20_000;

/** The limit that a result has reached. */
function reachedLimit({ stopLoss, takeProfit }: Follow, result: Amount) {
  if (stopLoss !== undefined && result <= negate(stopLoss)) return 'stop_loss' as const;
  return takeProfit !== undefined && result >= takeProfit ? ('take_profit' as const) : undefined;
}

/** The notification of a follow that a limit has ended. */
function stopNotice(follow: Follow, reached: 'stop_loss' | 'take_profit', trader: string, result: Amount) {
  const { id, userId: user, stopLoss, takeProfit } = follow;
  const key = `copytrade:${id}:stopped`;
  if (reached === 'take_profit') {
    const values = { trader, profit: format(result), limit: format(takeProfit ?? result) };
    return { user, kind: 'copytrade:took_profit', key, values } as const;
  }
  const loss = negate(result);
  const values = { trader, loss: format(loss), limit: format(stopLoss ?? loss) };
  return { user, kind: 'copytrade:stopped', key, values } as const;
}

/** Ends a follow whose result has reached a limit, if none has ended it; a pending event then closes its copies. */
async function stop(
  deps: CopytradeDeps,
  follow: Follow,
  reached: 'stop_loss' | 'take_profit',
  result: Amount,
): Promise<void> {
  const { ctx, messages } = deps;
  const at = ctx.clock.now();
  await ctx.db.transact(async (tx) => {
    if ((await endAtLimit(tx, follow.id, reached, at)) === 0) return;
    await insertStopped(tx, follow.id, at);
    const trader = (await namesOf(deps, tx, [follow.traderId])).get(follow.traderId)?.nickname ?? '';
    await messages.notify(tx, stopNotice(follow, reached, trader, result));
    tx.afterCommit(() => ctx.bus.publish(fillsToCopy, 1));
  });
}

/** Checks the limits of every follow: the result of its copies plus the unrealised profit of its open ones. */
export async function watchStops(deps: CopytradeDeps): Promise<void> {
  const { ctx, contracts } = deps;
  let after = 0;
  for (;;) {
    const follows = await withStops(ctx.db, after, PAGE);
    if (follows.length === 0) return;
    const copies = await copiesOfFollows(
      ctx.db,
      follows.map(({ id }) => id),
      COPIES_MAX,
    );
    const open = await contracts.unrealised(
      ctx.db,
      copies.map(({ position }) => position),
    );
    const byFollow = Map.groupBy(copies, (copy) => copy.follow);
    for (const follow of follows) {
      const own = (byFollow.get(follow.id) ?? []).map(({ position }) => open.get(position) ?? amount('0'));
      const result = plus(follow.profit, sum(own));
      const reached = reachedLimit(follow, result);
      if (reached) await stop(deps, follow, reached, result);
    }
    after = follows.at(-1)?.id ?? after;
    if (follows.length < PAGE) return;
  }
}
