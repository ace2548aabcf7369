import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { seedDemoOperators } from '@karat/domains/operators';
import { ASKED, callConsole, plainPasswords } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { USDT, openDeposits } from './testing/harness.ts';

const START = Date.parse('2026-11-20T02:00:00Z');
let database: TestDatabase;
let directory: string;
let harness: ReturnType<typeof openDeposits>;

type Deposits = Contract['deposits'];
const call = <Path extends Extract<keyof Deposits, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.deposits, harness.deposits.handlers, path, { login: 'finance', fields });

beforeAll(async () => {
  [database, directory] = await Promise.all([
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'karat-console-')),
  ]);
  harness = openDeposits(database.db, directory, undefined);
  harness.clock.set(START);
  await seedDemoOperators(harness.ctx, plainPasswords);
});
afterAll(() => Promise.all([database.drop(), rm(directory, { recursive: true })]));

test('deposit methods with their terms, and what an approval says that it will change', async () => {
  expect((await call('console/deposit_methods')).filter(({ network }) => network === 'ethereum')).toEqual([
    {
      approved_by: null,
      asked_by: null,
      changed_ms: null,
      code: 'ETH',
      confirmations: 3,
      confirmations_min: 1,
      connected: false,
      contract: null,
      currency_id: 2,
      minimum: '0.002',
      network: 'ethereum',
      network_name: 'Ethereum (chain 31337)',
      real: false,
      standard: 'native',
      stopped: false,
      stopped_here: false,
      token_decimals: null,
      version: 0,
    },
    {
      approved_by: null,
      asked_by: null,
      changed_ms: null,
      code: 'USDT',
      confirmations: 3,
      confirmations_min: 1,
      connected: false,
      contract: null,
      currency_id: 3,
      minimum: '5',
      network: 'ethereum',
      network_name: 'Ethereum (chain 31337)',
      real: false,
      standard: 'erc20',
      stopped: false,
      stopped_here: false,
      token_decimals: null,
      version: 0,
    },
    {
      approved_by: null,
      asked_by: null,
      changed_ms: null,
      code: 'USDC',
      confirmations: 3,
      confirmations_min: 1,
      connected: false,
      contract: null,
      currency_id: 45,
      minimum: '5',
      network: 'ethereum',
      network_name: 'Ethereum (chain 31337)',
      real: false,
      standard: 'erc20',
      stopped: false,
      stopped_here: false,
      token_decimals: null,
      version: 0,
    },
  ]);
  expect(
    await call('console/deposit_method_change', {
      currency_id: USDT,
      network: 'ethereum',
      version: '0',
      minimum: '7.5',
      confirmations: '40',
      reason: 'slower',
    }),
  ).toEqual({
    asked_by: 'finance',
    changes: [
      { after: '7.5 USDT', before: '5 USDT', label: 'Minimum deposit' },
      { after: '40', before: '3', label: 'Confirmations' },
      { after: 'at least 1', before: 'at least 1', label: 'Bound of confirmations' },
    ],
    created_ms: START,
    digest: expect.any(String) as unknown,
    id: 1,
    kind: 'deposit method',
    ...ASKED,
    reason: 'slower',
    subject: 'USDT on Ethereum (chain 31337)',
    title: 'Change deposits over a network',
    uid: null,
  });
});
