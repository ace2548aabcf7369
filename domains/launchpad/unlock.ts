import { userAccount } from '@karat/domains/ledger';
import type { Journal } from '@karat/domains/ledger';
import { format, negate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { LaunchpadDeps } from './deps.ts';
import { openProjectMarket } from './project-market.ts';
import { claimLocked, finishUnlocking, writeUnlocked } from './settlement-store.ts';
import type { LockedTokens } from './settlement-store.ts';
import type { Project } from './types.ts';

const BATCH = 2_000;

const journalOf = (project: Project, { userId, tokens }: LockedTokens, at: number): Journal => ({
  key: `launchpad:unlock:${project.id}:${userId}`,
  kind: 'launchpad:unlock',
  reference: String(project.id),
  at,
  entries: [
    {
      account: userAccount(userId, 'change'),
      currency: project.currencyId,
      available: tokens,
      held: negate(tokens),
    },
  ],
});

/**
 * Unlocks the tokens of a batch of users in one transaction; after the last it opens the project's market and marks the project as
 * listed. Returns how much it did.
 */
export async function unlockTokens(deps: LaunchpadDeps, tx: Tx, project: Project): Promise<number> {
  const { ctx, ledger, messages, onStep, batch: limit = BATCH } = deps;
  const now = ctx.clock.now();
  const locked = await claimLocked(tx, project.id, limit);
  const [first] = locked;
  if (!first) {
    // The market is there exactly if the project is listed, and both after the last holder's tokens are free.
    await openProjectMarket(deps, tx, project);
    return finishUnlocking(tx, project.id, now);
  }
  onStep?.('claimed');
  const journals = locked.map((each) => journalOf(project, each, now));
  const batch = await ledger.openBatch(
    tx,
    journals.flatMap(({ entries }) => entries),
  );
  for (const journal of journals) batch.post(journal);
  await batch.closeAs({
    key: `launchpad:unlock:${project.id}:${first.userId}`,
    kind: 'launchpad:batch',
    reference: String(project.id),
  });
  onStep?.('posted');
  const written = await writeUnlocked(
    tx,
    project.id,
    locked.map(({ userId }) => userId),
    now,
  );
  if (written !== locked.length) throw new Error('claimed tokens were unlocked by another process');
  await messages.notifyAll(
    tx,
    locked.map(({ userId, tokens }) => ({
      user: userId,
      kind: 'launchpad:listed',
      values: { tokens: format(tokens), token: project.code },
      key: `launchpad:listed:${project.id}:${userId}`,
    })),
  );
  onStep?.('written');
  return locked.length;
}
