import { createHash } from 'node:crypto';
import { Refusal } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import { USDT, balancesChanged, userAccount } from '@karat/domains/ledger';
import { indexTicked } from '@karat/domains/market';
import type { Tick } from '@karat/domains/market';
import { amount } from '@karat/money';
import type { Price } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { Terms } from '../commands.ts';
import { chargeOvernight } from '../desk.ts';
import type { Account, Deed, House, Mark } from '../desk.ts';
import { isOpen } from '../position.ts';
import { quantityOf } from '../rules.ts';
import { readContractMarkets, readLimits } from '../settings-store.ts';
import type { ContractMarket, Limits } from '../settings-store.ts';
import {
  forgetReplies,
  keepCutoff,
  keepReplies,
  lastCutoff,
  nextIds,
  readLive,
  readReplies,
  usersToCharge,
} from '../store.ts';
import { settleTick, warningsOf } from '../tick.ts';
import type { View } from '../tick.ts';
import { deedsDone } from '../topics.ts';
import type { ContractsDeps, DeedsListener } from './ports.ts';
import { RiskBook } from './risk-book.ts';
import { settle } from './transaction.ts';
import type { Desk, Settled } from './transaction.ts';

const DAY_MS = 86_400_000;
const STALE_MS = 2_000;
const HOUR_MS = 3_600_000;
/** A request may be repeated for so long. */
const KEEP_REPLIES_MS = 7 * DAY_MS;
const PAGE = 5_000;
/** Users of one transaction at most: a ledger batch has room for some eight thousand journals. */
const USERS_MAX = 500;
const QUEUE_MAX = 20_000;
const TICKS_MAX = 600;
const RETRY_MS = 200;

/** What a command may use while it is decided. */
export interface Scene {
  readonly account: Account;
  readonly house: House;
  readonly terms: (market: MarketId) => Terms;
  readonly limits: Limits;
  readonly level: number;
  readonly marks: (market: MarketId) => Mark | undefined;
  readonly at: number;
  readonly nextId: () => number;
}

/** Something that a user asks for. `decide` refuses before it changes anything. */
export interface Command<Reply> {
  readonly userId: UserId;
  /** Positions that it may create. */
  readonly ids: number;
  readonly key: string | undefined;
  /** What a replay of the key must equal. */
  readonly input: string;
  readonly decide: (scene: Scene) => Deed[];
  /** The answer, made when everything is decided; it is kept with the key. */
  readonly reply: (scene: Scene, deeds: readonly Deed[]) => Reply;
}

interface Queued {
  readonly command: Command<unknown>;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly reply: unknown } | { readonly refused: unknown };

const hashOf = (input: string): string => createHash('sha256').update(input).digest('hex');
const markOf = ({ price, time }: { readonly price: Price; readonly time: number }): Mark => ({
  index: price,
  tick: time,
});

/**
 * The one writer of all contracts. It does one thing after the other: ticks first, in their order, then what users asked
 * for. Memory only says who is due; what happens is decided from locked rows, in the transaction that writes it.
 */
export class ContractEngine {
  readonly #deps: ContractsDeps;
  readonly #listeners: DeedsListener[] = [];
  readonly #marks = new Map<MarketId, Mark>();
  readonly #warned = new Map<string, number>();
  #book = new RiskBook();
  #contracts = new Map<MarketId, ContractMarket>();
  #limits: Limits = { multipleOf: () => 1, positionsMax: 0 };
  #ticks: (readonly Tick[])[] = [];
  #queue: Queued[] = [];
  #working: Promise<void> | undefined;
  #state: 'stopped' | 'running' = 'stopped';
  #outdated = false;
  #cutoff = 0;
  #wake = (): void => undefined;
  readonly #stops: (() => void)[] = [];

  constructor(deps: ContractsDeps) {
    this.#deps = deps;
  }

  get book(): RiskBook {
    return this.#book;
  }

  get running(): boolean {
    return this.#state === 'running';
  }

  contract(id: MarketId): ContractMarket | undefined {
    return this.#contracts.get(id);
  }

  get limits(): Limits {
    return this.#limits;
  }

  mark(id: MarketId): Mark | undefined {
    return this.#marks.get(id);
  }

