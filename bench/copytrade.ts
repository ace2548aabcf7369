/**
 * Copy trading from end to end: from a trader's fill until every follower has the copy, with its margin, fee,
 * postings, signed receipt and the notifications of orders that could not be copied, and from the close until the last
 * copy is closed, on a durable database. One follower in twenty has a cap that is too small. `node bench/copytrade.ts
 * [followers] [rounds]`
 */
import { loadavg } from 'node:os';
import { NOTICE_KINDS, marketId, userId } from '@karat/contract';
import type { NoticeKind, UserId } from '@karat/contract';
import { createContracts, receiptsBy, receiptsOf } from '@karat/domains/contracts';
import {
  contractsForCopies,
  copytradeNotices,
  createCopytrade,
  onContractEvents,
} from '@karat/domains/copytrade';
import { USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { AccountId, Journal } from '@karat/domains/ledger';
import { createMarket, lastTickAt } from '@karat/domains/market';
import type { Source } from '@karat/domains/market';
import { createMessages } from '@karat/domains/messages';
import type { NoticeText } from '@karat/domains/messages';
import { createProofs } from '@karat/domains/proofs';
import { amount, negate, price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { FIRST_USER, openBenchContext } from './spot-setup.ts';

const followers = Number(process.argv[2] ?? '10000');
const rounds = Number(process.argv[3] ?? '3');
const BTC = marketId(1);
const TRADER = userId(FIRST_USER - 1);
/** One follower in this number has a cap that is too small. */
const CAPPED = 20;
const POLL_MS = 5;

const source: Source = {
  name: 'bench',
  kind: 'simulated',
  covers: () => true,
  start: () => undefined,
  stop: () => undefined,
  quote: (_, at) => ({ price: price('30000'), time: at }),
};

const grant = (account: AccountId, money: string): Journal => ({
  key: `bench:${account}`,
  kind: 'genesis',
  reference: '',
  at: 1_700_000_000_000,
  entries: [
    { account: houseAccount('external'), currency: USDT, available: negate(amount(money)) },
    { account, currency: USDT, available: amount(money) },
  ],
});

async function fund(ctx: Context, people: readonly UserId[]): Promise<void> {
  const ledger = createLedger(ctx);
  const rich = [houseAccount('contracts_pool'), houseAccount('insurance'), userAccount(TRADER, 'lever')];
  await ctx.db.transact((tx) =>
    ledger.postBatch(
      tx,
      rich.map((account) => grant(account, '1000000000')),
    ),
  );
  for (let first = 0; first < people.length; first += 500) {
    const some = people.slice(first, first + 500).map((user) => grant(userAccount(user, 'lever'), '10000'));
    await ctx.db.transact((tx) => ledger.postBatch(tx, some));
  }
  // Capacity for all of them: the bench measures throughput, not the caps of the house.
  await ctx.db.run(sql`update contracts_markets set net_cap = 1e12, gross_cap = 1e12, user_cap = 1e12`);
}

async function setUp(ctx: Context) {
  const people = Array.from({ length: followers }, (_, at) => userId(FIRST_USER + at));
  await fund(ctx, people);
  const signer = signerFromSeed(new Uint8Array(32).fill(1));
  const ledger = createLedger(ctx);
  const market = await createMarket({ ctx, sources: [source], signer });
  const proofs = createProofs({ ctx, signer });
  // Without mail the text of a notification is not used.
  const texts = Object.fromEntries(
    NOTICE_KINDS.map((kind) => [kind, copytradeNotices['copytrade:skipped']]),
  ) as Record<NoticeKind, NoticeText>;
  const mail = { mode: 'none', send: async () => undefined, work: {} } as const;
  const messages = createMessages({ ctx, texts, mail, addressees: async () => [] });
  const contracts = createContracts({
    ctx,
    ledger,
    levelOf: async () => 2,
    notify: (tx, notifications) => messages.notifyAll(tx, notifications),
    market: {
      all: () => market.instruments.all(),
      find: (id) => market.instruments.find(id),
      byPair: (base, quote) => market.instruments.byPair(base, quote),
      state: (id) => market.state(id),
      index: (id) => market.index(id),
      tickAt: lastTickAt,
    },
    prove: receiptsBy(
      proofs,
      (queries, id, from, to) => market.ticks(queries, id, from, to),
      (id) => market.instruments.need(id).symbol,
    ),
    receiptsOf: receiptsOf(proofs),
  });
  const copytrade = createCopytrade({
    ctx,
    ledger,
    messages,
    contracts: contractsForCopies(ctx, contracts),
    people: async () => [],
  });
  onContractEvents(contracts, copytrade.listen);
  await market.start();
  await contracts.start();
  await copytrade.start();
  proofs.start();
  await ctx.db.transact((tx) => copytrade.seedDemoTrader(tx, TRADER, 'bench'));
  await ctx.db.run(sql`
    insert into copytrade_follows (trader_id, user_id, mode, number, order_cap, slippage, created_at)
    select ${TRADER}, id, 'multiple', 0.1, case when id % ${CAPPED} = 0 then 1 else 100000 end, 0.05, now() - interval '1 day'
    from unnest(${people}::bigint[]) as id`);
  await ctx.db.run(sql`analyze`);
  return {
    contracts,
    stop: async () => {
      await copytrade.stop();
      await contracts.stop();
      await proofs.stop();
      await market.stop();
    },
  };
}

/** Waits until no event waits to be copied; returns the duration. */
async function untilDone(ctx: Context, start: number): Promise<number> {
  for (;;) {
    const { n } = await ctx.db.one<{ n: number }>(
      sql`select count(*)::int as n from copytrade_events where done_at is null`,
    );
    if (n === 0) return performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const { ctx, cpuMs, close } = await openBenchContext();
const { contracts, stop } = await setUp(ctx);
const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  (await ctx.db.one<{ n: number }>(query)).n;

/** Runs an action, waits for the copies, and prints the duration and the cost per follower. */
async function measured<T>(what: string, run: () => Promise<T>): Promise<{ done: T; line: string }> {
  const cpu = process.cpuUsage();
  const database = cpuMs();
  const start = performance.now();
  const done = await run();
  const ms = await untilDone(ctx, start);
  const used = process.cpuUsage(cpu);
  const each = (us: number): string => `${(us / followers).toFixed(0)} us`;
  const node = each(used.user + used.system);
  return {
    done,
    line: `${what} ${ms.toFixed(0)} ms (${node} of the process, ${each((cpuMs() - database) * 1_000)} of the database for each)`,
  };
}

try {
  const capped = Math.floor(followers / CAPPED);
  for (let round = 1; round <= rounds; round++) {
    const { done, line } = await measured('opened', () =>
      contracts.orders.open(TRADER, {
        marketId: BTC,
        side: 'long',
        mode: 'isolated',
        lots: amount('10'),
        multiple: 10,
      }),
    );
    const copies = await count(
      sql`select count(*)::int as n from contracts_positions where source_id = ${done.id} and status = 1`,
    );
    const closing = await measured('closed', () => contracts.orders.close(TRADER, done.id, undefined));
    console.log(`${copies} copies, load ${loadavg()[0]?.toFixed(1)}: ${line}; ${closing.line}`);
    const left = await count(sql`
      select count(*)::int as n from contracts_positions where source_id = ${done.id} and status = 3`);
    const notifications = await count(
      sql`select count(*)::int as n from messages_notices where kind = 'copytrade:skipped'`,
    );
    if (copies !== followers - capped || left !== copies || notifications !== capped * round)
      throw new Error(
        `not every follower was copied once: ${copies} opened, ${left} closed, ${notifications} notified`,
      );
    const signing = performance.now();
    while ((await count(sql`select count(*)::int as n from proofs_owed`)) > 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
    console.log(`the last receipt is signed ${(performance.now() - signing).toFixed(0)} ms later`);
    const receipts = await count(sql`select count(*)::int as n from proofs_receipts`);
    if (receipts !== (copies + 1) * 2 * round) throw new Error(`${receipts} receipts`);
  }
  await stop();
  const { differences } = await auditLedger(ctx.db);
  console.log(
    differences.length === 0 ? 'the books are right' : `differences: ${JSON.stringify(differences)}`,
  );
} finally {
  await close();
}
