import type { Contract } from '@karat/contract';
import type { Handlers } from '@karat/platform/http';
import type { OutflowContext } from './deps.ts';
import { protect, protectedUntil } from './protection.ts';
import { PROTECTION_DAYS_MAX } from './rules.ts';

export const outflowHandlers = (context: OutflowContext): Handlers<Contract['outflow']> => ({
  'safe/protection': async ({ caller }) => ({
    until_ms: (await protectedUntil(context, context.ctx.db, caller.userId)) ?? null,
    days_max: PROTECTION_DAYS_MAX,
  }),
  'safe/protection/set': async ({ caller, input, tx }) => {
    const confirmation = { payPassword: input.pay_password, code: input.code };
    const until = await protect(context, tx, caller.userId, input.days, confirmation);
    return { until_ms: until, days_max: PROTECTION_DAYS_MAX };
  },
});
