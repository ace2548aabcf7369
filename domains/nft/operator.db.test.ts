import { userId } from '@karat/contract';
import { rate } from '@karat/money';
import { pageAt } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertArtwork } from './artwork-store.ts';
import { ALICE, ARTIST, BRUNO, CHLOE, DAY, NftFixture, PICTURES } from './testing/fixture.ts';
import { DEV, at, callsOf, endSales, openSales, people } from './testing/sales.ts';
import type { Sales } from './testing/sales.ts';

const [MIRA, NED] = [userId(100_006), userId(100_007)];
const MB = 1024 * 1024;
const SHA = 'ab'.repeat(32);
const one = { page: 1, limit: 10, total: 1 };

let database: TestDatabase;
let nft: NftFixture;
let calls: ReturnType<typeof callsOf>;
let sales: Sales;
let [first, second] = ['', ''];
/** A work of the first artist that waits for operators. */
let waiting = 0;

/** Applications, a work that waits and reports, each at its own minute. */
async function sendIn(): Promise<void> {
  nft.clock.set(at(21));
  await calls.as('bind_box/applyArtist', NED, { name: 'Ned Rust', bio: 'Metal' });
  nft.clock.set(at(22));
  await calls.as('bind_box/applyArtist', MIRA, { name: 'Mira Sol', bio: 'Sound' });
  nft.clock.set(at(23));
  const decision = { uid: NED, decision: 'reject', reason: 'rights', note: 'Not yours' };
  expect(await calls.console('console/nft_artist', decision)).toBe('ok');
  ({ id: waiting } = await database.db.transact((tx) =>
    insertArtwork(tx, {
      ...{ artist: ARTIST, collectionId: sales.collection, name: 'Ebb', description: 'Going', type: 4 },
      ...{ rarity: 'N', editions: 7, royaltyRate: rate('0.03'), mediaUrl: '/files/ebb', mime: 'video/mp4' },
      ...{ bytes: 888, durationMs: 9_100, sha256: SHA, pictures: PICTURES, createdMs: at(24) },
    }),
  ));
  nft.clock.set(at(25));
  await calls.as('bind_box/report', BRUNO, {
    ...{ code: first, order: sales.orders[1]?.id, reason: 'rights', text: 'Copied' },
  });
  nft.clock.set(at(26));
  await calls.as('bind_box/report', ALICE, { code: second, reason: 'other', text: 'Too loud' });
  const [, report] = (await calls.console('console/nft_reports')).data;
  nft.clock.set(at(27));
  const closing = { id: report?.id, state: 'dismissed', answer: 'It is its own' };
  expect(await calls.console('console/nft_report', closing)).toBe('ok');
}

beforeAll(async () => {
  database = await createTestDatabase();
  nft = await new NftFixture(database.db, undefined, { people }).open();
  calls = callsOf(nft);
  sales = await openSales(nft);
  [first = '', second = ''] = sales.tide.codes;
  await sendIn();
});
afterAll(() => database.drop());

const counts = { artists: 1, artworks: 1, reports: 1, auctions: 2, due: 0 };
const ether = {
  ...{ currency_name: 'ETH', margins: '0', sales: 1, turnover: '2', fees: '0.05', royalties: '0.1' },
  forfeited: '0',
};
const dollars = { currency_name: 'USDT', sales: 3, turnover: '320', fees: '7', royalties: '10' };

test('the overview: what waits, what runs, and fees beside royalties by currency', async () => {
  expect(await calls.console('console/nft')).toEqual({
    ...{ ...counts, currencies: [ether, { ...dollars, margins: '13', forfeited: '0' }] },
  });
});

test('auctions that run, the next to end first, with leader and margins', async () => {
  const row = { state: 'open', currency_name: 'USDT', extensions: 0 };
  const auctions = [
    {
      ...{ ...row, id: (await nft.listing(sales.swell.code)).id, code: sales.swell.code, name: 'Swell' },
      ...{ seller: ARTIST, price: '30', now_price: '33', leader: BRUNO, bids: 1, bidders: 1, margins: '3' },
      ...{ start_ms: at(18), end_ms: at(18) + DAY },
    },
    {
      ...{ ...row, id: (await nft.listing(second)).id, code: second, name: 'Tide', seller: DEV, price: '50' },
      ...{ now_price: '70', leader: CHLOE, bids: 4, bidders: 2, margins: '10' },
      ...{ start_ms: at(12), end_ms: at(12) + 2 * DAY },
    },
  ];
  for (const [index, auction] of auctions.entries())
    expect(await calls.console('console/nft_auctions', { page: index + 1, limit: 1 })).toEqual(
      pageAt({ page: index + 1, limit: 1, total: 2 }, [auction]),
    );
  expect((await calls.console('console/nft_auctions', { state: 'expired' })).total).toBe(0);
});

