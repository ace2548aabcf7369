/**
 * How long it takes to pay 100,000 daily yields that are due at the same minute, each with its journal entry, its own row and
 * the order's next date, on a durable database. `node bench/mining.ts [orders]`
 */
import { userId } from '@karat/contract';
import { USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import { createMining } from '@karat/domains/mining';
import { createProofs } from '@karat/domains/proofs';
import { amount, negate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { systemClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { systemRandom } from '@karat/platform/random';
import { DAY_MS } from '@karat/rules';
import { openBenchDatabase } from '@karat/testkit';

const ORDERS = Number(process.argv[2] ?? 100_000);
const USERS = ORDERS / 2;
const DAYS = 30;

/** Orders as purchases leave them: held principals, held yields, rows; written in bulk. All are due now. */
async function writeOrders(
  db: Database,
  ledger: ReturnType<typeof createLedger>,
  now: number,
): Promise<void> {
  const [principal, reserve] = [amount('200'), amount('2.1')];
  const external = houseAccount('external');
  const each = ORDERS / USERS;
  const users = Array.from({ length: USERS }, (_, index) => userId(200_001 + index));
  for (let at = 0; at < users.length; at += 500) {
    const journals = users.slice(at, at + 500).map((user) => ({
      key: `bench:${user}`,
      kind: 'genesis' as const,
      reference: 'bench',
      at: now,
      entries: [
        {
          account: external,
          currency: USDT,
          available: negate(amount((principal + reserve) * BigInt(each))),
        },
        { account: userAccount(user, 'change'), currency: USDT, held: amount(principal * BigInt(each)) },
        { account: houseAccount('interest'), currency: USDT, held: amount(reserve * BigInt(each)) },
      ],
    }));
    await db.transact((tx) => ledger.postBatch(tx, journals));
  }
  await db.run(sql`
    insert into mining_products (currency_id, category, days, rate, penalty_ratio, reserve_days, order_min, user_max, total_max, sold,
      vip_only, opens_at)
    values (${USDT}, 'lockup', ${DAYS}, 0.00035, 0.0005, ${DAYS}, 1, 1000000, 1000000000, ${ORDERS * 200}, false, now() - interval '90 days')`);
  await db.run(sql`
    insert into mining_orders (user_id, product_id, currency_id, decimals, category, days, rate, penalty_ratio, amount, reserve_days,
      auto, opened_at, principal, daily, reserved_days, days_paid, interest, next_at)
    select 200001 + n % ${USERS}, 1, ${USDT}, 6, 'lockup', ${DAYS}, 0.00035, 0.0005, 200, ${DAYS}, false,
      at, 200, 0.07, ${DAYS}, 0, 0, at + interval '24 hours'
    from generate_series(0, ${ORDERS - 1}) as n,
      lateral (select to_timestamp(${now - DAY_MS} / 1000.0) - (n % 60000) * interval '1 millisecond' as at) as opened`);
  await db.run(sql`analyze`);
}

/** Pays all of them and checks the books; returns lines to print. */
async function payAll(db: Database): Promise<string[]> {
  const bus = createBus((error) => {
    throw error;
  });
  const ctx: Context = { db, clock: systemClock, random: systemRandom, bus, log: silentLog, demo: true };
  const ledger = createLedger(ctx);
  const mining = createMining({
    ctx,
    ledger,
    proofs: createProofs({ ctx, signer: signerFromSeed(new Uint8Array(32).fill(1)) }),
    messages: { notifyAll: async () => undefined },
    vipLevelOf: async () => 0,
    isStopped: () => false,
  });
  await writeOrders(db, ledger, Date.now());
  const cpu = process.cpuUsage();
  const start = performance.now();
  const paid = await mining.worker.runDue();
  const seconds = (performance.now() - start) / 1000;
  const used = process.cpuUsage(cpu);
  const { rows } = await db.one<{ rows: number }>(sql`select count(*) as rows from mining_accruals`);
  const { differences } = await auditLedger(db);
  return [
    `${paid} yields paid in ${seconds.toFixed(1)} s, ${Math.round(paid / seconds)} a second`,
    `${rows} rows of yields, ${differences.length} differences in the books`,
    `node used ${((used.user + used.system) / 1e6).toFixed(1)} s of one core`,
  ];
}

await using bench = await openBenchDatabase();
for (const line of await payAll(bench.db)) console.log(line);
