import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { contract } from '@karat/contract';
import type { Call } from '@karat/contract';
import { auditLedger } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import { messages } from '@karat/server';
import { ServerProcess } from '@karat/testkit';
import { actorFor, openActors } from './actors.ts';
import type { Actor } from './actors.ts';
import { createChance } from './chance.ts';
import type { Chance } from './chance.ts';
import { envelopeOf, faultsOf } from './judge.ts';
import type { Answer } from './judge.ts';
import { Pool } from './pool.ts';
import { again, askingOf } from './requests.ts';
import type { Asking } from './requests.ts';
import { openSocket, sendHttp } from './transport.ts';
import type { Socket } from './transport.ts';

export interface FuzzOptions {
  readonly dataDir: string;
  readonly seed: number;
  readonly seconds: number;
  readonly clients: number;
  /** Only calls whose path begins with it. */
  readonly only?: string;
  readonly onFault?: (fault: Fault) => void;
}

/** One fault with the first request that showed it. */
export interface Fault {
  readonly what: string;
  readonly request: string;
  readonly answer: string;
}

export interface FuzzReport {
  readonly seed: number;
  readonly requests: number;
  /** By path: number of successful replies, and of all replies. */
  readonly calls: ReadonlyMap<string, { ok: number; all: number }>;
  readonly faults: readonly Fault[];
}

type Named = readonly [path: string, call: Call];
const CALLS = Object.values(contract).flatMap((group): Named[] => Object.entries(group));
/** Calls that block users or markets; they run at the end. */
const STOPPING =
  /freeze|halt|logout|revoke|remove|safe\/(update_password|pay_password|totp)|cool_off|microtrade\/limit|option_regions|totp_reset|market_change|contract_change|lock/;
const LATE_SHARE = 0.3;
const SHOWN_MAX = 1_500;
const BURST = 8;
const KEY_MAX = 128;
const RENEW_MS = 2_000;

const sampleOf = (data: string): string => (data.length > SHOWN_MAX ? `${data.slice(0, SHOWN_MAX)}…` : data);
const requestText = ({ actor, sending, key }: Asking): string =>
  sampleOf(
    `${actor.name}: ${sending.method} ${sending.url} ${JSON.stringify(sending.headers)} ${key ?? ''} ${sending.body.toString()}`,
  );

/** A run of requests against its own server. */
class Run {
  readonly calls = new Map<string, { ok: number; all: number }>();
  readonly faults = new Map<string, Fault>();
  requests = 0;
  readonly #pool = new Pool();
  readonly #sockets = new Map<Actor, Socket>();
  readonly #renewed = new Map<Actor, number>();
  readonly #server: ServerProcess;
  readonly #options: FuzzOptions;
  readonly #actors: readonly [Actor, ...Actor[]];

  constructor(server: ServerProcess, options: FuzzOptions, actors: readonly [Actor, ...Actor[]]) {
    this.#server = server;
    this.#options = options;
    this.#actors = actors;
  }

  fault(what: string, asking: Asking, answer: string): void {
    const name = `${asking.path}: ${what}`;
    if (this.faults.has(name)) return;
    const fault = { what: name, request: requestText(asking), answer: sampleOf(answer) };
    this.faults.set(name, fault);
    this.#options.onFault?.(fault);
  }

  /** One client until the end: a stream of random requests. */
  async client(chance: Chance, from: number, until: number): Promise<void> {
    const lateFrom = until - (until - from) * LATE_SHARE;
    const wanted = CALLS.filter(([path]) => path.startsWith(this.#options.only ?? ''));
    const early = wanted.filter(([path]) => !STOPPING.test(path));
    while (performance.now() < until) {
      const named = chance.anyOf(performance.now() < lateFrom && early.length > 0 ? early : wanted);
      if (!named) throw new Error(`no call begins with ${this.#options.only}`);
      const actor = actorFor(chance, this.#actors, named[1]);
      await this.#step(chance, await askingOf(chance, this.#pool, actor, named));
    }
  }

  async #step(chance: Chance, asking: Asking): Promise<void> {
    if (chance.happens(0.01)) await this.#noise(chance, asking.actor);
    if (asking.key !== undefined && chance.happens(0.05)) return this.#burst(chance, asking);
    const first = await this.#ask(asking, chance.happens(0.1));
    if (asking.key === undefined || asking.call.effect !== 'money' || !chance.happens(0.2)) return;
    if (chance.happens(0.3)) await this.#conflict(chance, asking, first);
    else await this.#repeat(chance, asking, first);
  }

  /** The same key and fields again: the first reply. */
  async #repeat(chance: Chance, asking: Asking, first: Answer | undefined): Promise<void> {
    const before = first && envelopeOf(first);
    const second = await this.#ask(again(chance, asking, asking.fields));
    const after = second && envelopeOf(second);
    if (before?.type !== 'ok' || after === undefined || after.type === '999') return;
    if (!isDeepStrictEqual(before.message, after.message))
      this.fault('the same key and fields got another reply', asking, `${first?.body}\n${second?.body}`);
  }

  /** The same key with other fields: refused, or the fields did not matter. */
  async #conflict(chance: Chance, asking: Asking, first: Answer | undefined): Promise<void> {
    const proofs: readonly string[] = [
      'lang',
      'user_id',
      'page',
      'limit',
      'toString',
      ...(asking.call.proofs ?? []),
    ];
    const names = Object.keys(asking.fields).filter((name) => !proofs.includes(name));
    const name = chance.anyOf(names);
    if (first === undefined || name === undefined || envelopeOf(first)?.type !== 'ok') return;
    const other = await this.#ask(again(chance, asking, { ...asking.fields, [name]: '7' }));
    if (asking.fields[name] !== '7' && other && envelopeOf(other)?.type === 'ok')
      this.fault(`the same key with another ${name} was taken`, asking, other.body);
  }

