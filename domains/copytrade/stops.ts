import { format, negate, plus, sum } from '@karat/money';
import { copiesOfFollows, insertStopped } from './copy-store.ts';
import { namesOf } from './deps.ts';
import type { CopytradeDeps } from './deps.ts';
import { endAtLoss, withStopLoss } from './follow-store.ts';
import type { Follow } from './follow-store.ts';
import { fillsToCopy } from './topics.ts';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';

const PAGE = 500;
const COPIES_MAX = 20_000;

/** Ends a follow whose loss has reached its limit, if it has not ended; a pending event then closes its copies. */
async function stop(deps: CopytradeDeps, follow: Follow, loss: Amount): Promise<void> {
  const { ctx, messages } = deps;
  const at = ctx.clock.now();
  await ctx.db.transact(async (tx) => {
    if ((await endAtLoss(tx, follow.id, at)) === 0) return;
    await insertStopped(tx, follow.id, at);
    const trader = (await namesOf(deps, tx, [follow.traderId])).get(follow.traderId)?.nickname ?? '';
    await messages.notify(tx, {
      user: follow.userId,
      kind: 'copytrade:stopped',
      key: `copytrade:${follow.id}:stopped`,
      values: { trader, loss: format(loss), limit: format(follow.stopLoss ?? loss) },
    });
    tx.afterCommit(() => ctx.bus.publish(fillsToCopy, 1));
  });
}

/** Checks the stop-loss of every follow: the result of its copies plus the unrealised profit of its open ones. */
export async function watchStops(deps: CopytradeDeps): Promise<void> {
  const { ctx, contracts } = deps;
  let after = 0;
  for (;;) {
    const follows = await withStopLoss(ctx.db, after, PAGE);
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
      if (follow.stopLoss !== undefined && result <= negate(follow.stopLoss))
        await stop(deps, follow, negate(result));
    }
    after = follows.at(-1)?.id ?? after;
    if (follows.length < PAGE) return;
  }
}
