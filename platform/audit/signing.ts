import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import { NO_HEAD, headHash, headLine, headText, signHead } from './head.ts';
import type { AuditHead } from './head.ts';
import { appendHeads, readHeadsFile } from './heads-file.ts';
import { headsAfter, insertHead, newestHead } from './heads-store.ts';
import { chainEnd, hashOfEntry, linkedHash } from './store.ts';

const EVERY_MS = 60_000;

/** State of signing. `broken` is the reason why signing has stopped. */
export interface HeadStatus {
  readonly head: AuditHead | undefined;
  readonly broken: string | undefined;
}

export interface AuditHeads {
  /** Signs the end of the chain if it has moved. Concurrent calls share one run. */
  sign(): Promise<void>;
  readonly status: () => HeadStatus;
  /** Signs every minute. Resolves after the first run. */
  start(): Promise<void>;
  /** Signs the rest and stops. */
  stop(): Promise<void>;
}

/** Chain or heads differ from what was signed. Signing further would confirm the change. */
class Tampered extends Error {}

/**
 * Copies missing heads between file and database (after a crash, or when another machine signed) and returns the last
 * head. Throws Tampered where they contradict each other.
 */
async function reconcile({ db }: Context, file: string): Promise<AuditHead | undefined> {
  const { heads, damagedAt } = readHeadsFile(file);
  if (damagedAt !== undefined) throw new Tampered(`line ${damagedAt} of ${file} is no audit head`);
  const kept = await newestHead(db);
  const own = heads.at(-1);
  const common = heads.find(({ number }) => number === Math.min(kept?.number ?? 0, own?.number ?? 0));
  if (common !== undefined) {
    const [stored] = await headsAfter(db, common.number - 1);
    if (stored === undefined || headText(stored) !== headText(common))
      throw new Tampered(`audit head ${common.number} differs between ${file} and the database`);
  }
  const missing = await headsAfter(db, own?.number ?? 0);
  if (missing.length > 0) appendHeads(file, missing);
  for (const head of heads.filter(({ number }) => number > (kept?.number ?? 0))) await insertHead(db, head);
  return missing.at(-1) ?? own;
}

/**
 * Returns the next head, or undefined if the chain has not moved. Throws Tampered if the chain differs from the last
 * signed state.
 */
async function nextHead(
  { db, clock }: Context,
  signer: Signer,
  last: AuditHead | undefined,
): Promise<AuditHead | undefined> {
  const end = await chainEnd(db);
  const from = { id: last?.entry ?? 0, hash: last?.hash ?? NO_HEAD };
  if (from.id > 0 && (await hashOfEntry(db, from.id)) !== from.hash)
    throw new Tampered(`audit entry ${from.id} is not the one that was signed`);
  if (end.id === from.id) return undefined;
  if ((await linkedHash(db, from, end.id)) !== end.hash)
    throw new Tampered(`the audit entries after ${from.id} do not follow from it`);
  return signHead(signer, {
    number: (last?.number ?? 0) + 1,
    entry: end.id,
    hash: end.hash,
    at: clock.now(),
    previous: last ? headHash(last) : NO_HEAD,
  });
}

/**
 * Signs the end of the audit chain. Before each signature the entries since the last head are recomputed from its hash, so that
 * a rewritten past is never signed. A head goes to the file first, then to the log and the database.
 */
export function createAuditHeads(
  ctx: Context,
  { signer, file }: { readonly signer: Signer; readonly file: string },
): AuditHeads {
  let last: AuditHead | undefined;
  let isReconciled = false;
  let broken: string | undefined;
  let running: Promise<void> | undefined;
  let stopTimer: () => void = () => undefined;

  async function signNow(): Promise<void> {
    if (!isReconciled) last = await reconcile(ctx, file);
    isReconciled = true;
    const head = await nextHead(ctx, signer, last);
    if (!head) return;
    appendHeads(file, [head]);
    last = head;
    // Level `warn`, because the default level shows it: the log line is a copy of the head outside of this machine.
    ctx.log.warn({ head: headLine(head) }, 'audit head signed');
    await insertHead(ctx.db, head);
  }

  function noteFailure(failure: unknown): void {
    const reason = failure instanceof Error ? failure.message : String(failure);
    // The file may be ahead of the database now.
    isReconciled = false;
    if (!(failure instanceof Tampered)) {
      ctx.log.warn({ reason }, 'audit head signing failed, retrying');
      return;
    }
    if (broken === undefined) ctx.log.error({ reason }, 'audit chain broken, signing stopped');
    broken = reason;
  }

  async function tryToSign(): Promise<void> {
    try {
      await signNow();
      broken = undefined;
    } catch (failure) {
      noteFailure(failure);
    }
  }

  const sign = (): Promise<void> => (running ??= tryToSign().finally(() => (running = undefined)));
  return {
    sign,
    status: () => ({ head: last, broken }),
    async start() {
      stopTimer = ctx.clock.every(EVERY_MS, () => void sign());
      await sign();
    },
    async stop() {
      stopTimer();
      await running;
      await sign();
    },
  };
}
