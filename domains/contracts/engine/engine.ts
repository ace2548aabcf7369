import { Refusal } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import { USDT, balancesChanged } from '@karat/domains/ledger';
import { indexTicked } from '@karat/domains/market';
import type { Tick } from '@karat/domains/market';
import type { Mark } from '../desk.ts';
import type { ContractMarket, Limits } from '../settings-store.ts';
import { Line } from './line.ts';
import { Memory } from './memory.ts';
import { Overnights } from './overnights.ts';
import type { ContractsDeps, DeedsListener } from './ports.ts';
import { serveTogether } from './request.ts';
import type { Command } from './request.ts';
import type { RiskBook } from './risk-book.ts';
import { USERS_MAX, runRound } from './round.ts';
import type { Round } from './round.ts';
import type { Works } from './works.ts';
import { Ticking } from './ticking.ts';

const QUEUE_MAX = 20_000;
const ROUNDS_MAX = 1_000;
const TICKS_MAX = 600;
const RETRY_MS = 200;

interface Queued {
  readonly command: Command<unknown>;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A round of somebody else's making, such as the copies of many followers. */
interface WaitingRound {
  readonly round: Round;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The one writer of all contracts. It does one thing after the other: ticks first, in their order, then what users asked
 * for. Memory only says who is due; what happens is decided from locked rows, in the transaction that writes it.
 */
export class ContractEngine {
  readonly #deps: ContractsDeps;
  readonly #listeners: DeedsListener[] = [];
  readonly #memory: Memory;
  readonly #line: Line;
  readonly #works: Works;
  readonly #ticking: Ticking;
  readonly #overnights: Overnights;
  #ticks: (readonly Tick[])[] = [];
  #queue: Queued[] = [];
  #rounds: WaitingRound[] = [];
  #turn: 'round' | 'commands' = 'commands';
  #working: Promise<void> | undefined;
  #state: 'stopped' | 'running' = 'stopped';
  #outdated = false;
  #wake = (): void => undefined;
  readonly #stops: (() => void)[] = [];

  constructor(deps: ContractsDeps) {
    this.#deps = deps;
    this.#memory = new Memory(deps);
    this.#line = new Line(deps.ctx.db);
    this.#works = { deps, memory: this.#memory, line: this.#line, listeners: this.#listeners };
    this.#ticking = new Ticking(this.#works);
    this.#overnights = new Overnights(this.#works);
  }

  get book(): RiskBook {
    return this.#memory.book;
  }

  get running(): boolean {
    return this.#state === 'running';
  }

  contract(id: MarketId): ContractMarket | undefined {
    return this.#memory.contract(id);
  }

  get limits(): Limits {
    return this.#memory.limits;
  }

  mark(id: MarketId): Mark | undefined {
    return this.#memory.mark(id);
  }

  /** Whether an index is too old, or ahead of the clock, to be used. */
  isStale(id: MarketId): boolean {
    return this.#memory.isStale(id);
  }

  /** Told in the transaction of every deed. */
  listen(listener: DeedsListener): void {
    this.#listeners.push(listener);
  }

  /** Rebuilds memory from rows, charges missed cut-offs, then follows the index. */
  async start(): Promise<void> {
    const { ctx, market } = this.#deps;
    await this.#load();
    this.#state = 'running';
    this.#stops.push(
      ctx.bus.subscribe(indexTicked, ({ ticks }) => this.#hear(ticks)),
      ctx.bus.subscribe(balancesChanged, (changes) => {
        for (const { userId, type, currency, available } of changes) {
          if (type === 'lever' && currency === USDT) this.#memory.setAvailable(userId, available);
        }
      }),
    );
    await this.#overnights.charge();
    const now = market.all().flatMap(({ id }): Tick[] => {
      const index = market.index(id);
      // What the index was before a pause settles nothing; its next tick does.
      return index && !index.stale
        ? [{ marketId: id, time: index.time / 1_000, price: index.price, source: index.source, quotes: '' }]
        : [];
    });
    this.#hear(now);
    await this.#working;
  }

