import type { NoticeGroup, NoticeKind, NoticeWay, UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { emailOf } from './email.ts';
import type { Addressee, MessagesDeps } from './deps.ts';
import type { Notification } from './notification.ts';
import { schedulePushes } from './push.ts';
import { isSent } from './rules.ts';
import type { Choices } from './rules.ts';
import { insertNotices, preferencesOf } from './store.ts';
import type { NoticeRow } from './store.ts';
import { readNotice } from './texts.ts';
import { publishNotices } from './publish.ts';

const SITE = 'Karat';

/** Choices of users by user and group. */
type ChoicesByUser = ReadonlyMap<string, Choices>;

const keyOf = (user: UserId, group: NoticeGroup): string => `${user}:${group}`;

async function choicesOf(tx: Tx, users: readonly UserId[]): Promise<ChoicesByUser> {
  const rows = await preferencesOf(tx, [...new Set(users)]);
  return new Map(rows.map((row) => [keyOf(row.userId, row.group), row]));
}

/** Stores notices, their emails and pushes in the caller's transaction; publishes them after its commit. */
export async function notify(deps: MessagesDeps, tx: Tx, notices: readonly Notification[]): Promise<void> {
  if (notices.length === 0) return;
  const choices = await choicesOf(
    tx,
    notices.map(({ user }) => user),
  );
  const isWanted = (user: UserId, kind: NoticeKind, way: NoticeWay): boolean => {
    const { group } = deps.texts[kind];
    return isSent(group, way, choices.get(keyOf(user, group)));
  };
  const stored = await insertNotices(
    tx,
    notices.map((notice) => ({ ...notice, isShown: isWanted(notice.user, notice.kind, 'in_app') })),
    deps.ctx.clock.now(),
  );
  if (stored.length === 0) return;
  const unmailed = notices.filter(({ mailed }) => mailed === false);
  const isMailable = ({ userId, kind }: NoticeRow): boolean =>
    !unmailed.some((notice) => notice.user === userId && notice.kind === kind);
  await mailNotifications(
    deps,
    tx,
    stored.filter((row) => isWanted(row.userId, row.kind, 'mail') && isMailable(row)),
  );
  await schedulePushes(
    deps,
    tx,
    stored.filter(({ userId, kind }) => isWanted(userId, kind, 'push')),
  );
  const byUser = Map.groupBy(stored, (row) => row.userId);
  const changes = Array.from(byUser, ([user, rows]) => ({ user, ids: rows.map((row) => row.id) }));
  await publishNotices(deps.ctx, tx, changes);
}

/** Emails notices. Without a mail server it does nothing. */
async function mailNotifications(deps: MessagesDeps, tx: Tx, wanted: readonly NoticeRow[]): Promise<void> {
  if (deps.mail.mode === 'none' || wanted.length === 0) return;
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