test('artists and works of each state, with the decision', async () => {
  const undecided = { reason: null, note: null, decided_ms: null, decided_by: null };
  const list = (state?: string) => calls.console('console/nft_artists', { state });
  const mira = { uid: MIRA, name: 'Mira Sol', bio: 'Sound', works: 0, ...undecided };
  expect(await list('review')).toEqual(pageAt(one, [{ ...mira, state: 'review', created_ms: at(22) }]));
  const rejected = { state: 'rejected', reason: 'rights', note: 'Not yours' };
  expect(await list('rejected')).toEqual(
    pageAt(one, [
      {
        ...{ uid: NED, name: 'Ned Rust', bio: 'Metal', works: 0, ...rejected },
        ...{ created_ms: at(21), decided_ms: at(23), decided_by: 'support' },
      },
    ]),
  );
  expect((await list()).data.map(({ uid, works }) => [uid, works])).toContainEqual([ARTIST, 3]);
  const work = {
    ...{
      id: waiting,
      uid: ARTIST,
      artist: 'Ada Quill',
      name: 'Ebb',
      description: 'Going',
      type: 4,
      rarity: 'N',
    },
    ...{ editions: 7, royalty_percent: '3', image: PICTURES, media: '/files/ebb', mime: 'video/mp4' },
    ...{ bytes: 888, duration_ms: 9_100, sha256: SHA, state: 'review', ...undecided, created_ms: at(24) },
  };
  expect(await calls.console('console/nft_artworks', { state: 'review' })).toEqual(pageAt(one, [work]));
  const { data } = await calls.console('console/nft_artworks', { uid: ARTIST });
  expect(data.map(({ name, state }) => [name, state])).toEqual([
    ['Ebb', 'review'],
    ['Swell', 'approved'],
    ['Tide', 'approved'],
  ]);
  expect(await calls.console('console/nft_artworks', { uid: MIRA })).toEqual(
    pageAt({ ...one, total: 0 }, []),
  );
});

test('an artist sees the own application and works with the decision', async () => {
  const limits = {
    ...{ image_bytes: 5 * MB, gif_bytes: 8 * MB, audio_bytes: 10 * MB, audio_seconds: 300 },
    ...{ video_bytes: 20 * MB, video_seconds: 60, max_editions: 100 },
  };
  const ned = { name: 'Ned Rust', bio: 'Metal', state: 'rejected', reason: 'rights', note: 'Not yours' };
  expect(await calls.as('bind_box/getMyArtist', NED)).toEqual({ uid: NED, ...ned, limits });
  const none = { state: 'none', reason: null, note: null, name: '', bio: '' };
  expect(await calls.as('bind_box/getMyArtist', ALICE)).toEqual({ uid: ALICE, ...none, limits });
  const hidden = { id: sales.swell.id, decision: 'hide', reason: 'content', note: 'Too fast' };
  expect(await calls.console('console/nft_artwork', hidden)).toBe('ok');
  const work = { image: PICTURES, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string };
  const swell = {
    ...{ ...work, id: sales.swell.id, name: 'Swell', description: 'Fast water', type: 1, rarity: 'SR' },
    ...{ editions: 1, royalty_percent: '5', collection_id: null, state: 'hidden', reason: 'content' },
    ...{ note: 'Too fast', codes: [sales.swell.code], created_at: '2026-11-22 12:18:00', created_ms: at(18) },
  };
  const ebb = {
    ...{ ...work, id: waiting, name: 'Ebb', description: 'Going', type: 4, rarity: 'N', editions: 7 },
    ...{ royalty_percent: '3', collection_id: sales.collection, state: 'review', reason: null, note: null },
    ...{ codes: [], created_at: '2026-11-22 12:24:00', created_ms: at(24), sha256: SHA },
  };
  expect(await calls.as('bind_box/getMyArtworks', ARTIST, { limit: 2 })).toEqual(
    pageAt({ page: 1, limit: 2, total: 3 }, [ebb, swell]),
  );
  const rest = await calls.as('bind_box/getMyArtworks', ARTIST, { limit: 2, page: 2 });
  expect(rest.data.map(({ codes }) => codes)).toEqual([[first, second]]);
});

