import type { UserId } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { OptionsDeps } from './deps.ts';
import { lockPerson, readPerson, writeCooling, writeLossLimit, writeStakeLimit } from './people-store.ts';
import { coolingAfter, limitAfter } from './rules.ts';
import { limitsView } from './view.ts';
import type { LimitsView } from './view.ts';

/** Changes a user's own limits and returns them. */
const changing = (
  { ctx }: OptionsDeps,
  user: UserId,
  change: (
    tx: Parameters<typeof lockPerson>[0],
    person: Awaited<ReturnType<typeof lockPerson>>,
    now: number,
  ) => Promise<unknown>,
): Promise<LimitsView> =>
  ctx.db.transact(async (tx) => {
    const now = ctx.clock.now();
    await change(tx, await lockPerson(tx, user, now), now);
    return limitsView(await readPerson(tx, user), now);
  });

/** Sets a daily limit, or removes it (undefined). A tighter one applies at once, a looser one after 24 hours. */
export const setLimit = (
  deps: OptionsDeps,
  user: UserId,
  kind: 'daily_stake' | 'daily_loss',
  wanted: Amount | undefined,
): Promise<LimitsView> =>
  changing(deps, user, (tx, person, now) =>
    kind === 'daily_stake'
      ? writeStakeLimit(tx, user, limitAfter(person.limitStake, wanted, now))
      : writeLossLimit(tx, user, limitAfter(person.limitLoss, wanted, now)),
  );

/** Pauses options for some hours; 0 requests the end, which comes after 24 hours at the earliest. */
export const coolOff = (deps: OptionsDeps, user: UserId, hours: number): Promise<LimitsView> =>
  changing(deps, user, (tx, person, now) =>
    writeCooling(tx, user, coolingAfter(person.coolingUntil, hours, now)),
  );
