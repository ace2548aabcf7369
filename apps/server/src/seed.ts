import { Refusal } from '@karat/contract';
import { seedArticles } from '@karat/domains/content';
import type { DemoLogin } from '@karat/domains/identity';
import { demoOperators, seedDemoOperators } from '@karat/domains/operators';
import { historyOf } from '@karat/simulation';
import type { Container } from './container.ts';

const MS_PER_S = 1_000;
/** Seed of the simulated history, together with the prices of the first start; labelled wherever it is shown. */
const HISTORY_SEED = 'karat';

/** Verification levels of the demo users in order: the third has none yet. */
const DEMO_LEVELS = [2, 1, 0, 2] as const;

/** Time zone of the demo user's recurring plans. */
const DEMO_ZONE = 'Asia/Hong_Kong';

/** Profile text of the demo trader. */
const DEMO_TRADER = 'Demo trader: log in as Bruno, trade contracts, and followers get a copy.';

/** Logins that a demonstration prints. */
export interface DemoLogins {
  readonly users: readonly DemoLogin[];
  readonly operators: typeof demoOperators;
  /** Pay passwords of those users who have one. */
  readonly payPasswords: ReadonlyMap<DemoLogin['userId'], string>;
}

/** Seeds a new installation; each part only once. Users only in a demonstration. */
export async function seed({
  chat,
  contracts,
  copytrade,
  credentials,
  ctx,
  dual,
  fiat,
  growth,
  identity,
  loans,
  mining,
  options,
  passwords,
  recurring,
  support,
  verification,
  wallet,
}: Container): Promise<DemoLogins> {
  await seedArticles(ctx);
  await chat.seedRooms();
  if (!ctx.demo) return { users: [], operators: [], payPasswords: new Map() };
  await wallet.rates.simulate();
  await ctx.db.transact((tx) => wallet.seedHouse(tx));
  await ctx.db.transact((tx) => fiat.seedDesk(tx));
  await ctx.db.transact((tx) => contracts.seedFunds(tx));
  await ctx.db.transact((tx) => options.seedPool(tx));
  await ctx.db.transact((tx) => mining.seedDemoProducts(tx));
  await ctx.db.transact((tx) => dual.seedFunds(tx));
  await ctx.db.transact((tx) => loans.seedFunds(tx));
  await ctx.db.transact((tx) => growth.seedDemoCoupons(tx));
  await seedDemoOperators(ctx, passwords);
  const users = await identity.seedDemoUsers();
  for (const [at, level] of DEMO_LEVELS.entries()) {
    const user = users[at];
    if (user && level > 0) await verification.seedDemoLevel(user.userId, level);
  }
  const [alice, bruno, chloe, dana] = users;
  if (alice) await ctx.db.transact((tx) => growth.seedDemoTrial(tx, alice.userId));
  if (bruno) await ctx.db.transact((tx) => copytrade.seedDemoTrader(tx, bruno.userId, DEMO_TRADER));
  if (chloe) await ctx.db.transact((tx) => mining.seedDemoOrders(tx, chloe.userId));
  if (chloe) await ctx.db.transact((tx) => recurring.seedDemoPlans(tx, chloe.userId, DEMO_ZONE));
  await chat.seedDemoMessages(users.map(({ userId }) => userId));
  await support.seedDemo({ user: alice?.userId, operator: 'support' });
  const payPasswords = new Map<DemoLogin['userId'], string>();
  for (const user of [alice, dana])
    if (user) payPasswords.set(user.userId, await credentials.seedDemoPayPassword(user.userId));
  return { users, operators: demoOperators, payPasswords };
}

/** Fills the charts of simulated markets with candles of each period, once; the index must be running. */
export async function seedHistory({ ctx, market }: Container, candles: number): Promise<void> {
  if (candles === 0) return;
  const markets = market.instruments.all().filter(({ pricing }) => pricing === 'sources');
  const prices = new Map(markets.map(({ id, symbol }) => [symbol, market.index(id)?.price]));
  const now = Math.floor(ctx.clock.now() / MS_PER_S);
  await market.backfill(() =>
    historyOf(markets, (symbol) => prices.get(symbol), now, { seed: HISTORY_SEED, candles }),
  );
}

/** The demo user who has price alerts. */
const WATCHER = 2;

/** Price alerts around the present index, once; index and daily statistics must be running. Demonstrations only. */
export async function seedDemoAlerts({ alerts, ctx }: Container, { users }: DemoLogins): Promise<void> {
  const user = users[WATCHER];
  if (ctx.demo && user) await alerts.seedDemoAlerts(user.userId);
}

/** The demo user who holds dual currency orders and subscriptions. */
const INVESTOR = 2;
/** The demo user who borrows. */
const BORROWER = 3;

/** Interval of the index. */
const TICK_MS = 1_000;
const ATTEMPTS_MAX = 10;

/** Repeats a part, which is one transaction, while a busy machine is late with the index that it needs. */
async function onFreshIndex({ ctx }: Pick<Container, 'ctx'>, seedPart: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await seedPart();
    } catch (failure) {
      const isStale = failure instanceof Refusal && failure.code === 'index_stale';
      if (!isStale || attempt === ATTEMPTS_MAX) throw failure;
      await new Promise<void>((passed) => {
        ctx.clock.after(TICK_MS, passed);
      });
    }
  }
}

/** Products and positions around the index prices, once; the index must be running. Demonstrations only. */
export async function seedDemoProducts(
  { ctx, dual, games, launchpad, loans, market }: Container,
  { users }: DemoLogins,
): Promise<void> {
  if (!ctx.demo) return;
  await onFreshIndex({ ctx }, () =>
    ctx.db.transact((tx) => dual.seedDemoProducts(tx, users[INVESTOR]?.userId)),
  );
  await launchpad.seedDemoProjects(users[INVESTOR]?.userId);
  await seedDemoGames({ ctx, games, market }, { users });
  await onFreshIndex({ ctx }, () =>
    ctx.db.transact((tx) => loans.seedDemoLoans(tx, { borrower: users[BORROWER]?.userId })),
  );
}

/** Rounds around the price of the first market, with entries of two demo users. */
async function seedDemoGames(
  { ctx, games, market }: Pick<Container, 'ctx' | 'games' | 'market'>,
  { users }: Pick<DemoLogins, 'users'>,
): Promise<void> {
  const bitcoin = market.instruments.all().find(({ symbol }) => symbol === 'BTC/USDT');
  const index = bitcoin && market.index(bitcoin.id);
  if (!bitcoin || !index || index.stale) return;
  const players = [users[INVESTOR], users[BORROWER]].flatMap((user) => (user ? [user.userId] : []));
  await ctx.db.transact((tx) =>
    games.seedDemoRounds(tx, { marketId: bitcoin.id, price: index.price }, players),
  );
}
