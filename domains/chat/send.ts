import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { lockAuthor, mutedUntil } from './author-store.ts';
import type { ChatDeps } from './deps.ts';
import { insertMessage, lastMessageMs, messageByClientId, messageById } from './message-store.ts';
import { findRoom } from './room-store.ts';
import { publicName, screen, slowModeWait } from './rules.ts';
import type { Verdict } from './rules.ts';
import { roomChanged } from './topics.ts';
import type { Author, ChatMessage, Room } from './types.ts';

const S_MS = 1_000;
const MINUTE_MS = 60 * S_MS;

export interface OutgoingMessage {
  readonly user: UserId;
  readonly roomId: number;
  readonly clientId: string;
  readonly text: string;
  readonly replyTo?: number | undefined;
}

/**
 * Writes a message to a room, once per client id, and returns it. Refuses `chat_room_unknown`, `chat_room_closed`, `chat_link`,
 * `chat_muted`, `chat_slow_mode` and `chat_message_unknown` for an answered message of another room.
 */
export async function send(deps: ChatDeps, outgoing: OutgoingMessage): Promise<ChatMessage> {
  const { db, clock } = deps.ctx;
  const sent = await messageByClientId(db, outgoing.user, outgoing.clientId);
  if (sent) return sent;
  const verdict = screen(outgoing.text);
  return db.transact(async (tx) => {
    const now = clock.now();
    const author = await lockAuthor(tx, outgoing.user, now);
    const first = await messageByClientId(tx, outgoing.user, outgoing.clientId);
    if (first) return first;
    const room = (await findRoom(tx, outgoing.roomId)) ?? refuse('chat_room_unknown');
    if (verdict.kind === 'refused') refuse('chat_link');
    await checkStanding(tx, author, room, now);
    const message = await store(deps, tx, { outgoing, author, verdict, now });
    if (message.state === 'shown') tx.afterCommit(() => deps.ctx.bus.publish(roomChanged, message));
    return message;
  });
}

/** Refuses an author who may not write to a room now. */
async function checkStanding(tx: Tx, author: Author, room: Room, now: number): Promise<void> {
  if (!room.open) refuse('chat_room_closed');
  const until = await mutedUntil(tx, author.id, room.id, now);
  if (until !== undefined) refuse('chat_muted', { minutes: Math.ceil((until - now) / MINUTE_MS) });
  const last = room.slowModeS === 0 ? undefined : await lastMessageMs(tx, author.id, room.id);
  const waitMs = slowModeWait(room.slowModeS, last, now);
  if (waitMs > 0) refuse('chat_slow_mode', { seconds: Math.ceil(waitMs / S_MS) });
}

async function store(
  deps: ChatDeps,
  tx: Tx,
  {
    outgoing,
    author,
    verdict,
    now,
  }: {
    readonly outgoing: OutgoingMessage;
    readonly author: Author;
    readonly verdict: Verdict;
    readonly now: number;
  },
): Promise<ChatMessage> {
  const { clientId, roomId, replyTo, text, user } = outgoing;
  const answered = replyTo === undefined ? undefined : await messageById(tx, replyTo);
  if (replyTo !== undefined && (answered?.roomId !== roomId || answered.state !== 'shown'))
    refuse('chat_message_unknown');
  const [person] = await deps.people(tx, [user]);
  const added = {
    ...{ roomId, authorId: author.id, clientId, text, replyTo, createdMs: now },
    state: verdict.kind === 'held' ? ('held' as const) : ('shown' as const),
    nickname: publicName(person?.nickname ?? '', user, author.id),
    vipLevel: person?.vipLevel ?? 0,
    holds: verdict.kind === 'held' ? verdict.holds : [],
  };
  // Last, because it locks the room until the commit.
  const { id, seq } = await insertMessage(tx, added);
  const reply = {
    replyId: replyTo ?? null,
    replyNickname: answered?.nickname ?? null,
    replyText: answered?.text ?? null,
  };
  return { ...added, ...reply, id, seq, userId: user, decidedBy: null, decidedMs: null };
}
