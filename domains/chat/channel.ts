import type { ChatOwnFrame, ChatRoomFrame } from '@karat/contract';
import type { Channels, PrivateChannels } from '@karat/platform/ws';
import type { ChatDeps } from './deps.ts';
import { messageById } from './message-store.ts';
import { allRooms } from './room-store.ts';
import {
  authorMuted,
  messageChangedElsewhere,
  ownMessageChanged,
  roomChanged,
  roomsChanged,
} from './topics.ts';
import { messageView, ownMessageView } from './view.ts';

/** Interval between two frames of a room: all its messages of that time travel in one. */
const GATE_MS = 100;
/** Messages of one frame; a reader that misses more lists the room. */
const FRAME_MAX = 100;

/** Joins the unsent messages of a room. A message that changed twice is sent as it is now. */
export function mergeFrames(older: ChatRoomFrame, newer: ChatRoomFrame): ChatRoomFrame {
  const changed = new Set(newer.messages.map(({ id }) => id));
  const messages = [...older.messages.filter(({ id }) => !changed.has(id)), ...newer.messages];
  return {
    room_id: newer.room_id,
    last_seq: Math.max(older.last_seq, newer.last_seq),
    messages: messages.toSorted((a, b) => a.seq - b.seq).slice(-FRAME_MAX),
  };
}

/**
 * Publishes the rooms on `chat:<room_id>` and what concerns an author on the private channel `chat`. Returns the stop function.
 * `load` reads the newest numbers of the rooms, for the snapshots.
 */
export function connectChat(
  { ctx }: ChatDeps,
  channels: Channels,
  own: PrivateChannels,
): { readonly load: () => Promise<void>; readonly stop: () => void } {
  const newest = new Map<number, number>();
  const feed = channels.register({
    pattern: 'chat:<room_id>',
    known: ([id = '']) => /^[1-9][0-9]{0,15}$/.test(id) && newest.has(Number(id)),
    snapshot: ([id = '']) => ({ room_id: Number(id), last_seq: newest.get(Number(id)) ?? 0, messages: [] }),
    conflate: { merge: mergeFrames },
    gateMs: GATE_MS,
  });
  // One after the other, so that numbers of a room stay in order.
  let relayed: Promise<void> = Promise.resolve();
  const publishStored = async (id: number, room: boolean, author: boolean): Promise<void> => {
    const message = await messageById(ctx.db, id);
    if (message && room) ctx.bus.publish(roomChanged, message);
    if (message && author) ctx.bus.publish(ownMessageChanged, message);
  };
  const stops = [
    ctx.bus.subscribe(messageChangedElsewhere, ({ id, room, author }) => {
      relayed = relayed
        .then(() => publishStored(id, room, author))
        .catch((error: unknown) => ctx.log.warn({ message: id, error: String(error) }, 'chat push failed'));
    }),
    ctx.bus.subscribe(roomsChanged, ({ roomId }) => {
      if (!newest.has(roomId)) newest.set(roomId, 0);
    }),
    ctx.bus.subscribe(roomChanged, (message) => {
      const lastSeq = Math.max(newest.get(message.roomId) ?? 0, message.seq);
      newest.set(message.roomId, lastSeq);
      const frame = { room_id: message.roomId, last_seq: lastSeq, messages: [messageView(message)] };
      feed.publish([message.roomId], frame);
    }),
    ctx.bus.subscribe(ownMessageChanged, (message) => {
      const frame: ChatOwnFrame = { type: 'room_message', message: ownMessageView(message) };
      own.publishTo(message.userId, 'chat', frame);
    }),
    ctx.bus.subscribe(authorMuted, ({ user, roomId, untilMs }) => {
      const frame: ChatOwnFrame = { type: 'room_muted', room_id: roomId, until_ms: untilMs };
      own.publishTo(user, 'chat', frame);
    }),
  ];
  return {
    load: async () => {
      for (const { id, lastSeq } of await allRooms(ctx.db))
        newest.set(id, Math.max(lastSeq, newest.get(id) ?? 0));
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
