import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import { negate } from '@karat/money';
import { projectStateAt } from '@karat/rules';
import type { Tx } from '@karat/platform/db';
import { applicationOfUser, subtractApplication, writeCancelled } from './application-store.ts';
import type { LaunchpadDeps } from './deps.ts';
import { shareProject } from './project-store.ts';
import type { Application } from './types.ts';

/**
 * Cancels an application before the end of its project and releases what was held. Refuses `project_order_unknown` and
 * `project_order_ended`: it is cancelled, or the subscription has ended.
 */
export async function cancel(
  { ctx, ledger }: LaunchpadDeps,
  tx: Tx,
  userId: UserId,
  id: number,
): Promise<Application> {
  if (!ctx.clock.isTrusted()) refuse('clock_untrusted');
  const found = (await applicationOfUser(tx, userId, id)) ?? refuse('project_order_unknown');
  // The settlement waits for this lock, or it has started and nothing can be cancelled any more.
  const project = (await shareProject(tx, found.projectId)) ?? refuse('project_order_unknown');
  const now = ctx.clock.now();
  if (projectStateAt(project, now) !== 'open' || project.allotment) refuse('project_order_ended');
  const cancelled = (await writeCancelled(tx, id, now)) ?? refuse('project_order_ended');
  await subtractApplication(tx, cancelled);
  const { held, currencyId } = cancelled;
  await ledger.post(tx, {
    key: `launchpad:cancel:${id}`,
    kind: 'launchpad:cancellation',
    reference: String(id),
    at: now,
    entries: [
      { account: userAccount(userId, 'change'), currency: currencyId, available: held, held: negate(held) },
    ],
  });
  return cancelled;
}
