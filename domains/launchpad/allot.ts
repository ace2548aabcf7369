import type { Batch, Journal } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import { ZERO, format } from '@karat/money';
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

/** An allotment's journal, under the time at which it is posted. */
const journalOf = ({ application: { id }, allotment, entries }: Decided, at: number): Journal => ({
  key: `launchpad:settle:${id}`,
  kind: allotment.tokens > 0n ? 'launchpad:allotment' : 'launchpad:refund',
  reference: String(id),
  at,
  entries,
});

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

/** Posts the journals of allotments in memory. */
async function postAll(batch: Batch, decided: readonly Decided[], at: number): Promise<void> {
  for (let from = 0; from < decided.length; from += SLICE) {
    for (const each of decided.slice(from, from + SLICE)) batch.post(journalOf(each, at));
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** Reads what all applications ask for and fixes the terms of the allotment; a cancelled project allots nothing. */
export async function startSettlement({ ctx }: LaunchpadDeps, tx: Tx, project: Project): Promise<void> {
  const supply = project.cancelledMs === undefined ? project.supply : ZERO;
  const terms = await readAllotmentTerms(tx, project, supply);
  await startAllotment(tx, project.id, terms, ctx.clock.now());
}

/** Writes the settlements of a chunk with their receipts and posts its journals as one, which the database accepts once. */
async function settleChunk(
  { ctx, ledger, proofs, onStep }: LaunchpadDeps,
  tx: Tx,
  project: Project,
  { decided, entries, settled, receipts }: Chunk,
  startNext: () => void,
): Promise<void> {
  const now = ctx.clock.now();
  const batch = await ledger.openBatch(tx, entries, { insertsNew: true });
  const writeOthers = async (): Promise<number> => {
    const written = await writeSettled(tx, project.id, settled, now);
    for (const each of receipts) await proofs.owe(tx, each);
    return written;
  };
  const post = async (): Promise<() => Promise<void>> => {
    await postAll(batch, decided, now);
    return batch.prepareAs({
      key: `launchpad:allotment:${project.id}:${settled.ids[0] ?? 0}`,
      kind: 'launchpad:batch',
      reference: String(project.id),
    });
  };
  // The database writes applications and receipts while the journals are posted in memory.
  const [written, write] = await Promise.all([writeOthers(), post()]);
  if (written !== decided.length) throw new Error('an application was settled by another process');
  const writing = write();
  startNext();
  await writing;
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
  const { ctx, messages, onStep } = deps;
  const chunk = ahead.nextOf(project) ?? (await decideChunk(deps, tx, project, terms, project.settledUpTo));
  const { decided } = chunk;
  if (decided.length === 0) return finishAllotment(tx, project.id, ctx.clock.now());
  onStep?.('claimed');
  await settleChunk(deps, tx, project, chunk, ahead.startNext);
  const codeOf = await readCurrencyCodes(deps, tx);
  await messages.notifyAll(
    tx,
    decided.map((each) => notificationOf(project, each, codeOf)),
  );
  onStep?.('written');
  return decided.length;
}
