import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { Batch, Entry, Journal } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import { ZERO, format, negate } from '@karat/money';
import type { AllotmentTerms } from '@karat/rules';
import type { Tx } from '@karat/platform/db';
import { decideChunk } from './chunk.ts';
import type { Chunk, Decided, DecidedAhead } from './chunk.ts';
import { readCurrencyCodes } from './deps.ts';
import type { LaunchpadDeps } from './deps.ts';
import { finishAllotment, readAllotmentTerms, startAllotment, writeSettled } from './settlement-store.ts';
import type { Project } from './types.ts';

/** Journals that are posted before other work gets a turn. */
const SLICE = 500;

/** Money to the house, the rest back, and tokens that are issued to the user and stay held until the listing. */
function journalOf(project: Project, { application, allotment }: Decided, at: number): Journal {
  const { id, userId, currencyId, held } = application;
  const { tokens, paid, refund } = allotment;
  const account = userAccount(userId, 'change');
  const entries: Entry[] = [{ account, currency: currencyId, available: refund, held: negate(held) }];
  if (paid > 0n) entries.push({ account: houseAccount('launchpad'), currency: currencyId, available: paid });
  if (tokens > 0n)
    entries.push(
      { account, currency: project.currencyId, held: tokens },
      { account: houseAccount('external'), currency: project.currencyId, available: negate(tokens) },
    );
  return {
    key: `launchpad:settle:${id}`,
    kind: tokens > 0n ? 'launchpad:allotment' : 'launchpad:refund',
    reference: String(id),
    at,
    entries,
  };
}

type CodeOf = Awaited<ReturnType<typeof readCurrencyCodes>>;

function notificationOf(project: Project, { application, allotment }: Decided, codeOf: CodeOf): Notification {
  return {
    user: application.userId,
    kind: allotment.tokens > 0n ? 'launchpad:allotted' : 'launchpad:refunded',
    values: {
      tokens: format(allotment.tokens),
      applied: format(application.amount),
      token: project.code,
      paid: format(allotment.paid),
      refund: format(allotment.refund),
      currency: codeOf(application.currencyId),
    },
    key: `launchpad:${application.id}:settled`,
  };
}

/** Posts journals in memory. */
async function postAll(batch: Batch, journals: readonly Journal[]): Promise<void> {
  for (let from = 0; from < journals.length; from += SLICE) {
    for (const journal of journals.slice(from, from + SLICE)) batch.post(journal);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** Reads what all applications ask for and fixes the terms of the allotment; a cancelled project allots nothing. */
export async function startSettlement({ ctx }: LaunchpadDeps, tx: Tx, project: Project): Promise<void> {
  const supply = project.cancelledMs === undefined ? project.supply : ZERO;
  const terms = await readAllotmentTerms(tx, project, supply);
  await startAllotment(tx, project.id, terms, ctx.clock.now());
}

/** Writes the settlements of a chunk and posts its journals as one, which the database accepts once. */
async function settleChunk(
  { ctx, ledger, onStep }: LaunchpadDeps,
  tx: Tx,
  project: Project,
  { decided }: Chunk,
  startNext: () => void,
): Promise<void> {
  const now = ctx.clock.now();
  const journals = decided.map((each) => journalOf(project, each, now));
  const batch = await ledger.openBatch(
    tx,
    journals.flatMap(({ entries }) => entries),
    { insertsNew: true },
  );
  const settled = decided.map(({ application: { id, userId }, allotment: { tokens, paid } }) => ({
    id,
    userId,
    tokens,
    paid,
  }));
  // The database writes the applications while the journals are posted in memory.
  const [written] = await Promise.all([writeSettled(tx, project.id, settled, now), postAll(batch, journals)]);
  if (written !== decided.length) throw new Error('an application was settled by another process');
  const closing = batch.closeAs({
    key: `launchpad:allotment:${project.id}:${settled[0]?.id ?? 0}`,
    kind: 'launchpad:batch',
    reference: String(project.id),
  });
  startNext();
  await closing;
  onStep?.('posted');
}

/**
 * Settles the next applications by the fixed terms, in one transaction with their journal, or closes the settlement after the last.
 * `ahead` has them if they were decided before. Returns how much it did.
 */
export async function settleApplications(
  deps: LaunchpadDeps,
  tx: Tx,
  project: Project,
  terms: AllotmentTerms,
  ahead: DecidedAhead,
): Promise<number> {
  const { ctx, proofs, messages, onStep } = deps;
  const chunk = ahead.nextOf(project) ?? (await decideChunk(deps, tx, project, terms, project.settledUpTo));
  const { decided, receipts } = chunk;
  if (decided.length === 0) return finishAllotment(tx, project.id, ctx.clock.now());
  onStep?.('claimed');
  await settleChunk(deps, tx, project, chunk, ahead.startNext);
  for (const each of receipts) await proofs.owe(tx, each);
  const codeOf = await readCurrencyCodes(deps, tx);
  await messages.notifyAll(
    tx,
    decided.map((each) => notificationOf(project, each, codeOf)),
  );
  onStep?.('written');
  return decided.length;
}