  /** The same request many times at once has one effect. */
  async #burst(chance: Chance, asking: Asking): Promise<void> {
    const all = Array.from({ length: BURST }, () => again(chance, asking, asking.fields));
    const answers = await Promise.all(all.map((each) => this.#ask(each)));
    const replies = answers.flatMap((answer) => {
      const envelope = answer && envelopeOf(answer);
      return envelope?.type === 'ok' ? [envelope.message] : [];
    });
    if (asking.call.effect !== 'money') return;
    const [first, ...others] = replies;
    if (!others.every((other) => isDeepStrictEqual(first, other)))
      this.fault('the same key and fields at once got different replies', asking, JSON.stringify(replies));
  }

  /** Frames that violate the protocol. */
  async #noise(chance: Chance, actor: Actor): Promise<void> {
    const socket = await openSocket(this.#server.url, actor.token());
    const channels = [
      'ticker',
      'depth:1',
      'orders',
      'positions',
      'kline:1:1min',
      'index:99',
      'balances',
      '__proto__',
    ];
    socket.throwIn(
      chance.pick([
        JSON.stringify({ op: 'sub', ch: [chance.pick(channels as [string, ...string[]])] }),
        JSON.stringify({ op: 'unsub', ch: channels }),
        JSON.stringify({ op: 'login', token: 'x' }),
        JSON.stringify({ op: 'ping', x: 'x'.repeat(5_000) }),
        JSON.stringify({ op: ['sub'], ch: { length: 3 } }),
        '{',
        'null',
        '[]',
        '\u0000',
      ]),
    );
    socket.close();
  }

  async #socketOf(actor: Actor): Promise<Socket> {
    const open = this.#sockets.get(actor);
    if (open?.isOpen()) return open;
    const socket = await openSocket(this.#server.url, actor.token());
    this.#sockets.set(actor, socket);
    return socket;
  }

  async #send(asking: Asking, overSocket: boolean): Promise<Answer | undefined> {
    const { path, fields, lang, key, call, actor } = asking;
    // A frame with a longer key violates the protocol, and its reply names no call.
    if ((key?.length ?? 0) > KEY_MAX) return sendHttp(this.#server.url, asking.sending);
    const may = call.upload === undefined && call.replyKind !== 'file' && typeof call.who !== 'object';
    if (!overSocket || !may) return sendHttp(this.#server.url, asking.sending);
    const socket = await this.#socketOf(actor);
    return socket.call({ path, body: fields, lang, ...(key === undefined ? {} : { key }) });
  }

  async #ask(asking: Asking, overSocket = false): Promise<Answer | undefined> {
    const { path, call, lang, isPlain, actor } = asking;
    const count = this.calls.get(path) ?? { ok: 0, all: 0 };
    this.calls.set(path, count);
    this.requests += 1;
    count.all += 1;
    let answer: Answer | undefined;
    try {
      answer = await this.#send(asking, overSocket);
    } catch (error) {
      this.fault(`no answer: ${error instanceof Error ? error.message : String(error)}`, asking, '');
      return undefined;
    }
    if (answer === undefined) return undefined;
    for (const fault of faultsOf(messages, call, answer, isPlain ? lang : undefined))
      this.fault(fault, asking, answer.body);
    const envelope = envelopeOf(answer);
    if (envelope?.type === 'ok') {
      count.ok += 1;
      this.#pool.learn(path.split('/')[0] ?? '', envelope.message);
      if (path === 'market/index') this.#seeIndex(call, envelope.message);
    } else if (envelope?.type === '999' && actor.may(call)) await this.#renew(actor);
    return answer;
  }

  async readIndex(): Promise<void> {
    const found = await plainAt(this.#server.url)('market/index?match_id=1');
    const price = Number((found as { price?: string } | undefined)?.price);
    if (price > 0) this.#pool.setIndex(price);
  }

  #seeIndex(call: Call, message: unknown): void {
    const { match_id, price } = call.reply.parse(message) as { match_id: number; price: string | null };
    if (match_id === 1 && price !== null) this.#pool.setIndex(Number(price));
  }

  async #renew(actor: Actor): Promise<void> {
    const last = this.#renewed.get(actor) ?? 0;
    if (performance.now() - last < RENEW_MS) return;
    this.#renewed.set(actor, performance.now());
    await actor.renew();
    this.#sockets.get(actor)?.close();
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.close();
  }
}

