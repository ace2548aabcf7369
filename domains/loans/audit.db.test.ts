import { contract } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import { callConsole } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleHandlers } from './console.ts';
import { ALICE, BTC, LoansFixture, START, USDT } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: LoansFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await LoansFixture.open(database.db);
  await fixture.at(START);
  await fixture.grant(houseAccount('loan_pool'), '2000000', USDT);
  await fixture.fund(ALICE, '10', BTC);
});
afterAll(async () => {
  await fixture.worker.stop();
  await database.drop();
});

type Loans = Contract['loans'];
const call = <Path extends Extract<keyof Loans, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.loans, consoleHandlers(fixture.deps), path, { login: 'finance', fields });

test('what one operator decides is written down with its reason', async () => {
  const first = await fixture.apply();
  await call('console/loan_approve', { id: first.id, rate: '0.03', reason: 'a known customer' });
  const { id } = await fixture.apply();
  await call('console/loan_reject', { id, reason: 'purpose_unclear', note: 'no plan' });
  const rows = await database.db.rows<{ actor: string; action: string; subject: string; detail: string }>(
    sql`select actor, action, subject, detail from platform_audit order by id`,
  );
  expect(rows.map(({ detail, ...row }) => [...Object.values(row), JSON.parse(detail) as unknown])).toEqual([
    ['finance', 'loan:approve', String(first.id), { rate: '0.03', reason: 'a known customer' }],
    ['finance', 'loan:reject', String(id), { reason: 'purpose_unclear', note: 'no plan' }],
  ]);
});
