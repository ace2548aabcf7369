import { Refusal, refuse } from '@karat/contract';
import type { MarketId, OrderId, UserId } from '@karat/contract';
import { WRITER_SESSION } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import type { Amount } from '@karat/money';
import type { Stop } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import type { Session } from '@karat/platform/db';
import type { Order, PlaceInput } from '../types.ts';
import type { Ids } from './batch.ts';
import type { Answer, Command, Queued } from './commands.ts';
import { BatchFailed, commitBatch, isEmpty } from './commit.ts';
import type { Plan } from './commit.ts';
import { releaseLease, renewLease, takeLease, touchLease } from './lease.ts';
import type { Lease } from './lease.ts';
import { restoreBooks } from './restore.ts';
import type { Books } from './restore.ts';
import { answerPlan } from './answer.ts';
import { createWorld } from './world.ts';
import type { Ports } from './world.ts';
import { Deposed } from './write.ts';

export interface EngineDeps extends Ports {
  readonly ctx: Context;
  readonly ledger: Ledger;
  /** Told of each batch after its commit, before anyone is answered. */
  readonly onCommit: (plan: Plan) => void;
  /** Commands in one batch at most. */
  readonly batchMax?: number;
  /** Commands that may wait; beyond it they are refused `busy`. */
  readonly queueMax?: number;
  /** How long a start waits for another engine to let go. */
  readonly leaseWaitMs?: number;
}

const BATCH_MAX = 1_000;
const QUEUE_MAX = 10_000;
const LEASE_WAIT_MS = 30_000;
const HEARTBEAT_MS = 1_000;
const RETRY_MS = 200;

type State = 'stopped' | 'running' | 'recovering';

/** A batch on its way. */
interface Running {
  readonly queued: readonly Queued[];
  readonly number: number;
  readonly committed: Promise<Plan>;
}

/**
 * The one writer of all books. One commit is in flight; whatever is queued when it returns is the next batch. A caller is
 * answered when the batch of its command is durable.
 */
