import { Refusal, refuse } from '@karat/contract';
import type { MarketId, OrderId, UserId } from '@karat/contract';
import { WRITER_SESSION } from '@karat/domains/ledger';
import type { Amount } from '@karat/money';
import type { Stop } from '@karat/platform/clock';
import { isUnavailable } from '@karat/platform/db';
import type { Session } from '@karat/platform/db';
import { traceWait } from '@karat/platform/tracing';
import type { Span } from '@karat/platform/tracing';
import type { Order, PlaceInput } from '../types.ts';
import type { IdCounters } from './decide/batch-state.ts';
import { orderOfReply } from './intake/commands.ts';
import type { CommandReply, Command, QueuedCommand } from './intake/commands.ts';
import type { CommitDeps, BatchWork } from './persist/locked-commit.ts';
import { submitTraced } from './persist/submit-batch.ts';
import { BatchPipeline } from './persist/pipeline.ts';
import type { InFlightBatch } from './persist/pipeline.ts';
import { MarketBook } from './decide/market-book.ts';
import { isEmpty } from './decide/plan.ts';
import type { BatchPlan } from './decide/plan.ts';
import { releaseLease, renewLease, acquireLease, heartbeatLease } from './recovery/lease.ts';
import type { Lease } from './recovery/lease.ts';
import { restoreBooks } from './recovery/restore.ts';
import type { Books } from './recovery/restore.ts';
import { replyToBatch, rejectBusy, rejectUnknown } from './intake/reply.ts';
import { AGE_MS, ReplyDeadline } from './intake/reply-deadline.ts';
import { Prefetcher } from './intake/prefetcher.ts';
import { RecentClientIds } from './intake/recent-client-ids.ts';
import { createPlacingContext } from './decide/context.ts';
import type { EngineDeps } from './decide/context.ts';

const BATCH_MAX = 1_000;
const QUEUE_MAX = 10_000;
const LEASE_WAIT_MS = 30_000;
const HEARTBEAT_MS = 1_000;
const RETRY_MS = 200;

type State = 'stopped' | 'running' | 'recovering';

/**
 * The single writer of all books. While a batch is committed, the next one is decided on its result and follows it on
 * the same connection; if one fails, all later ones fail too. A caller gets its reply when the batch of its command is
 * durable.
 */
export class Engine {
  readonly #deps;
  readonly #context;
  #books: Books = new Map();
  #lease: Lease | undefined;
  #session: Session | undefined;
  #ids: IdCounters = { order: 0, fill: 0 };
  /** Number of the last decided batch. */
  #batch = 0;
  readonly #pipeline: BatchPipeline;
  readonly #recent = new RecentClientIds();
  readonly #arrivals: Prefetcher;
  #noted: BatchWork | undefined;
  #state: State = 'stopped';
  #queue: QueuedCommand[] = [];
  /** The rest of this turn of the event loop, after which batches may be submitted. */
  #turn: Promise<void> | undefined;
  #landing: Promise<void> | undefined;
  /** Batches whose commit is unknown until the books are rebuilt. */
  #inDoubt: readonly InFlightBatch[] = [];
  readonly #deadline = new ReplyDeadline();
  #stopTimers: Stop = () => undefined;
  #stopping = false;

  constructor(deps: EngineDeps) {
    this.#deps = { batchMax: BATCH_MAX, queueMax: QUEUE_MAX, leaseWaitMs: LEASE_WAIT_MS, ...deps };
    this.#pipeline = new BatchPipeline(deps.onTimes);
    this.#context = createPlacingContext(deps);
    this.#arrivals = new Prefetcher(deps, this.#recent, (read) => this.#enter(read));
  }

