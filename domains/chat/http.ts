import { refuse } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import { TokenBuckets, networkOf } from '@karat/platform/http';
import type { Handlers } from '@karat/platform/http';
import { authorOf, blocksOf, mutedUntil } from './author-store.ts';
import { consoleHandlers } from './console.ts';
import type { ChatDeps } from './deps.ts';
import { heldMessagesOf, lastMessageMs, messagesOfRoom } from './message-store.ts';
import { report, setBlocked } from './report.ts';
import { allRooms, findRoom } from './room-store.ts';
import { NETWORK_PER_MINUTE, publicName, slowModeWait } from './rules.ts';
import type { Send } from './send.ts';
import type { Room } from './types.ts';
import { messageView, ownMessageView, roomView } from './view.ts';

type Calls = Contract['chat'];
type Standing = Reply<Calls['chat/messages']>['me'];

const HELD_MAX = 20;
const NETWORKS_MAX = 20_000;

/** The caller in a room. */
async function standingOf(deps: ChatDeps, user: UserId, room: Room): Promise<Standing> {
  const { clock, db } = deps.ctx;
  const now = clock.now();
  const [person] = await deps.people(db, [user]);
  const author = await authorOf(db, user);
  const last =
    author === undefined || room.slowModeS === 0 ? undefined : await lastMessageMs(db, author.id, room.id);
  const waitMs = slowModeWait(room.slowModeS, last, now);
  return {
    author_id: author?.id ?? null,
    nickname: publicName(person?.nickname ?? '', user, author?.id),
    vip_level: person?.vipLevel ?? 0,
    muted_until_ms: (author && (await mutedUntil(db, author.id, room.id, now))) ?? null,
    next_ms: waitMs > 0 ? now + waitMs : null,
  };
}

/** Messages of a room with what only the caller sees. */
async function list(
  deps: ChatDeps,
  user: UserId | undefined,
  input: {
    readonly room_id: number;
    readonly after?: number | undefined;
    readonly before?: number | undefined;
    readonly limit: number;
  },
): Promise<Reply<Calls['chat/messages']>> {
  const { db } = deps.ctx;
  // First, so that its number is never ahead of the messages.
  const room = (await findRoom(db, input.room_id)) ?? refuse('chat_room_unknown');
  const { after, before, limit } = input;
  const messages = await messagesOfRoom(db, room.id, user, { after, before, limit });
  const held = user === undefined ? [] : await heldMessagesOf(db, user, room.id, HELD_MAX);
  return {
    room: roomView(deps, room),
    data: messages.map(messageView),
    own: held.map(ownMessageView),
    me: user === undefined ? null : await standingOf(deps, user, room),
  };
}

/** Answers the calls of chat rooms. */
export function chatHandlers(deps: ChatDeps, send: Send): Handlers<Calls> {
  const { clock, db } = deps.ctx;
  const networks = new TokenBuckets(NETWORKS_MAX);
  return {
    ...consoleHandlers(deps),
    'chat/rooms': async () => (await allRooms(db)).map((room) => roomView(deps, room)),
    'chat/messages': ({ input, caller }) => list(deps, caller?.userId, input),
    'chat/send': async ({ input, caller, request }) => {
      if (!networks.take(networkOf(request.address), NETWORK_PER_MINUTE, clock.now()))
        refuse('too_many_requests');
      const message = await send({
        user: caller.userId,
        roomId: input.room_id,
        clientId: input.client_id,
        text: input.text,
        replyTo: input.reply_to,
      });
      return ownMessageView(message);
    },
    'chat/report': async ({ input, caller }) => {
      const { message_id: messageId, reason, comment = '' } = input;
      await report(deps, { user: caller.userId, messageId, reason, comment });
      return 'ok' as const;
    },
    'chat/block': async ({ input, caller }) => {
      await setBlocked(deps, caller.userId, input.author_id, input.blocked);
      return 'ok' as const;
    },
    'chat/blocked': async ({ caller }) => {
      const blocks = await blocksOf(db, caller.userId);
      const people = await deps.people(
        db,
        blocks.map(({ userId }) => userId),
      );
      const names = new Map(people.map(({ id, nickname }) => [id, nickname]));
      return blocks.map(({ authorId, userId, blockedMs }) => ({
        author_id: authorId,
        nickname: publicName(names.get(userId) ?? '', userId, authorId),
        blocked_ms: blockedMs,
      }));
    },
  };
}