/** Money in every account and the right to stake it, so that calls reach deep. */
async function prepare(server: ServerProcess, tokens: readonly string[]): Promise<void> {
  const plain = plainAt(server.url);
  for (const token of tokens) {
    for (const to of ['lever', 'micro', 'legal'])
      await plain(
        'wallet/change',
        { currency_id: '3', number: '2000', from_field: 'change', to_field: to },
        token,
      );
    await plain('microtrade/quiz_answer', { answers: '1:2,2:3,3:1,4:2', country: 'HK' }, token);
  }
}

const methodOf = new Map<string, string>(CALLS.map(([path, { method }]) => [path, method]));
const plainAt =
  (origin: string) =>
  async (path: string, form: Readonly<Record<string, string>> = {}, token?: string): Promise<unknown> => {
    const answer = await sendHttp(origin, {
      method: methodOf.get(path.split('?')[0] ?? '') ?? 'POST',
      url: `/api/${path}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(token === undefined ? {} : { authorization: token }),
      },
      body: Buffer.from(new URLSearchParams(form).toString()),
    });
    const envelope = envelopeOf(answer);
    return envelope?.type === 'ok' ? envelope.message : undefined;
  };

/** Returns the faults of the ledger: balances below zero, and differences of the audit. */
async function bookFaults(server: ServerProcess): Promise<Fault[]> {
  const { n } = await server.db.one<{ n: number }>(sql`
    select count(*)::int as n from ledger_balances where not may_go_negative and (available < 0 or held < 0)`);
  const { differences } = await auditLedger(server.db);
  return [...(n > 0 ? [`${n} balances below zero`] : []), ...differences].map((what) => ({
    what: `books: ${what}`,
    request: '',
    answer: '',
  }));
}

const LOGGED = /"level":"(error|fatal)"/;

/** Sends requests of every kind to every call for a while, then checks the ledger and the log. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { dataDir, seed, seconds, clients } = options;
  const settings = { KARAT_LOG: 'warn', KARAT_FIAT_RATES_URL: 'off' };
  const server = await ServerProcess.start(dataDir, { settings });
  const actors = await openActors(plainAt(server.url));
  await prepare(
    server,
    actors.flatMap((actor) => (/^(alice|bruno|chloe)$/.test(actor.name) ? [actor.token() ?? ''] : [])),
  );
  const run = new Run(server, options, actors);
  await run.readIndex();
  const from = performance.now();
  const until = from + seconds * 1_000;
  const running = Array.from({ length: clients }, (_, index) =>
    run.client(createChance(seed * 1_000 + index), from, until),
  );
  await Promise.all(running);
  run.close();
  const faults = [...run.faults.values()];
  // Waits for running requests, so that the ledger no longer changes.
  await wait(1_000);
  faults.push(...(await bookFaults(server)));
  await server.stop();
  const { code, printed } = await server.ended();
  if (code !== 0)
    faults.push({
      what: `the server ended with ${code}`,
      request: '',
      answer: sampleOf(printed.slice(-SHOWN_MAX)),
    });
  for (const line of new Set(
    printed
      .split('\n')
      .filter((each) => LOGGED.test(each))
      .map(logged),
  ))
    faults.push({ what: `log: ${line}`, request: '', answer: '' });
  return { seed, requests: run.requests, calls: run.calls, faults };
}

/** A log line without the parts that differ each time. */
const logged = (line: string): string =>
  line.replaceAll(/"(time|at|request_id|id)":("[^"]*"|[0-9.]+),?/g, '').slice(0, SHOWN_MAX);
