import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { createMarket } from '@karat/domains/market';
import type { Market, Source } from '@karat/domains/market';
import type { Notification } from '@karat/domains/messages';
import type { Payload } from '@karat/domains/operators';
import { createSpot, marketsOf, usersWithOrders } from '@karat/domains/spot';
import { amount, negate, price, rate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createWorker } from '@karat/platform/work';
import { MINUTE_MS } from '@karat/rules';
import { messagesInto } from '@karat/testkit';
import { expect } from 'vitest';
import { createActionCalendar, createStocks } from '../index.ts';
import type { ActionCalendar } from '../index.ts';

/** A Saturday: New York is closed until Monday. */
export const START = Date.parse('2026-11-21T12:00:00Z');
export const [ANNA, BEN] = [userId(100_901), userId(100_902)];
const source: Source = {
  name: 'test',
  kind: 'live',
  covers: () => true,
  start: () => undefined,
  stop: () => undefined,
  quote: (market, at) => ({ price: price(market.kind === 'stock' ? '400' : '30000'), time: at }),
};

/** The index and the matching engine, running. */
async function trading(ctx: Context, ledger: Ledger, calendar: ActionCalendar) {
  const signer = signerFromSeed(new Uint8Array(32));
  const market = await createMarket({
    ctx,
    sources: [source],
    signer,
    actions: calendar,
    breaker: { spread: rate('0.02'), sourcesMin: 1 },
  });
  await market.start();
  const spot = createSpot({
    ctx,
    ledger,
    markets: await marketsOf(market, ledger, ctx.db),
    isHouse: () => false,
  });
  await spot.start();
  await market.connect(spot);
  return { market, spot };
}

/** Stocks with the real ledger, index and matching engine on a database, and a clock that a test drives. */
export async function openStocks(db: Database) {
  const clock = virtualClock(START);
  const errors: unknown[] = [];
  const adjusted: number[] = [];
  const notifications: Notification[] = [];
  const log = { ...silentLog, error: (fields: object) => void errors.push(fields) };
  const bus = createBus((error) => errors.push(error));
  const ctx: Context = { db, clock, random: seededRandom('stocks'), bus, log, demo: true };
  const ledger = createLedger(ctx);
  const calendar = createActionCalendar();
  const { market, spot } = await trading(ctx, ledger, calendar);
  const aapl = market.instruments.bySymbol('AAPL/USDT') ?? expect.fail('no AAPL');
  const stocks = createStocks({
    ctx,
    ledger,
    market,
    calendar,
    messages: messagesInto(notifications),
    orders: {
      usersWithOrders: (id) => usersWithOrders(ctx.db, id),
      cancelAll: (user, id) => spot.trading.cancelAll(user, id),
    },
    positions: { adjust: async (_, id) => void adjusted.push(id) },
  });

  async function give(user: UserId, shares: string, of: Market = aapl): Promise<void> {
    const entries = [
      { account: houseAccount('external'), currency: of.base, available: negate(amount(shares)) },
      { account: userAccount(user, 'change'), currency: of.base, available: amount(shares) },
    ];
    const key = `test:${user}:${of.base}`;
    const journal = { key, kind: 'genesis', reference: 'test', at: START, entries } as const;
    await db.transact((tx) => ledger.post(tx, journal));
  }
  // Approvals are numbered apart from actions.
  let approvals = 700;
  /** An approved action. */
  const decide = (kind: string, payload: Payload): Promise<void> =>
    db.transact(async (tx) => {
      const { execute } = stocks.approvals[kind] ?? expect.fail(kind);
      const decision = { approval: ++approvals, reason: 'test', askedBy: 'finance', approvedBy: 'risk' };
      await execute(tx, payload, decision);
    });
  return {
    ...{ clock, errors, adjusted, notifications, ctx, ledger, calendar, market, spot, aapl, stocks },
    give,
    decide,
    plan: (terms: Payload, effective = START + 10 * MINUTE_MS): Promise<void> =>
      decide('stock action', { match_id: aapl.id, effective_ms: effective, note: 'test', ...terms }),
    /** Advances the clock and runs the due work. */
    due: async (at: number): Promise<void> => {
      clock.set(at);
      await createWorker(ctx, stocks.work).runDue();
    },
    close: async (): Promise<void> => {
      await spot.stop();
      await market.stop();
    },
  };
}

export type StocksFixture = Awaited<ReturnType<typeof openStocks>>;
