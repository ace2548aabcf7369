/**
 * Measures one round of recurring purchases on a durable database: plans that are due at the same moment, each bought by a market
 * order through the matching engine, with its result and its next date. Run: npm run bench -- recurring [plans]
 */
import { userId } from '@karat/contract';
import { USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import { amount, negate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { openBenchDatabase } from '@karat/testkit';
import { BTC_USDT, RecurringFixture, START } from './fixture.ts';

const PLANS = Number(process.argv[2] ?? 10_000);
const FIRST_USER = 200_001;
const HOUR = 9;
const JOURNALS = 500;

/** One plan of 300 USDT for each user, written in bulk with the money for it; all are due at the same moment. */
async function writePlans({ ctx, ledger }: RecurringFixture, dueMs: number): Promise<void> {
  const funds = amount('300');
  const users = Array.from({ length: PLANS }, (_, index) => userId(FIRST_USER + index));
  for (let at = 0; at < users.length; at += JOURNALS) {
    const journals = users.slice(at, at + JOURNALS).map((user) => ({
      key: `bench:${user}`,
      kind: 'genesis' as const,
      reference: 'bench',
      at: ctx.clock.now(),
      entries: [
        { account: houseAccount('external'), currency: USDT, available: negate(funds) },
        { account: userAccount(user, 'change'), currency: USDT, available: funds },
      ],
    }));
    await ctx.db.transact((tx) => ledger.postBatch(tx, journals));
  }
  await ctx.db.run(sql`
    insert into recurring_users (user_id, plans) select ${FIRST_USER} + n, 1 from generate_series(0, ${PLANS - 1}) as n`);
  await ctx.db.run(sql`
    insert into recurring_plans (user_id, market_id, amount, frequency, day, hour, zone, slippage, next_date, due_at, buy_at, attempt_at,
      created_at)
    select ${FIRST_USER} + n, ${BTC_USDT}, 300, 'daily', 0, ${HOUR}, 'UTC', 0.01, ${new Date(dueMs).toISOString().slice(0, 10)},
      due, due, due, due - interval '9 hours'
    from generate_series(0, ${PLANS - 1}) as n, lateral (select to_timestamp(${dueMs} / 1000.0) as due) as moment`);
  await ctx.db.run(sql`analyze`);
}

async function measure(db: Database): Promise<void> {
  const fixture = await RecurringFixture.open(db);
  await fixture.spot.start();
  const dueMs = START + HOUR * 3_600_000;
  await writePlans(fixture, dueMs);
  await fixture.offer(String(PLANS));
  fixture.clock.set(dueMs);
  const cpu = process.cpuUsage();
  const started = performance.now();
  const handled = await fixture.worker.runDue();
  const seconds = (performance.now() - started) / 1_000;
  const used = process.cpuUsage(cpu);
  const { bought } = await db.one<{ bought: number }>(
    sql`select count(*) as bought from recurring_executions where outcome = 'bought'`,
  );
  await fixture.spot.stop();
  const found = await fixture.contradictions();
  process.stdout.write(
    `${handled} plans handled in ${seconds.toFixed(1)} s, ${Math.round(handled / seconds)} a second; ${bought} bought, ${found.length} contradictions\n` +
      `node used ${((used.user + used.system) / 1e6).toFixed(1)} s of one core\n`,
  );
}

await using bench = await openBenchDatabase({ connections: 12 });
await measure(bench.db);
