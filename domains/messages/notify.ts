import type { Tx } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { emailOf } from './email.ts';
import type { Addressee, MessagesDeps } from './deps.ts';
import type { Notification } from './notification.ts';
import { isMailed } from './rules.ts';
import { insertNotices, preferencesOf } from './store.ts';
import type { NoticeRow } from './store.ts';
import { readNotice } from './texts.ts';
import { noticesChanged } from './topics.ts';

const SITE = 'Karat';

/** Stores notices and their emails in the caller's transaction; publishes them after its commit. */
export async function notify(deps: MessagesDeps, tx: Tx, notices: readonly Notification[]): Promise<void> {
  if (notices.length === 0) return;
  const notifications = await insertNotices(tx, notices, deps.ctx.clock.now());
  if (notifications.length === 0) return;
  const unmailed = notices.filter(({ mailed }) => mailed === false);
  const isMailable = ({ userId, kind }: NoticeRow): boolean =>
    !unmailed.some((notice) => notice.user === userId && notice.kind === kind);
  await mailNotifications(deps, tx, notifications.filter(isMailable));
  const byUser = Map.groupBy(notifications, (row) => row.userId);
  const changes = Array.from(byUser, ([user, rows]) => ({ user, ids: rows.map((row) => row.id) }));
  tx.afterCommit(() => deps.ctx.bus.publish(noticesChanged, changes));
}

/** Emails the notices of users who chose it. Without a mail server it does nothing. */
async function mailNotifications(
  deps: MessagesDeps,
  tx: Tx,
  notifications: readonly NoticeRow[],
): Promise<void> {
  if (deps.mail.mode === 'none') return;
  const users = [...new Set(notifications.map((row) => row.userId))];
  const chosen = new Map(
    (await preferencesOf(tx, users)).map((row) => [`${row.userId}:${row.group}`, row.mail]),
  );
  const wanted = notifications.filter(({ kind, userId }) => {
    const { group } = deps.texts[kind];
    return isMailed(group, chosen.get(`${userId}:${group}`));
  });
  if (wanted.length === 0) return;
  const readers = [...new Set(wanted.map((row) => row.userId))];
  const people = new Map((await deps.addressees(tx, readers)).map((owner) => [owner.id, owner]));
  for (const row of wanted) await mailNotification(deps, tx, row, people.get(row.userId));
}

async function mailNotification(
  deps: MessagesDeps,
  tx: Tx,
  row: NoticeRow,
  owner: Addressee | undefined,
): Promise<void> {
  if (!owner || owner.email === null) return;
  const { lang, email, antiPhishing } = owner;
  const notice = readNotice(deps.texts[row.kind], row.values, lang);
  const mail = emailOf(notice, lang, deps.siteName ?? SITE, antiPhishing);
  await deps.mail.send(tx, { to: email, lang, ...mail, expiresAt: row.createdMs + DAY_MS });
}
