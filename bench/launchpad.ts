/**
 * Measures how long it takes to allot and to list a project with 100,000 applications, each with its postings and the content of its
 * receipt, on a durable database. `node bench/launchpad.ts [applications]`
 */
import { userId } from '@karat/contract';
import { createLaunchpad } from '@karat/domains/launchpad';
import { USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import { createProofs } from '@karat/domains/proofs';
import { amount, format, negate, price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { systemRandom } from '@karat/platform/random';
import { openBenchDatabase } from '@karat/testkit';

const APPLICATIONS = Number(process.argv[2] ?? 100_000);
const START = Date.parse('2026-11-20T08:00:00Z');
const END = START + 86_400_000;
const LISTING = END + 86_400_000;
const FIRST_USER = 200_001;
const CHUNK = 2_000;
/** Tokens of an application; the supply is two thirds of all. */
const tokensOf = (n: number) => amount(String(100 + (n % 977)));
const COST = price('0.1');

/** Applications as calls leave them: held money and rows, written in bulk. */
async function writeApplications(db: Database, ledger: ReturnType<typeof createLedger>): Promise<void> {
  for (let from = 0; from < APPLICATIONS; from += CHUNK) {
    const users = Array.from({ length: Math.min(CHUNK, APPLICATIONS - from) }, (_, n) => from + n);
    const journals = users.map((n) => {
      const held = amount(tokensOf(n) / 10n);
      return {
        key: `bench:${n}`,
        kind: 'genesis' as const,
        reference: 'bench',
        at: START,
        entries: [
          { account: houseAccount('external'), currency: USDT, available: negate(held) },
          { account: userAccount(userId(FIRST_USER + n), 'change'), currency: USDT, held },
        ],
      };
    });
    await db.transact((tx) => ledger.postBatch(tx, journals));
  }
  const tokens = sql`100 + n % 977`;
  const rows = sql`generate_series(0, ${APPLICATIONS - 1}) as n`;
  await db.run(
    sql`insert into launchpad_subscribers (project_id, user_id, applied) select 1, ${FIRST_USER} + n, ${tokens} from ${rows}`,
  );
  await db.run(sql`
    insert into launchpad_applications (project_id, user_id, amount, currency_id, pay_decimals, price, held, applied_at)
    select 1, ${FIRST_USER} + n, ${tokens}, ${USDT}, 6, 0.1, (${tokens}) * 0.1, to_timestamp(${START} / 1000.0) from ${rows}`);
  await db.run(sql`
    insert into launchpad_totals (project_id, shard, applied, applications)
    select 1, 0, sum(amount), count(*) from launchpad_applications`);
  await db.run(sql`analyze`);
}

async function addProject(db: Database, ledger: ReturnType<typeof createLedger>): Promise<void> {
  let supply = 0n;
  for (let n = 0; n < APPLICATIONS; n++) supply += tokensOf(n);
  const at = (ms: number) => sql`to_timestamp(${ms} / 1000.0)`;
  await db.transact(async (tx) => {
    const token = await ledger.addCurrency(tx, { code: 'TOK', title: 'Token', kind: 'coin', decimals: 2 });
    await tx.run(sql`
      insert into launchpad_projects (kind, currency_id, code, decimals, texts, supply, price, order_min, user_max, start_at, end_at,
        listing_at, created_at)
      values ('token', ${token.id}, 'TOK', 2, '{"en": {"title": "Token", "summary": "A token."}}', ${format(amount((((supply / 3n) * 2n) / 10n ** 8n) * 10n ** 8n))}::numeric,
        ${format(COST)}, 1, 10000, ${at(START)}, ${at(END)}, ${at(LISTING)}, ${at(START)})`);
    await tx.run(sql`
      insert into launchpad_prices (project_id, currency_id, decimals, price, position) values (1, ${USDT}, 6, ${format(COST)}, 1)`);
  });
}

/** Runs what is due at a moment; returns a line with the time that it took. */
async function timed(what: string, run: () => Promise<unknown>): Promise<string> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await run();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return `${what} in ${seconds.toFixed(1)} s, ${Math.round(APPLICATIONS / seconds)} a second; node used ${((user + system) / 1e6).toFixed(1)} s of one core`;
}

async function settleAll(db: Database): Promise<string[]> {
  const bus = createBus((error) => {
    throw error;
  });
  const clock = virtualClock(START);
  const ctx: Context = { db, clock, random: systemRandom, bus, log: silentLog, demo: true };
  const ledger = createLedger(ctx);
  const launchpad = createLaunchpad({
    ctx,
    ledger,
    market: {
      prices: { inUsdt: () => undefined, lastInUsdt: () => undefined },
      listMarket: () => Promise.reject(new Error('no market is planned')),
    },
    proofs: createProofs({ ctx, signer: signerFromSeed(new Uint8Array(32).fill(1)) }),
    messages: { notify: async () => undefined, notifyAll: async () => undefined },
    files: {
      keep: () => Promise.resolve(''),
      owned: () => Promise.resolve(undefined),
      open: () => Promise.resolve(undefined),
    },
  });
  await addProject(db, ledger);
  await writeApplications(db, ledger);
  clock.set(END);
  const allotted = await timed(`${APPLICATIONS} applications allotted`, () => launchpad.worker.runDue());
  clock.set(LISTING);
  const listed = await timed(`${APPLICATIONS} holders unlocked`, () => launchpad.worker.runDue());
  const { open, tokens } = await db.one<{ open: number; tokens: string }>(sql`
    select (select count(*) from launchpad_applications where settled_at is null)
      + (select count(*) from launchpad_subscribers where unlocked_at is null) as open,
      (select p.supply - sum(a.tokens) from launchpad_projects p, launchpad_applications a group by p.supply)::text as tokens`);
  if (open !== 0 || Number(tokens) !== 0) throw new Error(`${open} left, ${tokens} tokens not allotted`);
  const { differences } = await auditLedger(db);
  return [allotted, listed, `${differences.length} differences in the books`];
}

await using bench = await openBenchDatabase();
for (const line of await settleAll(bench.db)) console.log(line);
