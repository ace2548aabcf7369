import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { userId } from '@karat/contract';
import type { TraderSort, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createWorker } from '@karat/platform/work';
import { HOUR_MS } from '@karat/rules';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scheduleFigures } from './figures.ts';
import { sampledSnapshots } from './snapshot-store.ts';
import { tradersFixture, writePosition, writeTick } from './testing/traders-fixture.ts';
import { listTraders } from './trader-list.ts';
import type { TraderFilter } from './trader-list.ts';
import { traderById } from './trader-store.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const SETTLED_MS = 20_000;
const KILLS_MS_MAX = 120_000;
const RUN = join(import.meta.dirname, 'testing/figures-run.ts');
const [ANN, BEN, CLEO] = [userId(100_961), userId(100_962), userId(100_963)];
const hour = (n: number): number => START + n * HOUR_MS;

let database: TestDatabase;
let fixture: ReturnType<typeof tradersFixture>;
const db = () => database.db;

beforeAll(async () => {
  database = await createTestDatabase({ connections: 6 });
  fixture = tradersFixture(database.db, START + SETTLED_MS);
  for (const user of [ANN, BEN, CLEO])
    await db().transact((tx) => fixture.copytrade.seedDemoTrader(tx, user, 'A trader of the tests'));
  for (const [n, price] of ['30000', '29000', '31000', '32000', '28000', '30500', '30500', '30600'].entries())
    await writeTick(db(), hour(n), price);
  // Opened in the first hour; 4 of 10 lots closed in the third with 20 of profit, a fee of 1 and 2 overnight.
  await writePosition(db(), {
    id: 1,
    user: ANN,
    openedAt: hour(0) + 60_000,
    price: '30000',
    lots: '10',
    fee: '1',
    closes: [{ at: hour(2) + 60_000, lots: '4', profit: '20' }],
    overnight: { at: hour(3) + 1, paid: '2' },
  });
  const closes = [{ at: hour(1) + 1, lots: '2', profit: '-15' }];
  await writePosition(db(), { id: 2, user: BEN, openedAt: hour(0) + 1, price: '30000', lots: '2', closes });
  await db().transact((tx) => scheduleFigures(tx, fixture.clock.now()));
});
afterAll(() => database.drop());

const equityOf = async (user: UserId): Promise<string[]> =>
  (await sampledSnapshots(db(), user, 0, 1)).map(({ equity }) => format(equity));
const stored = async (): Promise<number> =>
  (await db().one<{ n: number }>(sql`select count(*)::int as n from copytrade_snapshots`)).n;
const run = () => createWorker(fixture.ctx, fixture.copytrade.work).runDue();

test('each hour has one snapshot with the open loss at its index, however many workers run', async () => {
  fixture.clock.set(hour(1) + SETTLED_MS);
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await stored()).toBe(6);
  expect(await equityOf(ANN)).toEqual(['0', '-101']);
  expect(await traderById(db(), ANN)).toMatchObject({
    totalProfit: amount('-101'),
    figuresAt: hour(1),
    trades: 0,
  });
});

test('hours of an outage are made up for with the fills and the index of their time', async () => {
  fixture.clock.set(hour(5) + SETTLED_MS);
  for (let hours = 0; hours < 4; hours++) await run();
  // 10 lots until the third hour, then 6: 100 - 1, 120 + 20 - 1, -120 + 17, 30 + 17.
  expect(await equityOf(ANN)).toEqual(['0', '-101', '99', '139', '-103', '47']);
  expect(await equityOf(BEN)).toEqual(['0', '-20', '-15', '-15', '-15', '-15']);
  expect(await stored()).toBe(18);
  expect(await traderById(db(), BEN)).toMatchObject({
    figuresAt: hour(5),
    trades: 1,
    winRate: 0n,
    holdingMs: HOUR_MS,
  });
  await db().transact((tx) => scheduleFigures(tx, fixture.clock.now()));
  await run();
  expect(await stored()).toBe(18);
});

const KILLS = [
  ['claimed', 1],
  ['snapshot', 1],
  ['snapshot', 3],
  ['figures', 2],
  ['done', 1],
] as const;

/** Takes due snapshots in a process of its own; returns the signal that ended it. */
async function killedAt(step: string, at: number): Promise<string | null> {
  const args = [
    '--url',
    database.url,
    '--now',
    String(hour(6) + SETTLED_MS),
    '--step',
    step,
    '--at',
    String(at),
  ];
  const child = spawn(process.execPath, [await bundleProgram(RUN), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal;
}

test(
  'kills at any step leave no hour half taken; the next run takes it once',
  async () => {
    for (const [step, at] of KILLS) {
      expect(await killedAt(step, at), `${step} ${at}`).toBe('SIGKILL');
      expect(await stored()).toBe(18);
    }
    expect(await killedAt('never', 1)).toBe(null);
    expect(await stored()).toBe(21);
    expect((await equityOf(ANN)).at(-1)).toBe('47');
  },
  KILLS_MS_MAX,
);

const ANY: TraderFilter = {
  days: 30,
  sort: 'roi',
  roiMin: undefined,
  winRateMin: undefined,
  aumMin: undefined,
  riskMax: undefined,
  isFree: false,
};
const listed = async (filter: Partial<TraderFilter>): Promise<number[]> => {
  const ids: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await listTraders(db(), { ...ANY, ...filter }, cursor, 1);
    ids.push(...page.rows.map((row) => row.userId));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return ids;
};

test('traders are ranked and filtered over pages without gaps or repeats', async () => {
  await db().run(sql`
    update copytrade_traders t set roi_30 = v.roi, roi_7 = -v.roi, risk = v.risk, accuracy = v.wins, places = v.places
    from (values (${ANN}::bigint, -3.5, 4, 60, 1), (${BEN}, 12, 9, 20, 10), (${CLEO}, 12, null, 0, 10))
      as v (id, roi, risk, wins, places) where t.user_id = v.id`);
  await db().run(sql`
    insert into copytrade_follows (trader_id, user_id, mode, number, slippage, margin, created_at, copies_from)
    values (${ANN}, 100970, 'multiple', 1, 0.01, 250, now(), now())`);
  expect(await listed({})).toEqual([BEN, CLEO, ANN]);
  expect(await listed({ days: 7 })).toEqual([ANN, BEN, CLEO]);
  const orders: readonly TraderSort[] = ['profit', 'win_rate', 'aum', 'followers', 'risk', 'drawdown'];
  for (const sort of orders) expect(new Set(await listed({ sort })), sort).toEqual(new Set([ANN, BEN, CLEO]));
  expect([await listed({ sort: 'aum' }), await listed({ sort: 'risk' })]).toEqual([
    [ANN, BEN, CLEO],
    [ANN, BEN, CLEO],
  ]);
  expect(await listed({ roiMin: amount('0') })).toEqual([BEN, CLEO]);
  expect(await listed({ riskMax: 9 })).toEqual([BEN, ANN]);
  expect(await listed({ winRateMin: amount('50') })).toEqual([ANN]);
  expect(await listed({ aumMin: amount('100') })).toEqual([ANN]);
  expect(await listed({ isFree: true })).toEqual([BEN, CLEO]);
  await expect(listTraders(db(), ANY, "1_1'; drop", 5)).rejects.toThrow('parameter_error');
});
