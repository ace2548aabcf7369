import { refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import type { Batch, Journal } from '@karat/domains/ledger';
import { amount, min, minus, negate, plus, roundDown } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { dailyYield, elapsedDays } from '@karat/rules';
import { claimBoosts, daysToPay, insertBoost, writeBoosts } from './boost-store.ts';
import type { DueBoost, PaidDay } from './boost-store.ts';
import { interestKey, userKey } from './deps.ts';
import type { MiningDeps } from './deps.ts';
import { lockOrder } from './store.ts';

const BATCH = 500;

export interface BoostRequest {
  readonly userId: UserId;
  readonly orderId: number;
  readonly couponId: number;
  /** Extra yield of a day for one unit of principal. */
  readonly rate: Rate;
  /** Days that are raised at most. */
  readonly days: number;
  /** Most that is paid, in the currency of the order; undefined without a price. */
  readonly maxIn: (currency: CurrencyId) => Amount | undefined;
}

/**
 * Raises the yield of an open order from its running day on, and sets all of the extra yield aside in the interest account.
 * Refuses `mining_order_unknown`, `mining_order_ended`, `mining_boosted`, `price_unavailable`, `mining_boost_small` and, where the
 * interest account does not cover it, `mining_boost_uncovered`. Locks the order, then the balance.
 */
export async function boostOrder(
  { ctx, ledger }: MiningDeps,
  tx: Tx,
  { userId, orderId, couponId, rate, days, maxIn }: BoostRequest,
): Promise<void> {
  if (!ctx.clock.isTrusted()) refuse('clock_untrusted');
  const now = ctx.clock.now();
  const order = (await lockOrder(tx, userId, orderId)) ?? refuse('mining_order_unknown');
  const fromDay = elapsedDays(order, now) + 1;
  const lastDay = fromDay - 1 + days;
  const toDay = order.days === 0 ? lastDay : Math.min(order.days, lastDay);
  if (order.outcome !== undefined || toDay < fromDay) refuse('mining_order_ended');
  const most = maxIn(order.currencyId) ?? refuse('price_unavailable');
  const daily = dailyYield(order.principal, rate, order.decimals);
  const whole = amount(daily * BigInt(toDay - fromDay + 1));
  const reserve = min(whole, roundDown(most, order.decimals));
  if (reserve <= 0n) refuse('mining_boost_small');
  const { currencyId, decimals } = order;
  const boost = { orderId, couponId, userId, currencyId, decimals, rate, fromDay, toDay, reserve };
  if (!(await insertBoost(tx, boost, now))) refuse('mining_boosted');
  const interest = interestKey(order);
  const batch = await ledger.openBatch(tx, [interest]);
  if (batch.available(interest.account, interest.currency) < reserve) refuse('mining_boost_uncovered');
  batch.post({
    key: `mining:extra:${orderId}:reserve`,
    kind: 'mining:extra',
    reference: String(orderId),
    at: now,
    entries: [{ ...interest, available: negate(reserve), held: reserve }],
  });
  await batch.close();
}

interface Paid {
  readonly orderId: number;
  readonly paid: Amount;
  readonly lastDay: number;
  readonly isFinished: boolean;
}

const dayJournal = (boost: DueBoost, { day, dueMs }: PaidDay, extra: Amount, at: number): Journal => ({
  key: `mining:extra:${boost.orderId}:${day}`,
  kind: 'mining:extra',
  reference: `${boost.orderId}:${new Date(dueMs).toISOString().slice(0, 10)}`,
  at,
  entries: [
    { ...userKey(boost), available: extra },
    { ...interestKey(boost), held: negate(extra) },
  ],
});

/** Posts the extra yield of days on the principal that each of them had, and frees the rest at the end. */
function postBoost(batch: Batch, boost: DueBoost, days: readonly PaidDay[], at: number): Paid {
  let { paid, lastDay } = boost;
  for (const one of days) {
    const extra = min(dailyYield(one.principal, boost.rate, boost.decimals), minus(boost.reserve, paid));
    if (extra > 0n) batch.post(dayJournal(boost, one, extra, at));
    paid = plus(paid, extra);
    lastDay = one.day;
  }
  const rest = minus(boost.reserve, paid);
  const isFinished = boost.hasOrderEnded || lastDay >= boost.toDay || rest === 0n;
  if (isFinished && rest > 0n)
    batch.post({
      key: `mining:extra:${boost.orderId}:end`,
      kind: 'mining:extra',
      reference: String(boost.orderId),
      at,
      entries: [{ ...interestKey(boost), available: rest, held: negate(rest) }],
    });
  return { orderId: boost.orderId, paid, lastDay, isFinished };
}

/** Pays the extra yield of days whose yield was paid, each day once, in one transaction. Returns how many boosts it paid. */
export async function payBoosts(deps: MiningDeps, tx: Tx): Promise<number> {
  const { ctx, ledger, onStep } = deps;
  const boosts = await claimBoosts(tx, deps.batch ?? BATCH);
  const [first] = boosts;
  if (!first) return 0;
  onStep?.('boosts claimed');
  const at = ctx.clock.now();
  const days = await daysToPay(
    tx,
    boosts.map(({ orderId }) => orderId),
  );
  const batch = await ledger.openBatch(
    tx,
    boosts.flatMap((boost) => [userKey(boost), interestKey(boost)]),
  );
  const paid = boosts.map((boost) => postBoost(batch, boost, days.get(boost.orderId) ?? [], at));
  await batch.close();
  onStep?.('boosts posted');
  await writeBoosts(tx, paid, at);
  onStep?.('boosts written');
  return boosts.length;
}
