/**
 * How long the console's searches of journals take: half a million transfers, deposits and withdrawals, and as many batches of an
 * engine with eight movements each. `npm run bench -- journals [journals]`
 */
import { userId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Database, IdRange } from '@karat/platform/db';
import { openBenchDatabase } from '@karat/testkit';
import { USDT, journals } from '../index.ts';
import { inWindows } from '../amount-search.ts';
import type { JournalFilter } from '../index.ts';

const JOURNALS = Number(process.argv[2] ?? 1_000_000);
const START = Date.parse('2026-01-01T00:00:00Z');
const SECOND_MS = 1_000;
const PAGE = 50;
const ROUNDS = 5;
const KINDS = ['transfer', 'deposit', 'withdrawal:hold', 'withdrawal:paid'];
/** Movements of an order in a batch. */
const MOVEMENTS = 4;
const SLICE = 50_000;

/**
 * Odd journals are batches of two orders and their fees; even ones move 1 to 10,000,000 units to a user. Amounts scatter, so that
 * one of them is rare.
 */
async function fill(db: Database): Promise<void> {
  for (let first = 1; first <= JOURNALS; first += SLICE) {
    const last = Math.min(JOURNALS, first + SLICE - 1);
    await db.run(sql`
      insert into ledger_journals (id, key, kind, reference, input_hash, at)
      select n, case when n % 2 = 1 then 'batch:' else 'journal:' end || n,
        case when n % 2 = 1 then 'spot:batch' else (${KINDS}::text[])[1 + n / 2 % 4] end, n::text, null,
        to_timestamp(${START / 1000} + n) from generate_series(${first}::bigint, ${last}::bigint) n`);
    await db.run(sql`
      insert into ledger_postings
        (journal_id, account_id, at, currency_id, available, held, available_after, held_after, kind, reference)
      select n, (100001 + (n + m) % 20000) * 8 + 2, to_timestamp(${START / 1000} + n), ${USDT}::int,
        case when m % 2 = 0 then 1 else -1 end * (1 + n % 99991), 0, 0, 0, 'spot:trade', n::text
      from generate_series(${first}::bigint, ${last}::bigint) n, generate_series(0, ${MOVEMENTS * 2 - 1}) m
      where n % 2 = 1
      union all
      select n, case when m = 0 then 17 else 33 end, to_timestamp(${START / 1000} + n), ${USDT}::int,
        case when m = 0 then 0.0001 else -0.0001 end * (1 + n % 997), 0, 0, 0, null, null
      from generate_series(${first}::bigint, ${last}::bigint) n, generate_series(0, 1) m where n % 2 = 1
      union all
      select n, case when m = 0 then (100001 + n % 20000) * 8 + 2 else 18 end, to_timestamp(${START / 1000} + n), ${USDT}::int,
        case when m = 0 then 1 else -1 end * (1 + n * 7919 % 10000019), 0, 0, 0, null, null
      from generate_series(${first}::bigint, ${last}::bigint) n, generate_series(0, 1) m where n % 2 = 0
      order by 1`);
  }
  await db.run(sql`select setval('ledger_journal_ids', ${JOURNALS})`);
  await db.run(sql`vacuum analyze ledger_journals`);
  await db.run(sql`vacuum analyze ledger_postings`);
}

const at = (journal: number): number => START + journal * SECOND_MS;
const middle = Math.floor(JOURNALS / 4) * 2;
const rare = amount(String(1 + ((middle * 7919) % 10_000_019)));
const searches: readonly (readonly [string, Omit<JournalFilter, 'limit'>])[] = [
  ['newest', {}],
  ['one amount', { min: rare, max: rare }],
  ['one amount of a currency', { min: rare, max: rare, currency: USDT }],
  ['one amount of a kind', { min: rare, max: rare, kind: 'deposit' }],
  ['an amount that nobody moved', { min: amount('0.5'), max: amount('0.6') }],
  ['more than was ever moved', { min: amount('999999999') }],
  ['large amounts', { min: amount('9990000') }],
  ['all amounts from 1', { min: amount('1') }],
  ['amounts of a day', { min: amount('5000000'), from: at(JOURNALS / 2), to: at(JOURNALS / 2 + 86_400) }],
  ['amounts of a user', { min: amount('5000000'), user: userId(100_500) }],
  [
    'trades of a day',
    { min: amount('77'), max: amount('77'), kind: 'spot:trade', from: at(0), to: at(86_400) },
  ],
];

await using bench = await openBenchDatabase();
await fill(bench.db);
for (const [name, filter] of searches) {
  const times: number[] = [];
  let found = '';
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const { rows, next } = await journals(bench.db, { ...filter, limit: PAGE });
    times.push(performance.now() - began);
    found = `${rows.length} journals${next === null ? '' : ', and more'}`;
  }
  times.sort((a, b) => a - b);
  const median = times[Math.floor(ROUNDS / 2)] ?? 0;
  process.stdout.write(`${name.padEnd(28)} ${median.toFixed(0).padStart(6)} ms  ${found}\n`);
}

// What reading the postings of the newest journals, window by window, takes for the same amount.
let before: number | null = JOURNALS + 1;
let pages = 0;
const began = performance.now();
while (before !== null && pages < PAGE) {
  const range: IdRange = { from: 1, before };
  before = (await inWindows(bench.db, { min: rare, max: rare, limit: PAGE }, range, true)).next;
  pages += 1;
}
process.stdout.write(
  `one amount, without the index ${(performance.now() - began).toFixed(0)} ms in ${pages} pages\n`,
);
