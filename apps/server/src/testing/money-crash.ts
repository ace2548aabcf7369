import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { auditLedger } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { ServerProcess } from '@karat/testkit';

/** A request for money to move, by its idempotency key. */
interface Wish {
  readonly key: string;
  readonly path: string;
  readonly token: string;
  readonly form: Readonly<Record<string, string>>;
}

interface Envelope {
  readonly type: string;
  readonly message: unknown;
  readonly error?: string;
}

/** What a run came to. */
export interface MoneyCrashReport {
  rounds: number;
  /** Requests that were carried out, by path. */
  readonly done: Record<string, number>;
  /** Requests of before a crash that were sent again. */
  repeated: number;
}

const USDT = '3';
const BTC = '1';
const CLIENTS = 12;
/** As many of the acknowledged requests of a round are sent again. */
const REPEATED_MAX = 60;
const PAY_PASSWORD = '274951';
/** How long options run. */
const SECONDS = '60';
/** A well-formed address that belongs to nobody here. */
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** What takes a request back. */
const BACK: Readonly<Record<string, string>> = {
  'wallet/out': 'withdrawal/cancel',
  'otc/order': 'otc/cancel',
};

/** Tables in which each request makes one row, with the path that makes it. */
const ROWS: Readonly<Record<string, ReturnType<typeof sql>>> = {
  'wallet/change': sql`select count(*)::int as n from wallet_transfers`,
  'user/Transfer': sql`select count(*)::int as n from wallet_conversions`,
  'wallet/send': sql`select count(*)::int as n from wallet_sends`,
  'wallet/out': sql`select count(*)::int as n from withdrawals_requests`,
  'otc/order': sql`select count(*)::int as n from fiat_orders`,
  'lever/submit': sql`select count(*)::int as n from contracts_positions`,
  'microtrade/submit': sql`select count(*)::int as n from options_orders`,
  'withdrawal/cancel': sql`select count(*)::int as n from withdrawals_steps where state = 'cancelled'`,
  'otc/cancel': sql`select count(*)::int as n from fiat_orders where state = 'cancelled'`,
};

/** People whose money moves over every path, who remember every answer and ask again after each crash. */
class People {
  readonly report: MoneyCrashReport = { rounds: 0, done: {}, repeated: 0 };
  #round: { wish: Wish; answer: unknown }[] = [];
  readonly #unanswered = new Map<string, Wish>();
  #tokens: string[] = [];
  #uids: string[] = [];
  #next = 0;
  #url = '';
  /** What was asked for and may be taken back, by the call that takes it back. */
  readonly #mayGo: Readonly<Record<string, number[]>> = { 'withdrawal/cancel': [], 'otc/cancel': [] };