export class Engine {
  readonly #deps: EngineDeps;
  readonly #world;
  readonly #batchMax: number;
  readonly #queueMax: number;
  #books: Books = new Map();
  #lease: Lease | undefined;
  #session: Session | undefined;
  #ids: Ids = { order: 0, fill: 0 };
  #batch = 0;
  #state: State = 'stopped';
  #queue: Queued[] = [];
  #working: Promise<void> | undefined;
  #stopHeartbeat: Stop = () => undefined;
  #stopping = false;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#world = createWorld(deps);
    this.#batchMax = deps.batchMax ?? BATCH_MAX;
    this.#queueMax = deps.queueMax ?? QUEUE_MAX;
  }

  /** Takes the lease, rebuilds the books from rows and begins. Throws LeaseHeld when another engine does not let go. */
  async start(): Promise<void> {
    const { ctx, leaseWaitMs = LEASE_WAIT_MS } = this.#deps;
    const taken = await takeLease(ctx.db, ctx.clock, leaseWaitMs);
    this.#lease = taken.lease;
    this.#batch = taken.batch;
    this.#ids = taken.ids;
    this.#stopHeartbeat = ctx.clock.every(HEARTBEAT_MS, () => void this.#heartbeat());
    await this.#load();
    this.#state = 'running';
    for (const id of this.#books.keys()) this.wake(id);
  }

  /** Refuses what is new, finishes what is queued, and lets the lease go. */
  async stop(): Promise<void> {
    const running = this.#state !== 'stopped';
    this.#stopping = true;
    if (this.#state === 'running') this.#state = 'stopped';
    this.#stopHeartbeat();
    await this.#working;
    this.#state = 'stopped';
    this.#session?.release();
    this.#session = undefined;
    if (running && this.#lease) await releaseLease(this.#deps.ctx.db, this.#lease);
  }

  /** Places an order; answers it as it is once it is durable. */
  async place(userId: UserId, input: PlaceInput): Promise<Order> {
    return asOrder(await this.#ask({ kind: 'place', userId, input }));
  }

  /** Cancels an open order. Refuses `order_unknown`, `order_not_open`. */
  async cancel(userId: UserId, id: OrderId): Promise<Order> {
    return asOrder(await this.#ask({ kind: 'cancel', userId, id }));
  }

  /** Lowers the total quantity of an order in the book; it keeps its place. */
  async amend(userId: UserId, id: OrderId, total: Amount): Promise<Order> {
    return asOrder(await this.#ask({ kind: 'amend', userId, id, total }));
  }

  /** Cancels all open orders of the user, or those of one market. */
  async cancelAll(userId: UserId, marketId?: MarketId): Promise<readonly OrderId[]> {
    const answer = await this.#ask({ kind: 'cancel_all', userId, marketId });
    return 'cancelled' in answer ? answer.cancelled : [];
  }

  /** To be told when a market may have opened: orders that waited for it go to the book. */
  wake(marketId: MarketId): void {
    const book = this.#books.get(marketId);
    if (this.#state !== 'running' || !book || book.opening.size === 0 || this.#world.state(book) !== 'open')
      return;
    // Before whatever is queued: they have waited longest.
    const again = (): void => this.wake(marketId);
    this.#queue.unshift({ command: { kind: 'open', marketId }, resolve: again, reject: () => undefined });
    this.#work();
  }

  /** The books in memory; to be read, and only between batches. */
  get books(): Books {
    return this.#books;
  }

  get running(): boolean {
    return this.#state === 'running';
  }

  get queued(): number {
    return this.#queue.length;
  }

  #ask(command: Command): Promise<Answer> {
    if (this.#stopping || this.#state === 'stopped' || this.#queue.length >= this.#queueMax)
      return Promise.reject(new Refusal('busy'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ command, resolve, reject });
      this.#work();
    });
  }

  #work(): void {
    if (this.#working || this.#state === 'recovering') return;
    // Whatever else arrives in this turn of the event loop goes into the same batch.
    const turn = new Promise<void>((resolve) => setImmediate(resolve));
    this.#working = turn
      .then(() => this.#drain())
      .finally(() => {
        this.#working = undefined;
        // Asked between the last look at the queue and now.
        if (this.#queue.length > 0) this.#work();
      });
  }

  /**
   * One commit is in flight. When it returns, the next batch is on its way before anybody is answered: answering takes as
   * long as the database's first step, and nothing is decided on the books in between.
   */
  async #drain(): Promise<void> {
    let running = this.#next();
    while (running) {
      const { queued, number, committed } = running;
      try {
        const plan = await committed;
        if (!isEmpty(plan.batch)) this.#batch = number;
        this.#ids = plan.batch.ids;
        running = this.#next();
        this.#conclude(queued, plan);
      } catch (error) {
        await this.#recover(queued, number, error);
        running = this.#next();
      }
    }
  }

  /** Sends what is queued on its way; nothing if nobody waits. */
  #next(): Running | undefined {
    if (this.#queue.length === 0) return undefined;
    const queued = this.#queue.length <= this.#batchMax ? this.#queue : this.#queue.slice(0, this.#batchMax);
    this.#queue = queued === this.#queue ? [] : this.#queue.slice(this.#batchMax);
    const number = this.#batch + 1;
    const committed = this.#commit(queued, number);
    // Looked at later: until then a failure must not count as nobody's.
    committed.catch(() => undefined);
    return { queued, number, committed };
  }

  async #commit(queued: readonly Queued[], number: number): Promise<Plan> {
    const { ctx, ledger } = this.#deps;
    const [session, lease] = [this.#session ?? refuse('busy'), this.#lease ?? refuse('busy')];
    const parts = { session, lease, ledger, world: this.#world, books: this.#books, ids: this.#ids };
    const commands = queued.map((each) => each.command);
    return commitBatch(parts, commands, number, ctx.clock.now());
  }

  #conclude(queued: readonly Queued[], plan: Plan): void {
    try {
      this.#deps.onCommit(plan);
    } catch (error) {
      // The batch is durable: whoever waits for it is answered, whatever becomes of the news.
      this.#deps.ctx.log.error({ err: error }, 'a committed batch could not be told of');
    }
    answerPlan(this.#deps.ctx.db, queued, plan);
  }

  /**
   * After a failed commit the books are thrown away and built anew from rows. The row of the engine tells whether the batch
   * was committed after all, once no transaction of the broken session can be going on any more.
   */
  async #recover(queued: readonly Queued[], number: number, error: unknown): Promise<void> {
    const { ctx } = this.#deps;
    const cause = error instanceof BatchFailed ? error.cause : error;
    ctx.log.error({ err: cause, batch: number }, 'a batch of orders failed; rebuilding the books');
    this.#state = 'recovering';
    this.#session?.release();
    this.#session = undefined;
    let told = false;
    for (;;) {
      try {
        const taken =
          this.#lease && !(cause instanceof Deposed) ? await renewLease(ctx.db, this.#lease) : undefined;
        if (!taken) return this.#resign(queued, told);
        this.#lease = taken.lease;
        this.#batch = taken.batch;
        this.#ids = taken.ids;
        await this.#load();
        const plan = error instanceof BatchFailed ? error.plan : undefined;
        if (!told && plan && taken.batch >= number) this.#conclude(queued, { ...plan, changed: new Map() });
        else if (!told) for (const each of queued) each.reject(new Refusal('busy'));
        told = true;
        this.#state = this.#stopping ? 'stopped' : 'running';
        return;
      } catch (again) {
        ctx.log.error({ err: again }, 'the books cannot be rebuilt yet');
        if (this.#stopping) return this.#resign(queued, told);
        await new Promise<void>((resolve) => ctx.clock.after(RETRY_MS, resolve));
      }
    }
  }

  /** Another engine has the lease: this one ends. What it was asked is refused; nothing of it was written. */
  #resign(queued: readonly Queued[], told: boolean): void {
    this.#state = 'stopped';
    this.#lease = undefined;
    this.#stopHeartbeat();
    const refused = told ? this.#queue : [...queued, ...this.#queue];
    this.#queue = [];
    for (const each of refused) each.reject(new Refusal('busy'));
    this.#deps.ctx.log.error({}, 'another engine has taken over; this one has stopped');
  }

  async #load(): Promise<void> {
    const { ctx, markets } = this.#deps;
    this.#books = await restoreBooks(ctx.db, markets.all());
    this.#session ??= await ctx.db.session(WRITER_SESSION);
  }

  async #heartbeat(): Promise<void> {
    if (!this.#lease || this.#working) return;
    const held = await touchLease(this.#deps.ctx.db, this.#lease).catch((error: unknown) => {
      this.#deps.ctx.log.warn({ err: error }, 'the sign of life of the engine did not get through');
      return true;
    });
    if (!held && !this.#working && this.#state === 'running') this.#resign([], true);
  }
}

function asOrder(answer: Answer): Order {
  if ('order' in answer) return answer.order;
  throw new Error('the engine answered something else than an order');
}
