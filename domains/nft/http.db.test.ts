import { wireTime } from '@karat/contract';
import { ETH } from '@karat/domains/ledger';
import { FrameReader, pageAt } from '@karat/platform/testing';
import { createChannels } from '@karat/platform/ws';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, ARTIST, BRUNO, CHLOE, DAY, NftFixture, PICTURES, USDT } from './testing/fixture.ts';
import { registerNftChannel } from './channel.ts';
import { DEV, at, callsOf, endSales, openSales, people } from './testing/sales.ts';
import type { Sales } from './testing/sales.ts';

const seconds = (ms: number): number => Math.floor(ms / 1_000);
const created = (ms: number) => ({ created_at: wireTime(ms), created_ms: ms });
const artist = { uid: ARTIST, name: 'Ada Quill', avatar: `/files/portrait-${ARTIST}` };
const usdt = { currency_id: USDT, currency_name: 'USDT' };
const UNPAID = at(18) + DAY;
const WON = at(18) + 2 * DAY;

let database: TestDatabase;
let nft: NftFixture;
let calls: ReturnType<typeof callsOf>;
let sales: Sales;
let [first, second] = ['', ''];

beforeAll(async () => {
  database = await createTestDatabase();
  nft = await new NftFixture(database.db, undefined, { people }).open();
  calls = callsOf(nft);
  sales = await openSales(nft);
  [first = '', second = ''] = sales.tide.codes;
});
afterAll(() => database.drop());

const tideTile = <More extends object>(more: More) => ({
  ...{ name: 'Tide', type: 3, rarity: 'R', editions: 2, image: PICTURES, artist, rarity_status: 1 },
  ...{ collection: { id: sales.collection, name: 'Tides' }, left: null, total: null, ...more },
});
const secondTile = async () =>
  tideTile({
    ...{
      id: (await nft.listing(second)).id,
      code: second,
      edition: 2,
      pay_type: 2,
      status: 1,
      state: 'open',
    },
    ...{ price: '50', now_price: '70', bids: 4, ...usdt, likes: 1, resell_nft_status: 1 },
    ...{ start_time: seconds(at(12)), end_time: seconds(at(12) + 2 * DAY), is_collect: 1 },
  });
const swellTile = async () => ({
  ...{ id: (await nft.listing(sales.swell.code)).id, code: sales.swell.code, name: 'Swell', type: 1 },
  ...{ rarity: 'SR', edition: 1, editions: 1, image: PICTURES, artist, collection: null, pay_type: 2 },
  ...{ status: 1, state: 'open', price: '30', now_price: '33', bids: 1, ...usdt, likes: 0, is_collect: 0 },
  ...{ start_time: seconds(at(18)), end_time: seconds(at(18) + DAY), resell_nft_status: 0 },
  ...{ rarity_status: 1, left: null, total: null },
});
const secondListing = async () => ({
  ...{ id: (await nft.listing(second)).id, pay_type: 2, status: 1, state: 'open', resell: 1, ...usdt },
  ...{ seller: { uid: DEV, name: 'D***i' }, decimals: 6, price: '50', now_price: '70', leader: 'C***e' },
  ...{ min_bid: '75', per_increase: '5', margin: '5', bids: 4, bidders: 2, extensions: 0 },
  ...{ max_extensions: 24, fee_percent: '2.5', royalty_percent: '5', pay_hours: 24 },
  ...{ start_time: seconds(at(12)), end_time: seconds(at(12) + 2 * DAY) },
  ...{ start_ms: at(12), end_ms: at(12) + 2 * DAY, now_ms: at(20) },
});
/** What the same auction is to its viewers. */
const NOBODY = { is_own: 0, is_leader: 0, own_price: null, is_margin: 0, available: null };
const AS_BRUNO = { ...NOBODY, own_price: '60', is_margin: 1, available: '792' };

test('an auction by another owner, as a bidder, its seller and a visitor see it', async () => {
  const facts = {
    ...{ description: 'Slow water', owner: 'D***i', can_sell: 0, royalty_percent: '5', series: null },
    ...created(at(2)),
    media: {
      ...{ url: '/files/media', mime: 'audio/mp4', bytes: 777, duration_ms: 4_200 },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    },
  };
  const tile = await secondTile();
  const listing = await secondListing();
  expect(await calls.as('bind_box/getBoxDetail', BRUNO, { code: second })).toEqual({
    ...{ ...facts, tile, is_owner: 0, listing: { ...listing, ...AS_BRUNO } },
  });
  expect(await calls.as('bind_box/getBoxDetail', DEV, { id: listing.id })).toEqual({
    ...{ ...facts, tile: { ...tile, is_collect: 0 }, is_owner: 1 },
    listing: { ...listing, ...NOBODY, is_own: 1, available: '980' },
  });
  expect(await calls.as('bind_box/getBoxDetail', undefined, { code: second })).toEqual({
    ...{ ...facts, tile: { ...tile, is_collect: 0 }, is_owner: 0, listing: { ...listing, ...NOBODY } },
  });
});

