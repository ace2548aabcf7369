import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { ServerProcess } from '@karat/testkit';
import { contradictions } from './invariants.ts';

interface Envelope {
  readonly type: string;
  readonly message: unknown;
  readonly error?: string;
}
interface Acknowledged {
  readonly id: number;
  readonly client_id: string;
  readonly status: number;
  readonly filled: string;
}

/** The result of a crash test. */
export interface CrashReport {
  rounds: number;
  acknowledged: number;
  cancelled: number;
  unanswered: number;
  fills: number;
}

const FIRST_NAMES = ['alice', 'bruno', 'chloe'];
const CLIENTS = 24;
const ENDED = new Set([2, 3, 5]);

/** Users who place and cancel orders, store every reply, and compare the rows with it after each crash. */
class CrashTraders {
  readonly report: CrashReport = { rounds: 0, acknowledged: 0, cancelled: 0, unanswered: 0, fills: 0 };
  readonly #acknowledged = new Map<string, Acknowledged>();
  /** Requests without a reply, with their client id. */
  readonly #unanswered = new Map<string, { token: string; form: Record<string, string> }>();
  #tokens: string[] = [];
  #price = 0;
  #next = 0;
  #url = '';

  async register(url: string): Promise<void> {
    this.#url = url;
    if (this.#tokens.length > 0) return;
    for (const name of FIRST_NAMES) {
      const form = { user_string: `${name}@demo.karat.example`, password: `karat-${name}` };
      const answer = await this.#post('user/login', undefined, form);
      if (answer.type !== 'ok') throw new Error(`cannot log in: ${String(answer.message)}`);
      this.#tokens.push(String(answer.message));
    }
    const response = await fetch(`${url}/api/market/index?match_id=1`);
    const { message } = (await response.json()) as { message: { price: string | null } };
    this.#price = Number(message.price ?? 0);
    if (this.#price === 0) throw new Error('the market has no index');
  }

  /** Trades until the server has ended. */
  async trade(): Promise<void> {
    const clients = Array.from({ length: CLIENTS }, () => this.#client());
    await Promise.all(clients);
  }

  async #client(): Promise<void> {
    const own: Acknowledged[] = [];
    for (;;) {
      const token = this.#tokens[this.#next % this.#tokens.length] ?? '';
      const chosen = own.length > 6 && Math.random() < 0.4 ? own.shift() : undefined;
      try {
        if (chosen) await this.#cancel(chosen);
        else {
          const placed = await this.#place(token);
          if (placed) own.push(placed);
        }
      } catch {
        return;
      }
    }
  }

  #owner = new Map<string, string>();

  async #place(token: string): Promise<Acknowledged | undefined> {
    const client = `crash-${++this.#next}`;
    const buys = Math.random() < 0.5;
    const away = (Math.random() - 0.4) * 0.004 * (buys ? -1 : 1);
    const form = {
      type: buys ? '1' : '2',
      currency_id: '1',
      legal_id: '3',
      client_id: client,
      amount: (0.0003 + Math.floor(Math.random() * 40) * 0.00001).toFixed(5),
      target_price: (this.#price * (1 + away)).toFixed(1),
    };
    this.#unanswered.set(client, { token, form });
    this.#owner.set(client, token);
    const answer = await this.#post('coin/trade', token, form);
    this.#unanswered.delete(client);
    if (answer.type !== 'ok') return undefined;
    const order = answer.message as Acknowledged;
    this.#acknowledged.set(client, order);
    this.report.acknowledged++;
    return order;
  }

  async #cancel(order: Acknowledged): Promise<void> {
    const answer = await this.#post('coin/cancel', this.#owner.get(order.client_id), {
      id: String(order.id),
    });
    if (answer.type !== 'ok') return;
    this.#acknowledged.set(order.client_id, answer.message as Acknowledged);
    this.report.cancelled++;
  }

  async #post(path: string, token: string | undefined, form: Record<string, string>): Promise<Envelope> {
    const response = await fetch(`${this.#url}/api/${path}`, {
      method: 'POST',
      headers: token === undefined ? {} : { authorization: token },
      body: new URLSearchParams(form),
    });
    return (await response.json()) as Envelope;
  }

  /** Returns the contradictions between rows and acknowledged orders, or among rows. */
  async check(db: Database): Promise<string[]> {
    this.report.rounds++;
    const wrong = await contradictions(db);
    type Row = { id: number; client_key: string; status: number; filled: string };
    const rows = await db.rows<Row>(
      sql`select id, client_key, status, filled from spot_orders where client_key is not null`,
    );
    const byKey = new Map(rows.map((row) => [row.client_key, row]));
    if (byKey.size !== rows.length) wrong.push('a client order id has two orders');
    for (const [key, order] of this.#acknowledged) {
      const row = byKey.get(key);
      if (!row || row.id !== order.id) wrong.push(`order ${order.id} was acknowledged and is not there`);
      else if (amount(row.filled) < amount(order.filled)) wrong.push(`order ${order.id} has lost a fill`);
      else if (ENDED.has(order.status) && row.status !== order.status)
        wrong.push(`order ${order.id} has come back`);
    }
    const { fills } = await db.one<{ fills: number }>(sql`select count(*) as fills from spot_fills`);
    this.report.fills = fills;
    return wrong;
  }

  /** Repeats the requests without a reply: each makes one order, whether it had been written or not. */
  async repeatUnanswered(): Promise<void> {
    for (const [client, { token, form }] of this.#unanswered) {
      const answer = await this.#post('coin/trade', token, form);
      if (answer.error === 'idempotency_conflict')
        throw new Error(`${client} was written with other content`);
      if (answer.type === 'ok') this.#acknowledged.set(client, answer.message as Acknowledged);
      this.#unanswered.delete(client);
      this.report.unanswered++;
    }
    // The next round does not know these orders, and the limit of open orders applies.
    for (const token of this.#tokens) await this.#post('coin/cancel_all', token, {});
  }
}

/**
 * Kills the server under load at random times, in every other round its database too, and after each restart compares
 * every acknowledged order and every sum with the rows. Throws with the contradictions.
 */
export async function crashAgainAndAgain(
  rounds: number,
  log: (line: string) => void = () => undefined,
): Promise<CrashReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'karat-crash-'));
  const traders = new CrashTraders();
  try {
    for (let round = 0; round <= rounds; round++) {
      const server = await ServerProcess.start(dataDir);
      try {
        await traders.register(server.url);
        const wrong = await traders.check(server.db);
        if (wrong.length > 0) throw new Error(`after crash ${round}:\n${wrong.slice(0, 20).join('\n')}`);
        await traders.repeatUnanswered();
        log(`crash ${round}: ${JSON.stringify(traders.report)}`);
        const trading = round < rounds ? traders.trade() : undefined;
        if (trading) await new Promise((passed) => setTimeout(passed, 200 + Math.random() * 2_000));
        await (trading ? server.kill(round % 2 === 1) : server.stop());
        await trading;
      } finally {
        await server.kill(false);
      }
    }
    return traders.report;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
