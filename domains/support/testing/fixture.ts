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
import { answer } from '../answer.ts';
import type { SupportDeps, SupportOperator } from '../deps.ts';
import { readOpenings } from '../rules.ts';
import { send } from '../send.ts';
import type { Sent } from '../send.ts';

/** A Friday, 10:00 in Hong Kong. */
export const START = Date.parse('2026-11-20T02:00:00Z');
export const SANA: SupportOperator = { login: 'support', name: 'Sana' };
export const RIKA: SupportOperator = { login: 'risk', name: 'Rika' };
export const user = (number: number): UserId => userId(100_000 + number);
export const customer = (number: number) => ({ kind: 'user', userId: user(number) }) as const;

/** Customer service on a database, with a clock that a test drives. */
export class SupportFixture {
  readonly clock: VirtualClock = virtualClock(START);
  readonly deps: SupportDeps;
  readonly ctx: Context;
  /** Keys of notifications, once each. */
  readonly notified = new Set<string>();
  readonly mails: { readonly to: string; readonly body: string }[] = [];
  #sent = 0;

  constructor(db: Database, more: Partial<SupportDeps> = {}) {
    const bus = createBus((error) => {
      throw error;
    });
    const { clock } = this;
    this.ctx = { db, clock, random: seededRandom('support'), bus, log: silentLog, demo: true };
    this.deps = {
      ctx: this.ctx,
      messages: { notify: async (_, { key }) => void this.notified.add(key) },
      mail: { mode: 'outbox', work: {}, send: async (_, mail) => void this.mails.push(mail) },
      files: {
        keep: () => Promise.reject(new Error('no files here')),
        open: async () => undefined,
        owned: async () => undefined,
      },
      hours: { zone: 'Asia/Hong_Kong', openings: readOpenings('Mon-Fri 09:00-18:00') ?? [] },
      people: async (_, users) =>
        users.map((id) => ({ id, nickname: 'Mia', email: `${id}@people.example`, antiPhishing: null })),
      records: new Map(),
      visitorEmail: {
        sendCode: async () => undefined,
        check: async (email) => email,
        consume: async () => undefined,
      },
      findArticles: async () => [],
      panelOf: async () => undefined,
      operators: async () => [SANA, RIKA],
      siteName: 'Karat',
      ...more,
    };
  }

  /** Sends a text of a user with a client id of its own. */
  ask(number: number, text: string, id?: number, clientId = `sent-${(this.#sent += 1)}`): Promise<Sent> {
    return send(this.deps, id, { customer: customer(number), clientId, lang: 'en', text });
  }

  answer(id: number, text: string, operator = SANA, clientId = `answer-${(this.#sent += 1)}`): Promise<Sent> {
    return answer(this.deps, operator, { id, clientId, text, file: undefined, confirmed: false });
  }

  /** Everything that must always hold: numbers without gaps, and counters that equal a recount. */
  async contradictions(): Promise<string[]> {
    const found = await this.ctx.db.rows<{ id: number }>(sql`
      select c.id from support_conversations c left join support_messages m on m.conversation_id = c.id
      group by c.id having c.last_seq <> count(m.id) or c.last_seq <> coalesce(max(m.seq), 0)
        or c.unread <> count(m.id) filter (where m.author = 'operator' and m.seq > c.read_seq)
        or c.unanswered <> count(m.id) filter (where m.author = 'customer' and m.seq > c.operator_read_seq)`);
    return found.map(({ id }) => `conversation ${id}`);
  }
}
