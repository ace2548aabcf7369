import { Refusal } from '@karat/contract';
import type { MarketId } from '@karat/contract';
import { USDT, balancesChanged } from '@karat/domains/ledger';
import { indexTicked } from '@karat/domains/market';
import type { Tick } from '@karat/domains/market';
import { traceWait } from '@karat/platform/tracing';
import type { MarkPrice } from '../position-events.ts';
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
import type { Second } from './intake/tick-queue.ts';
import { TickSettler } from './decide/settle-ticks.ts';
import type { EngineDeps } from './deps.ts';
import { secondsBetween } from './times.ts';
import type { EngineTimes } from './times.ts';

const QUEUE_MAX = 20_000;
const TASKS_MAX = 1_000;
const TICKS_MAX = 600;
const RETRY_MS = 200;
/** Interval at which the callers' waiting time is checked. */
const AGE_MS = 500;
/** Maximum time until a caller gets a reply, whatever the database does. */
const REPLY_MS_MAX = 10_000;

/** A batch that another module submits, such as the copies of many followers. */
interface QueuedTask {
  readonly task: BatchTask;
  /** Time of its submission, of `performance.now()`. */
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The single writer of all contracts. It is serial: ticks first, in their order, then user commands. Memory only finds
 * who is due; every action is decided from locked rows in the transaction that writes it.
 */
export class ContractEngine {
  readonly #deps: ContractsDeps;
  readonly #listeners: PositionEventsListener[] = [];
  readonly #memory: EngineState;
  readonly #writer: BatchWriter;
  readonly #engineDeps: EngineDeps;
  readonly #tickSettler: TickSettler;
  readonly #overnights: OvernightFees;
  readonly #ticks: TickQueue;
  readonly #commands = new CommandQueue();
  /** Time of the arrival of queued seconds, of `performance.now()`; coalescing leaves the seconds themselves unchanged. */
  readonly #arrivals = new WeakMap<Second, number>();
  #times: EngineTimes | undefined;
  #coalesced = 0;
  #tasks: QueuedTask[] = [];
  #nextKind: 'task' | 'commands' = 'commands';
  #working: Promise<void> | undefined;
  #state: 'stopped' | 'running' = 'stopped';
  #outdated = false;
  /** The last attempt failed: further failures are not logged. */
  #isFailing = false;
  #wake = (): void => undefined;
  readonly #stops: (() => void)[] = [];

