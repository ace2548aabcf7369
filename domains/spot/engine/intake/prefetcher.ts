import type { BalanceKey, BalanceCache } from '@karat/domains/ledger';
import type { Database } from '@karat/platform/db';
import { endWith, spansOf } from '@karat/platform/tracing';
import type { Tracer } from '@karat/platform/tracing';
import { spotAccount } from '../../settlement.ts';
import type { Command, QueuedCommand } from './commands.ts';
import { prefetchRows, clientIdKey } from './prefetched-rows.ts';
import type { RecentClientIds } from './recent-client-ids.ts';
import type { Books } from '../recovery/restore.ts';
import type { EngineDeps } from '../decide/context.ts';

/**
 * Commands that need rows which can be read before their turn: whether a client key is in use, and balances that are
 * not in memory. They are read together, while earlier batches are written; later arrivals stay behind them.
 */
export class Prefetcher {
  readonly #db: Database;
  readonly #tracer: Tracer | undefined;
  readonly #kept: BalanceCache;
  readonly #recent: RecentClientIds;
  readonly #enter: (read: readonly QueuedCommand[]) => void;
  #waiting: QueuedCommand[] = [];
  #beingRead: readonly QueuedCommand[] = [];
  #reading: Promise<void> | undefined;

  constructor(
    { ctx, ledger }: Pick<EngineDeps, 'ctx' | 'ledger'>,
    recent: RecentClientIds,
    enter: (read: readonly QueuedCommand[]) => void,
  ) {
    this.#db = ctx.db;
    this.#tracer = ctx.tracer;
    this.#kept = ledger.cache;
    this.#recent = recent;
    this.#enter = enter;
  }

  get count(): number {
    return this.#waiting.length + this.#beingRead.length;
  }

  /** Resolves when the prefetcher is empty. */
  get pending(): Promise<void> | undefined {
    return this.#reading;
  }

  /** Removes and returns all commands; none of them goes on. */
  drop(): readonly QueuedCommand[] {
    const all = [...this.#beingRead, ...this.#waiting];
    this.#beingRead = [];
    this.#waiting = [];
    return all;
  }

  /** Takes a command that needs rows, or comes after one that does; returns false for one that may go on at once. */
  enqueue(queued: QueuedCommand, books: Books): boolean {
    if (!this.#reading && !this.#needsRows(queued.command, books)) return false;
    this.#waiting.push(queued);
    this.#reading ??= this.#readAll(books);
    return true;
  }

  #needsRows(command: Command, books: Books): boolean {
    if (command.kind !== 'place') return false;
    return command.input.clientKey !== undefined || !this.#kept.has(placingBalancesOf(command, books));
  }

  async #readAll(books: Books): Promise<void> {
    // All other commands of this turn of the event loop are read together.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const all = this.#waiting;
      this.#waiting = [];
      this.#beingRead = all;
      const read = await this.#readTraced(all, books);
      const isDropped = this.#beingRead !== all;
      this.#beingRead = [];
      if (!isDropped) this.#enter(read);
    }
    // Synchronously, so that no command that arrives before `idle` resolves stays behind.
    this.#reading = undefined;
  }

  #readTraced(all: readonly QueuedCommand[], books: Books): Promise<readonly QueuedCommand[]> {
    if (this.#tracer === undefined) return this.#read(all, books);
    const span = this.#tracer.startLinked('spot prefetch', spansOf(all), { 'karat.batch.size': all.length });
    const read = this.#tracer.within(span, () => this.#read(all, books));
    return endWith(span, read, () => 'prefetch_failed');
  }

  async #read(all: readonly QueuedCommand[], books: Books): Promise<readonly QueuedCommand[]> {
    const db = this.#db;
    const kept = this.#kept;
    const commands = all.map((each) => each.command).filter((command) => command.kind === 'place');
    const { sequence } = this.#recent;
    const unknown = commands
      .flatMap((command) => placingBalancesOf(command, books))
      .filter((key) => !kept.has([key]));
    const [known] = await Promise.all([
      // Rows that cannot be read now are read in their turn.
      prefetchRows(db, commands).catch(() => undefined),
      kept.warm(db, unknown),
    ]);
    if (!known) return all;
    return all.map((each) => {
      const { command } = each;
      if (command.kind !== 'place' || command.input.clientKey === undefined) return each;
      return {
        ...each,
        key: {
          moment: sequence,
          taken: known.clientIds.get(clientIdKey(command.userId, command.input.clientKey)),
        },
      };
    });
  }
}

/** The balances that a placing user pays with and receives. */
function placingBalancesOf(command: Command, books: Books): BalanceKey[] {
  if (command.kind !== 'place') return [];
  const book = books.get(command.input.marketId);
  if (!book) return [];
  const account = spotAccount(command.userId);
  return [
    { account, currency: book.market.base },
    { account, currency: book.market.quote },
  ];
}
