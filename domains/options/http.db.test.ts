import { contract } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { FrameReader, callConsole, callHandler } from '@karat/platform/testing';
import { createPrivateChannels } from '@karat/platform/ws';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { optionsChannel } from './channels.ts';
import { optionsHandlers } from './http.ts';
import { ALICE, BEA, OptionsFixture } from './testing/options-fixture.ts';

let database: TestDatabase;
let fixture: OptionsFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await OptionsFixture.open(database.db);
  await fixture.fund(ALICE, '1000');
  await fixture.fund(BEA, '1000');
  await fixture.fundPool('5000');
  await fixture.fundPool('300', 7);
  await fixture.admit(ALICE, BEA);
  await fixture.seconds(1);
  // ALICE wins 60 and loses 70, then stakes 11 up; BEA stakes 20 down.
  await played('100', '30000.1');
  await played('70', '29999.9');
  await fixture.take({ stake: amount('11') });
  await fixture.take({ stake: amount('20'), direction: 'down', userId: BEA });
});
afterAll(() => database.drop());

async function played(stake: string, end: string): Promise<void> {
  fixture.clock.set(fixture.clock.now() + 300);
  const { expiresMs } = await fixture.take({ stake: amount(stake) });
  await fixture.seconds(25, '30000');
  await fixture.seconds(5, end);
  fixture.clock.set(expiresMs);
  await fixture.settler.runDue();
}

const call = (path: 'microtrade/record' | 'microtrade/payable_currencies') =>
  callHandler(contract.options, optionsHandlers(fixture.deps), path, { who: ALICE });

test("a user's record sums settled orders: what came back less what was staked", async () => {
  expect(await call('microtrade/record')).toMatchObject({
    wins: 1,
    losses: 1,
    ties: 0,
    voids: 0,
    staked: '170',
    returned: '160',
    net: '-10',
    quiz_passed: true,
    limits: { daily_stake: { limit: null }, daily_loss: { limit: null } },
  });
});

test('a currency shows the free and the held balance, and the limits that hold for some duration', async () => {
  await database.db.run(sql`update options_durations set min_stake = 7, max_stake = 444`);
  const rows = (await call('microtrade/payable_currencies')) as readonly { readonly name: string }[];
  expect(rows.find(({ name }) => name === 'USDT')).toMatchObject({
    id: 3,
    decimals: 6,
    micro_trade_fee: '0',
    micro_min: '7',
    micro_max: '444',
    user_wallet: { micro_balance: '979', lock_micro_balance: '11' },
  });
});

test("the console's exposure, pools, day and terms have each figure in its own field", async () => {
  await database.db.run(sql`update options_durations set min_stake = 7, max_stake = 444`);
  const { currencies, durations, ...rest } = await callConsole(
    contract.options,
    optionsHandlers(fixture.deps),
    'console/options',
  );
  expect(durations.slice(0, 2)).toEqual([
    {
      break_even: '62.5',
      id: 1,
      max_amount: '444',
      min_amount: '7',
      profit_ratio: '60',
      seconds: 30,
      status: 1,
    },
    {
      break_even: '57.15',
      id: 2,
      max_amount: '444',
      min_amount: '7',
      profit_ratio: '75',
      seconds: 60,
      status: 1,
    },
  ]);
  expect(currencies.filter(({ currency_name: name }) => name === 'USDT')).toEqual([
    {
      currency_id: 3,
      currency_name: 'USDT',
      enabled: true,
      max_stake: '10000',
      min_stake: '1',
      pool_max: '2000000',
      user_max: '50000',
      window_max: '100000',
    },
  ]);
  expect(rest).toEqual({
    day: {
      lateness_p99_ms: 0,
      losses: 1,
      returned: '160',
      settled: 2,
      staked: '170',
      ties: 0,
      voids: 0,
      wins: 1,
    },
    exposure: [
      {
        currency_name: 'USDT',
        match_id: 1,
        next_expiry_ms: 1795186891600,
        orders: 2,
        owed_down: '12',
        owed_up: '6.6',
        stake_down: '20',
        stake_up: '11',
        symbol: 'BTC/USDT',
      },
    ],
    pools: [
      { available: '5291.4', currency_name: 'USDT', owed: '18.6', pool_max: '2000000' },
      { available: '0', currency_name: 'USDC', owed: '0', pool_max: '1000000' },
    ],
    regions: ['AU', 'BE', 'CA', 'GB', 'IL', 'US'],
  });
});

test('the channel sends an own order as its call replies it, when it is accepted and once it is settled', async () => {
  const own = createPrivateChannels();
  const stop = optionsChannel(fixture.deps, own);
  const reader = new FrameReader();
  own.listen(ALICE, 'options', reader);
  const resultOf = (id: number) =>
    callHandler(contract.options, optionsHandlers(fixture.deps), 'microtrade/get_result', {
      ...{ who: ALICE, fields: { id } },
    });
  const open = await callHandler(contract.options, optionsHandlers(fixture.deps), 'microtrade/lists', {
    ...{ who: ALICE, fields: { status: 1 } },
  });
  await expect.poll(() => reader.snapshotsOf('options')).toEqual([open.data]);
  const { id, expiresMs } = await fixture.take({ stake: amount('12') });
  await fixture.take({ stake: amount('13'), userId: BEA });
  await expect.poll(() => reader.of('options').length).toBe(1);
  expect(reader.of('options')).toEqual([await resultOf(id)]);
  await fixture.seconds(25, '30000');
  await fixture.seconds(5, '30002');
  fixture.clock.set(expiresMs);
  await fixture.settler.runDue();
  const settled = await resultOf(id);
  await expect.poll(() => reader.of('options')).toContainEqual(settled);
  stop();
  expect(settled).toMatchObject({ number: '12', end_price: '30002', returned: '19.2', fact_profits: '7.2' });
  expect(JSON.stringify(reader.of('options'))).not.toContain('"number":"13"');
});
