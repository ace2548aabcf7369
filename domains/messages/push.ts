import { noticePlace, refuse } from '@karat/contract';
import type { SessionId, UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { Lang } from '@karat/i18n';
import { areKeysValid } from '@karat/platform/push';
import { errorText, schedule } from '@karat/platform/work';
import type { WorkHandlers } from '@karat/platform/work';
import { DAY_MS } from '@karat/rules';
import type { MessagesDeps } from './deps.ts';
import {
  deleteTarget,
  deleteTargetById,
  deleteTargetsOf,
  insertTarget,
  targetById,
  targetIds,
  trimTargets,
} from './push-store.ts';
import type { PushRegistration } from './push-store.ts';
import { noticeById } from './store.ts';
import type { NoticeRow } from './store.ts';
import { readNotice } from './texts.ts';

const KIND = 'messages:push';
/** Browsers of a user; a new one replaces the oldest. */
const TARGETS_MAX = 10;
/** A push service stores a message this long; after it nothing is tried again. */
const TTL_MS = DAY_MS;
/** Attempts before a message is given up: the notice is in the message centre. */
const ATTEMPTS_MAX = 5;
/** Characters of a text on a lock screen; the rest is in the message centre. */
const BODY_MAX = 400;

/** Registers a browser for the caller's session. Refuses `push_endpoint`: an unknown push service, or wrong keys. */
export async function subscribe(deps: MessagesDeps, target: PushRegistration): Promise<void> {
  const { ctx, pushes } = deps;
  if (!pushes) refuse('unavailable');
  if (!pushes.push.accepts(target.endpoint) || !areKeysValid(target)) refuse('push_endpoint');
  await ctx.db.transact(async (tx) => {
    if (!(await insertTarget(tx, target, ctx.clock.now()))) refuse('push_endpoint');
    await trimTargets(tx, target.userId, TARGETS_MAX);
  });
}

/** Removes a browser of the caller; one that is not registered is none. */
export const unsubscribe = async ({ ctx }: MessagesDeps, user: UserId, endpoint: string): Promise<void> =>
  void (await deleteTarget(ctx.db, user, endpoint));

/** Deletes the browsers of ended sessions; one that stays is deleted before the next push to it. */
export const forgetSessions = ({ ctx }: MessagesDeps, sessions: readonly SessionId[]): void =>
  void deleteTargetsOf(ctx.db, sessions).catch((error: unknown) =>
    ctx.log.warn({ error: String(error) }, 'deletion of push targets failed'),
  );

/** Schedules pushes of notices to the browsers of their users. */
export async function schedulePushes(
  deps: MessagesDeps,
  tx: Tx,
  notices: readonly NoticeRow[],
): Promise<void> {
  if (deps.pushes === undefined || notices.length === 0) return;
  const targets = await targetIds(tx, [...new Set(notices.map(({ userId }) => userId))]);
  const byUser = Map.groupBy(targets, ({ userId }) => userId);
  await schedule(
    tx,
    ...notices.flatMap((notice) =>
      (byUser.get(notice.userId) ?? []).map(({ id }) => ({
        kind: KIND,
        subject: `${notice.id}:${id}`,
        dueAt: notice.createdMs,
      })),
    ),
  );
}

/** What the service worker shows: the text of the notice, and the screen that a tap opens. */
const payloadOf = ({ texts }: MessagesDeps, row: NoticeRow, lang: Lang): string => {
  const { title, body } = readNotice(texts[row.kind], row.values, lang);
  return JSON.stringify({
    title,
    body: body.slice(0, BODY_MAX),
    tag: `notice:${row.id}`,
    path: noticePlace(row.kind) ?? '/pages/mailMessage/mailMessageList',
  });
};

/** Sends a notice to a browser; `attempt` begins with 1. */
async function deliver(
  deps: MessagesDeps,
  tx: Tx,
  { notice, target, attempt }: { readonly notice: number; readonly target: number; readonly attempt: number },
): Promise<void> {
  const { ctx, pushes } = deps;
  if (!pushes) return;
  const to = await targetById(tx, target);
  const row = to && (await noticeById(tx, to.userId, notice));
  if (!row || ctx.clock.now() >= row.createdMs + TTL_MS) return;
  const [owner] = await deps.addressees(tx, [to.userId]);
  const isOpen = (await pushes.openSessions(tx, to.userId)).includes(to.sessionId);
  if (!isOpen || !owner) return void (await deleteTargetById(tx, target));
  const text = payloadOf(deps, row, owner.lang);
  const result = await pushes.push
    .send(to, { text, ttlS: TTL_MS / 1_000, urgency: 'high' })
    .catch((error: unknown) => {
      if (attempt < ATTEMPTS_MAX) throw error;
      ctx.log.warn({ notice, target, error: errorText(error) }, 'push given up');
      return 'sent' as const;
    });
  if (result === 'gone') await deleteTargetById(tx, target);
}

/** Due work that hands pushes over; for workers of its own, because push services may be slow. */
export const pushWork = (deps: MessagesDeps): WorkHandlers => ({
  async [KIND](tx, { subject, attempt }) {
    const [notice = '', target = ''] = subject.split(':');
    await deliver(deps, tx, { notice: Number(notice), target: Number(target), attempt });
  },
});
