import { refuse } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import type { Download, OperatorCaller } from '@karat/platform/http';
import { duplicatesOf } from './duplicates.ts';
import type { Duplicate } from './duplicates.ts';
import type { ResolvedDeps, Person } from './deps.ts';
import type { VerificationLevel } from './rules.ts';
import * as store from './store.ts';
import type { RequestRow } from './store.ts';

export interface Review {
  readonly request: RequestRow;
  readonly person: Person;
  readonly level: VerificationLevel;
  /** Document number of this request, and the state of level 1. */
  readonly card: string | null;
  readonly identity: { readonly row: RequestRow; readonly card: string } | null;
  readonly history: readonly RequestRow[];
  readonly duplicates: readonly Duplicate[];
}

/** Writes a reviewer's view to the audit log, in the transaction that reads the data. */
const auditView = (
  deps: ResolvedDeps,
  tx: Tx,
  caller: OperatorCaller,
  row: RequestRow,
  what: { readonly action: string; readonly detail?: Record<string, unknown> },
): Promise<number> =>
  append(tx, {
    actor: caller.login,
    action: what.action,
    subject: `user:${row.userId}`,
    at: deps.ctx.clock.now(),
    detail: { request: row.id, level: row.level, ...what.detail },
  });

const cardOf = ({ cards }: ResolvedDeps, row: RequestRow | undefined): string | null =>
  row?.cardSealed ? cards.open(row.cardSealed, row.userId) : null;

/** Returns a request with its facts for a reviewer. */
export const review = (deps: ResolvedDeps, caller: OperatorCaller, id: number): Promise<Review> =>
  deps.ctx.db.transact(async (tx) => {
    const request = (await store.requestById(tx, id)) ?? refuse('verification_unknown');
    const [user] = await deps.people(tx, [request.userId]);
    if (!user) return refuse('verification_unknown');
    const verified = await store.latestRequest(tx, request.userId, 1, 'verified');
    const card = cardOf(deps, verified);
    const found: Review = {
      request,
      person: user,
      card: cardOf(deps, request),
      level: await store.levelOf(tx, request.userId),
      identity: verified && card !== null ? { row: verified, card } : null,
      history: await store.requestsBefore(tx, request.userId, request.id),
      duplicates: await duplicatesOf(deps, tx, request),
    };
    await auditView(deps, tx, caller, request, { action: 'verification:look' });
    return found;
  });

/** Returns one side of a document for a reviewer. */
export const picture = (
  deps: ResolvedDeps,
  caller: OperatorCaller,
  input: { readonly id: number; readonly side: 'front' | 'reverse' },
): Promise<Download> =>
  deps.ctx.db.transact(async (tx) => {
    const request = (await store.requestById(tx, input.id)) ?? refuse('verification_unknown');
    const address = input.side === 'front' ? request.frontPic : request.reversePic;
    const file = address === null ? undefined : await deps.files.owned(tx, address, request.userId);
    const body = file && (await deps.files.read(file));
    if (!file || !body) return refuse('verification_unknown');
    await auditView(deps, tx, caller, request, {
      action: 'verification:picture',
      detail: { side: input.side },
    });
    return { name: `verification-${request.id}-${input.side}.webp`, type: file.mime, body };
  });
