import { Refusal, refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { ALL_ROOMS, lockAuthors, mutesOf } from './author-store.ts';
import type { ChatDeps } from './deps.ts';
import {
  insertMessages,
  lastMessagesMs,
  messageByClientId,
  messagesByClientIds,
  messagesByIds,
} from './message-store.ts';
import type { NewMessage } from './message-store.ts';
import { publishMessage } from './publish.ts';
import { findRoom } from './room-store.ts';
import { publicName, screen, slowModeWait } from './rules.ts';
import type { ChatMessage, Room } from './types.ts';

const S_MS = 1_000;
const MINUTE_MS = 60 * S_MS;
/** Messages of one transaction. */
const BATCH_MAX = 100;
/** Messages in the queue of a room; more are refused. */
const QUEUE_MAX = 1_000;

export interface OutgoingMessage {
  readonly user: UserId;
  readonly roomId: number;
  readonly clientId: string;
  readonly text: string;
  readonly replyTo?: number | undefined;
}

/**
 * Writes a message to a room, once per client id, and returns it after the commit. Refuses `chat_room_unknown`,
 * `chat_room_closed`, `chat_link`, `chat_muted`, `chat_slow_mode`, `chat_message_unknown` for an answered message of another
 * room, and `too_many_requests` when the room's queue is full.
 */
export type Send = (outgoing: OutgoingMessage) => Promise<ChatMessage>;

interface Queued {
  readonly outgoing: OutgoingMessage;
  readonly settle: (result: ChatMessage | Refusal) => void;
  readonly fail: (failure: unknown) => void;
}

/**
 * Returns a writer of rooms. One transaction of a room is in flight; what is queued meanwhile is the next one, so that a busy room
 * takes many messages with one commit.
 */
export function createSend(deps: ChatDeps): Send {
  const queues = new Map<number, Queued[]>();
  const drain = async (room: number, queue: Queued[]): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_MAX);
      try {
        const results = await writeBatch(
          deps,
          room,
          batch.map(({ outgoing }) => outgoing),
        );
        for (const { outgoing, settle } of batch)
          settle(results.get(keyOf(outgoing)) ?? new Refusal('internal_error'));
      } catch (failure) {
        for (const { fail } of batch) fail(failure);
      }
      queue.splice(0, batch.length);
    }
    queues.delete(room);
  };
  const submit = async (outgoing: OutgoingMessage): Promise<ChatMessage> => {
    const { roomId } = outgoing;
    const present = queues.get(roomId);
    if ((present?.length ?? 0) >= QUEUE_MAX) refuse('too_many_requests');
    const queue = present ?? [];
    const result = await new Promise<ChatMessage | Refusal>((settle, fail) => {
      queue.push({ outgoing, settle, fail });
      if (present) return;
      queues.set(roomId, queue);
      void drain(roomId, queue);
    });
    if (result instanceof Refusal) throw result;
    return result;
  };
  return async (outgoing) =>
    (await messageByClientId(deps.ctx.db, outgoing.user, outgoing.clientId)) ?? submit(outgoing);
}

const keyOf = ({ clientId, user }: Pick<OutgoingMessage, 'clientId' | 'user'>): string =>
  `${user}:${clientId}`;

/** Messages, or why they are refused, by author and client id. */
type Results = ReadonlyMap<string, ChatMessage | Refusal>;

const writeBatch = (deps: ChatDeps, roomId: number, batch: readonly OutgoingMessage[]): Promise<Results> =>
  deps.ctx.db.transact(async (tx) => {
    const now = deps.ctx.clock.now();
    // The first of repeated requests stands for all.
    const unique = new Map(batch.toReversed().map((outgoing) => [keyOf(outgoing), outgoing]));
    const wanted = [...unique.values()].toReversed();
    const facts = await readFacts(deps, tx, roomId, wanted, now);
    const results = new Map<string, ChatMessage | Refusal>();
    const added: NewMessage[] = [];
    for (const outgoing of wanted) {
      const stored = facts.stored.get(keyOf(outgoing));
      const judged = judge(facts, outgoing, now);
      if (stored) results.set(keyOf(outgoing), stored);
      else if (judged instanceof Refusal) results.set(keyOf(outgoing), judged);
      else {
        facts.lastMs.set(judged.authorId, now);
        added.push(judged);
      }
    }
    // Last, because it locks the room until the commit.
    for (const message of await insertMessages(tx, roomId, added, now)) {
      results.set(keyOf({ user: message.userId, clientId: message.clientId }), message);
      await publishMessage(deps, tx, message, { room: message.state === 'shown', author: false });
    }
    return results;
  });

