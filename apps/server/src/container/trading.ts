import type { CopytradeDeps } from '@karat/domains/copytrade';
import type { ProductStops } from '@karat/domains/operators';
import { recordFee } from '@karat/domains/growth';
import type { VipLevels } from '@karat/domains/growth';
import type { Outflow } from '@karat/domains/outflow';
import {
  createContracts,
  createCopyTradingPort,
  followShares,
  receiptsBy,
  receiptsOf,
} from '@karat/domains/contracts';
import type { Contracts, ContractsDeps } from '@karat/domains/contracts';
import { contractsForCopies, createCopytrade, onContractEvents } from '@karat/domains/copytrade';
import type { Copytrade } from '@karat/domains/copytrade';
import { isHouseUser } from '@karat/domains/identity';
import { lastTickAt, rescaled } from '@karat/domains/market';
import type { Market } from '@karat/domains/market';
import { lockTrialCoupons, usableTrialCoupons, writeTrialUses } from '@karat/domains/growth';
import { createMining, miningWealth } from '@karat/domains/mining';
import type { Mining } from '@karat/domains/mining';
import { createDual, dualWealth } from '@karat/domains/dual';
import type { Dual } from '@karat/domains/dual';
import { createLaunchpad, launchpadWealth } from '@karat/domains/launchpad';
import type { Launchpad } from '@karat/domains/launchpad';
import { DEFAULT_POLICY, createLoans, loansWealth } from '@karat/domains/loans';
import type { Loans, LoansDeps } from '@karat/domains/loans';
import { createOptions } from '@karat/domains/options';
import type { Options } from '@karat/domains/options';
import { createRecurring, recurringWealth } from '@karat/domains/recurring';
import type { Recurring } from '@karat/domains/recurring';
import { createSpot, marketsOf, readOrder, usersWithOrders } from '@karat/domains/spot';
import type { Spot } from '@karat/domains/spot';
import { createWealth } from '@karat/domains/wealth';
import type { Wealth } from '@karat/domains/wealth';
import { createStocks } from '@karat/domains/stocks';
import type { Stocks } from '@karat/domains/stocks';
import { amount, rate } from '@karat/money';
import { MINUTE_MS } from '@karat/rules';
import { createBots, createDemoTraders, introductionIn } from '@karat/simulation';
import type { Bots, DemoTraders } from '@karat/simulation';
import type { CoreServices } from './core-services.ts';
import type { People } from './people.ts';
import type { Prices } from './prices.ts';

/** Dependencies of this layer. */
type TradingDeps = CoreServices &
  People &
  Prices & { readonly productStops: ProductStops; readonly outflow: Outflow; readonly vip: VipLevels };

/** Traded products. */
export interface Trading {
  readonly spot: Spot;
  readonly contracts: Contracts;
  readonly options: Options;
  readonly mining: Mining;
  readonly dual: Dual;
  readonly launchpad: Launchpad;
  readonly loans: Loans;
  readonly stocks: Stocks;
  readonly recurring: Recurring;
  readonly wealth: Wealth;
  readonly copytrade: Copytrade;
  /** Market maker and takers of the house account; they trade once they are started. */
  readonly bots: Bots;
  /** Traders of a demonstration. */
  readonly demoTraders: DemoTraders;
}

const isSourced = ({ pricing }: Market): boolean => pricing === 'sources';
const sourced = (market: Market | undefined): Market | undefined =>
  market && isSourced(market) ? market : undefined;

/** Markets of contracts, which settle by outside prices only. */
export const contractMarkets = ({
  ctx,
  actions,
  market,
}: {
  readonly ctx: Pick<TradingDeps['ctx'], 'clock'>;
  readonly actions: Pick<TradingDeps['actions'], 'rescales'>;
  readonly market: Pick<TradingDeps['market'], 'instruments' | 'state' | 'index'>;
}): ContractsDeps['market'] => ({
  all: () => market.instruments.all().filter(isSourced),
  find: (id) => sourced(market.instruments.find(id)),
  byPair: (base, quote) => sourced(market.instruments.byPair(base, quote)),
  state: (id) => market.state(id),
  index: (id) => market.index(id),
  async tickAt(queries, id, second) {
    const tick = await lastTickAt(queries, id, second);
    // Positions count in today's shares; a tick from before a split counts in those of its day.
    const now = ctx.clock.now();
    return tick && { ...tick, price: rescaled(tick.price, actions.rescales(id), tick.time * 1_000, now) };
  },
});

function contractsOf(grounds: TradingDeps): Contracts {
  const { ctx, ledger, market, messages, proofs, verification, vip } = grounds;
  return createContracts({
    ctx,
    ledger,
    levelOf: (db, user) => verification.levelOf(db, user),
    vipTerms: (user) => vip.termsOf(user),
    market: contractMarkets(grounds),
    notify: (tx, notifications) => messages.notifyAll(tx, notifications),
    prove: receiptsBy(
      proofs,
      (queries, id, from, to) => market.ticks(queries, id, from, to),
      (id) => market.instruments.need(id).symbol,
    ),
    receiptsOf: receiptsOf(proofs),
    trials: {
      usable: (db, user) => usableTrialCoupons(ctx.clock, db, user),
      lock: (tx, uses) => lockTrialCoupons(ctx.clock, tx, uses),
      write: (tx, uses) => writeTrialUses(ctx.clock, tx, uses),
    },
  });
}

const miningOf = ({ ctx, ledger, proofs, messages, identity, productStops }: TradingDeps): Mining =>
  createMining({
    ctx,
    ledger,
    proofs,
    messages,
    vipLevelOf: async (db, user) => (await identity.users(db, [user]))[0]?.vipLevel ?? 0,
    isStopped: () => productStops.isStopped('mining'),
  });

