/**
 * Measures how long it takes to settle 10,000 dual currency orders of one maturity, each with its journal and signed receipt, on
 * a durable database. `node bench/dual.ts [orders]`
 */
import { userId } from '@karat/contract';
import { createDual } from '@karat/domains/dual';
import { BTC, USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import { createMarket } from '@karat/domains/market';
import { createProofs } from '@karat/domains/proofs';
import { amount, negate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { systemRandom } from '@karat/platform/random';
import { openBenchDatabase } from '@karat/testkit';

const ORDERS = Number(process.argv[2] ?? 10_000);
const USERS = ORDERS / 2;
const MATURITY = Date.parse('2026-11-27T08:00:00Z');
const WINDOW_S = 1_800;

/** Orders as purchases leave them: held principals, held reserves, rows; written in bulk. */
async function writeOrders(db: Database, ledger: ReturnType<typeof createLedger>): Promise<void> {
  const each = BigInt(ORDERS / USERS);
  const [principal, coin, quote] = [amount('0.1'), amount('0.0014'), amount('3042')];
  const users = Array.from({ length: USERS }, (_, index) => userId(200_001 + index));
  const external = houseAccount('external');
  for (let at = 0; at < users.length; at += 500) {
    const journals = users.slice(at, at + 500).map((user) => ({
      key: `bench:${user}`,
      kind: 'genesis' as const,
      reference: 'bench',
      at: MATURITY,
      entries: [
        { account: external, currency: BTC, available: negate(amount((principal + coin) * each)) },
        { account: userAccount(user, 'change'), currency: BTC, held: amount(principal * each) },
        { account: houseAccount('dual'), currency: BTC, held: amount(coin * each) },
        { account: external, currency: USDT, available: negate(amount(quote * each)) },
        { account: houseAccount('dual'), currency: USDT, held: amount(quote * each) },
      ],
    }));
    await db.transact((tx) => ledger.postBatch(tx, journals));
  }
  const maturity = sql`to_timestamp(${MATURITY} / 1000.0)`;
  await db.run(sql`insert into dual_settlements (market_id, maturity_at) values (1, ${maturity})`);
  await db.run(sql`
    insert into dual_products (market_id, type, strike, apr, share_price, total_shares, sold_shares, user_max_shares, sale_start_at,
      sale_end_at, maturity_at, enabled, created_at)
    values (1, 'call', 30000, 0.73, 0.1, ${ORDERS}, ${ORDERS}, ${ORDERS}, ${maturity} - interval '7 days',
      ${maturity} - interval '1 day', ${maturity}, true, ${maturity} - interval '7 days')`);
  await db.run(sql`
    insert into dual_orders (user_id, product_id, market_id, maturity_at, coin_id, quote_id, coin_decimals, quote_decimals, type, strike,
      apr, days, shares, principal, coin_payout, coin_cost, quote_payout, quote_cost, purchased_at)
    select 200001 + n % ${USERS}, 1, 1, ${maturity}, ${BTC}, ${USDT}, 8, 6, 'call', 30000, 0.73, 7, 1, 0.1, 0.1014, 0.1014, 3042, 3042,
      ${maturity} - interval '7 days'
    from generate_series(0, ${ORDERS - 1}) as n`);
  await db.run(sql`
    insert into market_ticks (market_id, time, price, source, quotes)
    select 1, second, 30000 + second % 97, 'simulated', 'simulated=' || 30000 + second % 97
    from generate_series(${MATURITY / 1000 - WINDOW_S}::bigint, ${MATURITY / 1000 - 1}::bigint) as second`);
  await db.run(sql`analyze`);
}

/** Settles all of them and checks the books; returns lines to print. */
async function settleAll(db: Database): Promise<string[]> {
  const bus = createBus((error) => {
    throw error;
  });
  const clock = virtualClock(MATURITY);
  const ctx: Context = { db, clock, random: systemRandom, bus, log: silentLog, demo: true };
  const signer = signerFromSeed(new Uint8Array(32).fill(1));
  const ledger = createLedger(ctx);
  const dual = createDual({
    ctx,
    ledger,
    market: await createMarket({ ctx, sources: [], signer }),
    proofs: createProofs({ ctx, signer }),
    messages: { notify: async () => undefined, notifyAll: async () => undefined },
  });
  await writeOrders(db, ledger);
  const cpu = process.cpuUsage();
  const start = performance.now();
  await dual.settler.runDue();
  const seconds = (performance.now() - start) / 1000;
  const used = process.cpuUsage(cpu);
  const { settled, receipts } = await db.one<{ settled: number; receipts: number }>(sql`
    select (select count(*) from dual_orders where outcome = 'quote') as settled, (select count(*) from proofs_receipts) as receipts`);
  if (settled !== ORDERS || receipts !== ORDERS) throw new Error('an order was not settled exactly once');
  const { differences } = await auditLedger(db);
  return [
    `${settled} orders settled in ${seconds.toFixed(1)} s, ${Math.round(settled / seconds)} a second`,
    `${receipts} receipts, ${differences.length} differences in the books`,
    `node used ${((used.user + used.system) / 1e6).toFixed(1)} s of one core`,
  ];
}

await using bench = await openBenchDatabase();
for (const line of await settleAll(bench.db)) console.log(line);
