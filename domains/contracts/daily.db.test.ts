import { amount, format, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tradedContracts } from './daily.ts';
import { BTC, ContractsFixture, marketWith } from './testing/contracts-fixture.ts';

let database: TestDatabase;
let fixture: ContractsFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new ContractsFixture(database.db, [marketWith(BTC, { tradeFee: rate('0.001') })]);
  await fixture.funds();
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000' });
});
afterAll(async () => {
  await fixture.contracts.stop();
  await database.drop();
});

test('fees of a time equal the fee accounts of the ledger, and opening and closing are volume', async () => {
  const user = await fixture.addUser(800_001, '20000');
  const opened = await fixture.contracts.orders.open(user, {
    marketId: BTC,
    side: 'long',
    mode: 'isolated',
    lots: amount('100'),
    multiple: 10,
  });
  await fixture.tick({ 1: '31000' });
  await fixture.contracts.orders.close(user, opened.id, undefined);
  const fromMs = Math.floor(fixture.clock.now() / DAY_MS) * DAY_MS;
  const day = { fromMs, toMs: fromMs + DAY_MS, houseIdMax: 100_000 };
  const { turnover, traders } = await tradedContracts(database.db, day);
  // The sixteen shards of the account `fees`.
  const booked = await database.db.one<{ fees: string }>(sql`
    select trim_scale(sum(available))::text as fees from ledger_postings where account_id between 32 and 47`);
  expect(turnover.map(({ volume, fees }) => [format(volume), format(fees)])).toEqual([
    ['61000', booked.fees],
  ]);
  expect(traders).toEqual([user]);
  const house = await tradedContracts(database.db, { ...day, houseIdMax: 900_000 });
  expect(house.traders).toEqual([]);
});