  /** Finishes what is under way; what waits is refused. */
  async stop(): Promise<void> {
    this.#state = 'stopped';
    for (const stop of this.#stops.splice(0)) stop();
    this.#wake();
    await this.#working;
    this.#line.close();
    for (const { reject } of this.#queue.splice(0)) reject(new Refusal('busy'));
    for (const { reject } of this.#rounds.splice(0)) reject(new Refusal('busy'));
  }

  /** Settings were changed by operators: read again before anything else is done. */
  changed(): void {
    this.#outdated = true;
  }

  ask<Reply>(command: Command<Reply>): Promise<Reply> {
    if (this.#state !== 'running' || this.#queue.length >= QUEUE_MAX)
      return Promise.reject(new Refusal('busy'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ command, resolve: (reply) => resolve(reply as Reply), reject });
      this.#work();
    });
  }

  /** Runs a round in its turn, between ticks and what users ask for. */
  exclusive(round: Round): Promise<void> {
    if (this.#state !== 'running' || this.#rounds.length >= ROUNDS_MAX)
      return Promise.reject(new Refusal('busy'));
    return new Promise((resolve, reject) => {
      this.#rounds.push({ round, resolve, reject });
      this.#work();
    });
  }

  /** Resolves when everything heard so far is done. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  #hear(ticks: readonly Tick[]): void {
    if (this.#ticks.length < TICKS_MAX) this.#ticks.push(ticks);
    this.#work();
  }

  #work(): void {
    if (this.#working || this.#state !== 'running') return;
    const turn = new Promise<void>((resolve) => setImmediate(resolve));
    this.#working = turn.then(() => this.#drain()).finally(() => this.#rest());
  }

  #waits(): boolean {
    return this.#state === 'running' && this.#ticks.length + this.#queue.length + this.#rounds.length > 0;
  }

  #rest(): void {
    this.#working = undefined;
    if (this.#waits()) this.#work();
  }

  async #drain(): Promise<void> {
    while (this.#waits()) {
      try {
        if (this.#outdated) await this.#load();
        await this.#overnights.charge();
        const ticks = this.#ticks[0];
        if (ticks) {
          await this.#ticking.settle(ticks);
          this.#ticks.shift();
        } else await this.#next();
      } catch (error) {
        this.#deps.ctx.log.error({ err: error }, 'contracts could not be settled; reading the rows again');
        this.#outdated = true;
        await this.#pause();
      }
    }
  }

  /** Commands and rounds in turns: thousands of copies do not keep anybody from closing a position, nor the other way round. */
  async #next(): Promise<void> {
    const [waiting] = this.#rounds;
    if (waiting && (this.#turn === 'round' || this.#queue.length === 0)) {
      this.#turn = 'commands';
      this.#rounds.shift();
      await runRound(this.#works, waiting.round).then(waiting.resolve, waiting.reject);
    } else {
      this.#turn = 'round';
      await this.#serve(this.#nextCommands());
    }
  }

  /** The next commands of different users, as many as go into one transaction. */
  #nextCommands(): Queued[] {
    const users = new Set<UserId>();
    const taken: Queued[] = [];
    const left: Queued[] = [];
    for (const each of this.#queue) {
      const { userId } = each.command;
      if (taken.length < USERS_MAX && !users.has(userId)) taken.push(each);
      else left.push(each);
      users.add(userId);
    }
    this.#queue = left;
    return taken;
  }

  /** A moment before the next try; a stop does not wait for it. */
  #pause(): Promise<void> {
    if (this.#state !== 'running') return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#deps.ctx.clock.after(RETRY_MS, resolve);
    });
  }

  async #serve(queued: readonly Queued[]): Promise<void> {
    try {
      const outcomes = await serveTogether(
        this.#works,
        queued.map((each) => each.command),
      );
      queued.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome && 'reply' in outcome) resolve(outcome.reply);
        else reject(outcome ? outcome.refused : new Refusal('busy'));
      });
    } catch (error) {
      this.#outdated = true;
      this.#deps.ctx.log.error({ err: error }, 'orders of contracts failed together');
      await this.#load();
      // One that cannot be done must not take the others with it.
      if (queued.length > 1) for (const each of queued) await this.#serve([each]);
      else queued[0]?.reject(new Refusal('busy'));
    }
  }

  async #load(): Promise<void> {
    await this.#memory.load();
    await this.#overnights.load();
    this.#outdated = false;
  }
}
