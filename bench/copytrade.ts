/**
 * Copy trading: how long it takes from a trader's fill until the last follower has the copy, and from the close until the last
 * copy is closed, on a durable database. `node bench/copytrade.ts [followers]`
 */
import { currencyId, marketId, userId } from '@karat/contract';
import { createContracts } from '@karat/domains/contracts';
import { contractsForCopies, createCopytrade, letHear } from '@karat/domains/copytrade';
import { USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { AccountId, Journal } from '@karat/domains/ledger';
import { indexTicked } from '@karat/domains/market';
import type { Market } from '@karat/domains/market';
import { amount, negate, price, rate } from '@karat/money';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import { FIRST_USER, openBenchDatabase } from './spot-setup.ts';

const followers = Number(process.argv[2] ?? '10000');
const BTC = marketId(1);
const TRADER = userId(FIRST_USER - 1);
const INDEX = price('30000');
const ROUNDS = 3;

const market: Market = {
  ...{ id: BTC, symbol: 'BTC/USDT', base: currencyId(1), quote: USDT, baseName: 'BTC', quoteName: 'USDT' },
  ...{ title: 'BTC', kind: 'coin', tick: price('0.1'), lot: amount('0.00001'), minNotional: amount('5') },
  ...{ band: rate('0.3'), makerFee: rate('0'), takerFee: rate('0'), indexDecimals: 2, state: 'open' },
  ...{ openLever: true, openMicrotrade: false, openCoinTrade: true, version: 1 },
  terms: {
    ...{ spread: price('0.5'), overnight: rate('0'), shareNum: amount('0.01'), tradeFee: rate('0.0005') },
    ...{ minShare: amount('1'), maxShare: amount('100000') },
  },
};
const now = (): number => Math.floor(Date.now() / 1_000);
const index = () => ({
  ...{ price: INDEX, time: now() * 1_000, stale: false, broken: false, source: 'simulated' as const },
});

const grant = (account: AccountId, money: string): Journal => ({
  ...{ key: `bench:${account}`, kind: 'genesis', reference: '', at: 1_700_000_000_000 },
  entries: [
    { account: houseAccount('external'), currency: USDT, available: negate(amount(money)) },
    { account, currency: USDT, available: amount(money) },
  ],
});

async function setUp(ctx: Context) {
  const ledger = createLedger(ctx);
  const people = Array.from({ length: followers }, (_, at) => userId(FIRST_USER + at));
  const accounts = [houseAccount('contracts_pool'), houseAccount('insurance'), userAccount(TRADER, 'lever')];
  await ctx.db.transact((tx) =>
    ledger.postBatch(
      tx,
      accounts.map((account) => grant(account, '1000000000')),
    ),
  );
  for (let first = 0; first < followers; first += 500) {
    const some = people.slice(first, first + 500);
    await ctx.db.transact((tx) =>
      ledger.postBatch(
        tx,
        some.map((user) => grant(userAccount(user, 'lever'), '1000')),
      ),
    );
  }
  // Room for all of them: what is measured is the way, not the caps.
  await ctx.db.run(sql`update contracts_markets set net_cap = 1e12, gross_cap = 1e12, user_cap = 1e12`);
  const contracts = createContracts({
    ...{ ctx, ledger, levelOf: async () => 2, tell: async () => undefined },
    market: {
      ...{ all: () => [market], find: () => market, byPair: () => market, state: () => 'open', index },
      tickAt: async () => undefined,
    },
  });
  const copytrade = createCopytrade({
    ...{ ctx, ledger, contracts: contractsForCopies(ctx, contracts) },
    messages: { tell: async () => undefined, tellAll: async () => undefined },
    people: async () => [],
  });
  letHear(contracts, copytrade.listen);
  await contracts.start();
  await copytrade.start();
  await ctx.db.transact((tx) => copytrade.seedDemoTrader(tx, TRADER, 'bench'));
  await ctx.db.run(sql`
    insert into copytrade_follows (trader_id, user_id, mode, number, slippage, created_at)
    select ${TRADER}, id, 'multiple', 0.1, 0.05, now() - interval '1 day' from unnest(${people}::bigint[]) as id`);
  return { contracts, copytrade, ledger };
}

/** Waits until nothing waits to be copied any more; answers how long that took. */
async function untilDone(ctx: Context, start: number): Promise<number> {
  for (;;) {
    const { n } = await ctx.db.one<{ n: number }>(
      sql`select count(*)::int as n from copytrade_events where done_at is null`,
    );
    if (n === 0) return performance.now() - start;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const { ctx, close } = await openBenchDatabase();
const { contracts, copytrade } = await setUp(ctx);
const tick = (): void => {
  const source = 'simulated' as const;
  ctx.bus.publish(indexTicked, {
    time: now() * 1_000,
    ticks: [{ marketId: BTC, time: now(), price: INDEX, source, quotes: '' }],
  });
};
const ticking = setInterval(tick, 500);
tick();
await contracts.idle();
for (let round = 1; round <= ROUNDS; round++) {
  const { id } = await contracts.orders.open(TRADER, {
    ...{ marketId: BTC, side: 'long', mode: 'isolated', lots: amount('10'), multiple: 10 },
  });
  const opened = await untilDone(ctx, performance.now());
  const { copies } = await ctx.db.one<{ copies: number }>(
    sql`select count(*)::int as copies from contracts_positions where source_id = ${id} and status = 1`,
  );
  await contracts.orders.close(TRADER, id, undefined);
  const closed = await untilDone(ctx, performance.now());
  console.log(
    `round ${round}: ${copies} copies opened in ${opened.toFixed(0)} ms, closed in ${closed.toFixed(0)} ms`,
  );
}
clearInterval(ticking);
await copytrade.stop();
await contracts.stop();
const { differences } = await auditLedger(ctx.db);
console.log(differences.length === 0 ? 'the books are right' : `differences: ${JSON.stringify(differences)}`);
await close();