  async arrive(url: string): Promise<void> {
    this.#url = url;
    if (this.#tokens.length > 0) return;
    for (const name of ['alice', 'bruno']) {
      const form = { user_string: `${name}@demo.karat.example`, password: `karat-${name}` };
      const token = String((await this.#post('user/login', undefined, form)).message);
      this.#tokens.push(token);
      const me = await fetch(`${url}/api/user/info`, { headers: { authorization: token } });
      const { message } = (await me.json()) as { message: { id: number } };
      this.#uids.push(String(message.id));
    }
    const [alice = ''] = this.#tokens;
    // Money for contracts and options, so that there is something to open them with.
    for (const account of ['lever', 'micro']) {
      const move = { ...this.#move('change', account), number: '2000' };
      await this.#post('wallet/change', alice, move, `start-${account}`);
      this.#count('wallet/change');
    }
    await this.#post('microtrade/quiz_answer', alice, { answers: '1:2,2:3,3:1,4:2', country: 'HK' });
  }

  #move(from: string, to: string) {
    return { currency_id: USDT, number: '1', from_field: from, to_field: to };
  }

  #count(path: string): void {
    this.report.done[path] = (this.report.done[path] ?? 0) + 1;
  }

  /** Something that moves money, by chance. */
  #wish(): Wish {
    const [alice = '', bruno = ''] = this.#tokens;
    const either = Math.random() < 0.5 ? alice : bruno;
    const wishes: [string, string, Record<string, string>][] = [
      ['wallet/change', either, this.#move('change', 'micro')],
      ['wallet/change', either, this.#move('micro', 'change')],
      ['user/Transfer', either, { number: '6', from_currency_id: USDT, to_currency_id: BTC }],
      [
        'wallet/send',
        alice,
        {
          to: this.#uids[1] ?? '',
          currency_id: USDT,
          number: '1',
          pay_password: PAY_PASSWORD,
          first_payment_ok: '1',
        },
      ],
      [
        'wallet/out',
        alice,
        {
          address: ADDRESS,
          currency: USDT,
          number: '30',
          type: '0',
          network: 'ethereum',
          pay_password: PAY_PASSWORD,
        },
      ],
      [
        'otc/order',
        alice,
        {
          country: 'US',
          currency: 'USD',
          method: 'swift',
          amount: '100',
          first_name: 'Alice',
          last_name: 'Demo',
          full_name: 'Alice Demo',
          email: 'alice@demo.karat.example',
          phone: '+12025550143',
        },
      ],
      [
        'lever/submit',
        alice,
        { currency_id: BTC, legal_id: USDT, type: '1', status: '1', share: '1', multiple: '10' },
      ],
      [
        'microtrade/submit',
        alice,
        { match_id: '1', currency_id: USDT, type: '1', seconds: SECONDS, number: '10' },
      ],
      ...Object.entries(this.#mayGo).flatMap(([path, ids]): [string, string, Record<string, string>][] => {
        const id = ids[Math.floor(Math.random() * ids.length)];
        return id === undefined ? [] : [[path, alice, { id: String(id) }]];
      }),
    ];
    const [path, token, form] = wishes[Math.floor(Math.random() * wishes.length)] ?? [
      'wallet/change',
      alice,
      {},
    ];
    return { key: `crash-${++this.#next}`, path, token, form };
  }

  /** Moves money until the server is gone. */
  async live(): Promise<void> {
    const client = async (): Promise<void> => {
      for (;;) {
        const wish = this.#wish();
        this.#unanswered.set(wish.key, wish);
        try {
          this.#keep(wish, await this.#send(wish));
        } catch {
          return;
        }
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }

  #keep(wish: Wish, answer: Envelope): void {
    this.#unanswered.delete(wish.key);
    if (answer.type !== 'ok') return;
    this.#count(wish.path);
    const back = BACK[wish.path];
    if (back !== undefined) this.#mayGo[back]?.push((answer.message as { id: number }).id);
    this.#round.push({ wish, answer: answer.message });
  }

  #send(wish: Wish): Promise<Envelope> {
    // Contract orders carry their own key, as client programs do.
    const own = wish.path === 'lever/submit';
    const form = own ? { ...wish.form, client_id: wish.key } : wish.form;
    return this.#post(wish.path, wish.token, form, own ? undefined : wish.key);
  }

  async #post(
    path: string,
    token: string | undefined,
    form: Readonly<Record<string, string>>,
    key?: string,
  ): Promise<Envelope> {
    const response = await fetch(`${this.#url}/api/${path}`, {
      method: 'POST',
      headers: {
        ...(token === undefined ? {} : { authorization: token }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: new URLSearchParams(form),
    });
    return (await response.json()) as Envelope;
  }

  /** Asks again: for what was answered the first answer, for what was not one effect. Answers what is wrong. */
  async askAgain(): Promise<string[]> {
    const wrong: string[] = [];
    for (const { wish, answer } of this.#round.slice(-REPEATED_MAX)) {
      const again = await this.#send(wish);
      this.report.repeated++;
      if (!isDeepStrictEqual(again.message, answer))
        wrong.push(
          `${wish.path} ${wish.key} answered ${JSON.stringify(answer)}, again ${JSON.stringify(again)}`,
        );
    }
    this.#round = [];
    for (const wish of [...this.#unanswered.values()]) {
      this.#keep(wish, await this.#send(wish));
      this.report.repeated++;
    }
    return wrong;
  }

  /** What rows contradict the answers or each other; everything is answered by now. */
  async check(db: Database): Promise<string[]> {
    this.report.rounds++;
    const { differences } = await auditLedger(db);
    const wrong = differences.map((each) => JSON.stringify(each));
    for (const [path, count] of Object.entries(ROWS)) {
      const { n } = await db.one<{ n: number }>(count);
      const answered = this.report.done[path] ?? 0;
      if (n !== answered) wrong.push(`${path}: ${answered} were answered and ${n} are there`);
    }
    return wrong;
  }
}

/**
 * Kills the server at random moments while money moves over every path, in every other round its database too. After each
 * restart every request is asked again with its key, and the rows have to hold one effect for each. Throws with what is wrong.
 */
export async function crashMoney(
  rounds: number,
  tell: (line: string) => void = () => undefined,
): Promise<MoneyCrashReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'karat-money-crash-'));
  const people = new People();
  try {
    for (let round = 0; round <= rounds; round++) {
      const server = await ServerProcess.start(dataDir);
      try {
        await people.arrive(server.url);
        const wrong = [...(await people.askAgain()), ...(await people.check(server.db))];
        if (wrong.length > 0) throw new Error(`after crash ${round}:\n${wrong.slice(0, 20).join('\n')}`);
        tell(`crash ${round}: ${JSON.stringify(people.report)}`);
        const living = round < rounds ? people.live() : undefined;
        if (living) await new Promise((passed) => setTimeout(passed, 500 + Math.random() * 2_500));
        await (living ? server.kill(round % 2 === 1) : server.stop());
        await living;
      } finally {
        await server.kill(false);
      }
    }
    return people.report;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
