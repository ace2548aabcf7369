import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import type { ChatDeps } from '../deps.ts';
import { insertRoom } from '../room-store.ts';
import type { RoomInput } from '../room-store.ts';
import { createSend } from '../send.ts';
import type { OutgoingMessage, Send } from '../send.ts';
import { roomChanged } from '../topics.ts';
import type { ChatMessage } from '../types.ts';

export const START = Date.parse('2026-11-20T02:00:00Z');
export const user = (number: number): UserId => userId(100_000 + number);

/** Chat rooms on a database, with a clock that a test drives. */
export class ChatFixture {
  readonly clock: VirtualClock = virtualClock(START);
  readonly deps: ChatDeps;
  /** What readers of the rooms were sent. */
  readonly published: ChatMessage[] = [];
  readonly ctx: Context;
  readonly send: Send;
  #sent = 0;

  constructor(db: Database, more: Partial<ChatDeps> = {}) {
    const bus = createBus((error) => {
      throw error;
    });
    const { clock } = this;
    this.ctx = { db, clock, random: seededRandom('chat'), bus, log: silentLog, demo: true };
    this.deps = {
      ctx: this.ctx,
      people: async (_, users) => users.map((id) => ({ id, nickname: `K${id}`, vipLevel: 2 })),
      symbolOf: () => 'BTC/USDT',
      ...more,
    };
    this.send = createSend(this.deps);
    bus.subscribe(roomChanged, (message) => this.published.push(message));
  }

  async room(more: Partial<RoomInput> = {}): Promise<number> {
    const input = { lang: null, marketId: null, open: true, slowModeS: 0, position: 0, ...more };
    const added = await this.ctx.db.transact((tx) => insertRoom(tx, input));
    if (!added) throw new Error('the room is taken');
    return added.id;
  }

  /** Writes a message with a client id of its own. */
  write(
    roomId: number,
    from: UserId,
    text: string,
    more: Partial<OutgoingMessage> = {},
  ): Promise<ChatMessage> {
    this.#sent += 1;
    return this.send({ user: from, roomId, text, clientId: `sent-${this.#sent}`, ...more });
  }

  /** Everything that must always hold: numbers without gaps up to the room's, shown messages with a number. */
  async contradictions(): Promise<string[]> {
    const rooms = await this.ctx.db.rows<{ id: number; last: number; newest: number }>(sql`
      select r.id, r.last_seq as last, coalesce(max(m.seq), 0) as newest
      from chat_rooms r left join chat_messages m on m.room_id = r.id group by r.id`);
    return rooms.filter(({ last, newest }) => last !== newest).map(({ id }) => `numbers of room ${id}`);
  }
}
