import { Refusal } from '@karat/contract';
import type { MarketId } from '@karat/contract';
import { USDT, balancesChanged } from '@karat/domains/ledger';
import { indexTicked } from '@karat/domains/market';
import type { Tick } from '@karat/domains/market';
import type { MarkPrice } from '../margin-account.ts';
import type { ContractMarket, Limits } from '../settings-store.ts';
import { BatchWriter } from './persist/batch-writer.ts';
import { CommandQueue } from './intake/command-queue.ts';
import { FenceLost } from './recovery/fence.ts';
import { EngineState } from './recovery/engine-state.ts';
import { OvernightFees } from './decide/overnight-fees.ts';
import type { ContractsDeps, PositionEventsListener } from './ports.ts';
import type { Command } from './intake/command.ts';
import type { RiskBook } from './decide/risk-book.ts';
import { EngineStopped, USERS_MAX, runBatch } from './persist/batch.ts';
import type { BatchTask } from './persist/batch.ts';
import { serve } from './intake/serve.ts';
import { TickQueue } from './intake/tick-queue.ts';
import { Ticking } from './decide/settle-ticks.ts';
import type { EngineDeps } from './deps.ts';

const QUEUE_MAX = 20_000;
const ROUNDS_MAX = 1_000;
const TICKS_MAX = 600;
const RETRY_MS = 200;
/** How often the callers' waiting time is looked at. */
const AGE_MS = 500;
/** A caller is answered within this time, whatever the database does. */
const ANSWER_MS_MAX = 10_000;

/** A round of somebody else's making, such as the copies of many followers. */
interface WaitingRound {
  readonly round: BatchTask;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The one writer of all contracts. It does one thing after the other: ticks first, in their order, then what users asked
 * for. Memory only says who is due; what happens is decided from locked rows, in the transaction that writes it.
 */
export class ContractEngine {
  readonly #deps: ContractsDeps;
  readonly #listeners: PositionEventsListener[] = [];
  readonly #memory: EngineState;
  readonly #writer: BatchWriter;
  readonly #works: EngineDeps;
  readonly #ticking: Ticking;
  readonly #overnights: OvernightFees;
  readonly #ticks: TickQueue;
  readonly #commands = new CommandQueue();
  #coalesced = 0;
  #rounds: WaitingRound[] = [];
  #turn: 'round' | 'commands' = 'commands';
  #working: Promise<void> | undefined;
  #state: 'stopped' | 'running' = 'stopped';
  #outdated = false;
  /** The last try failed: further failures are not logged. */
  #isFailing = false;
  #wake = (): void => undefined;
  readonly #stops: (() => void)[] = [];

