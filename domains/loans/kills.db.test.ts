import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { userId } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BTC, DAY_MS, LoansFixture, START, USDT } from './testing/fixture.ts';

/** Each kill starts a process. */
const KILLS_MS_MAX = 120_000;

const RUN = join(import.meta.dirname, 'testing/due-run.ts');
const PEOPLE = Array.from({ length: 12 }, (_, index) => userId(100_300 + index));

let database: TestDatabase;
let fixture: LoansFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await LoansFixture.open(database.db);
  await fixture.at(START);
  await fixture.grant(houseAccount('loan_pool'), '20000000', USDT);
  await fixture.grant(houseAccount('insurance'), '1000000', USDT);
  for (const user of PEOPLE) {
    await fixture.fund(user, '5', BTC);
    await fixture.lend({ userId: user }, '0.0003');
  }
});
afterAll(() => database.drop());

interface Run {
  readonly task: 'charge' | 'liquidate';
  readonly now: number;
  readonly price: string;
  readonly step: string;
  readonly at: number;
}

/** Runs due work in a process of its own; returns how it ended. */
async function run({
  task,
  now,
  price,
  step,
  at,
}: Run): Promise<{ code: number | null; signal: string | null }> {
  const given = { url: database.url, now, price, task, step, at };
  const args = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [await bundleProgram(RUN), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal };
}

const count = async (what: ReturnType<typeof sql>): Promise<number> =>
  (await database.db.one<{ n: number }>(sql`select count(*) as n from ${what}`)).n;
const KILLED = { code: null, signal: 'SIGKILL' };

test(
  'five kills while days are charged leave each day of each loan charged exactly once, with its own date',
  async () => {
    const now = START + 3 * DAY_MS + 5_000;
    const charge = { task: 'charge', now, price: '60000' } as const;
    const kills = [
      ['claimed', 1],
      ['posted', 2],
      ['written', 1],
      ['posted', 7],
      ['written', 2],
    ] as const;
    for (const [step, at] of kills) {
      expect(await run({ ...charge, step, at }), `${step} ${at}`).toEqual(KILLED);
      expect(await fixture.contradictions()).toEqual([]);
    }
    expect(await run({ ...charge, step: 'never', at: 1 })).toEqual({ code: 0, signal: null });
    expect(await count(sql`loans_events where kind = 'interest'`)).toBe(PEOPLE.length * 4);
    expect(
      await count(
        sql`(select distinct e.loan_id, e.day from loans_events e join loans_loans l on l.id = e.loan_id
        where e.day > 1 and e.at = l.started_at + (e.day - 1) * interval '24 hours' + interval '1 millisecond') as dated`,
      ),
    ).toBe(PEOPLE.length * 3);
    expect(await count(sql`loans_loans where interest = 720`)).toBe(PEOPLE.length);
  },
  KILLS_MS_MAX,
);

test(
  'five kills while loans are liquidated leave each one liquidated exactly once and the books at zero',
  async () => {
    // 600,000 and 5 x 9,000 are less than 110 % of the debt.
    const liquidate = { task: 'liquidate', now: START + 3 * DAY_MS + 60_000, price: '9000' } as const;
    const kills = [
      ['claimed', 1],
      ['posted', 1],
      ['written', 1],
      ['posted', 3],
      ['written', 4],
    ] as const;
    for (const [step, at] of kills) {
      expect(await run({ ...liquidate, step, at }), `${step} ${at}`).toEqual(KILLED);
      expect(await fixture.contradictions()).toEqual([]);
    }
    expect(await run({ ...liquidate, step: 'never', at: 1 })).toEqual({ code: 0, signal: null });
    expect(await count(sql`loans_loans where state = 'liquidated'`)).toBe(PEOPLE.length);
    expect(await count(sql`ledger_journals where kind = 'loan:liquidation'`)).toBe(PEOPLE.length);
    expect(await count(sql`proofs_receipts where kind = 'loan'`)).toBe(PEOPLE.length);
    expect(await fixture.contradictions()).toEqual([]);
  },
  KILLS_MS_MAX,
);
