import type { MarketId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Room } from './types.ts';

const columns = sql`id, lang, market_id as "marketId", open, slow_mode_s as "slowModeS", position, last_seq as "lastSeq",
  last_at as "lastMs"`;

/** Returns all rooms, those of languages first. */
export const allRooms = (db: Queries): Promise<Room[]> =>
  db.rows<Room>(sql`select ${columns} from chat_rooms order by lang is null, position, id`);

export const findRoom = (db: Queries, id: number): Promise<Room | undefined> =>
  db.maybe<Room>(sql`select ${columns} from chat_rooms where id = ${id}`);

export interface RoomInput {
  readonly lang: Lang | null;
  readonly marketId: MarketId | null;
  readonly open: boolean;
  readonly slowModeS: number;
  readonly position: number;
}

/** Adds a room; undefined if the language or market has one. */
export const insertRoom = (tx: Tx, room: RoomInput): Promise<{ id: number } | undefined> =>
  tx.maybe<{ id: number }>(sql`
    insert into chat_rooms (lang, market_id, open, slow_mode_s, position)
    values (${room.lang}, ${room.marketId}, ${room.open}, ${room.slowModeS}, ${room.position})
    on conflict do nothing returning id`);

/** Changes a room; its language or market stays. Returns the count. */
export const updateRoom = (tx: Tx, id: number, room: RoomInput): Promise<number> =>
  tx.run(sql`
    update chat_rooms set open = ${room.open}, slow_mode_s = ${room.slowModeS}, position = ${room.position}
    where id = ${id}`);

/** Takes the next number of a room and locks it until the commit, so that readers never see a later number first. */
export const nextSeq = async (tx: Tx, room: number, at: number): Promise<number> =>
  (
    await tx.one<{ seq: number }>(sql`
      update chat_rooms set last_seq = last_seq + 1, last_at = to_timestamp(${at} / 1000.0)
      where id = ${room} returning last_seq as seq`)
  ).seq;

/** Returns held messages and messages since a moment, by room. */
export const roomCounts = async (
  db: Queries,
  since: number,
): Promise<ReadonlyMap<number, { readonly held: number; readonly recent: number }>> => {
  const rows = await db.rows<{ id: number; held: number; recent: number }>(sql`
    select r.id,
      (select count(*) from chat_messages m where m.room_id = r.id and m.state = 'held') as held,
      (select count(*) from chat_messages m
        where m.room_id = r.id and m.created_at >= to_timestamp(${since} / 1000.0)) as recent
    from chat_rooms r`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
};
