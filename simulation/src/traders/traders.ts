import { Refusal } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import type { Contracts, createCopyTradingPort } from '@karat/domains/contracts';
import { USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { pricesAt } from '@karat/domains/market';
import type { MarketData } from '@karat/domains/market';
import { UNIT, amount, floorToStep, min, mulDivDown, negate } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { createPolling } from '@karat/platform/work';
import { STRATEGIES, decideTrade } from './strategies.ts';
import type { Strategy } from './strategies.ts';

type CopyTradingPort = ReturnType<typeof createCopyTradingPort>;

export interface DemoTradersDeps {
  readonly ctx: Context;
  readonly market: Pick<MarketData, 'instruments' | 'index'>;
  readonly ledger: Pick<Ledger, 'post'>;
  /** The same orders as anybody's, through the same queue. */
  readonly orders: Pick<Contracts['orders'], 'open' | 'close'>;
  readonly positions: Pick<CopyTradingPort, 'openUntil' | 'terms'>;
  /** The house's trading account of a name. */
  ensureHouseUser(tx: Tx, name: string): Promise<UserId>;
  /** Makes an account a trader who can be copied, labelled as simulated. */
  seedTrader(tx: Tx, user: UserId, about: string): Promise<void>;
}

/** The traders of a demonstration, who trade on its market. */
export interface DemoTraders {
  /** Opens their accounts once, and starts trading. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Lets each trader decide now. */
  tradeAll(): Promise<void>;
}

const POLL_MS = 30_000;
const FUNDS = amount('50000');
const OPEN_MAX = 10;

interface DemoTrader {
  readonly strategy: Strategy;
  readonly user: UserId;
}

/** Lots whose margin at a price is at most a sum, within the limits of the market. */
function lotsFor(
  terms: NonNullable<ReturnType<CopyTradingPort['terms']>>,
  { margin, multiple }: Strategy,
  price: Price,
): Amount {
  const each = terms.margin(amount(UNIT), price, multiple);
  if (each <= 0n) return amount('0');
  return min(floorToStep(mulDivDown(margin, UNIT, each), terms.lotStep), terms.maxLots);
}

/** Accounts of the traders, funded once. */
const openAccounts = (deps: DemoTradersDeps): Promise<DemoTrader[]> =>
  deps.ctx.db.transact(async (tx) => {
    const traders: DemoTrader[] = [];
    for (const strategy of STRATEGIES) {
      const user = await deps.ensureHouseUser(tx, strategy.name);
      await deps.ledger.post(tx, {
        key: `simulation:funds:${strategy.name}`,
        kind: 'genesis',
        reference: strategy.name,
        at: deps.ctx.clock.now(),
        entries: [
          { account: houseAccount('external'), currency: USDT, available: negate(FUNDS) },
          { account: userAccount(user, 'lever'), currency: USDT, available: FUNDS },
        ],
      });
      await deps.seedTrader(tx, user, strategy.about.en);
      traders.push({ strategy, user });
    }
    return traders;
  });

/** The index of a market at a moment (unix ms). */
const pastPrice = async ({ ctx }: DemoTradersDeps, id: MarketId, at: number): Promise<Price | undefined> =>
  (await pricesAt(ctx.db, [{ marketId: id, second: Math.floor(at / 1_000) }], 'ticks'))[0];

/** One decision of a trader. The key names account and time: a repeated decision opens nothing twice. */
async function trade(deps: DemoTradersDeps, { strategy, user }: DemoTrader): Promise<void> {
  const { ctx, market, orders, positions } = deps;
  const found = market.instruments.bySymbol(strategy.symbol);
  const index = found && market.index(found.id);
  const terms = found && positions.terms(found.id);
  if (!found || !index || index.stale || !terms) return;
  const now = ctx.clock.now();
  const [held] = await positions.openUntil(ctx.db, user, now, OPEN_MAX);
  const past = held ? undefined : await pastPrice(deps, found.id, now - strategy.lookbackMs);
  const decided = decideTrade(strategy, { price: index.price, past, now }, held);
  if (decided === undefined) return;
  if (decided === 'close') {
    if (held) await orders.close(user, held.id, undefined);
    return;
  }
  const lots = lotsFor(terms, strategy, index.price);
  if (lots < terms.minLots) return;
  const { multiple, name } = strategy;
  const request = { marketId: found.id, side: decided, mode: 'isolated', lots, multiple } as const;
  await orders.open(user, request, `demo:${name}:${Math.floor(now / POLL_MS)}`);
}

export function createDemoTraders(deps: DemoTradersDeps): DemoTraders {
  const { ctx } = deps;
  let traders: readonly DemoTrader[] = [];
  const tradeAll = async (): Promise<void> => {
    for (const trader of traders)
      await trade(deps, trader).catch((error: unknown) => {
        // A refused order is a market that is paused, or funds that are lost: the trader waits.
        if (!(error instanceof Refusal)) throw error;
        ctx.log.info({ trader: trader.strategy.name, code: error.code }, 'order of a demo trader refused');
      });
  };
  const polling = createPolling(ctx, {
    name: 'demo traders',
    pollMs: POLL_MS,
    runBatch: () => tradeAll().then(() => 0),
  });
  return {
    async start() {
      traders = await openAccounts(deps);
      polling.start();
    },
    stop: () => polling.stop(),
    tradeAll,
  };
}
