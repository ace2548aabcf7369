import { pageReply, refuse } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Handlers } from '@karat/platform/http';
import { emitToOthers } from '@karat/platform/outbox';
import { DAY_MS } from '@karat/rules';
import { ALL_ROOMS, mutesOf } from './author-store.ts';
import type { ChatDeps } from './deps.ts';
import { messagesForModerators, reportsOf } from './message-store.ts';
import { decide, mute } from './moderate.ts';
import { allRooms, findRoom, insertRoom, roomCounts, updateRoom } from './room-store.ts';
import type { RoomInput } from './room-store.ts';
import { roomsChanged } from './topics.ts';
import type { ChatMessage } from './types.ts';
import { roomName, roomView } from './view.ts';

type Calls = Contract['chat'];
type ConsoleCalls = Extract<keyof Calls, `console/${string}`>;
type RoomRow = Reply<Calls['console/chat_rooms']>[number];
type MessageRow = Reply<Calls['console/chat_messages']>['data'][number];

async function roomRows(deps: ChatDeps): Promise<RoomRow[]> {
  const { clock, db } = deps.ctx;
  const counts = await roomCounts(db, clock.now() - DAY_MS);
  return (await allRooms(db)).map((room) => {
    const { id, kind, name, lang, match_id, open, slow_mode_s } = roomView(deps, room);
    const count = counts.get(room.id);
    return {
      ...{ id, kind, name, lang, match_id, open, slow_mode_s },
      position: room.position,
      held: count?.held ?? 0,
      messages_day: count?.recent ?? 0,
    };
  });
}

async function messageRows(deps: ChatDeps, messages: readonly ChatMessage[]): Promise<MessageRow[]> {
  const { clock, db } = deps.ctx;
  const rooms = new Map((await allRooms(db)).map((room) => [room.id, roomName(deps, room)]));
  const reports = Map.groupBy(
    await reportsOf(
      db,
      messages.map(({ id }) => id),
    ),
    ({ messageId }) => messageId,
  );
  const authors = [...new Set(messages.map(({ authorId }) => authorId))];
  const mutes = await mutesOf(db, authors, clock.now());
  const mutedUntil = ({ authorId, roomId }: ChatMessage): number | null => {
    const own = mutes.filter(
      (each) => each.authorId === authorId && (each.roomId === roomId || each.roomId === ALL_ROOMS),
    );
    return own.length === 0 ? null : Math.max(...own.map(({ untilMs }) => untilMs));
  };
  return messages.map((message) => ({
    id: message.id,
    room_id: message.roomId,
    room: rooms.get(message.roomId) ?? '',
    author_id: message.authorId,
    uid: message.userId,
    nickname: message.nickname,
    vip_level: message.vipLevel,
    text: message.text,
    state: message.state,
    holds: [...message.holds],
    reports: (reports.get(message.id) ?? []).map(({ reason, comment, createdMs }) => ({
      reason,
      comment,
      created_ms: createdMs,
    })),
    decided_by: message.decidedBy,
    decided_ms: message.decidedMs,
    muted_until_ms: mutedUntil(message),
    created_ms: message.createdMs,
  }));
}

/** Adds (id 0) or changes a room, with its audit entry. Returns its id. */
async function saveRoom(deps: ChatDeps, by: string, id: number, room: RoomInput): Promise<number> {
  if (room.marketId !== null && deps.symbolOf(room.marketId) === undefined) refuse('market_unknown');
  if (id === 0 && (room.lang === null) === (room.marketId === null))
    refuse('value_invalid', { field: 'lang' });
  const { clock, db } = deps.ctx;
  return db.transact(async (tx) => {
    const saved = id === 0 ? await insertRoom(tx, room) : await findRoom(tx, id);
    if (!saved) return refuse(id === 0 ? 'chat_room_taken' : 'chat_room_unknown');
    if (id !== 0) await updateRoom(tx, id, room);
    await append(tx, {
      actor: by,
      action: 'chat room',
      subject: `chat room:${saved.id}`,
      detail: { ...room },
      at: clock.now(),
    });
    const change = { roomId: saved.id };
    await emitToOthers(deps.ctx, tx, roomsChanged, change);
    tx.afterCommit(() => deps.ctx.bus.publish(roomsChanged, change));
    return saved.id;
  });
}

/** Moderation in the console. */
export const consoleHandlers = (deps: ChatDeps): Pick<Handlers<Calls>, ConsoleCalls> => ({
  'console/chat_rooms': () => roomRows(deps),
  'console/chat_room_save': async ({ input, caller }) => {
    const id = await saveRoom(deps, caller.login, input.id, {
      lang: input.lang ?? null,
      marketId: input.match_id ?? null,
      open: input.open,
      slowModeS: input.slow_mode_s,
      position: input.position,
    });
    return (await roomRows(deps)).find((room) => room.id === id) ?? refuse('chat_room_unknown');
  },
  'console/chat_messages': async ({ input }) => {
    const filter = { only: input.filter ?? 'held', room: input.room_id, author: input.author_id };
    const { rows, total } = await messagesForModerators(deps.ctx.db, filter, input);
    return pageReply(await messageRows(deps, rows), total, input.page, input.limit);
  },
  'console/chat_decide': async ({ input, caller }) => {
    const { id, decision, reason = '' } = input;
    const [row] = await messageRows(deps, [await decide(deps, caller.login, { id, decision, reason })]);
    return row ?? refuse('chat_message_unknown');
  },
  'console/chat_mute': async ({ input, caller }) => {
    const { author_id: authorId, room_id: roomId, minutes, reason } = input;
    await mute(deps, caller.login, { authorId, roomId, minutes, reason });
    return 'ok' as const;
  },
});
