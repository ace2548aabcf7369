import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@karat/platform/db';
import { checkRows, countCopies } from './money-crash-checks.ts';

/** A request that moves money, with its idempotency key. */
interface MoneyRequest {
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

/** Results of a run. */
export interface MoneyCrashReport {
  rounds: number;
  /** Successful requests, by path. */
  readonly done: Record<string, number>;
  /** Requests from before a crash that were repeated. */
  repeated: number;
  /** Positions opened as copies. */
  copies: number;
}

const USDT = '3';
const BTC = '1';
const CLIENTS = 12;
/** Timeout of a caller. */
const HANG_MS = 45_000;
/** After the database was killed alone, this many requests must succeed within a time. */
const RECOVERED_MIN = 30;
const RECOVERY_MS_MAX = 120_000;
/** Refusals that say nothing about the request: it is repeated later. */
const TRANSIENT: readonly (string | undefined)[] = [
  'unavailable',
  'busy',
  'outcome_unknown',
  'internal_error',
];
const PAUSE_MS = 100;
/** Number of acknowledged requests per round that are repeated. */
const REPEATED_MAX = 60;
const PAY_PASSWORD = '274951';
/** Duration of options. */
const SECONDS = '60';
/** A well-formed address without an owner here. */
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Calls that cancel a request. */
const BACK: Readonly<Record<string, string>> = {
  'wallet/out': 'withdrawal/cancel',
  'otc/order': 'otc/cancel',
  'lever/submit': 'lever/close',
};

/** Users whose money moves over every path; they record every reply and repeat requests after each crash. */
export class People {
  readonly report: MoneyCrashReport = { rounds: 0, done: {}, repeated: 0, copies: 0 };
  #round: { request: MoneyRequest; answer: unknown }[] = [];
  readonly #unanswered = new Map<string, MoneyRequest>();
  #tokens: string[] = [];
  #uids: string[] = [];
  #next = 0;
  #url = '';
  /** Requests that may be cancelled, by the cancelling call. */
  readonly #mayGo: Readonly<Record<string, { id: number; token: string }[]>> = {
    'withdrawal/cancel': [],
    'otc/cancel': [],
    'lever/close': [],
  };
  readonly #hung: string[] = [];
  #succeeded = 0;
  #killed = false;

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
    // Funds contract and option accounts.
    const [, bruno = ''] = this.#tokens;
    for (const [account, token] of [
      ['lever', alice],
      ['micro', alice],
      ['lever', bruno],
    ] as const) {
      const move = { ...this.#move('change', account), number: '2000' };
      await this.#must('wallet/change', token, move, `start-${account}-${token}`);
      this.#count('wallet/change');
    }
    // Bruno is a copied trader; his positions are copied for Alice.
    const follow = { trader_user_id: this.#uids[1] ?? '', type: '2', number: '1', slippage: '5' };
    await this.#must('follow/follow', alice, follow);
    await this.#post('microtrade/quiz_answer', alice, { answers: '1:2,2:3,3:1,4:2', country: 'HK' });
  }

  #move(from: string, to: string) {
    return { currency_id: USDT, number: '1', from_field: from, to_field: to };
  }

  #count(path: string): void {
    this.report.done[path] = (this.report.done[path] ?? 0) + 1;
  }

  /** A random request that moves money. */
  #randomRequest(): MoneyRequest {
    const [alice = '', bruno = ''] = this.#tokens;
    const either = Math.random() < 0.5 ? alice : bruno;
    const choices: [string, string, Record<string, string>][] = [
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
        either,
        { currency_id: BTC, legal_id: USDT, type: '1', status: '1', share: '1', multiple: '10' },
      ],
      [
        'microtrade/submit',
        alice,
        { match_id: '1', currency_id: USDT, type: '1', seconds: SECONDS, number: '10' },
      ],
      ...Object.entries(this.#mayGo).flatMap(([path, ids]): [string, string, Record<string, string>][] => {
        const id = ids[Math.floor(Math.random() * ids.length)];
        return id === undefined ? [] : [[path, id.token, { id: String(id.id) }]];
      }),
    ];
    const [path, token, form] = choices[Math.floor(Math.random() * choices.length)] ?? [
      'wallet/change',
      alice,
      {},
    ];
    return { key: `crash-${++this.#next}`, path, token, form };
  }

  /** Moves money until the server is gone. */
  async live(): Promise<void> {
    this.#killed = false;
    const client = async (): Promise<void> => {
      while (!this.#killed) {
        const request = this.#randomRequest();
        this.#unanswered.set(request.key, request);
        try {
          const answer = await this.#send(request);
          this.#record(request, answer);
          if (TRANSIENT.includes(answer.error)) await new Promise((passed) => setTimeout(passed, PAUSE_MS));
        } catch (error) {
          if (error instanceof Error && error.name === 'TimeoutError')
            this.#hung.push(`${request.path} ${request.key}`);
          else return;
        }
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }

  /** The server is about to be killed: no new requests. */
  willBeKilled(): void {
    this.#killed = true;
  }

  /** Resolves when requests succeed again; throws if they do not. */
  async recovered(): Promise<void> {
    const [before, late] = [this.#succeeded, Date.now() + RECOVERY_MS_MAX];
    while (this.#succeeded < before + RECOVERED_MIN) {
      if (Date.now() > late) throw new Error('nothing succeeds after the database was killed');
      await new Promise((passed) => setTimeout(passed, PAUSE_MS));
    }
  }

  #record(request: MoneyRequest, answer: Envelope): void {
    if (TRANSIENT.includes(answer.error)) return;
    this.#unanswered.delete(request.key);
    if (answer.type !== 'ok') return;
    this.#succeeded++;
    this.#count(request.path);
    const back = BACK[request.path];
    if (back !== undefined)
      this.#mayGo[back]?.push({ id: (answer.message as { id: number }).id, token: request.token });
    this.#round.push({ request, answer: answer.message });
  }

  #send(request: MoneyRequest): Promise<Envelope> {
    // Contract orders carry a client key, as programs do.
    const own = request.path === 'lever/submit';
    const form = own ? { ...request.form, client_id: request.key } : request.form;
    return this.#post(request.path, request.token, form, own ? undefined : request.key);
  }

  async #must(
    path: string,
    token: string,
    form: Readonly<Record<string, string>>,
    key?: string,
  ): Promise<void> {
    const { type, message } = await this.#post(path, token, form, key);
    if (type !== 'ok') throw new Error(`${path} was refused: ${String(message)}`);
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
      signal: AbortSignal.timeout(HANG_MS),
    });
    return (await response.json()) as Envelope;
  }

  /** Repeats requests: answered ones must return the first reply, others have one effect. Returns the violations. */
  async askAgain(): Promise<string[]> {
    const wrong: string[] = [];
    for (const { request, answer } of this.#round.slice(-REPEATED_MAX)) {
      const again = await this.#send(request);
      this.report.repeated++;
      if (!isDeepStrictEqual(again.message, answer))
        wrong.push(
          `${request.path} ${request.key} answered ${JSON.stringify(answer)}, again ${JSON.stringify(again)}`,
        );
    }
    this.#round = [];
    for (const request of [...this.#unanswered.values()]) {
      this.#record(request, await this.#send(request));
      this.report.repeated++;
    }
    return wrong;
  }

  /** Returns contradictions between rows and replies after every request has its reply. */
  async check(db: Database): Promise<string[]> {
    this.report.rounds++;
    this.report.copies = await countCopies(db);
    const hung = this.#hung.splice(0).map((each) => `${each} hung`);
    return [...hung, ...(await checkRows(db, this.report.done))];
  }
}
