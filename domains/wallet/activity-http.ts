import type { Contract } from '@karat/contract';
import type { Handlers } from '@karat/platform/http';
import type { Currency } from '@karat/domains/ledger';
import { readActivity, readSteps } from './activity.ts';
import { readCursor } from './cursor.ts';
import type { WalletDeps } from './deps.ts';
import { activityRow, stepRow } from './views.ts';

type Calls = Pick<Handlers<Contract['wallet']>, 'wallet/activity' | 'wallet/activity_steps'>;

/** Handlers of the history by event. */
export const activityHandlers = (
  { ctx, eventFees }: WalletDeps,
  currencies: () => Promise<readonly Currency[]>,
): Calls => ({
  'wallet/activity': async ({ caller, input, lang }) => {
    const all = await currencies();
    const request = { ...input, user: caller.userId, before: readCursor(input.cursor) };
    const { events, next } = await readActivity(ctx.db, request, all, lang, eventFees);
    return {
      data: events.map((event) => activityRow(event, all, lang)),
      next: next === null ? null : String(next),
    };
  },
  'wallet/activity_steps': async ({ caller, input, lang }) => {
    const all = await currencies();
    return (await readSteps(ctx.db, caller.userId, input.id)).map((entry) => stepRow(entry, all, lang));
  },
});
