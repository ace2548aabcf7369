import type { Contract } from '@karat/contract';
import { format } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { approvalQueues } from './approval-queue.ts';
import type { ConsoleDeps, QueueFacts } from './console.ts';
import { liabilitiesOf } from './liabilities.ts';

type Calls = Pick<Handlers<Contract['operators']>, 'console/dashboard' | 'console/liabilities'>;

const queueView = ({ name, count, oldestMs }: QueueFacts) => ({ name, count, oldest_ms: oldestMs });

/** Answers the first page of the console. */
export function dashboardHandlers({ ctx, dashboard, ledger }: ConsoleDeps): Calls {
  return {
    'console/dashboard': async () => {
      const now = ctx.clock.now();
      const approvals = await approvalQueues(ctx.db, now);
      return {
        at_ms: now,
        approvals: approvals.map(({ kind, ...queue }) => queueView({ name: kind, ...queue })),
        withdrawals: (await dashboard.withdrawals()).map(queueView),
        halted: [...(await dashboard.haltedNetworks())],
      };
    },
    'console/liabilities': async () => ({
      at_ms: ctx.clock.now(),
      rows: liabilitiesOf(await ledger.house(), await dashboard.custody()).map(
        ({ currency, users, house, custody }) => ({
          currency_name: currency,
          users: format(users),
          house: format(house),
          booked: custody ? format(custody.booked) : null,
          chain: custody ? format(custody.chain) : null,
          matches: custody?.matches ?? null,
          checked_ms: custody?.checkedMs ?? null,
        }),
      ),
    }),
  };
}