test('the replies of a bid, a margin and of sales are the listing as the caller sees it', async () => {
  const listing = await secondListing();
  const marginOnly = await nft.ctx.db.transact((tx) =>
    calls.as('bind_box/marginNFT', ALICE, { code: second }, tx),
  );
  // 97.5 less 200 of trades, 186 got, a margin of 5.
  expect(marginOnly).toEqual({ ...listing, ...NOBODY, is_margin: 1, available: '1081' });
});

test('the gallery in its orders, by its filters and pages', async () => {
  const list = (fields: object) => calls.as('bind_box/getBoxList', BRUNO, fields);
  const [tide, swell] = [await secondTile(), await swellTile()];
  const sold = tideTile({
    ...{ id: (await nft.listing(first)).id, code: first, edition: 1, pay_type: 1, status: 0, state: 'sold' },
    ...{
      price: '2',
      now_price: null,
      bids: 0,
      currency_id: ETH,
      currency_name: 'ETH',
      likes: 3,
      is_collect: 0,
    },
    ...{ start_time: seconds(at(8)), end_time: seconds(at(8) + DAY), resell_nft_status: 0 },
  });
  expect(await list({ limit: 1 })).toEqual(pageAt({ page: 1, limit: 1, total: 2 }, [swell]));
  expect(await list({ limit: 1, page: 2 })).toEqual(pageAt({ page: 2, limit: 1, total: 2 }, [tide]));
  expect(await list({ status: 0 })).toEqual(pageAt({ page: 1, limit: 10, total: 1 }, [sold]));
  const codes = async (fields: object) => (await list(fields)).data.map(({ code }) => code);
  expect(await codes({ sort: 'price_down' })).toEqual([tide.code, swell.code]);
  expect(await codes({ sort: 'ending' })).toEqual([swell.code, tide.code]);
  expect(await codes({ sort: 'likes' })).toEqual([tide.code, swell.code]);
  for (const filter of [{ type: 3 }, { rarity: 'R' }, { collection_id: sales.collection }, { price_min: 34 }])
    expect(await codes(filter), JSON.stringify(filter)).toEqual([tide.code]);
  for (const filter of [{ type: 1 }, { rarity: 'SR' }, { keyword: 'swell' }, { price_max: 33 }])
    expect(await codes(filter), JSON.stringify(filter)).toEqual([swell.code]);
  for (const filter of [{ pay_type: 1 }, { uid: ALICE }, { currency_id: ETH }, { status: 2 }])
    expect(await codes(filter), JSON.stringify(filter)).toEqual([]);
  expect(await codes({ pay_type: 1, status: 0, currency_id: ETH, uid: ARTIST })).toEqual([first]);
});

test('bids, the highest first; the leader and the own ones are marked', async () => {
  const bid = (name: string, price: string, minutes: number, more: object) => ({
    ...{
      id: expect.any(Number) as number,
      name,
      price,
      is_leader: 0,
      is_own: 0,
      ...created(at(minutes)),
      ...more,
    },
  });
  const list = (page: number) =>
    calls.as('bind_box/getBindBoxQuotationLog', BRUNO, { code: second, page, limit: 3 });
  expect(await list(1)).toEqual(
    pageAt({ page: 1, limit: 3, total: 4 }, [
      bid('C***e', '70', 16, { is_leader: 1 }),
      bid('B***o', '60', 15, { is_own: 1 }),
      bid('C***e', '55', 14, {}),
    ]),
  );
  expect(await list(2)).toEqual(
    pageAt({ page: 2, limit: 3, total: 4 }, [bid('B***o', '50', 13, { is_own: 1 })]),
  );
});

test('own auctions: the own highest bid beside the highest of all', async () => {
  const row = { image: PICTURES, currency_name: 'USDT', is_margin: 1, listing: 'open', status: 1 };
  const end = (ms: number) => ({ end_time: seconds(ms), end_ms: ms });
  expect(await calls.as('bind_box/getMyBindBoxQuotationLog', BRUNO)).toEqual(
    pageAt({ page: 1, limit: 10, total: 2 }, [
      {
        ...{ ...row, code: sales.swell.code, name: 'Swell', price: '33', now_price: '33', margin: '3' },
        ...{ is_leader: 1, ...end(at(18) + DAY), ...created(at(19)) },
      },
      {
        ...{ ...row, code: second, name: 'Tide', price: '60', now_price: '70', margin: '5', is_leader: 0 },
        ...{ ...end(at(12) + 2 * DAY), ...created(at(13)) },
      },
    ]),
  );
});

