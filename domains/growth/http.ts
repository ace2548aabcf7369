import type { Contract, Reply, UserId } from '@karat/contract';
import { format } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { DAY_MS, vipLevelOf } from '@karat/rules';
import type { GrowthContext } from './deps.ts';
import { creditView, readCreditScore } from './credit-score.ts';
import { couponHandlers } from './coupon-http.ts';
import { figuresOf, midnightOf } from './figures.ts';
import { inviteHandlers } from './invite-http.ts';
import { inviteConsole } from './invite-operator.ts';
import { consoleHandlers } from './operator.ts';
import { readDecision } from './run-store.ts';
import { levelView } from './view.ts';

type Calls = Contract['growth'];

/** The own level, its figures, and those of now: the volume of today counts from the next midnight on. */
async function statusOf(context: GrowthContext, user: UserId): Promise<Reply<Calls['vip/status']>> {
  const { ctx, levels } = context;
  const now = ctx.clock.now();
  const next = midnightOf(now) + DAY_MS;
  const decision = await readDecision(ctx.db, user);
  const figures = (await figuresOf(context, ctx.db, [user], { midnight: next, at: now }))(user);
  return {
    level: levels.levelOf(user),
    decided: decision
      ? {
          date: decision.day,
          volume: format(decision.volume),
          balance: format(decision.balance),
          level: decision.level,
        }
      : null,
    volume: format(figures.volume),
    balance: format(figures.balance),
    expected_level: vipLevelOf(levels.terms, figures),
    next_ms: next,
  };
}

export function growthHandlers(context: GrowthContext): Handlers<Calls> {
  const { levels } = context;
  return {
    ...consoleHandlers(context),
    ...inviteConsole(context),
    ...inviteHandlers(context),
    ...couponHandlers(context),
    'vip/levels': () => Promise.resolve(levels.terms.map((terms) => levelView(terms, context.feeRates))),
    'credit/score': async ({ caller }) => {
      const { db } = context.ctx;
      return creditView(await readCreditScore(context, db, caller.userId));
    },
    'vip/status': ({ caller }) => statusOf(context, caller.userId),
  };
}