  /** Whether an index is too old, or ahead of the clock, to be used. */
  isStale(id: MarketId): boolean {
    const index = this.#deps.market.index(id);
    const mark = this.#marks.get(id);
    if (!index || !mark || index.stale) return true;
    const open = this.#deps.market.state(id) !== 'closed';
    return open && Math.abs(this.#deps.ctx.clock.now() - mark.tick * 1_000) > STALE_MS;
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
          if (type === 'lever' && currency === USDT) this.#book.setAvailable(userId, available);
        }
      }),
    );
    await this.#chargeOvernights();
    const now = market.all().flatMap(({ id }): Tick[] => {
      const index = market.index(id);
      return index
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
    for (const { reject } of this.#queue.splice(0)) reject(new Refusal('busy'));
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

  /** Runs one piece of work alone, in its turn and in one transaction with what `within` writes. */
  async exclusive(
    users: readonly UserId[],
    ids: number,
    levelled: readonly UserId[],
    decide: (sceneOf: (user: UserId) => Scene, deeds: Deed[]) => void,
    within: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    const before = this.#working ?? Promise.resolve();
    if (this.#state !== 'running') throw new Refusal('busy');
    const turn = before.then(() =>
      this.#transact(users, ids, levelled, async (tx, sceneOf, deeds) => {
        decide(sceneOf, deeds);
        await within(tx);
      }),
    );
    this.#working = turn.catch(() => undefined).finally(() => this.#rest());
    await turn;
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

  #rest(): void {
    this.#working = undefined;
    if (this.#state === 'running' && this.#ticks.length + this.#queue.length > 0) this.#work();
  }

  async #drain(): Promise<void> {
    while (this.#state === 'running' && this.#ticks.length + this.#queue.length > 0) {
      try {
        if (this.#outdated) await this.#load();
        await this.#chargeOvernights();
        const ticks = this.#ticks[0];
        if (ticks) {
          await this.#tick(ticks);
          this.#ticks.shift();
        } else await this.#serve(this.#nextCommands());
      } catch (error) {
        this.#deps.ctx.log.error({ err: error }, 'contracts could not be settled; reading the rows again');
        this.#outdated = true;
        await this.#pause();
      }
    }
  }

  /** The next commands of different users and keys, as many as go into one transaction. */
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
      const outcomes = await this.#attempt(queued);
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

  async #attempt(queued: readonly Queued[]): Promise<Outcome[]> {
    const commands = queued.map((each) => each.command);
    const users = [...new Set(commands.map((command) => command.userId))];
    let outcomes: Outcome[] = [];
    await this.#transact(
      users,
      commands.reduce((sum, command) => sum + command.ids, 0),
      commands.filter((command) => command.ids > 0).map((command) => command.userId),
      async (tx, sceneOf, deeds) => {
        const keyed = commands.flatMap(({ userId, key }) => (key === undefined ? [] : [{ userId, key }]));
        const kept = new Map(
          keyed.length === 0
            ? []
            : (await readReplies(tx, keyed)).map((row) => [`${row.user_id} ${row.key}`, row] as const),
        );
        outcomes = commands.map((command): Outcome => {
          const known = kept.get(`${command.userId} ${command.key ?? ''}`);
          if (known)
            return known.hash === hashOf(command.input)
              ? { reply: known.reply }
              : { refused: new Refusal('idempotency_conflict') };
          return decideOne(command, sceneOf(command.userId), deeds);
        });
        const replies = commands.flatMap(({ userId, key, input }, index) => {
          const outcome = outcomes[index];
          if (key === undefined || !outcome || !('reply' in outcome) || kept.has(`${userId} ${key}`))
            return [];
          return [{ userId, key, hash: hashOf(input), reply: outcome.reply }];
        });
        if (replies.length > 0) await keepReplies(tx, replies, this.#deps.ctx.clock.now());
      },
    );
    return outcomes;
  }

  /** One transaction over some users; memory follows after its commit. */
  async #transact(
    users: readonly UserId[],
    ids: number,
    /** Whose verification level is asked for. */
    levelled: readonly UserId[],
    work: (tx: Tx, sceneOf: (user: UserId) => Scene, deeds: Deed[]) => Promise<void>,
  ): Promise<void> {
    const { ctx, levelOf } = this.#deps;
    const at = ctx.clock.now();
    const done = await ctx.db.transact(async (tx) => {
      const numbers = ids === 0 ? [] : await nextIds(tx, ids);
      const levels = new Map<UserId, number>();
      for (const user of levelled) levels.set(user, await levelOf(tx, user));
      return settle(this.#deps, this.#listeners, tx, users, (desk, deeds) => {
        const terms = this.#termsWith(deeds);
        const nextId = (): number => numbers.shift() ?? fail('no number left for a position');
        const sceneOf = (user: UserId): Scene => ({
          ...{ account: desk.account(user), house: desk.house, terms, limits: this.#limits, at, nextId },
          ...{ level: levels.get(user) ?? 0, marks: (market: MarketId) => this.#marks.get(market) },
        });
        return work(tx, sceneOf, deeds);
      });
    });
    this.#apply(done);
  }

  /** Terms of a market, with what the same transaction has added to its exposure so far. */
  #termsWith(deeds: readonly Deed[]): (market: MarketId) => Terms {
    const { market: port } = this.#deps;
    const added = new Map<MarketId, { long: bigint; short: bigint }>();
    let counted = 0;
    const count = (): void => {
      for (; counted < deeds.length; counted++) {
        const deed = deeds[counted];
        if (deed?.kind !== 'pended' && (deed?.kind !== 'opened' || deed.hold > 0n)) continue;
        const { marketId, side, lots, lotSize } = deed.position;
        const more = added.get(marketId) ?? { long: 0n, short: 0n };
        more[side] += quantityOf(lots, lotSize);
        added.set(marketId, more);
      }
    };
    return (id) => {
      const market = port.find(id);
      const contract = this.#contracts.get(id);
      if (!market || !contract) throw new Refusal('market_unknown');
      count();
      const more = added.get(id) ?? { long: 0n, short: 0n };
      const base = this.#book.exposure(id);
      const exposure = {
        ...base,
        pendingLong: amount(base.pendingLong + more.long),
        pendingShort: amount(base.pendingShort + more.short),
      };
      const mark = this.#marks.get(id);
      return { market, contract, state: port.state(id), mark, stale: this.isStale(id), exposure };
    };
  }

  #apply({ changed, deeds, available }: Settled): void {
    for (const position of changed) this.#book.set({ ...position, version: position.version + 1 });
    // The ledger told of these balances before memory knew of a new account.
    for (const [user, amountNow] of available) this.#book.setAvailable(user, amountNow);
    if (deeds.length > 0) this.#deps.ctx.bus.publish(deedsDone, deeds);
  }

  #takeBalances(
    users: readonly UserId[],
    rows: readonly { readonly account: number; readonly currency: number; readonly available: bigint }[],
  ): void {
    const byAccount = new Map(
      rows.filter((row) => row.currency === USDT).map((row) => [row.account, row.available]),
    );
    for (const user of users) {
      const available = byAccount.get(userAccount(user, 'lever'));
      if (available !== undefined) this.#book.setAvailable(user, amount(available));
    }
  }

  async #tick(ticks: readonly Tick[]): Promise<void> {
    const prices = new Map<MarketId, Price>();
    for (const tick of ticks) {
      const known = this.#marks.get(tick.marketId);
      // The first look after a start repeats a tick; an older one is nobody's price.
      if (known && tick.time < known.tick) continue;
      this.#marks.set(tick.marketId, markOf(tick));
      prices.set(tick.marketId, tick.price);
    }
    const due = this.#book.tick(prices);
    const view = this.#view(prices);
    const users = [...due.users];
    for (let from = 0; from < users.length; from += USERS_MAX) {
      const chunk = users.slice(from, from + USERS_MAX);
      await this.#transact(chunk, 0, [], async (_tx, sceneOf, deeds) => {
        for (const user of chunk) {
          const { account, house } = sceneOf(user);
          deeds.push(...settleTick(account, house, view));
        }
      });
    }
    await this.#warn(due.warned, view);
  }

  #view(prices: ReadonlyMap<MarketId, Price>): View {
    const { market: port, ctx } = this.#deps;
    const trades = (id: MarketId): boolean => {
      const state = port.state(id);
      return (
        prices.has(id) &&
        this.#contracts.get(id)?.state !== 'halted' &&
        state !== 'halted' &&
        state !== 'closed'
      );
    };
    return {
      mark: (id) => this.#marks.get(id),
      trades,
      stalled: (id) => !prices.has(id) && this.isStale(id),
      at: ctx.clock.now(),
    };
  }

  /** Warns once an hour at most, however often a rate crosses the line. */
  async #warn(users: ReadonlySet<UserId>, view: View): Promise<void> {
    const hour = Math.floor(view.at / HOUR_MS);
    const asked = [...users].filter((user) => this.#warned.get(String(user)) !== hour);
    for (let from = 0; from < asked.length; from += USERS_MAX) {
      const chunk = asked.slice(from, from + USERS_MAX);
      const { ctx, tell, market } = this.#deps;
      await ctx.db.transact((tx) =>
        settle(this.#deps, [], tx, chunk, async (desk: Desk) => {
          const told = chunk.flatMap((user) =>
            warningsOf(desk.account(user), view).map(({ position, rate }) => ({
              ...{ user, kind: 'contracts:warning' as const },
              values: { subject: position ? (market.find(position.marketId)?.symbol ?? '') : 'Cross', rate },
              key: `contract:warning:${user}:${position?.id ?? 'cross'}:${hour}`,
            })),
          );
          if (told.length > 0) await tell(tx, told);
        }),
      );
      for (const user of chunk) this.#warned.set(String(user), hour);
    }
  }

  /** Charges every cut-off (00:00 UTC) that has passed and is not done, each at its own price, before anything else happens. */
  async #chargeOvernights(): Promise<void> {
    const { ctx } = this.#deps;
    for (; this.#cutoff + DAY_MS <= ctx.clock.now(); this.#cutoff += DAY_MS) {
      await this.#chargeOvernight(this.#cutoff + DAY_MS);
    }
  }

  async #chargeOvernight(cutoff: number): Promise<void> {
    const { ctx, market } = this.#deps;
    const prices = new Map<MarketId, Mark>();
    for (const { id } of market.all()) {
      const tick = await market.tickAt(ctx.db, id, cutoff / 1_000);
      const last = market.index(id);
      const mark = tick ? markOf(tick) : last && { index: last.price, tick: last.time / 1_000 };
      if (mark) prices.set(id, mark);
    }
    for (;;) {
      const users = await usersToCharge(ctx.db, cutoff, USERS_MAX);
      if (users.length === 0) break;
      let charged = 0;
      await this.#transact(users, 0, [], async (_tx, sceneOf, deeds) => {
        for (const user of users) {
          const { account } = sceneOf(user);
          for (const position of account.positions) {
            const mark = prices.get(position.marketId);
            const isDue =
              isOpen(position) &&
              (position.openedAt ?? cutoff) < cutoff &&
              (position.chargedAt ?? 0) < cutoff;
            if (mark && isDue) deeds.push(chargeOvernight(account, position, mark, cutoff));
          }
        }
        charged = deeds.length;
      });
      if (charged === 0) throw new Error('positions without any index cannot be charged overnight');
    }
    await keepCutoff(ctx.db, cutoff, ctx.clock.now());
    await forgetReplies(ctx.db, cutoff - KEEP_REPLIES_MS);
  }

  async #load(): Promise<void> {
    const { ctx, ledger, market } = this.#deps;
    this.#contracts = new Map((await readContractMarkets(ctx.db)).map((row) => [row.marketId, row]));
    this.#limits = await readLimits(ctx.db);
    const book = new RiskBook();
    for (const { id, indexDecimals } of market.all()) book.addMarket(id, indexDecimals);
    for (let after = 0; ;) {
      const page = await readLive(ctx.db, after, PAGE);
      for (const position of page) book.set(position);
      after = page.at(-1)?.id ?? after;
      if (page.length < PAGE) break;
    }
    const users = book.crossUsers();
    this.#book = book;
    for (let from = 0; from < users.length; from += PAGE) {
      const chunk = users.slice(from, from + PAGE);
      this.#takeBalances(
        chunk,
        await ledger.balances(
          ctx.db,
          chunk.map((user) => userAccount(user, 'lever')),
        ),
      );
    }
    book.tick(new Map([...this.#marks].map(([id, { index }]) => [id, index])));
    const today = Math.floor(ctx.clock.now() / DAY_MS) * DAY_MS;
    this.#cutoff = (await lastCutoff(ctx.db)) ?? today;
    if (this.#cutoff === today) await keepCutoff(ctx.db, today, ctx.clock.now());
    this.#outdated = false;
  }
}

function decideOne(command: Command<unknown>, scene: Scene, deeds: Deed[]): Outcome {
  try {
    const own = command.decide(scene);
    deeds.push(...own);
    return { reply: command.reply(scene, own) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error };
    throw error;
  }
}

function fail(why: string): never {
  throw new Error(why);
}
