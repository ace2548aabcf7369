import { allotmentFacts, launchpadFormula } from '@karat/evidence';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { Entry, Journal } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import type { NewReceipt } from '@karat/domains/proofs';
import { ZERO, format, negate } from '@karat/money';
import { settleApplication } from '@karat/rules';
import type { Allotment, AllotmentTerms } from '@karat/rules';
import type { Tx } from '@karat/platform/db';
import { claimApplications } from './application-store.ts';
import { RECEIPT_KIND, readCurrencyCodes } from './deps.ts';
import type { LaunchpadDeps } from './deps.ts';
import { finishAllotment, readAllotmentTerms, startAllotment, writeSettled } from './settlement-store.ts';
import type { Application, Project } from './types.ts';

const BATCH = 2_000;

interface Decided {
  readonly application: Application;
  readonly allotment: Allotment;
}

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

function receiptOf(
  project: Project,
  terms: AllotmentTerms,
  { application }: Decided,
  codeOf: CodeOf,
): NewReceipt {
  const order = allotmentFacts({
    ...application,
    project: project.id,
    token: project.code,
    payCurrency: codeOf(application.currencyId),
    terms,
  });
  return {
    kind: RECEIPT_KIND,
    subject: String(application.id),
    owner: application.userId,
    order,
    ticks: [],
    formula: launchpadFormula.id,
    result: launchpadFormula.result(order, []),
  };
}

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

/** Posts the journals of a batch as one, which the database accepts once. */
async function post(
  { ledger }: LaunchpadDeps,
  tx: Tx,
  project: Project,
  first: number,
  journals: readonly Journal[],
): Promise<void> {
  const batch = await ledger.openBatch(
    tx,
    journals.flatMap(({ entries }) => entries),
  );
  for (const journal of journals) batch.post(journal);
  await batch.closeAs({
    key: `launchpad:allotment:${project.id}:${first}`,
    kind: 'launchpad:batch',
    reference: String(project.id),
  });
}

/** Reads what all applications ask for and fixes the terms of the allotment; a cancelled project allots nothing. */
export async function startSettlement({ ctx }: LaunchpadDeps, tx: Tx, project: Project): Promise<void> {
  const supply = project.cancelledMs === undefined ? project.supply : ZERO;
  const terms = await readAllotmentTerms(tx, project, supply);
  await startAllotment(tx, project.id, terms, ctx.clock.now());
}

/**
 * Settles a batch of applications by the fixed terms, in one transaction with its journal, or closes the settlement after the last.
 * Returns how much it did.
 */
export async function settleApplications(
  deps: LaunchpadDeps,
  tx: Tx,
  project: Project,
  terms: AllotmentTerms,
): Promise<number> {
  const { ctx, proofs, messages, onStep, batch = BATCH } = deps;
  const now = ctx.clock.now();
  const applications = await claimApplications(tx, project, batch);
  const [first] = applications;
  if (!first) return finishAllotment(tx, project.id, now);
  onStep?.('claimed');
  const decided = applications.map((application) => ({
    application,
    allotment: settleApplication(application, terms),
  }));
  const codeOf = await readCurrencyCodes(deps, tx);
  await post(
    deps,
    tx,
    project,
    first.id,
    decided.map((each) => journalOf(project, each, now)),
  );
  onStep?.('posted');
  await proofs.owe(
    tx,
    decided.map((each) => receiptOf(project, terms, each, codeOf)),
  );
  const written = await writeSettled(
    tx,
    project.id,
    decided.map(({ application: { id, userId }, allotment: { tokens, paid } }) => ({
      id,
      userId,
      tokens,
      paid,
    })),
    now,
  );
  if (written !== applications.length)
    throw new Error('a claimed application was settled by another process');
  await messages.notifyAll(
    tx,
    decided.map((each) => notificationOf(project, each, codeOf)),
  );
  onStep?.('written');
  return applications.length;
}