  constructor(deps: ContractsDeps) {
    this.#deps = deps;
    this.#memory = new EngineState(deps);
    this.#writer = new BatchWriter(deps.ctx);
    this.#engineDeps = {
      deps,
      memory: this.#memory,
      writer: this.#writer,
      listeners: this.#listeners,
      wasCommitted: (batch) => this.#wasCommitted(batch),
      onBatch: (times) => this.#times?.batch(times),
      invalidate: () => this.invalidate(),
    };
    this.#ticks = new TickQueue(TICKS_MAX, (before, after) => {
      this.#coalesced += before - after;
      deps.ctx.log.warn({ before, after }, 'waiting ticks coalesced');
    });
    this.#tickSettler = new TickSettler(this.#engineDeps);
    this.#overnights = new OvernightFees(this.#engineDeps);
  }

  get book(): RiskBook {
    return this.#memory.book;
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  /** Number of queued seconds of ticks, of seconds dropped by coalescing since the start, and of queued commands. */
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

  /** Whether an index is stale or ahead of the clock. */
  isStale(id: MarketId): boolean {
    return this.#memory.isStale(id);
  }

  /** Registers a listener that runs in the transaction of every position event. */
  listen(listener: PositionEventsListener): void {
    this.#listeners.push(listener);
  }

  /** Sets the listener for the times of batches and ticks. */
  watch(times: EngineTimes): void {
    this.#times = times;
  }

  /** Takes the fence, rebuilds memory from rows, charges missed cut-offs, then follows the index. */
  async start(): Promise<void> {
    const { ctx, market } = this.#deps;
    await this.#writer.takeOver();
    await this.#load();
    this.#state = 'running';
    this.#stops.push(
      ctx.clock.every(AGE_MS, () => this.#age()),
      ctx.bus.subscribe(indexTicked, ({ ticks }) =>
        this.#onTicks(ticks.filter(({ source }) => source !== 'book')),
      ),
      ctx.bus.subscribe(balancesChanged, (changes) => {
        for (const { userId, type, currency, available } of changes) {
          if (type === 'lever' && currency === USDT) this.#memory.setAvailable(userId, available);
        }
      }),
    );
    // The first step of the loop: batches are numbered, so ticks and orders that come meanwhile must follow it.
    this.#working = this.#overnights.charge();
    await this.#working.finally(() => this.#finish());
    const present = market.all().flatMap(({ id }): Tick[] => {
      const index = market.index(id);
      // The index from before a pause settles nothing; the next tick does.
      return index && !index.stale
        ? [{ marketId: id, time: index.time / 1_000, price: index.price, source: index.source, quotes: '' }]
        : [];
    });
    this.#onTicks(present);
    await this.#working;
  }

  /** Finishes the running step; refuses what is queued. */
  async stop(): Promise<void> {
    this.#end();
    await this.#working;
    this.#writer.close();
  }

  /** Operators changed settings: they are reloaded before the next step. */
  invalidate(): void {
    this.#outdated = true;
  }

  /** Runs a user's command. Refuses `busy`, and `outcome_unknown` if the database does not confirm the result in time. */
  submit<Reply>(command: Command<Reply>): Promise<Reply> {
    if (this.#state !== 'running' || this.#commands.length >= QUEUE_MAX)
      return Promise.reject(new Refusal('busy'));
    return traceWait(this.#deps.ctx.tracer, 'contracts queue', (span) => {
      const reply = this.#commands.add(command, span);
      this.#work();
      return reply;
    });
  }

  /** Runs a batch exclusively, between ticks and user commands. */
  runTask(task: BatchTask): Promise<void> {
    if (this.#state !== 'running' || this.#tasks.length >= TASKS_MAX)
      return Promise.reject(new Refusal('busy'));
    return traceWait(
      this.#deps.ctx.tracer,
      'contracts task',
      () =>
        new Promise((resolve, reject) => {
          this.#tasks.push({ task, since: performance.now(), resolve, reject });
          this.#work();
        }),
    );
  }

  /** Resolves when everything received so far is processed. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  #onTicks(ticks: readonly Tick[]): void {
    this.#arrivals.set(ticks, performance.now());
    this.#ticks.push(ticks);
    this.#work();
  }

  #age(): void {
    this.#commands.age(AGE_MS, this.#deps.replyMsMax ?? REPLY_MS_MAX);
  }

  #work(): void {
    if (this.#working || this.#state !== 'running') return;
    const turn = new Promise<void>((resolve) => setImmediate(resolve));
    this.#working = turn.then(() => this.#drain()).finally(() => this.#finish());
  }

  #hasWork(): boolean {
    return this.#state === 'running' && this.#ticks.length + this.#commands.length + this.#tasks.length > 0;
  }

  #finish(): void {
    this.#working = undefined;
    if (this.#hasWork()) this.#work();
  }

  async #drain(): Promise<void> {
    while (this.#hasWork()) {
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
          this.#deps.ctx.log.error({ err: error }, 'contract settlement failed, reloading rows');
        this.#isFailing = true;
        this.#outdated = true;
        await this.#pause();
      }
    }
  }

  async #settleTicks(ticks: readonly Tick[]): Promise<void> {
    try {
      await this.#tickSettler.settle(ticks);
      this.#times?.tick(secondsBetween(this.#arrivals.get(ticks) ?? performance.now(), performance.now()));
    } catch (error) {
      this.#ticks.putBack(ticks);
      throw error;
    }
  }

  /** Commands and batches alternate: thousands of copies do not delay a user's close, nor the reverse. */
  async #next(): Promise<void> {
    const [queued] = this.#tasks;
    if (queued && (this.#nextKind === 'task' || this.#commands.length === 0)) {
      this.#nextKind = 'commands';
      this.#tasks.shift();
      await this.#runQueued(queued).then(queued.resolve, (error: unknown) => {
        queued.reject(error instanceof EngineStopped ? new Refusal('busy') : error);
        if (error instanceof FenceLost || error instanceof EngineStopped) throw error;
      });
    } else {
      this.#nextKind = 'task';
      await serve(this.#engineDeps, this.#commands.take(USERS_MAX), () => this.#reload());
    }
  }

  async #runQueued({ task, since }: QueuedTask): Promise<void> {
    const started = performance.now();
    await runBatch(this.#engineDeps, task);
    const [waited, commit] = [secondsBetween(since, started), secondsBetween(started, performance.now())];
    this.#times?.batch({ size: task.users.length, waited, commit });
  }

  /** Delay before the next attempt; a stop ends it early. */
  #pause(): Promise<void> {
    if (this.#state !== 'running') return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#deps.ctx.clock.after(RETRY_MS, resolve);
    });
  }

  /** Reloads the rows, retrying until the database responds. Throws EngineStopped and FenceLost. */
  async #reload(read: () => Promise<void> = () => this.#load()): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await read();
      } catch (error) {
        if (error instanceof FenceLost) throw error;
        if (attempt === 1) this.#deps.ctx.log.error({ err: error }, 'contract reload failed, retrying');
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

  /** Another engine has taken over: this one stops and writes nothing more. */
  #resign(): void {
    this.#deps.ctx.log.error({}, 'fence lost to another contracts engine, stopped');
    this.#end();
  }

  /** Accepts nothing new and refuses what is queued. */
  #end(): void {
    const wasRunning = this.#state === 'running';
    this.#state = 'stopped';
    for (const stop of this.#stops.splice(0)) stop();
    this.#wake();
    for (const { reject } of this.#tasks.splice(0)) reject(new Refusal('busy'));
    if (wasRunning && this.#working) void this.#working.finally(() => this.#commands.giveUp());
    else this.#commands.giveUp();
  }

  async #load(): Promise<void> {
    await this.#memory.load();
    await this.#overnights.load();
    this.#outdated = false;
  }
}
