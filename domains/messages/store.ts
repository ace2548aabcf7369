import type { NoticeGroup, NoticeKind, NoticeWay, UserId } from '@karat/contract';
import type { Values } from '@karat/i18n';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { Notification } from './notification.ts';
import type { Choices } from './rules.ts';

/** A stored notice. */
export interface NoticeRow {
  readonly id: number;
  readonly userId: UserId;
  readonly kind: NoticeKind;
  readonly values: Values;
  readonly read: boolean;
  /** Unix ms. */
  readonly createdMs: number;
}

const columns = sql`id, user_id as "userId", kind, values, read_at is not null as read, created_at as "createdMs"`;
const notRemoved = sql`removed_at is null`;

/** A notice to store; one that its user does not want in the app is stored as removed. */
export interface NewNotice extends Notification {
  readonly isShown: boolean;
}

/** Stores notices with new keys. Returns those, oldest first. */
export async function insertNotices(tx: Tx, notices: readonly NewNotice[], at: number): Promise<NoticeRow[]> {
  const rows = await tx.rows<NoticeRow>(sql`
    insert into messages_notices (user_id, key, kind, values, created_at, removed_at)
    select user_id, key, kind, values::jsonb, to_timestamp(${at} / 1000.0),
      case when not is_shown then to_timestamp(${at} / 1000.0) end
    from unnest(
      ${notices.map((notice) => notice.user)}::bigint[], ${notices.map((notice) => notice.key)}::text[],
      ${notices.map((notice) => notice.kind)}::text[],
      ${notices.map((notice) => JSON.stringify(notice.values ?? {}))}::text[],
      ${notices.map((notice) => notice.isShown)}::boolean[]) as notice(user_id, key, kind, values, is_shown)
    on conflict (key) do nothing
    returning ${columns}`);
  return rows.toSorted((a, b) => a.id - b.id);
}

export interface NoticeFilter {
  /** Restricts the page to these kinds. */
  readonly kinds?: readonly NoticeKind[] | undefined;
  readonly read?: boolean | undefined;
}

const matching = ({ kinds, read }: NoticeFilter): Sql => sql`
  ${kinds === undefined ? empty : sql`and kind = any(${[...kinds]}::text[])`}
  ${read === undefined ? empty : sql`and (read_at is not null) = ${read}::boolean`}`;

/** Returns a page of the user's notices, newest first, with the count of all matches. */
export async function noticesOf(
  db: Queries,
  user: UserId,
  filter: NoticeFilter,
  page: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: NoticeRow[]; readonly total: number }> {
  const where = sql`where user_id = ${user} and ${notRemoved} ${matching(filter)}`;
  const rows = await db.rows<NoticeRow>(sql`
    select ${columns} from messages_notices ${where}
    order by id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from messages_notices ${where}`,
  );
  return { rows, total };
}

/** Returns notices of a user by id, oldest first. */
export const noticesById = (db: Queries, user: UserId, ids: readonly number[]): Promise<NoticeRow[]> =>
  db.rows<NoticeRow>(sql`
    select ${columns} from messages_notices
    where user_id = ${user} and id = any(${[...ids]}::bigint[]) and ${notRemoved} order by id`);

/** Returns a notice of a user, removed or not. */
export const noticeById = (db: Queries, user: UserId, id: number): Promise<NoticeRow | undefined> =>
  db.maybe<NoticeRow>(sql`select ${columns} from messages_notices where user_id = ${user} and id = ${id}`);

/** Returns the newest notice of each of these sets of kinds. */
export async function newestOf(
  db: Queries,
  user: UserId,
  groups: readonly (readonly NoticeKind[])[],
): Promise<NoticeRow[]> {
  const found = await Promise.all(
    groups.map((kinds) =>
      db.maybe<NoticeRow>(sql`
        select ${columns} from messages_notices
        where user_id = ${user} and ${notRemoved} and kind = any(${[...kinds]}::text[]) order by id desc limit 1`),
    ),
  );
  return found.filter((row) => row !== undefined).toSorted((a, b) => b.id - a.id);
}

export const unreadOf = async (db: Queries, user: UserId): Promise<number> =>
  (
    await db.one<{ unread: number }>(sql`
      select count(*) as unread from messages_notices where user_id = ${user} and read_at is null and ${notRemoved}`)
  ).unread;

const which = (id: number): Sql => (id === 0 ? empty : sql`and id = ${id}`);

/** Marks a notice as read, or all with 0. Returns the count of matching notices, read before or not. */
export const markRead = (db: Queries, user: UserId, id: number, at: number): Promise<number> =>
  db.run(sql`
    update messages_notices set read_at = coalesce(read_at, to_timestamp(${at} / 1000.0))
    where user_id = ${user} and ${notRemoved} ${which(id)} ${id === 0 ? sql`and read_at is null` : empty}`);

/** Removes a notice, or with 0 all read ones. Returns the count. */
export const remove = (db: Queries, user: UserId, id: number, at: number): Promise<number> =>
  db.run(sql`
    update messages_notices set removed_at = to_timestamp(${at} / 1000.0)
    where user_id = ${user} and ${notRemoved} ${which(id)} ${id === 0 ? sql`and read_at is not null` : empty}`);

export interface PreferenceRow extends Choices {
  readonly userId: UserId;
  readonly group: NoticeGroup;
}

export const preferencesOf = (db: Queries, users: readonly UserId[]): Promise<PreferenceRow[]> =>
  db.rows<PreferenceRow>(sql`
    select user_id as "userId", group_name as group, in_app, mail, push from messages_preferences
    where user_id = any(${[...users]}::bigint[])`);

const COLUMNS: Readonly<Record<NoticeWay, Sql>> = { in_app: sql`in_app`, mail: sql`mail`, push: sql`push` };

export function setPreference(
  db: Queries,
  user: UserId,
  { group, way, isOn }: { readonly group: NoticeGroup; readonly way: NoticeWay; readonly isOn: boolean },
): Promise<number> {
  const column = COLUMNS[way];
  return db.run(sql`
    insert into messages_preferences (user_id, group_name, ${column}) values (${user}, ${group}, ${isOn})
    on conflict (user_id, group_name) do update set ${column} = excluded.${column}`);
}

const FORGET_BATCH = 5_000;

/** Deletes the oldest notices from before a moment. Returns the count. */
export const forgetBefore = (tx: Tx, before: number): Promise<number> =>
  tx.run(sql`
    delete from messages_notices where id in (
      select id from messages_notices where created_at < to_timestamp(${before} / 1000.0)
      order by id limit ${FORGET_BATCH})`);