const BASIS_POINT = rate('0.0001');

/** The Finance tab over all products, at index prices. */
function wealthOf({ ctx, ledger, market }: TradingDeps): Wealth {
  return createWealth({
    ctx,
    ledger,
    priceOf: (currency) => market.prices.lastInUsdt(currency),
    sources: [miningWealth, dualWealth, launchpadWealth, loansWealth, recurringWealth({ market })],
  });
}

/** Recurring purchases are orders of the spot market. */
export const isBuyingStopped = (stops: Pick<ProductStops, 'isStopped'>): boolean =>
  stops.isStopped('recurring') || stops.isStopped('spot');

function recurringOf(
  { config, ctx, ledger, market, messages, identity, productStops }: TradingDeps,
  spot: Spot,
): Recurring {
  return createRecurring({
    ctx,
    ledger,
    market,
    messages,
    orders: {
      place: (user, input) => spot.trading.place(user, input),
      find: (db, user, clientKey) => readOrder(db, user, { clientKey }),
    },
    mayTrade: async (db, user) => (await identity.users(db, [user]))[0]?.status === 'active',
    isStopped: () => isBuyingStopped(productStops),
    limits: {
      plansMax: config.recurring.plansMax,
      amountMax: amount(String(config.recurring.amountMax)),
      slippage: rate(BigInt(config.recurring.slippageBasisPoints) * BASIS_POINT),
      windowMs: config.recurring.windowMinutes * MINUTE_MS,
    },
  });
}

/** What a loan asks about a user; the house borrows nothing. */
export const borrowerBy =
  (
    identity: Pick<TradingDeps['identity'], 'users'>,
    verification: Pick<TradingDeps['verification'], 'levelOf'>,
  ): LoansDeps['borrowerOf'] =>
  async (db, user) => {
    const [found] = await identity.users(db, [user]);
    if (!found || isHouseUser(user)) return undefined;
    const level = await verification.levelOf(db, user);
    return { vipLevel: found.vipLevel, level, isFrozen: found.status !== 'active' };
  };

function loansOf({
  config,
  ctx,
  ledger,
  market,
  proofs,
  messages,
  identity,
  verification,
  outflow,
  vip,
}: TradingDeps): Loans {
  return createLoans({
    ctx,
    ledger,
    market,
    proofs,
    messages,
    outflow,
    feeDiscount: (user) => vip.feeDiscount(user),
    recordFee,
    policy: { ...DEFAULT_POLICY, twoPeopleUsdt: amount(String(config.loanTwoPeopleUsdt)) },
    borrowerOf: borrowerBy(identity, verification),
  });
}

/** Contracts that are not copied while copying or contracts are stopped. */
export const copiesUnlessStopped = (
  port: CopytradeDeps['contracts'],
  stops: Pick<ProductStops, 'isStopped'>,
): CopytradeDeps['contracts'] => ({
  ...port,
  terms: (market) =>
    stops.isStopped('copytrade') || stops.isStopped('contracts') ? undefined : port.terms(market),
});

/** Stocks, whose splits cancel open orders and convert futures positions. */
const stocksOf = (
  { ctx, ledger, market, messages, actions }: TradingDeps,
  spot: Spot,
  contracts: Contracts,
) =>
  createStocks({
    ctx,
    ledger,
    market,
    messages,
    calendar: actions,
    orders: {
      usersWithOrders: (id) => usersWithOrders(ctx.db, id),
      cancelAll: (user, id) => spot.trading.cancelAll(user, id),
    },
    positions: { adjust: (tx, id, { terms }) => followShares(contracts, tx, id, terms) },
  });

export async function createTrading(grounds: TradingDeps): Promise<Trading> {
  const { ctx, ledger, market, proofs, messages, identity, productStops, platform, vip } = grounds;
  const spot = createSpot({
    ctx,
    ledger,
    markets: await marketsOf(market, ledger, ctx.db),
    isHouse: isHouseUser,
    feeDiscount: (user) => vip.feeDiscount(user),
  });
  const contracts = contractsOf(grounds);
  const options = createOptions({
    ctx,
    ledger,
    market,
    proofs,
    homeOf: async (db, user) => (await identity.users(db, [user]))[0] ?? { phone: null, region: null },
  });
  const mining = miningOf(grounds);
  const dual = createDual({ ctx, ledger, market, proofs, messages });
  const recurring = recurringOf(grounds, spot);
  const launchpad = createLaunchpad({ ctx, ledger, market, proofs, messages, files: platform.files });
  const loans = loansOf(grounds);
  const stocks = stocksOf(grounds, spot, contracts);
  const copytrade = createCopytrade({
    ctx,
    ledger,
    messages,
    contracts: copiesUnlessStopped(contractsForCopies(ctx, contracts), productStops),
    people: (db, users) => identity.users(db, users),
    introductionIn,
  });
  onContractEvents(contracts, copytrade.listen);
  const bots = createBots({
    ctx,
    market,
    ledger,
    trading: spot.trading,
    ensureHouseUser: (tx, name) => identity.ensureHouseUser(tx, name),
  });
  const demoTraders = createDemoTraders({
    ctx,
    market,
    ledger,
    orders: contracts.orders,
    positions: createCopyTradingPort(contracts),
    ensureHouseUser: (tx, name) => identity.ensureHouseUser(tx, name),
    seedTrader: (tx, user, about) => copytrade.seedDemoTrader(tx, user, about, true),
  });
  return {
    spot,
    contracts,
    options,
    dual,
    launchpad,
    loans,
    mining,
    recurring,
    wealth: wealthOf(grounds),
    stocks,
    copytrade,
    bots,
    demoTraders,
  };
}
