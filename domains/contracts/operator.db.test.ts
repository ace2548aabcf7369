import { contract } from '@karat/contract';
import type { Contract, UserId } from '@karat/contract';
import { seedDemoOperators } from '@karat/domains/operators';
import { amount, price, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { callConsole, plainPasswords } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractsHandlers } from './http.ts';
import { BTC, ContractsFixture, ETH, marketWith } from './testing/contracts-fixture.ts';

const terms = {
  spread: price('30'),
  overnight: rate('0.0002'),
  tradeFee: rate('0.001'),
  shareNum: amount('0.01'),
  minShare: amount('2'),
  maxShare: amount('5000'),
};
let database: TestDatabase;
let fixture: ContractsFixture;
let [ann, ben]: UserId[] = [];

type Contracts = Contract['contracts'];
const call = <Path extends Extract<keyof Contracts, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.contracts, contractsHandlers(fixture.contracts), path, { login: 'risk', fields });

beforeAll(async () => {
  database = await createTestDatabase({ connections: 4 });
  fixture = new ContractsFixture(database.db, [marketWith(BTC, terms), marketWith(ETH)]);
  await seedDemoOperators(fixture.contracts.inside.deps.ctx, plainPasswords);
  await fixture.funds();
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000', 2: '400' });
  ann = await fixture.addUser(840_001, '10000');
  ben = await fixture.addUser(840_002, '600');
});
afterAll(async () => {
  await fixture.contracts.stop();
  await database.drop();
});

test('contracts with their exposure, the funds of the house and the limits of users', async () => {
  const open = (user: UserId | undefined, side: 'long' | 'short', lots: string, multiple: number) =>
    fixture.contracts.orders.open(user ?? expect.fail('no user'), {
      marketId: BTC,
      side,
      mode: 'isolated',
      lots: amount(lots),
      multiple,
    });
  await open(ann, 'long', '50', 10);
  await open(ann, 'short', '20', 5);
  await open(ben, 'long', '12', 100);
  await fixture.tick({ 1: '30500', 2: '400' });
  expect(await call('console/contracts')).toEqual([
    {
      gross_cap: '50000000',
      gross_notional: '25010',
      index_price: '30500',
      lever_max_share: '5000',
      lever_min_share: '2',
      lever_share_num: '0.01',
      lever_trade_fee: '0.001',
      long_notional: '18910',
      match_id: 1,
      multiples: [1, 2, 5, 10, 20, 50, 100],
      net_cap: '10000000',
      net_notional: '12810',
      now: 'open',
      overnight: '0.0002',
      pending: 0,
      positions: 3,
      short_notional: '6100',
      spread: '30',
      state: 'open',
      symbol: 'BTC/USDT',
      user_cap: '5000000',
      users_unrealised: '160.8',
      version: 1,
    },
    {
      gross_cap: '50000000',
      gross_notional: '0',
      index_price: '400',
      lever_max_share: '100000',
      lever_min_share: '1',
      lever_share_num: '0.01',
      lever_trade_fee: '0',
      long_notional: '0',
      match_id: 2,
      multiples: [1, 2, 5, 10, 20, 50, 100],
      net_cap: '10000000',
      net_notional: '0',
      now: 'open',
      overnight: '0',
      pending: 0,
      positions: 0,
      short_notional: '0',
      spread: '0',
      state: 'open',
      symbol: 'M2/USDT',
      user_cap: '5000000',
      users_unrealised: '0',
      version: 1,
    },
  ]);
  await fixture.tick({ 1: '29000', 2: '400' });
  const funds = await call('console/contract_funds');
  expect(funds).toEqual({
    accounts_at_risk: 1,
    day: {
      fees: '24.6126',
      insurance_paid: '91.164',
      liquidations: 1,
      overnight: '0',
      users_realised: '-127.2',
    },
    insurance: '999908.836',
    margins: '2700.3',
    payments: [
      { amount: '91.164', created_ms: 1772366403000, position_id: 3, symbol: 'BTC/USDT', uid: 840002 },
    ],
    pool: '10000127.2',
    positions: 2,
    users_unrealised: '-342',
  });
  expect(await call('console/contract_limits')).toEqual({
    levels: [
      { level: 0, multiple_max: 50 },
      { level: 1, multiple_max: 100 },
      { level: 2, multiple_max: 100 },
    ],
    positions_max: 200,
    version: 1,
  });
  await call('console/contract_limits_change', { positions_max: '77', reason: 'busier' });
  await call('console/contract_change', {
    match_id: BTC,
    spread: '25',
    lever_trade_fee: '0.0012',
    net_cap: '900000',
    reason: 'calmer',
  });
  await call('console/contract_fund', { fund: 'insurance', amount: '500', reason: 'topped up' });
  const asked = await database.db.rows(
    sql`select kind, subject, reason, presentation from operators_approvals order by id`,
  );
  expect(asked).toEqual([
    {
      kind: 'contract limits',
      presentation: {
        changes: [
          { after: '50x', before: '50x', label: 'Leverage at level 0' },
          { after: '100x', before: '100x', label: 'Leverage at level 1' },
          { after: '100x', before: '100x', label: 'Leverage at level 2' },
          { after: '77', before: '200', label: 'Positions of a user' },
        ],
        subject: 'Futures',
        title: 'Change the limits of futures',
      },
      reason: 'busier',
      subject: 'contracts',
    },
    {
      kind: 'contract change',
      presentation: {
        changes: [
          { after: '1, 2, 5, 10, 20, 50, 100', before: '1, 2, 5, 10, 20, 50, 100', label: 'Leverages' },
          { after: '900000', before: '10000000', label: 'Cap of the net position' },
          { after: '50000000', before: '50000000', label: 'Cap of all positions' },
          { after: '5000000', before: '5000000', label: 'Cap of a user' },
          { after: '25', before: '30', label: 'Spread' },
          { after: '0.02 %', before: '0.02 %', label: 'Overnight fee' },
          { after: '0.12 %', before: '0.1 %', label: 'Trading fee' },
          { after: '2', before: '2', label: 'Smallest order' },
          { after: '5000', before: '5000', label: 'Largest order' },
        ],
        subject: 'BTC/USDT',
        title: 'Change terms of futures',
      },
      reason: 'calmer',
      subject: 'BTC/USDT',
    },
    {
      kind: 'contract capital',
      presentation: {
        changes: [
          { after: '1000408.836 USDT', before: '999908.836 USDT', label: 'Available of house insurance' },
        ],
        subject: 'insurance',
        title: 'Add house capital to futures',
      },
      reason: 'topped up',
      subject: 'insurance',
    },
  ]);
});