test('collections, also hidden ones', async () => {
  const tides = { id: sales.collection, uid: ARTIST, artist: 'Ada Quill', name: 'Tides', created_ms: at(1) };
  const hide = { id: sales.collection, hidden: true, note: 'a test' };
  expect(await calls.console('console/nft_collection', hide)).toBe('ok');
  expect(await calls.console('console/nft_collections', { uid: ARTIST })).toEqual(
    pageAt(one, [{ ...tides, description: 'Of the sea', works: 1, hidden: true }]),
  );
  expect((await calls.console('console/nft_collections', { uid: MIRA })).total).toBe(0);
  expect((await calls.as('bind_box/getCollection')).total).toBe(0);
});

test('reports, open ones first, with the work and the order that they are about', async () => {
  const { id: order } = sales.orders[1] ?? {};
  const open = {
    ...{ uid: ALICE, code: second, name: 'Tide', artwork_id: sales.tide.id, order: null, reason: 'other' },
    ...{
      text: 'Too loud',
      state: 'open',
      answer: null,
      created_ms: at(26),
      decided_ms: null,
      decided_by: null,
    },
  };
  const closed = {
    ...{ uid: BRUNO, code: first, name: 'Tide', artwork_id: sales.tide.id, order, reason: 'rights' },
    ...{ text: 'Copied', state: 'dismissed', answer: 'It is its own', created_ms: at(25) },
    ...{ decided_ms: at(27), decided_by: 'support' },
  };
  const { data } = await calls.console('console/nft_reports');
  expect(data).toEqual([
    { id: data[0]?.id, ...open },
    { id: data[1]?.id, ...closed },
  ]);
  expect(await calls.console('console/nft_reports', { state: 'dismissed' })).toEqual(pageAt(one, [data[1]]));
  expect(await calls.as('bind_box/getMyReports', BRUNO)).toEqual(
    pageAt(one, [
      {
        ...{ id: data[1]?.id, code: first, name: 'Tide', reason: 'rights', text: 'Copied' },
        ...{ state: 'dismissed', answer: 'It is its own' },
        ...{ created_at: '2026-11-22 12:25:00', created_ms: at(25) },
      },
    ]),
  );
});

test('orders of all users: buyer, seller, fee and royalty, by state and user', async () => {
  await endSales(nft);
  const list = (fields: object) => calls.console('console/nft_orders', fields);
  const orders = (await list({})).data;
  const auction = { pay_type: 2, currency_name: 'USDT', paid_ms: null };
  const won = at(18) + 2 * DAY;
  const due = {
    ...{ ...auction, id: orders[0]?.id, code: second, name: 'Tide', buyer: CHLOE, seller: DEV, price: '70' },
    ...{ fee: '1.75', royalty: '3.5', state: 'due', created_ms: won, due_ms: won + DAY },
  };
  const forfeited = {
    ...{ ...auction, id: orders[1]?.id, code: sales.swell.code, name: 'Swell', buyer: BRUNO, seller: ARTIST },
    ...{ price: '33', fee: '0.825', royalty: '0', state: 'forfeited', created_ms: won - DAY, due_ms: won },
  };
  const inEther = {
    ...{ id: sales.orders[2]?.id, code: first, name: 'Tide', pay_type: 1, buyer: CHLOE, seller: BRUNO },
    ...{ price: '2', fee: '0.05', royalty: '0.1', currency_name: 'ETH', state: 'paid', created_ms: at(9) },
    ...{ due_ms: null, paid_ms: at(9) },
  };
  expect(await list({ uid: BRUNO, limit: 2 })).toEqual(
    pageAt({ page: 1, limit: 2, total: 3 }, [forfeited, inEther]),
  );
  const last = await list({ uid: BRUNO, limit: 2, page: 2 });
  expect(last.data.map(({ id }) => id)).toEqual([sales.orders[1]?.id]);
  expect(await list({ state: 'due' })).toEqual(pageAt(one, [due]));
  expect((await list({ state: 'paid' })).total).toBe(4);
  expect(await calls.console('console/nft')).toEqual({
    ...{ ...counts, auctions: 0, due: 1, currencies: [ether, { ...dollars, margins: '5', forfeited: '3' }] },
  });
});