/** What the verdict on the messages of a batch depends on. */
interface Facts {
  readonly room: Room | undefined;
  readonly authors: ReadonlyMap<UserId, number>;
  readonly names: ReadonlyMap<UserId, { readonly nickname: string; readonly vipLevel: number }>;
  readonly stored: ReadonlyMap<string, ChatMessage>;
  readonly mutedUntil: ReadonlyMap<number, number>;
  /** When authors last wrote to the room; grows within a batch. */
  readonly lastMs: Map<number, number>;
  readonly answered: ReadonlyMap<number, ChatMessage>;
}

async function readFacts(
  deps: ChatDeps,
  tx: Tx,
  roomId: number,
  wanted: readonly OutgoingMessage[],
  now: number,
): Promise<Facts> {
  const users = [...new Set(wanted.map(({ user }) => user))];
  const authors = new Map((await lockAuthors(tx, users, now)).map(({ id, userId }) => [userId, id]));
  const ids = [...authors.values()];
  const stored = await messagesByClientIds(tx, wanted);
  const room = await findRoom(tx, roomId);
  const mutes = (await mutesOf(tx, ids, now)).filter((mute) => [roomId, ALL_ROOMS].includes(mute.roomId));
  const replies = wanted.flatMap(({ replyTo }) => (replyTo === undefined ? [] : [replyTo]));
  return {
    room,
    authors,
    names: new Map((await deps.people(tx, users)).map(({ id, ...person }) => [id, person])),
    stored: new Map(
      stored.map((message) => [keyOf({ user: message.userId, clientId: message.clientId }), message]),
    ),
    mutedUntil: new Map(
      mutes.toSorted((a, b) => a.untilMs - b.untilMs).map(({ authorId, untilMs }) => [authorId, untilMs]),
    ),
    lastMs: new Map(room && room.slowModeS > 0 ? await lastMessagesMs(tx, ids, roomId) : []),
    answered: new Map((await messagesByIds(tx, replies)).map((message) => [message.id, message])),
  };
}

/** Returns the message as it is to be stored, or why it is refused. */
function judge(facts: Facts, outgoing: OutgoingMessage, now: number): NewMessage | Refusal {
  const { clientId, replyTo, text, user } = outgoing;
  const { room } = facts;
  const authorId = facts.authors.get(user) ?? 0;
  if (!room) return new Refusal('chat_room_unknown');
  const verdict = screen(text);
  if (verdict.kind === 'refused') return new Refusal('chat_link');
  if (!room.open) return new Refusal('chat_room_closed');
  const until = facts.mutedUntil.get(authorId);
  if (until !== undefined)
    return new Refusal('chat_muted', { minutes: Math.ceil((until - now) / MINUTE_MS) });
  const waitMs = slowModeWait(room.slowModeS, facts.lastMs.get(authorId), now);
  if (waitMs > 0) return new Refusal('chat_slow_mode', { seconds: Math.ceil(waitMs / S_MS) });
  const answered = replyTo === undefined ? undefined : facts.answered.get(replyTo);
  if (replyTo !== undefined && (answered?.roomId !== room.id || answered.state !== 'shown'))
    return new Refusal('chat_message_unknown');
  const person = facts.names.get(user);
  return {
    ...{ authorId, userId: user, clientId, text },
    state: verdict.kind,
    nickname: publicName(person?.nickname ?? '', user, authorId),
    vipLevel: person?.vipLevel ?? 0,
    replyId: replyTo ?? null,
    replyNickname: answered?.nickname ?? null,
    replyText: answered?.text ?? null,
    holds: verdict.kind === 'held' ? verdict.holds : [],
  };
}
