import type { ReplyOf } from '../../lib/calls.ts';

type Listed = ReplyOf<'chat/messages'>;
export type Room = Listed['room'];
export type Message = Listed['data'][number];
export type OwnMessage = Listed['own'][number];
export type Me = NonNullable<Listed['me']>;

/** A room as far as this device knows it. */
export interface RoomLog {
  readonly room: Room | null;
  /** Null for a visitor. */
  readonly me: Me | null;
  /** By id, each once, own held ones included. */
  readonly messages: readonly Message[];
  /** Changes up to this number are known. */
  readonly seq: number;
  readonly hasOlder: boolean;
}

export const EMPTY_ROOM: RoomLog = { room: null, me: null, messages: [], seq: 0, hasOlder: false };

/** Adds messages by id. A change with a lower number than the known one is outdated; held messages have number 0. */
export function withMessages(log: RoomLog, changed: readonly Message[]): RoomLog {
  if (changed.length === 0) return log;
  const byId = new Map(log.messages.map((message) => [message.id, message]));
  for (const message of changed) {
    const known = byId.get(message.id);
    if (!known || message.seq === 0 || message.seq >= known.seq) byId.set(message.id, message);
  }
  return { ...log, messages: [...byId.values()].toSorted((a, b) => a.id - b.id) };
}

/** Takes the newest messages of the room, which replace all others. */
export function withNewest(log: RoomLog, { room, me, data, own }: Listed, limit: number): RoomLog {
  const fresh = { ...log, room, me, seq: room.last_seq, hasOlder: data.length >= limit, messages: [] };
  const [oldest] = data;
  // Own held messages from before the shown ones stay where the history is.
  const held = own.filter(({ id }) => !fresh.hasOlder || oldest === undefined || id > oldest.id);
  return withMessages(fresh, [...data, ...held]);
}

/** Takes changes after the known number. */
export function withChanges(log: RoomLog, { room, me, data, own }: Listed): RoomLog {
  const seq = Math.max(log.seq, ...data.map((message) => message.seq));
  return { ...withMessages(log, [...data, ...own]), room, me, seq };
}

/** Takes messages before the first one. */
export const withOlder = (log: RoomLog, { data }: Listed, limit: number): RoomLog => ({
  ...withMessages(log, data),
  hasOlder: data.length >= limit,
});

interface Frame {
  readonly last_seq: number;
  readonly messages: readonly Message[];
}

/** Takes a frame of the room's channel. Returns whether changes before it are missing. */
export function withFrame(log: RoomLog, frame: Frame): { readonly log: RoomLog; readonly behind: boolean } {
  const unknown = frame.messages.filter(({ seq }) => seq > log.seq);
  const shown = withMessages(log, frame.messages);
  let { seq } = log;
  for (const message of unknown.toSorted((a, b) => a.seq - b.seq)) if (message.seq === seq + 1) seq += 1;
  return { log: { ...shown, seq }, behind: frame.last_seq > seq };
}

/** Messages of authors that the reader has not blocked. */
export const visible = (messages: readonly Message[], blocked: ReadonlySet<number>): readonly Message[] =>
  messages.filter(({ author_id: author }) => !blocked.has(author));
