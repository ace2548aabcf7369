import type { UserId } from '@karat/contract';
import { readVipUsers } from '@karat/domains/identity';
import { UNIT, ZERO, rate } from '@karat/money';
import type { Rate } from '@karat/money';
import type { Stop } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { MULTIPLE_MAX } from '@karat/rules';
import { readVersion, readVipTerms } from './terms-store.ts';
import { vipChanged } from './topics.ts';
import type { VipTerms } from './types.ts';

/** How often the version is compared: levels that another process has set arrive this late. */
const CHECK_MS = 2_000;

const NO_TERMS: VipTerms = {
  level: 0,
  volume: ZERO,
  balance: ZERO,
  feeDiscount: rate(0n),
  outflowFactor: rate(UNIT),
  multipleMax: MULTIPLE_MAX,
};

/**
 * VIP levels of all users in memory, so that an order reads its discount without a query. Rows are the truth: memory is
 * loaded at the start, again on every change in this process, and within two seconds of a change in another one.
 */
export class VipLevels {
  readonly #ctx: Pick<Context, 'db' | 'clock' | 'bus' | 'log'>;
  #levels: ReadonlyMap<UserId, number> = new Map();
  #terms: readonly VipTerms[] = [];
  #version = -1;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  readonly #stops: Stop[] = [];

  constructor(ctx: Pick<Context, 'db' | 'clock' | 'bus' | 'log'>) {
    this.#ctx = ctx;
  }

  /** Loads levels and terms and follows their changes. */
  async start(): Promise<void> {
    await this.load();
    const { bus, clock, log } = this.#ctx;
    const reload = (): void =>
      void this.load().catch((error: unknown) => log.error({ err: error }, 'load of VIP levels failed'));
    this.#stops.push(bus.subscribe(vipChanged, reload), clock.every(CHECK_MS, reload));
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  /** Reads the rows if their version has changed, after a read that runs already: that one may have begun before the change. */
  load(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#read().finally(() => (this.#running = undefined));
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.load();
      });
    return this.#next;
  }

  async #read(): Promise<void> {
    const { db } = this.#ctx;
    const version = await readVersion(db);
    if (version === this.#version) return;
    const terms = await readVipTerms(db);
    const users = await readVipUsers(db);
    this.#terms = terms;
    this.#levels = new Map(users.map(({ userId, level }) => [userId, level]));
    this.#version = version;
  }

  levelOf(user: UserId): number {
    return this.#levels.get(user) ?? 0;
  }

  /** Terms of the user's level. */
  termsOf(user: UserId): VipTerms {
    return this.#terms[this.levelOf(user)] ?? NO_TERMS;
  }

  /** Discount on fees; 0.1 is 10 % off. */
  feeDiscount(user: UserId): Rate {
    return this.termsOf(user).feeDiscount;
  }

  /** Terms of all levels, the lowest first. */
  get terms(): readonly VipTerms[] {
    return this.#terms;
  }
}
