import type { UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import type { MarketData } from '@karat/domains/market';
import { amount } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { createBudget } from './budget.ts';
import { fundBot } from './funds.ts';
import { Maker } from './maker.ts';
import { quotedMarkets } from './ports.ts';
import type { Bot, BotDeps, BotTrading } from './ports.ts';
import { Taker } from './taker.ts';

export interface BotsDeps {
  readonly ctx: Context;
  readonly market: MarketData;
  readonly trading: BotTrading;
  readonly ledger: Pick<Ledger, 'post' | 'balances'>;
  /** The house's trading account of a name. */
  ensureHouseUser(tx: Tx, name: string): Promise<UserId>;
}

/** A bot as the console shows it. */
export interface BotRow {
  readonly name: string;
  readonly role: 'maker' | 'taker';
  readonly uid: number;
  readonly running: boolean;
  readonly open_orders: number;
  readonly paused: boolean;
}

export interface Bots {
  /** Opens the bots' accounts, deposits demo funds once (demo mode only) and starts. */
  start(): Promise<void>;
  /** Cancels all quotes. */
  stop(): Promise<void>;
  all(): readonly BotRow[];
  /** Pauses or resumes a bot; returns whether it exists. */
  setPaused(name: string, paused: boolean): boolean;
}

/** Messages per second of all bots together, and the maximum saved up: enough to fill all books once. */
const MESSAGES_A_SECOND = 40;
const MESSAGES_SAVED = 300;

const MAKER = { name: 'market-maker', size: amount('2500'), funds: amount('3000000') };
const TAKERS = [
  { name: 'taker-1', size: amount('300'), perSecond: 2.5, funds: amount('800000') },
  { name: 'taker-2', size: amount('90'), perSecond: 2, funds: amount('800000') },
];

/** The house's bots: a market maker in any mode, takers only with simulated prices. */
export function createBots(deps: BotsDeps): Bots {
  const { ctx, market, trading, ledger } = deps;
  let bots: readonly Bot[] = [];
  const shared: BotDeps = {
    ctx,
    market,
    trading,
    holdings: (userId) => ledger.balances(ctx.db, [userAccount(userId, 'change')]),
    budget: createBudget(ctx.clock, MESSAGES_A_SECOND, MESSAGES_SAVED),
  };
  const account = (name: string, funds: typeof MAKER.funds): Promise<UserId> =>
    ctx.db.transact(async (tx) => {
      const userId = await deps.ensureHouseUser(tx, name);
      if (ctx.demo)
        await fundBot(tx, ledger, { name, userId }, quotedMarkets(market), funds, ctx.clock.now());
      return userId;
    });

  return {
    async start() {
      const maker = new Maker({
        ...shared,
        name: MAKER.name,
        size: MAKER.size,
        userId: await account(MAKER.name, MAKER.funds),
      });
      const takers: Bot[] = [];
      for (const { funds, ...taker } of market.source === 'simulated' ? TAKERS : []) {
        takers.push(new Taker({ ...shared, ...taker, userId: await account(taker.name, funds) }));
      }
      bots = [maker, ...takers];
      for (const bot of bots) bot.start();
    },
    async stop() {
      for (const bot of bots.toReversed()) await bot.stop();
    },
    all: () =>
      bots.map((bot) => {
        const { running, paused, openOrders } = bot.status();
        return { name: bot.name, role: bot.role, uid: bot.userId, running, open_orders: openOrders, paused };
      }),
    setPaused(name, paused) {
      const bot = bots.find((each) => each.name === name);
      bot?.setPaused(paused);
      return bot !== undefined;
    },
  };
}
