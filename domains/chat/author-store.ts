import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Author } from './types.ts';

/** Room number of a mute in all rooms. */
export const ALL_ROOMS = 0;

/**
 * Returns the authors of users and locks them until the transaction ends, in the order of UIDs: messages of one author follow each
 * other.
 */
export const lockAuthors = (tx: Tx, users: readonly UserId[], at: number): Promise<Author[]> =>
  tx.rows<Author>(sql`
    insert into chat_authors (user_id, created_at)
    select id, to_timestamp(${at} / 1000.0) from unnest(${[...users]}::bigint[]) as u (id) order by id
    on conflict (user_id) do update set user_id = excluded.user_id
    returning id, user_id as "userId"`);

export const authorOf = (db: Queries, user: UserId): Promise<Author | undefined> =>
  db.maybe<Author>(sql`select id, user_id as "userId" from chat_authors where user_id = ${user}`);

export const authorById = (db: Queries, id: number): Promise<Author | undefined> =>
  db.maybe<Author>(sql`select id, user_id as "userId" from chat_authors where id = ${id}`);

/** Returns until when an author is muted in a room or everywhere, unix ms; undefined if not muted. */
export const mutedUntil = async (
  db: Queries,
  author: number,
  room: number,
  now: number,
): Promise<number | undefined> =>
  (
    await db.one<{ until: number | null }>(sql`
      select max(until) as until from chat_mutes
      where author_id = ${author} and room_id = any(${[room, ALL_ROOMS]}::bigint[]) and until > to_timestamp(${now} / 1000.0)`)
  ).until ?? undefined;

/** Returns the mutes in force of authors, by author and room. */
export const mutesOf = (
  db: Queries,
  authors: readonly number[],
  now: number,
): Promise<{ readonly authorId: number; readonly roomId: number; readonly untilMs: number }[]> =>
  db.rows(sql`
    select author_id as "authorId", room_id as "roomId", until as "untilMs" from chat_mutes
    where author_id = any(${[...authors]}::bigint[]) and until > to_timestamp(${now} / 1000.0)`);

export const saveMute = (
  tx: Tx,
  mute: {
    readonly author: number;
    readonly room: number;
    readonly until: number;
    readonly by: string;
    readonly reason: string;
  },
): Promise<number> =>
  tx.run(sql`
    insert into chat_mutes (author_id, room_id, until, muted_by, reason)
    values (${mute.author}, ${mute.room}, to_timestamp(${mute.until} / 1000.0), ${mute.by}, ${mute.reason})
    on conflict (author_id, room_id) do update
    set until = excluded.until, muted_by = excluded.muted_by, reason = excluded.reason`);

/** Blocks an author for a reader unless the reader has blocked `max` already. Returns the count. */
export const insertBlock = (tx: Tx, user: UserId, author: number, max: number, at: number): Promise<number> =>
  tx.run(sql`
    insert into chat_blocks (user_id, author_id, created_at)
    select ${user}, ${author}, to_timestamp(${at} / 1000.0)
    where (select count(*) from chat_blocks where user_id = ${user}) < ${max}
    on conflict (user_id, author_id) do update set created_at = chat_blocks.created_at`);

export const deleteBlock = (tx: Tx, user: UserId, author: number): Promise<number> =>
  tx.run(sql`delete from chat_blocks where user_id = ${user} and author_id = ${author}`);

export interface Block {
  readonly authorId: number;
  readonly userId: UserId;
  readonly blockedMs: number;
}

/** Returns the authors that a reader has blocked, newest first. */
export const blocksOf = (db: Queries, user: UserId): Promise<Block[]> =>
  db.rows<Block>(sql`
    select b.author_id as "authorId", a.user_id as "userId", b.created_at as "blockedMs"
    from chat_blocks b join chat_authors a on a.id = b.author_id
    where b.user_id = ${user} order by b.created_at desc`);
