import { auditLedger } from '@karat/domains/ledger';
import { auditPortfolios } from '@karat/domains/portfolio';
import { sql } from '@karat/platform/db';
import { listPartitions } from '@karat/platform/partitions';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { attach, detach } from './partitions.ts';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

const YEAR_MS = 366 * 86_400_000;
let database: PreparedDatabase;
let server: TestServer;

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const partitionsOf = async (table: string) =>
  (await listPartitions(database.db)).filter((each) => each.table === table);

test('a server that starts has partitions for this month and the next two', async () => {
  const now = new Date();
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 1);
  for (const table of ['ledger_postings', 'market_ticks', 'spot_fills']) {
    const partitions = await partitionsOf(table);
    expect(partitions.at(-2)?.until, table).toBe(end);
    expect(partitions.at(-1)?.name).toBe(`${table}_default`);
    expect(await database.db.one(sql([`select count(*) as rows from ${table}_default`]))).toEqual({
      rows: 0,
    });
  }
});

test('a year later the postings of this month are detached, once all portfolios have counted them', async () => {
  const later = Date.now() + YEAR_MS;
  await expect(detach(database.db, 'spot_fills_initial', later)).rejects.toThrow(
    'detach the postings of the same months first',
  );
  await expect(detach(database.db, 'ledger_postings_initial', later)).rejects.toThrow(
    /^the portfolios of \d+ users have not counted ledger_postings_initial: the server counts them now, try again later$/,
  );
  await vi.waitUntil(
    () =>
      detach(database.db, 'ledger_postings_initial', later).then(
        () => true,
        (failure: Error) => {
          if (failure.message.startsWith('the portfolios of')) return false;
          throw failure;
        },
      ),
    { timeout: 60_000 },
  );
  expect((await auditLedger(database.db)).differences).toEqual([]);
  expect(await auditPortfolios(database.db)).toEqual([]);
  expect(await database.db.one(sql`select count(*) as rows from ledger_postings`)).toMatchObject({ rows: 0 });
  await detach(database.db, 'spot_fills_initial', later);

  await attach(database.db, 'spot_fills_initial');
  await attach(database.db, 'ledger_postings_initial');
  expect((await auditLedger(database.db)).differences).toEqual([]);
  expect(await auditPortfolios(database.db)).toEqual([]);
});
