/**
 * Measures the settlement delay of 20,000 options that expire within ten seconds, each with its postings and signed
 * receipt, on a durable database. `node bench/options.ts`
 */
import { userId } from '@karat/contract';
import { USDT, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import { createMarket } from '@karat/domains/market';
import type { Source } from '@karat/domains/market';
import { createOptions } from '@karat/domains/options';
import { createProofs } from '@karat/domains/proofs';
import { amount, format, negate, price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { systemClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { systemRandom } from '@karat/platform/random';
import { openBenchDatabase } from '@karat/testkit';

const ORDERS = 20_000;
const USERS = 2_000;
const SPREAD_MS = 10_000;
/** After the rows are written: time to start, and a whole window of ticks. */
const AHEAD_MS = 8_000;
const MARKETS = [1, 2, 3, 4];

/** A price that moves each second, the same for every market. */
const source: Source = {
  name: 'bench',
  kind: 'simulated',
  covers: () => true,
  quote: (_, at) => ({ price: price(String(30_000 + ((at / 1000) % 97))), time: at }),
  start: () => undefined,
  stop: () => undefined,
};

/** Open orders as after acceptance: held stakes, held profits, counters, rows; written in bulk. */
async function writeOrders(
  db: Database,
  ledger: ReturnType<typeof createLedger>,
  now: number,
): Promise<void> {
  const stake = amount('10');
  const profit = amount('6');
  const each = ORDERS / USERS;
  const users = Array.from({ length: USERS }, (_, index) => userId(200_001 + index));
  const external = houseAccount('external');
  const currency = USDT;
  for (let at = 0; at < users.length; at += 500) {
    const journals = users.slice(at, at + 500).map((user) => ({
      key: `bench:${user}`,
      kind: 'genesis' as const,
      reference: 'bench',
      at: now,
      entries: [
        { account: external, currency, available: negate(amount((stake + profit) * BigInt(each))) },
        { account: userAccount(user, 'micro'), currency, held: amount(stake * BigInt(each)) },
        { account: houseAccount('option_pool', user % 16), currency, held: amount(profit * BigInt(each)) },
      ],
    }));
    await db.transact((tx) => ledger.postBatch(tx, journals));
  }
  await db.run(sql`
    insert into options_people (user_id, day, open_stake)
    select id, to_timestamp(${now} / 1000.0)::date, ${format(stake)}::numeric * ${each}
    from unnest(${users.map(Number)}::bigint[]) as u (id)`);
  await db.run(sql`
    insert into options_orders (user_id, market_id, currency_id, decimals, direction, seconds, stake, ratio, profit, shard,
      accepted_at, expires_at)
    select 200001 + n % ${USERS}, (${MARKETS}::int[])[1 + n % 4], ${currency}, 6, case when n % 2 = 0 then 'up' else 'down' end, 30,
      ${format(stake)}::numeric, 0.6, ${format(profit)}::numeric, (200001 + n % ${USERS}) % 16,
      to_timestamp(${now - 500} / 1000.0),
      to_timestamp((${now + AHEAD_MS} + n::bigint * ${SPREAD_MS} / ${ORDERS}) / 1000.0)
    from generate_series(0, ${ORDERS - 1}) as n`);
  await db.run(sql`
    update options_pool_capacity set capacity = capacity - owed.sum
    from (select shard, sum(profit) as sum from options_orders group by shard) owed
    where options_pool_capacity.currency_id = ${currency} and options_pool_capacity.shard = owed.shard`);
  await db.run(sql`analyze`);
}

/**
 * Settles 20,000 options that expire within ten seconds; reports the delay of each and checks that each is settled
 * once.
 */
async function settleAll(db: Database): Promise<string[]> {
  const bus = createBus((error) => {
    throw error;
  });
  const ctx: Context = {
    db,
    clock: systemClock,
    random: systemRandom,
    bus,
    log: silentLog,
    demo: true,
  };
  const signer = signerFromSeed(new Uint8Array(32).fill(1));
  const ledger = createLedger(ctx);
  const market = await createMarket({ ctx, sources: [source], signer });
  const proofs = createProofs({ ctx, signer });
  const options = createOptions({
    ctx,
    ledger,
    market,
    proofs,
    homeOf: () => Promise.resolve({ phone: null, region: null }),
  });
  await market.start();
  try {
    await writeOrders(db, ledger, Date.now());
    options.settler.start();
    const cpu = process.cpuUsage();
    const deadline = Date.now() + AHEAD_MS + SPREAD_MS + 60_000;
    for (;;) {
      const { open } = await db.one<{ open: number }>(
        sql`select count(*) as open from options_orders where outcome is null`,
      );
      if (open === 0) break;
      if (Date.now() > deadline) throw new Error(`${open} options are still open`);
      await new Promise((passed) => setTimeout(passed, 500));
    }
    const used = process.cpuUsage(cpu);
    const late = await db.one<{
      p50: number;
      p99: number;
      max: number;
      voids: number;
      receipts: number;
      journals: number;
    }>(sql`
      select round(percentile_cont(0.5) within group (order by ms))::bigint as p50,
        round(percentile_cont(0.99) within group (order by ms))::bigint as p99, round(max(ms))::bigint as max,
        count(*) filter (where outcome = 'void') as voids,
        (select count(*) from proofs_receipts) as receipts,
        (select count(*) from ledger_journals where key like 'option:settle:%') as journals
      from (select outcome, extract(epoch from settled_at - expires_at) * 1000 as ms from options_orders) settled`);
    if (late.receipts !== ORDERS || late.journals !== ORDERS)
      throw new Error('an option was not settled exactly once');
    return [
      `${ORDERS} options expiring within ${SPREAD_MS / 1000} s: settled ${late.p50} ms after expiry at the median, ${late.p99} ms at p99, ${late.max} ms at most`,
      `${late.voids} void, ${late.journals} journals, ${late.receipts} receipts; ${Math.round((used.user + used.system) / 1000)} ms of this process`,
    ];
  } finally {
    await options.settler.stop();
    await market.stop();
  }
}

await using bench = await openBenchDatabase();
for (const line of await settleAll(bench.db)) console.log(line);
