import { allotmentFacts, launchpadFormula } from '@karat/evidence';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { Entry } from '@karat/domains/ledger';
import type { CheckedReceipts, NewReceipt } from '@karat/domains/proofs';
import { format, negate } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { settleApplication } from '@karat/rules';
import type { Allotment, AllotmentTerms } from '@karat/rules';
import { openApplications } from './application-store.ts';
import { RECEIPT_KIND, readCurrencyCodes } from './deps.ts';
import type { LaunchpadDeps } from './deps.ts';
import { findInAllotment } from './settlement-store.ts';
import type { SettledColumns } from './settlement-store.ts';
import type { Application, Project } from './types.ts';

const BATCH = 2_000;
/** Applications that are decided before other work gets a turn. */
const SLICE = 250;

export interface Decided {
  readonly application: Application;
  readonly allotment: Allotment;
  /** What is posted: money to the house, the rest back, and tokens that are issued to the user and stay held until the listing. */
  readonly entries: readonly Entry[];
}

/** Consecutive open applications of a project with their allotments and receipts: what follows from the fixed terms alone. */
export interface Chunk {
  readonly projectId: number;
  /** Number of the last application before them. */
  readonly after: number;
  readonly decided: readonly Decided[];
  /** The entries of all of them. */
  readonly entries: readonly Entry[];
  readonly settled: SettledColumns;
  readonly receipts: readonly CheckedReceipts[];
}

type ChunkProject = Pick<Project, 'id' | 'code' | 'currencyId'>;

function entriesOf(
  project: ChunkProject,
  { userId, currencyId, held }: Application,
  { tokens, paid, refund }: Allotment,
): readonly Entry[] {
  const account = userAccount(userId, 'change');
  const entries: Entry[] = [{ account, currency: currencyId, available: refund, held: negate(held) }];
  if (paid > 0n) entries.push({ account: houseAccount('launchpad'), currency: currencyId, available: paid });
  if (tokens > 0n)
    entries.push(
      { account, currency: project.currencyId, held: tokens },
      { account: houseAccount('external'), currency: project.currencyId, available: negate(tokens) },
    );
  return entries;
}

type CodeOf = Awaited<ReturnType<typeof readCurrencyCodes>>;

/** The receipt of what is allotted; it is refused if the formula gives anything else. */
function receiptOf(
  project: ChunkProject,
  terms: AllotmentTerms,
  { application, allotment }: Decided,
  codeOf: CodeOf,
): NewReceipt {
  return {
    kind: RECEIPT_KIND,
    subject: String(application.id),
    owner: application.userId,
    order: allotmentFacts({
      ...application,
      project: project.id,
      token: project.code,
      payCurrency: codeOf(application.currencyId),
      terms,
    }),
    ticks: [],
    formula: launchpadFormula.id,
    result: {
      tokens: format(allotment.tokens),
      paid: format(allotment.paid),
      refund: format(allotment.refund),
    },
  };
}

/**
 * Decides the open applications after a number. It needs no lock: once a settlement has started, nobody applies or cancels, and the
 * terms are fixed.
 */
export async function decideChunk(
  deps: LaunchpadDeps,
  db: Queries,
  project: ChunkProject,
  terms: AllotmentTerms,
  after: number,
): Promise<Chunk> {
  const applications = await openApplications(db, project.id, after, deps.batch ?? BATCH);
  const codeOf = await readCurrencyCodes(deps, db);
  const decided: Decided[] = [];
  const receipts: CheckedReceipts[] = [];
  for (let from = 0; from < applications.length; from += SLICE) {
    const slice = applications.slice(from, from + SLICE).map((application) => {
      const allotment = settleApplication(application, terms);
      return { application, allotment, entries: entriesOf(project, application, allotment) };
    });
    decided.push(...slice);
    receipts.push(deps.proofs.check(slice.map((each) => receiptOf(project, terms, each, codeOf))));
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return {
    projectId: project.id,
    after,
    decided,
    entries: decided.flatMap(({ entries }) => entries),
    settled: {
      ids: decided.map(({ application }) => application.id),
      users: decided.map(({ application }) => application.userId),
      tokens: decided.map(({ allotment }) => format(allotment.tokens)),
      paid: decided.map(({ allotment }) => format(allotment.paid)),
    },
    receipts,
  };
}

/** Chunks that are decided before their transaction. */
export interface DecidedAhead {
  /** The decided chunk if it is the project's next one. */
  readonly nextOf: (project: Pick<Project, 'id' | 'settledUpTo'>) => Chunk | undefined;
  /** Starts to decide the chunk after it: the database is busy with this one for a while. */
  readonly startNext: () => void;
}

export const NOTHING_AHEAD: DecidedAhead = { nextOf: () => undefined, startNext: () => undefined };

/** Decides each chunk of an allotment while the one before it is written. */
export class ChunksAhead implements DecidedAhead {
  readonly #deps: LaunchpadDeps;
  #current: Chunk | undefined;
  #next: Promise<Chunk | undefined> | undefined;
  #begin: () => void = () => undefined;

  constructor(deps: LaunchpadDeps) {
    this.#deps = deps;
  }

  /** Waits for the next chunk, if something is being allotted, and prepares to decide the one after it. */
  async advance(): Promise<void> {
    const { db } = this.#deps.ctx;
    this.#begin();
    this.#current = await this.#next;
    const project = await findInAllotment(db);
    const terms = project?.allotment;
    if (!project || !terms) {
      this.#current = this.#next = undefined;
      return;
    }
    if (this.#current?.projectId !== project.id) this.#current = undefined;
    this.#current ??= await decideChunk(this.#deps, db, project, terms, project.settledUpTo);
    const last = this.#current.decided.at(-1)?.application.id;
    if (last === undefined) {
      this.#next = undefined;
      return;
    }
    const begun = Promise.withResolvers<undefined>();
    this.#begin = () => begun.resolve(undefined);
    this.#next = begun.promise
      .then(() => decideChunk(this.#deps, db, project, terms, last))
      // What could not be read ahead is read by the transaction that needs it, which reports the failure.
      .catch(() => undefined);
  }

  readonly startNext = (): void => this.#begin();

  /** If it is not the project's next one, another process was faster: what was decided ahead is dropped. */
  readonly nextOf = ({ id, settledUpTo }: Pick<Project, 'id' | 'settledUpTo'>): Chunk | undefined => {
    const chunk = this.#current;
    if (chunk?.projectId === id && chunk.after === settledUpTo) return chunk;
    this.#next = undefined;
    return undefined;
  };
}
