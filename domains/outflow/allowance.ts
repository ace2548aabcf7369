import type { UserId } from '@karat/contract';
import { min } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Currency } from '@karat/domains/ledger';
import type { Queries } from '@karat/platform/db';
import type { OutflowContext } from './deps.ts';
import { limitsOf } from './limits.ts';
import { btcInUsdt, leftOf, limitIn } from './rules.ts';
import type { Level, LimitPrices } from './rules.ts';
import { movedSince } from './store.ts';

/** Remaining limits of an account within the window. */
export interface Allowance {
  readonly level: Level;
  readonly windowMs: number;
  /** Withdrawals and payments to users together, in BTC. */
  readonly btc: { readonly cap: Amount; readonly used: Amount; readonly left: Amount };
  /** Payments to users in USDT; `left` is at most the remaining BTC cap at a current price. */
  readonly send: { readonly limit: Amount; readonly used: Amount; readonly left: Amount };
}

export async function allowanceOf(context: OutflowContext, db: Queries, user: UserId): Promise<Allowance> {
  const { ctx, policy, ledger, price, btc, levelOf } = context;
  const level = await levelOf(db, user);
  const { windowMs } = policy;
  const moved = await movedSince(db, user, ctx.clock.now() - windowMs);
  const { cap, send: limit } = limitsOf(context, user, level);
  const left = leftOf(cap, moved.btc);
  const sendLeft = leftOf(limit, moved.sentUsdt);
  const btcPrice = await price(db, await ledger.currency(db, btc));
  return {
    level,
    windowMs,
    btc: { cap, used: moved.btc, left },
    send: {
      limit,
      used: moved.sentUsdt,
      left: btcPrice === undefined ? sendLeft : min(sendLeft, btcInUsdt(left, btcPrice)),
    },
  };
}

/** The cap of withdrawals and what is left of it. */
export type Limit = Readonly<Record<'cap' | 'left', Amount>>;

/** Returns a limit in BTC as amounts of a currency, as the gate names them in a refusal; undefined without current prices. */
export async function limitsInCurrency(
  { price, ledger, btc }: OutflowContext,
  db: Queries,
  currency: Currency,
  { cap, left }: Limit,
): Promise<Limit | undefined> {
  const inCurrency = (prices?: LimitPrices): Limit => ({
    cap: limitIn(cap, prices, currency.decimals),
    left: limitIn(left, prices, currency.decimals),
  });
  if (currency.id === btc) return inCurrency();
  const own = await price(db, currency);
  const btcPrice = await price(db, await ledger.currency(db, btc));
  return own === undefined || btcPrice === undefined ? undefined : inCurrency({ own, btc: btcPrice });
}
