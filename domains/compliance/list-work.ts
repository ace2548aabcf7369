import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import type { WorkHandlers } from '@karat/platform/work';
import { MINUTE_MS } from '@karat/rules';
import type { ComplianceDeps } from './deps.ts';
import { LIST_BYTES_MAX, ListError, namesIn, readList } from './list-file.ts';
import type { LoadedList } from './list-source.ts';
import * as store from './list-store.ts';
import { screenAgainst } from './screening.ts';

const CHECK = 'compliance:list';
const SCREEN = 'compliance:screen';
/** Users of one transaction. */
export const SLICE = 50;

const pack = promisify(gzip);

const nextCheck = (tx: Tx, after: number): Promise<number> =>
  schedule(tx, { kind: CHECK, subject: 'file', dueAt: (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS });

interface ReadFile {
  readonly bytes: Buffer;
  readonly fileMs: number;
}

async function readFileOf(path: string): Promise<ReadFile> {
  const { size, mtimeMs } = await stat(path);
  if (size > LIST_BYTES_MAX) throw new ListError('larger than 64 MB');
  return { bytes: await readFile(path), fileMs: Math.trunc(mtimeMs) };
}

/** Returns why a file cannot be used, without its path. */
function reasonOf(error: unknown): string {
  if (error instanceof ListError) return error.message;
  return error instanceof Error && 'code' in error ? `cannot be read: ${String(error.code)}` : String(error);
}

/** Stores a changed file as a new version and schedules the screening of all verified users. */
async function storeVersion(ctx: Context, tx: Tx, { bytes, fileMs }: ReadFile): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest();
  if ((await store.newestList(tx))?.sha256.equals(sha256)) return;
  const list = readList(bytes);
  const now = ctx.clock.now();
  const id = await store.insertList(tx, {
    title: list.title,
    format: list.format,
    sha256,
    fileMs,
    loadedMs: now,
    entries: list.entries.length,
    names: namesIn(list),
    content: await pack(bytes),
  });
  await store.insertRun(tx, id, now);
  await schedule(tx, { kind: SCREEN, subject: `${id}:0`, dueAt: now });
  ctx.log.info({ list: id, entries: list.entries.length }, 'sanction list loaded');
}

/** Reads the file and stores what changed. A file that cannot be used keeps the last version. */
export async function checkFile(deps: ComplianceDeps, tx: Tx): Promise<void> {
  const { ctx, settings } = deps;
  if (settings.path === undefined) return;
  // Its row serialises the checks of several processes.
  await store.saveCheck(tx, ctx.clock.now(), null);
  try {
    const file = await readFileOf(settings.path);
    await tx.savepoint(() => storeVersion(ctx, tx, file));
  } catch (error) {
    // Only the file's own faults: those of the database undo the attempt.
    if (!(error instanceof ListError) && !(error instanceof Error && 'syscall' in error)) throw error;
    const reason = reasonOf(error);
    ctx.log.error({ error: reason }, 'sanction list cannot be used');
    await store.saveCheck(tx, ctx.clock.now(), reason);
  }
}

/** Screens the next users of a version; an older version gives way to the newer one. */
async function screenSlice(
  deps: ComplianceDeps,
  source: (db: Queries) => Promise<LoadedList | undefined>,
  tx: Tx,
  subject: string,
): Promise<void> {
  const id = Number(subject.split(':')[0]);
  const run = await store.lockRun(tx, id);
  if (run === undefined || run.finishedMs !== null) return;
  const now = deps.ctx.clock.now();
  const list = await source(tx);
  if (list?.id !== id) {
    await store.advanceRun(tx, id, { after: run.after, users: 0, matched: 0, finishedMs: now });
    return;
  }
  const users = await deps.verifiedAfter(tx, run.after, SLICE);
  let matched = 0;
  for (const { user, name } of users) {
    const request = { user, name, origin: `Verified name, list ${id}` };
    if ((await screenAgainst(deps, tx, list, request)) === 'match') matched += 1;
    // A large list takes milliseconds for each name; the process has other work.
    await setImmediate();
  }
  const after = users.at(-1)?.user ?? run.after;
  const isLast = users.length < SLICE;
  await store.advanceRun(tx, id, { after, users: users.length, matched, finishedMs: isLast ? now : null });
  if (!isLast) await schedule(tx, { kind: SCREEN, subject: `${id}:${after}`, dueAt: now });
}

/** Due work: checks the file every minute, and screens all verified users once for each version. */
export const listWork = (
  deps: ComplianceDeps,
  source: (db: Queries) => Promise<LoadedList | undefined>,
): WorkHandlers => ({
  async [CHECK](tx, item) {
    if (deps.settings.path === undefined) return;
    await checkFile(deps, tx);
    await nextCheck(tx, Math.max(deps.ctx.clock.now(), item.dueAt));
  },
  [SCREEN]: (tx, { subject }) => screenSlice(deps, source, tx, subject),
});

/** Checks the file at the start, and schedules the next check. */
export const startListWork = (deps: ComplianceDeps): Promise<void> =>
  deps.ctx.db.transact(async (tx) => {
    if (deps.settings.path === undefined) return;
    await checkFile(deps, tx);
    await nextCheck(tx, deps.ctx.clock.now());
  });