  constructor(deps: ContractsDeps) {
    this.#deps = deps;
    this.#memory = new EngineState(deps);
    this.#writer = new BatchWriter(deps.ctx);
    this.#works = {
      deps,
      memory: this.#memory,
      writer: this.#writer,
      listeners: this.#listeners,
      wasCommitted: (batch) => this.#wasCommitted(batch),
      outdate: () => this.changed(),
    };
    this.#ticks = new TickQueue(TICKS_MAX, (waiting, kept) => {
      this.#coalesced += waiting - kept;
      deps.ctx.log.warn({ waiting, kept }, 'waiting ticks coalesced');
    });
    this.#ticking = new Ticking(this.#works);
    this.#overnights = new OvernightFees(this.#works);
  }

  get book(): RiskBook {
    return this.#memory.book;
  }

  get running(): boolean {
    return this.#state === 'running';
  }

  /** Seconds of ticks that wait, those left out by coalescing since the start, and commands that wait. */
  get backlog(): { readonly ticks: number; readonly coalesced: number; readonly commands: number } {
    return { ticks: this.#ticks.length, coalesced: this.#coalesced, commands: this.#commands.length };
  }

  contract(id: MarketId): ContractMarket | undefined {
    return this.#memory.contract(id);
  }

  get limits(): Limits {
    return this.#memory.limits;
  }

  mark(id: MarketId): MarkPrice | undefined {
    return this.#memory.mark(id);
  }

  /** Whether an index is too old, or ahead of the clock, to be used. */
  isStale(id: MarketId): boolean {
    return this.#memory.isStale(id);
  }

  /** Told in the transaction of every deed. */
  listen(listener: PositionEventsListener): void {
    this.#listeners.push(listener);
  }

  /** Takes the fence, rebuilds memory from rows, charges missed cut-offs, then follows the index. */
  async start(): Promise<void> {
    const { ctx, market } = this.#deps;
    await this.#writer.takeOver();
    await this.#load();
    this.#state = 'running';
    this.#stops.push(
      ctx.clock.every(AGE_MS, () => this.#age()),
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
    this.#end();
    await this.#working;
    this.#writer.close();
  }

  /** Settings were changed by operators: read again before anything else is done. */
  changed(): void {
    this.#outdated = true;
  }

  /** Does what a user asks for. Refuses `busy`, and `outcome_unknown` where the database does not say in time what was done. */
  ask<Reply>(command: Command<Reply>): Promise<Reply> {
    if (this.#state !== 'running' || this.#commands.length >= QUEUE_MAX)
      return Promise.reject(new Refusal('busy'));
    const answer = this.#commands.add(command);
    this.#work();
    return answer;
  }

  /** Runs a round in its turn, between ticks and what users ask for. */
  exclusive(round: BatchTask): Promise<void> {
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
    this.#ticks.push(ticks);
    this.#work();
  }

  #age(): void {
    this.#commands.age(AGE_MS, this.#deps.answerMsMax ?? ANSWER_MS_MAX);
  }

  #work(): void {
    if (this.#working || this.#state !== 'running') return;
    const turn = new Promise<void>((resolve) => setImmediate(resolve));
    this.#working = turn.then(() => this.#drain()).finally(() => this.#rest());
  }

  #waits(): boolean {
    return this.#state === 'running' && this.#ticks.length + this.#commands.length + this.#rounds.length > 0;
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
        const ticks = this.#ticks.take();
        if (ticks) await this.#settleTicks(ticks);
        else await this.#next();
        this.#isFailing = false;
      } catch (error) {
        if (error instanceof EngineStopped) return;
        if (error instanceof FenceLost) return this.#resign();
        if (!this.#isFailing)
          this.#deps.ctx.log.error({ err: error }, 'contracts could not be settled, reading the rows again');
        this.#isFailing = true;
        this.#outdated = true;
        await this.#pause();
      }
    }
  }

  async #settleTicks(ticks: readonly Tick[]): Promise<void> {
    try {
      await this.#ticking.settle(ticks);
    } catch (error) {
      this.#ticks.putBack(ticks);
      throw error;
    }
  }

  /** Commands and rounds in turns: thousands of copies do not keep anybody from closing a position, nor the other way round. */
  async #next(): Promise<void> {
    const [waiting] = this.#rounds;
    if (waiting && (this.#turn === 'round' || this.#commands.length === 0)) {
      this.#turn = 'commands';
      this.#rounds.shift();
      await runBatch(this.#works, waiting.round).then(waiting.resolve, (error: unknown) => {
        waiting.reject(error instanceof EngineStopped ? new Refusal('busy') : error);
        if (error instanceof FenceLost || error instanceof EngineStopped) throw error;
      });
    } else {
      this.#turn = 'round';
      await serve(this.#works, this.#commands.take(USERS_MAX), () => this.#reload());
    }
  }

  /** A moment before the next try; a stop does not wait for it. */
  #pause(): Promise<void> {
    if (this.#state !== 'running') return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#deps.ctx.clock.after(RETRY_MS, resolve);
    });
  }

  /** Reads the rows again until the database answers. Throws EngineStopped and FenceLost. */
  async #reload(read: () => Promise<void> = () => this.#load()): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await read();
      } catch (error) {
        if (error instanceof FenceLost) throw error;
        if (attempt === 1)
          this.#deps.ctx.log.error(
            { err: error },
            'contracts could not be read again, trying until they can',
          );
        await this.#pause();
        if (this.#state !== 'running') throw new EngineStopped('stopped while the database was away');
      }
    }
  }

  async #wasCommitted(batch: number): Promise<boolean> {
    let committed = false;
    await this.#reload(async () => {
      committed = await this.#writer.isCommitted(batch);
      await this.#load();
    });
    return committed;
  }

  /** Another engine has taken over: this one ends, and writes nothing any more. */
  #resign(): void {
    this.#deps.ctx.log.error({}, 'another contracts engine has taken over; this one has stopped');
    this.#end();
  }

  /** Nothing new is taken; what waits is refused. */
  #end(): void {
    const wasRunning = this.#state === 'running';
    this.#state = 'stopped';
    for (const stop of this.#stops.splice(0)) stop();
    this.#wake();
    for (const { reject } of this.#rounds.splice(0)) reject(new Refusal('busy'));
    if (wasRunning && this.#working) void this.#working.finally(() => this.#commands.giveUp());
    else this.#commands.giveUp();
  }

  async #load(): Promise<void> {
    await this.#memory.load();
    await this.#overnights.load();
    this.#outdated = false;
  }
}
