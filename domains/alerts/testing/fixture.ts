import { NOTICE_KINDS, marketId } from '@karat/contract';
import type { MarketId, NoticeKind, UserId } from '@karat/contract';
import { createMarket } from '@karat/domains/market';
import type { MarketData, MarketState, Rescale } from '@karat/domains/market';
import { createMessages } from '@karat/domains/messages';
import type { NoticeText } from '@karat/domains/messages';
import { amount, price } from '@karat/money';
import type { Price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createAlert } from '../change.ts';
import type { AlertRequest } from '../change.ts';
import type { AlertsDeps } from '../deps.ts';
import { alertsNotices } from '../notices.ts';
import { readAlerts } from '../store.ts';
import type { Alert } from '../types.ts';
import { AlertWatcher } from '../watcher.ts';

export const BTC_USDT = marketId(1);
export const AAPL_USDT = marketId(101);
/** A Sunday: stocks are closed. */
export const START = Date.parse('2026-11-22T00:00:00Z');
const SECOND = 1_000;

const texts = Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, alertsNotices['alerts:rose']])) as Record<
  NoticeKind,
  NoticeText
>;

/** Alerts on a database with an index that a test sets tick by tick; each watcher is a process of its own. */
export class AlertsFixture {
  readonly clock: VirtualClock;
  readonly ctx: Context;
  readonly states = new Map<MarketId, MarketState>();
  readonly opens = new Map<MarketId, Price>();
  readonly rescales = new Map<MarketId, Rescale[]>();
  /** Whether the price source says nothing. */
  isSilent = false;
  market!: MarketData;
  deps!: AlertsDeps;
  watcher!: AlertWatcher;
  #price = price('30000');

  static async open(db: Database, now = START, more: Partial<AlertsDeps> = {}): Promise<AlertsFixture> {
    const fixture = new AlertsFixture(db, now);
    await fixture.#build(more);
    return fixture;
  }

  private constructor(db: Database, now: number) {
    this.clock = virtualClock(now);
    const bus = createBus((error) => {
      throw error;
    });
    this.ctx = { db, clock: this.clock, random: seededRandom('alerts'), bus, log: silentLog, demo: true };
  }

  async #build(more: Partial<AlertsDeps>): Promise<void> {
    this.market = await createMarket({
      ctx: this.ctx,
      sources: [
        {
          name: 'test',
          kind: 'simulated',
          covers: () => true,
          quote: (_, at) => (this.isSilent ? undefined : { price: this.#price, time: at }),
          start: () => undefined,
          stop: () => undefined,
        },
      ],
      signer: signerFromSeed(new Uint8Array(32)),
      actions: { paused: () => false, rescales: (id) => this.rescales.get(id) ?? [] },
    });
    await this.market.inside.ticks.load();
    const messages = createMessages({
      ctx: this.ctx,
      texts,
      mail: { mode: 'none', work: {}, send: () => Promise.resolve() },
      addressees: () => Promise.resolve([]),
    });
    this.deps = {
      ctx: this.ctx,
      market: {
        ...this.market,
        state: (id) => this.states.get(id) ?? 'open',
        dayOpen: (id) => this.opens.get(id),
        rescales: (id) => this.rescales.get(id) ?? [],
      },
      messages,
      alertsMax: 5,
      ...more,
    };
    this.watcher = new AlertWatcher(this.deps);
  }

  /** Ends this process and begins another one. */
  async restart(): Promise<void> {
    await this.watcher.stop();
    this.watcher = new AlertWatcher(this.deps);
    await this.watcher.start();
  }

  /** Takes the index ticks of the next second at a price, and waits until their alerts are written. */
  async tick(text: string): Promise<void> {
    await this.missedTick(text);
    await this.watcher.idle();
  }

  /** Takes the ticks of the next second. */
  async missedTick(text: string): Promise<void> {
    this.#price = price(text);
    const at = (Math.floor(this.clock.now() / SECOND) + 1) * SECOND;
    this.clock.set(at);
    await this.market.inside.ticks.take(at);
  }

  /** Creates an alert on bitcoin at 31,000 that notifies once, unless a test wants other terms. */
  create(userId: UserId, more: Partial<AlertRequest> = {}): Promise<Alert> {
    return createAlert(
      { ...this.deps, watcher: this.watcher },
      {
        ...{ userId, marketId: BTC_USDT, kind: 'price', target: amount('31000'), repeatMinutes: 0 },
        ...more,
      },
    );
  }

  alerts(user: UserId): Promise<Alert[]> {
    return readAlerts(this.ctx.db, user);
  }

  /** Notifications of a user, oldest first: kind and index price. */
  async notices(user: UserId): Promise<string[]> {
    const rows = await this.ctx.db.rows<{ text: string }>(sql`
      select kind || ' ' || (values->>'price') as text from messages_notices where user_id = ${user} order by id`);
    return rows.map(({ text }) => text);
  }
}
