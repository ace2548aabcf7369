import { ACCOUNT_NAMES, pageReply } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import type { OperatorUser } from '@karat/domains/identity';
import { contractPositions, contractStoppable, contractsApprovals } from '@karat/domains/contracts';
import { userDeposits } from '@karat/domains/deposits';
import { userPurchases } from '@karat/domains/fiat';
import { auditAndRecord, houseBalances, journals, userAccount } from '@karat/domains/ledger';
import type { Balance } from '@karat/domains/ledger';
import type { ConsoleDeps, MarketFacts, UserRow } from '@karat/domains/operators';
import type { Market } from '@karat/domains/market';
import { optionOrders } from '@karat/domains/options';
import { spotEndedOrders, spotOpenOrders, spotTrades } from '@karat/domains/spot';
import { valuation } from '@karat/domains/wallet';
import { haltedRoutes, userWithdrawals, withdrawalQueues } from '@karat/domains/withdrawals';
import { ZERO, format, mulDown, plus } from '@karat/money';
import { listOutbox } from '@karat/platform/delivery';
import type { Container } from './container.ts';
import { VERSION } from './version.ts';

/** Approval kinds of all products. */
const approvalsOf = (container: Container): ConsoleDeps['approvals'] => ({
  ...container.credentials.approvals,
  ...container.verification.approvals,
  ...container.compliance.approvals,
  ...container.currencies.approvals,
  ...container.stocks.approvals,
  ...container.fiat.approvals,
  ...container.deposits.approvals,
  ...container.withdrawals.approvals,
  ...container.options.approvals,
  ...container.mining.approvals,
  ...container.dual.approvals,
  ...container.launchpad.approvals,
  ...container.growth.approvals,
  ...container.loans.approvals,
  ...container.nft.approvals,
  ...container.games.approvals,
  ...contractsApprovals(container.contracts, (tx, change) => container.market.changeMarket(tx, change)),
});

/** What operators stop, by the domain that it belongs to. */
const stoppablesOf = (container: Container): ConsoleDeps['stoppables'] => ({
  product: container.productStops.stoppable,
  contract: contractStoppable(container.contracts),
  network: container.withdrawals.stoppable,
  custody: container.deposits.stoppable,
  sweeping: container.deposits.sweepStoppable,
  user: container.credentials.stoppable,
  trader: container.copytrade.stoppable,
  currency: container.currencies.stoppable,
});

/** Console dependencies of each domain. */
export async function consoleOf(
  container: Container,
  sockets: () => number,
  checks: ConsoleDeps['checks'],
): Promise<ConsoleDeps> {
  const { ctx, identity, ledger, market } = container;
  // From here on the ledger knows the codes.
  await ledger.currencies(ctx.db);
  return {
    ctx,
    passwords: container.passwords,
    logins: container.operatorLogins,
    version: VERSION,
    startedMs: ctx.clock.now(),
    users: {
      async search(keyword, page, limit) {
        const { rows, total } = await identity.operators.search({ keyword, page, limit });
        return pageReply(rows.map(userRow), total, page, limit);
      },
      async find(id) {
        const user = await identity.operators.user(id);
        if (!user) return undefined;
        const sessions = await identity.operators.sessions(ctx.db, id);
        return {
          user: userRow(user),
          sessions: sessions.map(({ device, address, createdMs, seenMs }) => ({
            device,
            address,
            created_ms: createdMs,
            seen_ms: seenMs,
          })),
        };
      },
    },
    ledger: {
      balancesOf: (user) =>
        ledger.balances(
          ctx.db,
          ACCOUNT_NAMES.map((name) => userAccount(user, name)),
        ),
      currencyCode: ({ currency }) => ledger.codeOf(currency),
      value: (balances) => valueOf(container, balances),
      journals: (filter, movementsMax) => journals(ctx.db, filter, movementsMax),
      house: () => houseBalances(ctx.db),
      check: () => auditAndRecord(ctx.db, ctx.clock.now()),
    },
    userRecords: USER_RECORD_SOURCES,
    markets: {
      all: () => market.instruments.all().map((each) => factsOf(container, each)),
      find: (id) => market.instruments.find(id),
      change: async (tx, change) => void (await market.changeMarket(tx, change)),
    },
    daily: container.daily,
    dashboard: dashboardOf(container, (id) => ledger.codeOf(id)),
    bots: container.bots,
    files: container.files,
    outbox: outboxOf(container),
    corrections: { ledger, messages: container.messages },
    clockGuard: container.clockGuard,
    sockets,
    checks,
    approvals: approvalsOf(container),
    stoppables: stoppablesOf(container),
  };
}

const USER_RECORD_SOURCES: ConsoleDeps['userRecords'] = {
  open_orders: spotOpenOrders,
  orders: spotEndedOrders,
  trades: spotTrades,
  positions: contractPositions,
  options: optionOrders,
  deposits: userDeposits,
  withdrawals: userWithdrawals,
  purchases: userPurchases,
};

/** Balances in USDT by the last prices; a currency without a price is named and not counted. */
async function valueOf({ ctx, ledger, market, wallet }: Container, balances: readonly Balance[]) {
  const priceOf = valuation(market.prices, await wallet.rates.current(ctx.db));
  const currencies = new Map((await ledger.currencies(ctx.db)).map((currency) => [currency.id, currency]));
  const unvalued = new Set<string>();
  let usdt = ZERO;
  for (const { currency: id, available, held } of balances) {
    const currency = currencies.get(id);
    const total = plus(available, held);
    const price = currency && priceOf(currency);
    if (price !== undefined) usdt = plus(usdt, mulDown(total, price));
    else if (total !== 0n) unvalued.add(currency?.code ?? String(id));
  }
  return { usdt, unvalued: [...unvalued] };
}

const dashboardOf = (
  { ctx: { db }, deposits }: Container,
  codeOf: (currency: CurrencyId) => string,
): ConsoleDeps['dashboard'] => ({
  withdrawals: async () =>
    (await withdrawalQueues(db)).map(({ state, ...queue }) => ({ name: state, ...queue })),
  haltedNetworks: async () => [
    ...new Set([...(await deposits.custody.haltedNetworks(db)), ...(await haltedRoutes(db))]),
  ],
  custody: async () =>
    (await deposits.custody.comparisons(db)).map(({ currency, ...row }) => ({
      ...row,
      currency: codeOf(currency),
    })),
});

const outboxOf = ({ ctx }: Container): ConsoleDeps['outbox'] => ({
  async list(page, limit) {
    const { rows, total } = await listOutbox(ctx.db, { page, limit });
    const messages = rows.map(({ createdMs, lang: _, ...row }) => ({ ...row, created_ms: createdMs }));
    return pageReply(messages, total, page, limit);
  },
});

const userRow = (user: OperatorUser): UserRow => ({
  uid: user.id,
  email: user.email,
  phone: user.phone,
  nickname: user.nickname,
  status: user.status,
  house: user.house,
  created_ms: user.createdMs,
  seen_ms: user.seenMs,
});

function factsOf({ market: data, spot }: Container, market: Market): MarketFacts {
  const index = data.index(market.id);
  const last = data.inside.candles.figures(market.id)?.price ?? index?.price;
  return {
    market,
    lastPrice: last === undefined ? '0' : format(last),
    indexPrice: index ? format(index.price) : null,
    stale: index?.stale ?? true,
    broken: index?.broken ?? false,
    openOrders: spot.openOrders(market.id),
    queue: spot.counts().queued,
  };
}
