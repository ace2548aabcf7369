import { contract } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, price, rate } from '@karat/money';
import { HOUR_MS } from '@karat/rules';
import { FrameReader, callHandler } from '@karat/platform/testing';
import { createPrivateChannels } from '@karat/platform/ws';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractsChannels } from './channels.ts';
import { contractsHandlers } from './http.ts';
import type { OpenRequest } from './order-checks.ts';
import { BTC, ContractsFixture, ETH, marketWith } from './testing/contracts-fixture.ts';

const COUPON = {
  id: 7,
  face: amount('400'),
  multipleMax: 10,
  holdMs: 5 * HOUR_MS,
  expiresAt: 1_800_000_000_000,
};
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
let handlers: ReturnType<typeof contractsHandlers>;
let user: UserId;

beforeAll(async () => {
  database = await createTestDatabase({ connections: 4 });
  fixture = new ContractsFixture(database.db, [marketWith(BTC, terms), marketWith(ETH)]);
  fixture.contracts = fixture.newProcess({
    trials: {
      usable: async () => [
        { ...COUPON, userId: user, markets: [BTC] },
        { ...COUPON, userId: user, id: 8, markets: [ETH] },
      ],
      lock: async () => new Map(),
      write: async () => undefined,
    },
  });
  handlers = contractsHandlers(fixture.contracts);
  await fixture.funds();
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000', 2: '400' });
  user = await fixture.addUser(840_001, '10000');
});
afterAll(async () => {
  await fixture.contracts.stop();
  await database.drop();
});

const call = <Path extends 'lever/deal' | 'lever/dealall' | 'lever/detail'>(
  path: Path,
  fields: Record<string, string> = {},
) => callHandler(contract.contracts, handlers, path, { who: user, fields });

const opens = (more: Partial<OpenRequest> = {}) =>
  fixture.contracts.orders.open(user, {
    marketId: BTC,
    side: 'long',
    mode: 'isolated',
    lots: amount('10'),
    multiple: 10,
    ...more,
  });
const BTC_USDT = { currency_id: '1', legal_id: '3' };

test('the ticket of a market has its own terms, both prices and the coupons that it takes', async () => {
  const { all_levers: all, ...ticket } = await call('lever/deal', BTC_USDT);
  expect(all).toEqual([]);
  expect(ticket).toMatchObject({
    match_id: 1,
    symbol: 'BTC/USDT',
    my_transaction: [],
    lever_share_limit: { min: '2', max: '5000' },
    last_price: '30000',
    ask_price: '30030',
    bid_price: '29970',
    spread: '30',
    overnight: '0.0002',
    lever_trade_fee: '0.001',
    lever_share_num: '0.01',
    price_tick: '0.1',
    state: 'open',
    user_lever: '10000',
    coupons: [{ id: 7, face: '400', multiple_max: 10, hold_hours: 5, expires_ms: 1_800_000_000_000 }],
  });
});

test('the detail of a position has the figures of its fill and of each change of its margin', async () => {
  const { id } = await opens();
  await fixture.contracts.orders.changeMargin(user, { id, direction: 'add', money: amount('12.5') });
  const detail = await call('lever/detail', { id: String(id) });
  const at = { created_at: '2026-03-01 12:00:01', created_ms: Date.parse('2026-03-01T12:00:01Z') };
  expect(detail).toMatchObject({ id, match_id: 1, share: '10', number: '0.1', trade_fee: '3.003' });
  expect(detail['fills']).toEqual([
    {
      ...at,
      id: expect.any(Number) as number,
      kind: 'open',
      reason: null,
      share: '10',
      number: '0.1',
      price: '30030',
      index_price: '30000',
      tick: at.created_ms / 1_000,
      profits: '0',
      fee: '3.003',
      insurance: '0',
    },
  ]);
  expect(detail['margins']).toEqual([
    { ...at, id: expect.any(Number) as number, change: '12.5', caution_money: '312.8' },
  ]);
});

test('the list of open positions shows one market, with the free balance and the totals of all', async () => {
  await opens({ marketId: ETH, mode: 'cross', lots: amount('100') });
  const reply = await call('lever/dealall', { ...BTC_USDT, page: '1', limit: '1' });
  // Margins of 300.3 and 12.5 and a fee of 3.003 in BTC, a margin of 40 in ETH.
  expect(reply).toMatchObject({
    balance: '9644.197',
    caution_money_total: '352.8',
    origin_caution_money_total: '340.3',
    profits_total: '-6',
    order: { total: 1, last_page: 1, data: [{ match_id: 1, profits: '-6' }] },
  });
});

test('the channel sends a position as its call replies it, without what the whole account decides', async () => {
  const own = createPrivateChannels();
  const stop = contractsChannels(fixture.contracts, own);
  const reader = new FrameReader();
  own.listen(user, 'positions', reader);
  await expect.poll(() => reader.snapshotsOf('positions').length).toBe(1);
  const { all_levers: live } = await call('lever/deal', BTC_USDT);
  expect(reader.snapshotsOf('positions')).toEqual([live]);
  const alone = await opens({ lots: amount('3') });
  const shared = await opens({ marketId: ETH, mode: 'cross', lots: amount('5'), side: 'short' });
  stop();
  const viewOf = async ({ id }: { readonly id: number }) => {
    const {
      fills: _fills,
      margins: _margins,
      receipt: _receipt,
      ...view
    } = await call('lever/detail', { id: String(id) });
    return view;
  };
  expect(reader.of('positions')).toEqual([
    await viewOf(alone),
    { ...(await viewOf(shared)), hazard_rate: null, liquidation_price: null },
  ]);
});