  /**
   * Takes the lease, rebuilds the books from rows and starts. Throws LeaseHeld if another engine does not release it. An engine
   * that cannot load stops and leaves the lease to another one.
   */
  async start(): Promise<void> {
    const { ctx, leaseWaitMs } = this.#deps;
    const taken = await acquireLease(ctx.db, ctx.clock, leaseWaitMs);
    this.#lease = taken.lease;
    this.#batch = taken.batch;
    this.#ids = taken.ids;
    const stops = [
      ctx.clock.every(HEARTBEAT_MS, () => void this.#heartbeat()),
      ctx.clock.every(AGE_MS, () => this.#age()),
    ];
    this.#stopTimers = () => {
      for (const stop of stops) stop();
    };
    try {
      await this.#load();
    } catch (error) {
      // Without the database the lease ends by itself: its heartbeat has stopped.
      await this.stop().catch(() => undefined);
      throw error;
    }
    this.#state = 'running';
    for (const id of this.#books.keys()) this.wake(id);
  }

  /** Refuses new commands, finishes queued ones, and releases the lease. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#state === 'running') this.#state = 'stopped';
    this.#stopTimers();
    while (this.#working) await this.#working;
    this.#state = 'stopped';
    this.#session?.release();
    this.#session = undefined;
    if (this.#lease) await releaseLease(this.#deps.ctx.db, this.#lease);
  }

  /** Places an order; returns it once it is durable. */
  async place(userId: UserId, input: PlaceInput): Promise<Order> {
    return orderOfReply(await this.#ask({ kind: 'place', userId, input }));
  }

  /** Cancels an open order. Refuses `order_unknown`, `order_not_open`. */
  async cancel(userId: UserId, id: OrderId): Promise<Order> {
    return orderOfReply(await this.#ask({ kind: 'cancel', userId, id }));
  }

  /** Lowers the total quantity of an order in the book; it keeps its time priority. */
  async amend(userId: UserId, id: OrderId, total: Amount): Promise<Order> {
    return orderOfReply(await this.#ask({ kind: 'amend', userId, id, total }));
  }

  /**
   * Cancels a limit order in the book and places `input` in its stead, in one step. `input.quantity` is the total with what is traded
   * already. Returns the new order.
   */
  async replace(userId: UserId, id: OrderId, input: PlaceInput): Promise<Order> {
    return orderOfReply(await this.#ask({ kind: 'replace', userId, id, input }));
  }

  /** Cancels all open orders of the user, or those of one market. */
  async cancelAll(userId: UserId, marketId?: MarketId): Promise<readonly OrderId[]> {
    const answer = await this.#ask({ kind: 'cancel_all', userId, marketId });
    return 'cancelled' in answer ? answer.cancelled : [];
  }

  /** Call when a market may have opened: orders of its opening queue enter the book. */
  wake(marketId: MarketId): void {
    const book = this.#books.get(marketId);
    if (this.#state !== 'running' || !book || book.opening.size === 0 || this.#context.state(book) !== 'open')
      return;
    // Before other queued commands: they have waited longest.
    const again = (): void => this.wake(marketId);
    this.#queue.unshift({ command: { kind: 'open', marketId }, resolve: again, reject: () => undefined });
    this.#work();
  }

  /** Opens an empty book for each market that was listed since the books were rebuilt. */
  addBooks(): void {
    for (const market of this.#deps.markets.all())
      if (!this.#books.has(market.id)) this.#books.set(market.id, new MarketBook(market));
  }

  /** The books in memory; read them only between batches. */
  get books(): Books {
    return this.#books;
  }

  get running(): boolean {
    return this.#state === 'running';
  }

  get queued(): number {
    return this.#queue.length + this.#arrivals.count;
  }

  get #working(): Promise<void> | undefined {
    return this.#arrivals.pending ?? this.#turn ?? this.#landing;
  }

  #ask(command: Command): Promise<CommandReply> {
    if (this.#stopping || this.#state === 'stopped' || this.queued >= this.#deps.queueMax)
      return Promise.reject(new Refusal('busy'));
    const { tracer } = this.#deps.ctx;
    return tracer === undefined
      ? this.#enqueue(command)
      : traceWait(tracer, 'spot queue', (span) => this.#enqueue(command, span));
  }

  #enqueue(command: Command, span?: Span): Promise<CommandReply> {
    return new Promise((resolve, reject) => {
      const queued = { command, span, since: performance.now(), resolve, reject };
      if (!this.#arrivals.enqueue(queued, this.#books)) this.#enter([queued]);
    });
  }

  /** Replies to callers who would wait for a database that does not answer: unknown in flight, else nothing done. */
  #age(): void {
    if (!this.#deadline.isOver(this.#working !== undefined)) return;
    rejectUnknown([...this.#pipeline.commands, ...this.#inDoubt.flatMap((batch) => batch.queued)]);
    const isOpening = ({ command }: QueuedCommand): boolean => command.kind === 'open';
    rejectBusy([...this.#arrivals.drop(), ...this.#queue.filter((queued) => !isOpening(queued))]);
    this.#queue = this.#queue.filter(isOpening);
  }

  #enter(queued: readonly QueuedCommand[]): void {
    // Another engine may have taken over during the lookup.
    if (!this.#lease) return rejectBusy(queued);
    this.#queue.push(...queued);
    this.#work();
  }

  #work(): void {
    if (this.#turn || this.#state === 'recovering') return;
    // All other commands of this turn of the event loop join the same batch.
    this.#turn = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#turn = undefined;
      this.#depart();
      this.#watch();
    });
  }

  /** Starts the loop that waits for submitted batches. */
  #watch(): void {
    if (this.#pipeline.isEmpty) return;
    this.#landing ??= this.#land().finally(() => {
      this.#landing = undefined;
      this.#watch();
    });
  }

  /** Submits queued commands as far as they may follow the batches in inFlight. */
  #depart(): void {
    while (this.#queue.length > 0 && this.#state !== 'recovering') {
      if (!this.#pipeline.maySubmit(this.#queue.length)) return;
      const size = Math.min(this.#deps.batchMax, this.#pipeline.batchSizeFor(this.#queue.length));
      const work = { number: this.#batch + 1, at: this.#deps.ctx.clock.now() };
      const queued = this.#queue.slice(0, size);
      const inFlight = submitTraced(this.#deps.ctx.tracer, this.#parts(), this.#pipeline, queued, work);
      if (!inFlight) return;
      this.#note(inFlight.work);
      this.#queue = this.#queue.slice(size);
      this.#pipeline.add(inFlight);
    }
  }

  #parts(): CommitDeps {
    return {
      session: this.#session ?? refuse('busy'),
      lease: this.#lease ?? refuse('busy'),
      ledger: this.#deps.ledger,
      context: this.#context,
      books: this.#books,
      ids: this.#ids,
      recent: this.#recent,
    };
  }

  /** Advances batch and id numbers past a decided batch. */
  #note(work: BatchWork): void {
    const { plan, number } = work;
    if (!plan || this.#noted === work) return;
    this.#noted = work;
    if (!isEmpty(plan.batch)) this.#batch = number;
    this.#ids = plan.batch.ids;
    this.#recent.recordDecided(plan.batch.clientIds);
  }

  /** Waits for each batch in order. The next one is submitted before any caller gets a reply. */
  async #land(): Promise<void> {
    for (let first = this.#pipeline.first; first; first = this.#pipeline.first) {
      try {
        const plan = await first.committed;
        this.#pipeline.removeFirst();
        if (first.exclusive) this.#note(first.work);
        this.#recent.recordDurable(plan.batch.clientIds);
        this.#depart();
        this.#conclude(first.queued, plan);
      } catch (error) {
        await this.#recover(error);
        this.#depart();
      }
    }
  }

  #conclude(queued: readonly QueuedCommand[], plan: BatchPlan): void {
    try {
      this.#deps.onCommit(plan);
    } catch (error) {
      // The batch is durable: its callers get replies even if publishing fails.
      this.#deps.ctx.log.error({ err: error }, 'publish after commit failed');
    }
    replyToBatch(this.#deps.ctx.db, queued, plan);
    this.#deadline.advance();
  }

  /**
   * After a failed commit the books are discarded and rebuilt from rows. The engine's row shows which batches were
   * committed nevertheless, once no transaction of the broken session can be running.
   */
  async #recover(error: unknown): Promise<void> {
    const { ctx } = this.#deps;
    this.#state = 'recovering';
    const batches = this.#pipeline.removeAll();
    this.#inDoubt = batches;
    ctx.log.error(
      { err: error, batch: batches[0]?.work.number },
      'commit or connection failed, rebuilding the books',
    );
    await Promise.allSettled(batches.map((inFlight) => inFlight.committed));
    this.#session?.release();
    this.#session = undefined;
    for (let isLogged = false; ;) {
      try {
        const taken = this.#lease ? await renewLease(ctx.db, this.#lease) : undefined;
        if (!taken) return this.#resign(isUnavailable(error));
        this.#lease = taken.lease;
        this.#batch = taken.batch;
        this.#ids = taken.ids;
        await this.#load();
        for (const inFlight of this.#inDoubt) this.#settle(inFlight, taken.batch);
        this.#inDoubt = [];
        this.#state = this.#stopping ? 'stopped' : 'running';
        return;
      } catch (again) {
        if (!isLogged) ctx.log.error({ err: again }, 'book rebuild failed, retrying');
        isLogged = true;
        if (this.#stopping) return this.#resign(isUnavailable(error));
        await new Promise<void>((resolve) => ctx.clock.after(RETRY_MS, resolve));
      }
    }
  }

  /** Replies after a failure: as decided if the batch was committed nevertheless, else with a refusal. */
  #settle({ queued, work: { plan, number } }: InFlightBatch, committed: number): void {
    if (plan && number <= committed) this.#conclude(queued, { ...plan, changed: new Map() });
    else rejectBusy(queued);
  }

  /**
   * Another engine has the lease, or the database is away at the end: this one stops. Of its queued commands nothing was written, and
   * of those in flight neither, unless the connection was lost.
   */
  #resign(isUnknown: boolean): void {
    this.#state = 'stopped';
    this.#lease = undefined;
    this.#stopTimers();
    const queue = this.#queue;
    this.#queue = [];
    const inFlight = this.#inDoubt.flatMap((batch) => batch.queued);
    this.#inDoubt = [];
    if (isUnknown) rejectUnknown(inFlight);
    else rejectBusy(inFlight);
    rejectBusy(queue);
    this.#deps.ctx.log.error({}, 'lease lost to another engine, stopped');
  }

  async #load(): Promise<void> {
    const { ctx, ledger, markets } = this.#deps;
    await ledger.enableCache(ctx.db);
    this.#recent.reset();
    this.#books = await restoreBooks(ctx.db, markets.all());
    this.addBooks();
    this.#session ??= await this.#open();
  }

  async #open(): Promise<Session> {
    const session = await this.#deps.ctx.db.session(WRITER_SESSION);
    void session.ended.then(() => this.#replace(session));
    return session;
  }

  /** Replaces a connection that ended while idle, before the next batch needs it. */
  #replace(session: Session): void {
    if (this.#session !== session || this.#state !== 'running' || !this.#pipeline.isEmpty) return;
    this.#landing ??= this.#recover(new Error('engine connection ended')).finally(() => {
      this.#landing = undefined;
      this.#depart();
      this.#watch();
    });
  }

  async #heartbeat(): Promise<void> {
    if (!this.#lease || this.#working) return;
    const held = await heartbeatLease(this.#deps.ctx.db, this.#lease).catch((error: unknown) => {
      this.#deps.ctx.log.warn({ err: error }, 'engine heartbeat failed');
      return true;
    });
    if (!held && !this.#working && this.#state === 'running') this.#resign(false);
  }
}
