import { refuse } from '@karat/contract';
import type { CurrencyId, MarketId, UserId } from '@karat/contract';
import { HOUSE_SHARDS, houseAccount, userAccount } from '@karat/domains/ledger';
import type { BalanceKey } from '@karat/domains/ledger';
import { nextSession, sessionAround } from '@karat/domains/market';
import type { Market } from '@karat/domains/market';
import { ZERO, min, minus, negate, plus, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { optionProfit, utcDay } from '@karat/rules';
import type { OptionDirection } from '@karat/rules';
import type { OptionsDeps } from './deps.ts';
import { countAccepted, lockPerson } from './people-store.ts';
import { QUIZ_VERSION } from './questions.ts';
import { regionAllowed } from './regions.ts';
import { admit, countersAt, rebalanceCapacity, windowSecond } from './rules.ts';
import { insertOrder } from './store.ts';
import {
  lockCapacity,
  readCurrencies,
  readDurations,
  takeCapacity,
  takeWindow,
  writeCapacity,
} from './terms-store.ts';
import { optionsChanged } from './topics.ts';
import type { Order } from './types.ts';

export interface OptionRequest {
  readonly userId: UserId;
  readonly marketId: MarketId;
  readonly currencyId: CurrencyId;
  readonly direction: OptionDirection;
  readonly seconds: number;
  readonly stake: Amount;
}

/** Refuses unless options on a market may be taken now and run to their expiry. */
function checkMarket(deps: OptionsDeps, market: Market, now: number, expires: number): void {
  if (!market.openMicrotrade) refuse('option_closed');
  const state = deps.market.state(market.id);
  if (state === 'closed') refuse('option_hours', { symbol: market.symbol });
  // An option that could not be settled is refused.
  if (state !== 'open' || !deps.ctx.clock.isTrusted()) refuse('market_halted');
  // An option runs to its expiry within one session: there are no ticks after the close.
  if (market.kind === 'stock' && expires > (sessionAround(now) ?? nextSession(now)).close)
    refuse('option_hours', { symbol: market.symbol });
  const index = deps.market.index(market.id);
  if (index?.broken === true) refuse('index_broken');
  if (!index || index.stale) refuse('index_stale');
}

/**
 * Reserves pool capacity for the payout: from the order's own shard, else collected from all. Refuses
 * `option_pool_limit`.
 */
async function reserveCapacity(tx: Tx, currency: CurrencyId, shard: number, profit: Amount): Promise<void> {
  if (await takeCapacity(tx, currency, shard, profit)) return;
  const capacities =
    rebalanceCapacity(await lockCapacity(tx, currency), shard, profit) ?? refuse('option_pool_limit');
  capacities[shard] = minus(capacities[shard] ?? ZERO, profit);
  await writeCapacity(tx, currency, capacities);
}

/**
 * Holds stake and profit in one journal: the stake in the user's account, the profit in one shard of the pool. A shard
 * with too little is filled from the others in a journal before it. Refuses `insufficient_balance` and
 * `option_pool_limit`.
 */
async function holdStake({ ledger }: OptionsDeps, tx: Tx, order: Order): Promise<void> {
  const { currencyId: currency, userId, stake, profit, shard } = order;
  const user = { account: userAccount(userId, 'micro'), currency };
  const part = (index: number): BalanceKey => ({ account: houseAccount('option_pool', index), currency });
  const own = part(shard);
  const at = order.acceptedMs;
  const shards = Array.from({ length: HOUSE_SHARDS }, (_, index) => index);
  // Read before it is locked: all shards are locked at once, in one order, only if this one seems too small.
  const looksShort = (await ledger.balance(tx, own.account, currency)).available < profit;
  const batch = await ledger.openBatch(tx, [...(looksShort ? shards.map(part) : [own]), user]);
  if (batch.available(user.account, currency) < stake)
    refuse('insufficient_balance', { currency: (await ledger.currency(tx, currency)).code });
  let missing = minus(profit, batch.available(own.account, currency));
  if (missing > 0n && !looksShort) await batch.include(shards.map(part));
  const moves = shards.flatMap((index) => {
    if (index === shard || missing <= 0n) return [];
    const taken = min(missing, batch.available(part(index).account, currency));
    missing = minus(missing, taken);
    return taken > 0n
      ? [
          { ...part(index), available: negate(taken) },
          { ...own, available: taken },
        ]
      : [];
  });
  if (missing > 0n) refuse('option_pool_limit');
  const reference = String(order.id);
  if (moves.length > 0)
    batch.post({ key: `option:pool:${order.id}`, kind: 'option:pool', reference, at, entries: moves });
  const entries = [
    { ...user, available: negate(stake), held: stake },
    ...(profit > 0n ? [{ ...own, available: negate(profit), held: profit }] : []),
  ];
  batch.post({ key: `option:open:${order.id}`, kind: 'option:open', reference, at, entries });
  await batch.close();
}

/**
 * Accepts an option: checks every limit where the stake is taken, holds stake and profit and stores the order with its
 * terms. Lock order: the user, the expiry, the pool's shard, balances. Throws the refusals of `microtrade/submit`;
 * nothing has changed then.
 */
export async function accept(deps: OptionsDeps, tx: Tx, request: OptionRequest): Promise<Order> {
  const { ctx, ledger, market: data } = deps;
  const now = ctx.clock.now();
  const market = data.instruments.need(request.marketId);
  const currency = await ledger.currency(tx, request.currencyId);
  const terms = (await readCurrencies(tx)).find((row) => row.currencyId === currency.id && row.enabled);
  if (!terms || !currency.enabled) return refuse('option_currency');
  const duration = (await readDurations(tx)).find((row) => row.seconds === request.seconds && row.enabled);
  if (!duration) return refuse('option_duration_unknown');
  const { stake } = request;
  if (roundDown(stake, currency.decimals) !== stake)
    refuse('amount_too_precise', { decimals: currency.decimals });
  const expiresMs = now + duration.seconds * 1000;
  checkMarket(deps, market, now, expiresMs);
  const person = await lockPerson(tx, request.userId, now);
  if (!(await regionAllowed(deps, tx, person))) refuse('option_region');
  admit(person, { stake, duration, currency: terms, code: currency.code }, QUIZ_VERSION, now);
  const profit = optionProfit(stake, duration.ratio, currency.decimals);
  const window = { market: market.id, currency: currency.id, second: windowSecond(expiresMs) };
  if (!(await takeWindow(tx, window, profit, terms.windowMax))) refuse('option_window_limit');
  const shard = request.userId % HOUSE_SHARDS;
  await reserveCapacity(tx, currency.id, shard, profit);
  const order = await insertOrder(tx, {
    userId: request.userId,
    marketId: market.id,
    currencyId: currency.id,
    decimals: currency.decimals,
    direction: request.direction,
    seconds: duration.seconds,
    stake,
    ratio: duration.ratio,
    profit,
    shard,
    acceptedMs: now,
    expiresMs,
  });
  const { staked, net } = countersAt(person, now);
  const day = person.day > utcDay(now) ? person.day : utcDay(now);
  await countAccepted(tx, request.userId, {
    day,
    net,
    staked: plus(staked, stake),
    open: plus(person.openStake, stake),
  });
  await holdStake(deps, tx, order);
  tx.afterCommit(() => ctx.bus.publish(optionsChanged, [order]));
  return order;
}