test('the ownership of a work, the newest step first, in the currency of each sale', async () => {
  const step = (number: number, from: string | null, to: string, price: string | null, minutes: number) => ({
    ...{ step: number, cause: number === 1 ? 'mint' : 'sale', from, to, price, ...created(at(minutes)) },
    ...{ currency_name: number === 1 ? null : number === 4 ? 'ETH' : 'USDT' },
    hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  const list = (page: number) =>
    calls.as('bind_box/getProvenance', undefined, { code: first, page, limit: 3 });
  expect(await list(1)).toEqual(
    pageAt({ page: 1, limit: 3, total: 4 }, [
      step(4, 'B***o', 'C***e', '2', 9),
      step(3, 'A***e', 'B***o', '200', 7),
      step(2, 'A***q', 'A***e', '100', 5),
    ]),
  );
  expect(await list(2)).toEqual(pageAt({ page: 2, limit: 3, total: 4 }, [step(1, null, 'A***q', null, 2)]));
});

test('an artist with works, sales, likes and turnover, and the collections', async () => {
  const view = {
    ...{ ...artist, bio: '', works: 2, sales: 4, likes: 4 },
    turnover: [
      { currency_name: 'ETH', amount: '2' },
      { currency_name: 'USDT', amount: '320' },
    ],
  };
  const collection = {
    ...{ id: sales.collection, name: 'Tides', description: 'Of the sea', artist, works: 1, image: PICTURES },
  };
  const page = { page: 1, limit: 10, total: 1 };
  expect(await calls.as('bind_box/getArtist', undefined)).toEqual(pageAt(page, [view]));
  expect(await calls.as('bind_box/getArtist', undefined, { keyword: 'nobody' })).toEqual(
    pageAt({ ...page, total: 0 }, []),
  );
  expect(await calls.as('bind_box/getArtistDetail', undefined, { uid: ARTIST })).toEqual({
    ...{ ...view, collections: [collection] },
  });
  expect(await calls.as('bind_box/getCollection', undefined, { uid: ARTIST })).toEqual(
    pageAt(page, [collection]),
  );
  expect((await calls.as('bind_box/getCollection', undefined, { uid: ALICE })).total).toBe(0);
  expect(await calls.as('bind_box/getCollectionDetail', undefined, { id: sales.collection })).toEqual({
    ...{ ...collection, ...created(at(1)) },
  });
});

test('the terms of sales, with the discount of the caller', async () => {
  const terms = {
    currencies: [
      { id: 3, name: 'USDT', decimals: 6 },
      { id: 2, name: 'ETH', decimals: 10 },
      { id: 1, name: 'BTC', decimals: 8 },
    ],
    ...{ fee_percent: '2.5', margin_percent: '10', max_royalty_percent: '10', pay_hours: 24 },
    ...{ extension_minutes: 5, max_extensions: 24, max_days: 30 },
  };
  expect(await calls.as('bind_box/getNftCurrency', undefined)).toEqual(terms);
  expect(await calls.as('bind_box/getNftCurrency', ALICE)).toEqual({ ...terms, fee_percent: '2' });
});

test('own works in each list', async () => {
  const codes = async (list: string, who = BRUNO) =>
    (await calls.as('bind_box/getMyNFTs', who, { list })).data.map(({ code }) => code);
  expect(await codes('owned')).toEqual([]);
  expect(await codes('owned', CHLOE)).toEqual([first]);
  expect(await codes('sold')).toEqual([first]);
  expect(await codes('liked')).toEqual([second]);
  expect(await codes('listed', DEV)).toEqual([second]);
  expect(await codes('created', ARTIST)).toEqual([sales.swell.code, second, first]);
});

/** An order as its side sees it. */
const orderView = (index: number, more: object) => ({
  ...{ id: sales.orders[index]?.id, image: PICTURES, name: 'Tide', ...usdt, pay_type: 1, state: 'paid' },
  ...{ is_read: 1, is_pay: 1, is_expired: 0, overtime: 0, margin: null },
  ...{ receipt: expect.stringMatching(/^[0-9a-f]{64}$/) as string, ...more },
});
/** The receipt of a sale is its seller's. */
const bought = { is_buyer: 1, received: null, fee: null, royalty: null, receipt: null };
const paidAt = (minutes: number) => ({ ...created(at(minutes)), paid_ms: at(minutes) });

test('orders at fixed prices: what a seller received, and the fee beside the royalty', async () => {
  const sold = (index: number, price: string, received: string, fee: string, royalty: string) => ({
    ...orderView(index, { code: first, price, is_buyer: 0, received, fee, royalty }),
  });
  const second200 = { ...sold(1, '200', '186', '4', '10'), ...paidAt(7) };
  const first100 = { ...orderView(0, { code: first, price: '100', ...bought, ...paidAt(5) }) };
  const list = (who: typeof ALICE, fields: object) => calls.as('bind_box/orders', who, fields);
  expect(await list(ALICE, { limit: 1 })).toEqual(pageAt({ page: 1, limit: 1, total: 2 }, [second200]));
  expect(await list(ALICE, { limit: 1, page: 2 })).toEqual(
    pageAt({ page: 2, limit: 1, total: 2 }, [first100]),
  );
  expect((await list(ALICE, { side: 'sell' })).data).toEqual([second200]);
  expect((await list(ALICE, { side: 'buy' })).data).toEqual([first100]);
  const ether = { currency_id: ETH, currency_name: 'ETH' };
  expect(await calls.as('bind_box/order', BRUNO, { id: sales.orders[2]?.id })).toEqual({
    ...{ ...sold(2, '2', '1.85', '0.05', '0.1'), ...ether, ...paidAt(9) },
  });
});

test('won auctions: an unpaid one that still can be paid, and one that no longer can', async () => {
  await endSales(nft);
  const won = {
    ...bought,
    pay_type: 2,
    is_read: 0,
    is_pay: 0,
    receipt: null,
    paid_ms: null,
    id: expect.any(Number) as number,
  };
  const due = orderView(0, {
    ...{ ...won, code: second, price: '70', state: 'due', overtime: seconds(WON + DAY), margin: '5' },
    ...created(WON),
  });
  const forfeited = orderView(0, {
    ...{ ...won, code: sales.swell.code, name: 'Swell', price: '33', state: 'forfeited', is_expired: 1 },
    ...{ overtime: seconds(UNPAID + DAY), margin: '3', ...created(UNPAID) },
  });
  const list = (who: typeof ALICE) => calls.as('bind_box/getNeedPayNFTOrder', who);
  const page = { page: 1, limit: 10, total: 1 };
  expect(await list(CHLOE)).toEqual({ ...pageAt(page, [due]), unread: 1 });
  expect(await list(BRUNO)).toEqual({ ...pageAt(page, [forfeited]), unread: 1 });
  const [order] = (await list(CHLOE)).data;
  expect(await calls.as('bind_box/order', DEV, { id: order?.id })).toEqual({
    ...{ ...due, is_buyer: 0, fee: '1.75', royalty: '3.5' },
  });
  expect(await calls.as('bind_box/readNFTOrderMessage', CHLOE, { id: order?.id })).toBe('ok');
  expect(await list(CHLOE)).toEqual({ ...pageAt(page, [{ ...due, is_read: 1 }]), unread: 0 });
});

test('the channel of sales sends a listing and each bid, also one that extends the time', async () => {
  const channels = createChannels({ clock: nft.clock });
  const stop = registerNftChannel(nft.deps, channels);
  const reader = new FrameReader();
  channels.listen(channels.find('nft') ?? expect.fail('no channel'), reader);
  const code = await nft.work();
  const { endMs } = await nft.list(code, '40', { increment: '1' });
  const arrive = async (count: number): Promise<void> => {
    const arrived = () => {
      nft.clock.advance(100);
      return reader.of('nft').length;
    };
    await expect.poll(arrived).toBe(count);
  };
  await arrive(1);
  const listing = { id: (await nft.listing(code)).id, code, state: 'open' };
  nft.clock.set(endMs - 60_000);
  await nft.bid(code, BRUNO, '40');
  await arrive(2);
  nft.clock.set(endMs);
  await nft.bid(code, CHLOE, '44');
  await arrive(3);
  nft.clock.set(endMs + 30_000);
  await nft.bid(code, BRUNO, '50');
  await arrive(4);
  stop();
  const first = { ...listing, now_price: null, bids: 0, bidders: 0, extensions: 0, end_ms: endMs };
  const extended = endMs + 4 * 60_000;
  expect(reader.of('nft')).toEqual([
    [first],
    [{ ...first, now_price: '40', bids: 1, bidders: 1, extensions: 1, end_ms: extended }],
    [{ ...first, now_price: '44', bids: 2, bidders: 2, extensions: 2, end_ms: endMs + 5 * 60_000 }],
    [{ ...first, now_price: '50', bids: 3, bidders: 2, extensions: 3, end_ms: endMs + 330_000 }],
  ]);
});
