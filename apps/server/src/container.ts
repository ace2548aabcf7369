import { createProductStops } from '@karat/domains/operators';
import type { DailyFigures, ProductStops } from '@karat/domains/operators';
import type { Ledger } from '@karat/domains/ledger';
import type { ClockGuard } from '@karat/platform/clock-guard';
import type { Context } from '@karat/platform/context';
import type { Config } from './config.ts';
import { createPriceAlerts } from './container/alerts.ts';
import { createConversations } from './container/conversations.ts';
import type { Conversations } from './container/conversations.ts';
import { createCoreServices } from './container/core-services.ts';
import type { CoreServices } from './container/core-services.ts';
import { createMoney } from './container/money.ts';
import type { Money } from './container/money.ts';
import { createPeople } from './container/people.ts';
import { createGrowthOf } from './container/growth.ts';
import { createGameRounds } from './container/games.ts';
import { createNftMarket } from './container/nft.ts';
import type { People } from './container/people.ts';
import { createDaily } from './container/daily.ts';
import { createPortfolios } from './container/portfolio.ts';
import { createPrices } from './container/prices.ts';
import type { Prices } from './container/prices.ts';
import { createTrading } from './container/trading.ts';
import type { Trading } from './container/trading.ts';
import type { Growth } from '@karat/domains/growth';
import type { Alerts } from '@karat/domains/alerts';
import type { Games } from '@karat/domains/games';
import type { Nft } from '@karat/domains/nft';
import type { Portfolio } from '@karat/domains/portfolio';
import { pricedBy } from './payouts.ts';
import type { TestChains } from './test-chains.ts';

type Platform = CoreServices['platform'];

/** All domains with their dependencies; nothing runs yet. */
export interface Container extends Platform, Prices, People, Money, Trading, Conversations {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly clockGuard: ClockGuard;
  readonly productStops: ProductStops;
  readonly growth: Growth;
  readonly nft: Nft;
  readonly alerts: Alerts;
  readonly games: Games;
  readonly daily: DailyFigures;
  readonly portfolio: Portfolio;
}

/** Builds the container layer by layer; a dependency on a later layer is a function, called at run time. */
export async function createContainer(
  config: Config,
  ctx: Context,
  clockGuard: ClockGuard,
  testChains?: TestChains,
): Promise<Container> {
  const foundation = await createCoreServices(config, ctx);
  const prices = await createPrices(foundation);
  const people = createPeople(
    foundation,
    (tx, user) => money.wallet.grantDemoFunds(tx, user),
    (user) => growth.levels.feeDiscount(user),
    (db, user) => growth.creditScoreOf(db, user),
    pricedBy(prices.market, () => money.wallet.rates),
  );
  const productStops = createProductStops(ctx);
  const growth = createGrowthOf((tx, request) => trading.mining.boostOrder(tx, request), {
    ...foundation,
    ...prices,
    ...people,
  });
  const grounds = { ...foundation, ...prices, ...people, productStops, vip: growth.levels };
  const money: Money = await createMoney(grounds, testChains);
  const trading: Trading = await createTrading({ ...grounds, outflow: money.outflow });
  const nft = await createNftMarket({ ...grounds, outflow: money.outflow });
  const conversations = await createConversations(grounds);
  const games = createGameRounds(grounds);
  clockGuard.watchTicks(async (db) => {
    const seconds = [...(await prices.market.newestSeconds(db)).values()];
    return seconds.length === 0 ? undefined : Math.max(...seconds) * 1_000;
  });
  return {
    ctx,
    clockGuard,
    productStops,
    ledger: foundation.ledger,
    ...foundation.platform,
    ...prices,
    ...people,
    ...money,
    ...trading,
    growth,
    nft,
    alerts: createPriceAlerts(grounds),
    ...conversations,
    games,
    daily: createDaily({ ...grounds, ...money }),
    portfolio: createPortfolios({ ...grounds, ...money }),
  };
}
