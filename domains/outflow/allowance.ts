import type { UserId } from '@karat/contract';
import { min } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import type { OutflowContext } from './deps.ts';
import { limitsOf } from './limits.ts';
import { btcInUsdt, leftOf } from './rules.ts';
import type { Level } from './rules.ts';
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
