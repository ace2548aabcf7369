import { USDT, userAccount } from '@karat/domains/ledger';
import { format, minus, negate } from '@karat/money';
import type { Rate } from '@karat/money';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import type { WorkHandler } from '@karat/platform/work';
import { DAY_MS, profitShare } from '@karat/rules';
import { namesOf } from './deps.ts';
import type { CopytradeDeps } from './deps.ts';
import type { Follow } from './follow-store.ts';
import { lockShareable, writeShares } from './share-store.ts';
import type { PaidShare } from './share-store.ts';
import { traderById } from './trader-store.ts';

export const SHARES = 'copytrade:shares';
const PAGE = 500;

const nextDay = (after: number): number => (Math.floor(after / DAY_MS) + 1) * DAY_MS;

/** Schedules the shares of the day that ends next. */
export const scheduleShares = (tx: Tx, after: number): Promise<number> =>
  schedule(tx, { kind: SHARES, subject: 'all', dueAt: nextDay(after) });

/** The share of each trader, read once. */
async function ratiosOf(tx: Tx, follows: readonly Follow[]): Promise<Map<UserId, Rate>> {
  const ratios = new Map<UserId, Rate>();
  for (const id of new Set(follows.map(({ traderId }) => traderId))) {
    const trader = await traderById(tx, id);
    if (trader) ratios.set(id, trader.shareRatio);
  }
  return ratios;
}

/** Pays the shares of one page of follows. */
async function sharePage(
  deps: CopytradeDeps,
  tx: Tx,
  follows: readonly Follow[],
  day: string,
): Promise<void> {
  const { ctx, ledger, messages } = deps;
  const at = ctx.clock.now();
  const ratios = await ratiosOf(tx, follows);
  const { decimals } = await ledger.currency(tx, USDT);
  const keyOf = (user: UserId) => ({ account: userAccount(user, 'lever'), currency: USDT });
  const people = [...new Set(follows.flatMap(({ userId, traderId }) => [userId, traderId]))];
  const batch = await ledger.openBatch(tx, people.map(keyOf));
  const paid: PaidShare[] = [];
  for (const follow of follows) {
    const ratio = ratios.get(follow.traderId);
    if (ratio === undefined) continue;
    const { account: from } = keyOf(follow.userId);
    const share = profitShare(follow.profit, follow.highWater, ratio, batch.available(from, USDT), decimals);
    if (share.amount === 0n) continue;
    batch.post({
      key: `copy:share:${follow.id}:${day}`,
      kind: 'copy:share',
      reference: `${follow.id}`,
      at,
      entries: [
        { account: from, currency: USDT, available: negate(share.amount) },
        { account: keyOf(follow.traderId).account, currency: USDT, available: share.amount },
      ],
    });
    paid.push({ follow, ...share });
  }
  await batch.close();
  if (paid.length === 0) return;
  await writeShares(tx, day, paid, at);
  const names = await namesOf(
    deps,
    tx,
    paid.map(({ follow }) => follow.traderId),
  );
  await messages.notifyAll(
    tx,
    paid.map(({ follow, amount }) => ({
      user: follow.userId,
      kind: 'copytrade:share' as const,
      values: {
        trader: names.get(follow.traderId)?.nickname ?? '',
        profit: format(minus(follow.profit, follow.highWater)),
        amount: format(amount),
      },
      key: `copytrade:${follow.id}:share:${day}`,
    })),
  );
}

/** Settles the shares of the day that ended at the due time, and schedules the next day's. */
export const settleShares =
  (deps: CopytradeDeps): WorkHandler =>
  async (tx, item) => {
    const day = new Date(item.dueAt - DAY_MS).toISOString().slice(0, 10);
    let after = 0;
    for (;;) {
      const follows = await lockShareable(tx, day, after, PAGE);
      if (follows.length > 0) await sharePage(deps, tx, follows, day);
      after = follows.at(-1)?.id ?? after;
      if (follows.length < PAGE) break;
    }
    await scheduleShares(tx, Math.max(deps.ctx.clock.now(), item.dueAt));
  };
