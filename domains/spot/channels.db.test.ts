import { currencyId, marketId, wireTime } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { createLedger } from '@karat/domains/ledger';
import { virtualClock } from '@karat/platform/clock';
import { createChannels, createPrivateChannels } from '@karat/platform/ws';
import type { PrivateReader } from '@karat/platform/ws';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spotChannels } from './channels.ts';
import { createSpot } from './create.ts';
import type { Spot } from './create.ts';
import { Exchange, HandMarkets, USDT, limit } from './testing/exchange.ts';

const BTC = currencyId(1);
let database: TestDatabase;
let spot: Spot;
let people: Exchange;
let a: UserId;
let b: UserId;
/** The order to sell that the tests fill. */
let sold: Awaited<ReturnType<Spot['trading']['place']>>;
const clock = virtualClock();
const channels = createChannels({ clock });
const own = createPrivateChannels();

interface Frame {
  readonly ch: string;
  readonly seq: number;
  readonly snapshot?: boolean;
  readonly data: Record<string, unknown>;
}

/** A connection that stores the frames it receives as text. */
class Listener implements PrivateReader {
  readonly frames: Frame[] = [];
  readonly open = true;
  readonly waiting = 0;
  readonly behind: PrivateReader['behind'] = new Set();
  readonly numbers: PrivateReader['numbers'] = new Map();
  readonly held: PrivateReader['held'] = new Map();
  readonly snapshots: Frame[] = [];
  write(frame: Buffer): void {
    // The header of a frame is longer from 126 bytes of payload on.
    const header = (frame[1] ?? 0) < 126 ? 2 : 4;
    const read = JSON.parse(frame.subarray(header).toString()) as Frame;
    (read.snapshot === true ? this.snapshots : this.frames).push(read);
  }
  resync(): void {
    throw new Error('too slow');
  }
  of(name: string): Frame[] {
    return this.frames.filter((frame) => frame.ch === name);
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  people = new Exchange(database.db);
  spot = createSpot({ ctx: people.ctx, ledger: createLedger(people.ctx), markets: new HandMarkets() });
  await spot.start();
  spotChannels(spot, channels, own);
  a = await people.person(800_001, [BTC, '10']);
  b = await people.person(800_002, [USDT, '100000']);
});
afterAll(async () => {
  await spot.stop();
  await database.drop();
});

test('a book arrives as a snapshot and then as differences in which the last quantity of a price wins', async () => {
  const channel = channels.find('depth:1');
  if (!channel) throw new Error('there is no such channel');
  sold = await spot.trading.place(a, limit('sell', '1', '30000'));
  const reader = new Listener();
  channels.listen(channel, reader);
  await spot.trading.place(b, limit('buy', '0.4', '30000'));
  await spot.trading.place(b, limit('buy', '0.1', '29000'));
  clock.advance(100);
  const [snapshot, difference] = reader.of('depth:1');
  expect(snapshot?.data).toEqual({ match_id: 1, snapshot: true, bids: [], asks: [['30000', '1']] });
  expect(difference).toEqual({
    ...{ ch: 'depth:1', seq: (snapshot?.seq ?? 0) + 1 },
    data: { match_id: 1, snapshot: false, bids: [['29000', '0.1']], asks: [['30000', '0.6']] },
  });
  expect(spot.books.depth(marketId(1), 10)?.seq).toBe(difference?.seq);
  await spot.trading.cancelAll(b);
  clock.advance(100);
  expect(reader.of('depth:1').at(-1)?.data).toEqual({
    ...{ match_id: 1, snapshot: false, bids: [['29000', '0']], asks: [] },
  });
});

test('trades arrive one by one, and only those of the market', async () => {
  const btc = new Listener();
  const eth = new Listener();
  for (const [name, reader] of [
    ['trade:1', btc],
    ['trade:2', eth],
  ] as const) {
    const channel = channels.find(name);
    if (channel) channels.listen(channel, reader);
  }
  const taken = await spot.trading.place(b, limit('buy', '0.2', '30000', { timeInForce: 'IOC' }));
  clock.advance(100);
  const printed = { id: expect.any(Number) as number, price: '30000', quantity: '0.2' };
  expect(btc.of('trade:1').map((frame) => frame.data)).toEqual([
    [{ ...printed, side: 'buy', house: false, time: taken.updatedAt }],
  ]);
  expect(eth.frames).toEqual([]);
});

test("each user receives only the own orders, also those that another user's order has filled", async () => {
  const seller = new Listener();
  const buyer = new Listener();
  own.listen(a, 'orders', seller);
  own.listen(b, 'orders', buyer);
  await expect.poll(() => seller.snapshots.length + buyer.snapshots.length).toBe(2);
  // The one that the other user has filled in part is open.
  expect(seller.snapshots).toEqual([
    {
      ...{ ch: 'orders', seq: 0, snapshot: true },
      data: [expect.objectContaining({ id: sold.id, status: 4, amount: '1', filled: '0.6' })],
    },
  ]);
  expect(buyer.snapshots.map(({ data }) => data)).toEqual([[]]);
  const bought = await spot.trading.place(b, limit('buy', '0.1', '30000'));
  const times = (created: number) => ({
    ...{ created_at: wireTime(created), created_ms: created, updated_ms: bought.updatedAt },
  });
  const order = {
    ...{ client_id: null, match_id: 1, currency_id: 1, legal_id: 3 },
    ...{ symbol: 'BTC/USDT', order_type: 'limit', time_in_force: 'GTC', post_only: false },
    ...{ target_price: '30000', stop_price: null, waiting: false, pair_id: null, quote_amount: null },
    ...{ avg_price: '30000', reason: null },
  };
  expect(seller.of('orders').map((frame) => frame.data)).toEqual([
    {
      ...{ ...order, type: 2, status: 4, amount: '1', filled: '0.7', filled_quote: '21000' },
      ...{ id: sold.id, fee: '21', fee_currency: 'USDT', ...times(sold.createdAt) },
    },
  ]);
  expect(buyer.of('orders').map((frame) => frame.data)).toEqual([
    {
      ...{ ...order, type: 1, status: 2, amount: '0.1', filled: '0.1', filled_quote: '3000' },
      ...{ id: bought.id, fee: '0.0001', fee_currency: 'BTC', ...times(bought.createdAt) },
    },
  ]);
});

test('a snapshot shows a book of more levels than one user can make', async () => {
  const prices = Array.from({ length: 230 }, (_, step) => String(28_999 - step));
  const c = await people.person(800_003, [USDT, '100000']);
  await Promise.all(
    prices.map((price, step) => spot.trading.place(step < 115 ? b : c, limit('buy', '0.001', price))),
  );
  const channel = channels.find('depth:1');
  const reader = new Listener();
  if (channel) channels.listen(channel, reader);
  const [snapshot] = reader.of('depth:1');
  expect(snapshot?.data).toMatchObject({ bids: prices.map((price) => [price, '0.001']) });
});

test.each(['depth:01', 'depth:99', 'depth:x', 'trade:0'])('there is no channel %s', (name) =>
  expect(channels.find(name)).toBeUndefined(),
);
