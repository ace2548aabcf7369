import { contract } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { seedDemoOperators } from '@karat/domains/operators';
import { callConsole, plainPasswords } from '@karat/platform/testing';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleHandlers } from './operator.ts';
import { ALICE, ARTIST, BRUNO, CHLOE, NftFixture, START } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: NftFixture;

type Nft = Contract['nft'];
const call = <Path extends Extract<keyof Nft, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.nft, consoleHandlers(fixture.deps), path, { login: 'risk', fields });

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await new NftFixture(database.db).open();
  await seedDemoOperators(fixture.ctx, plainPasswords);
  for (const user of [ALICE, BRUNO, CHLOE]) await fixture.fund(user, '5000');
});
afterAll(() => database.drop());

test('sales, auctions, series and the overview have their own figures', async () => {
  const fixed = await fixture.work();
  await fixture.list(fixed, '200');
  await fixture.buy(fixed, ALICE);
  await fixture.list(fixed, '400', { user: ALICE });
  fixture.clock.advance(HOUR_MS);
  await fixture.buy(fixed, BRUNO);
  const auction = await fixture.work();
  await fixture.list(auction, '100', { increment: '10', days: 3 });
  fixture.clock.advance(MINUTE_MS);
  await fixture.bid(auction, BRUNO, '100');
  await fixture.bid(auction, CHLOE, '130');
  const second = await fixture.work();
  await fixture.list(second, '70', { increment: '5', days: 2 });
  const [plain, rare] = [await fixture.artwork(6), await fixture.artwork(2, 'SR')];
  const series = await fixture.series(
    [
      [plain.id, 6],
      [rare.id, 2],
    ],
    '12',
    3,
  );
  await fixture.buy(series.code, CHLOE);
  const places = (values: unknown) =>
    JSON.parse(
      JSON.stringify(values)
        .replaceAll(fixed, 'FIXED')
        .replaceAll(auction, 'AUCTION')
        .replaceAll(second, 'SECOND')
        .replaceAll(series.code, 'SERIES'),
    ) as unknown;
  expect(await call('console/nft')).toEqual({
    artists: 0,
    artworks: 0,
    auctions: 2,
    currencies: [
      {
        currency_name: 'USDT',
        fees: '15.3',
        forfeited: '0',
        margins: '20',
        royalties: '20',
        sales: 3,
        turnover: '612',
      },
    ],
    due: 0,
    reports: 0,
  });
  expect(places(await call('console/nft_orders', { limit: '2' }))).toEqual({
    current_page: 1,
    data: [
      {
        buyer: CHLOE,
        code: 'SERIES',
        created_ms: START + 61 * MINUTE_MS,
        currency_name: 'USDT',
        due_ms: null,
        fee: '0.3',
        id: 3,
        name: 'Boxes',
        paid_ms: START + 61 * MINUTE_MS,
        pay_type: 3,
        price: '12',
        royalty: '0',
        seller: ARTIST,
        state: 'paid',
      },
      {
        buyer: BRUNO,
        code: 'FIXED',
        created_ms: START + HOUR_MS,
        currency_name: 'USDT',
        due_ms: null,
        fee: '10',
        id: 2,
        name: 'Work 4',
        paid_ms: START + HOUR_MS,
        pay_type: 1,
        price: '400',
        royalty: '20',
        seller: ALICE,
        state: 'paid',
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  expect(places(await call('console/nft_orders', { limit: '2', page: '2' }))).toEqual({
    current_page: 2,
    data: [
      {
        buyer: ALICE,
        code: 'FIXED',
        created_ms: START,
        currency_name: 'USDT',
        due_ms: null,
        fee: '5',
        id: 1,
        name: 'Work 4',
        paid_ms: START,
        pay_type: 1,
        price: '200',
        royalty: '0',
        seller: ARTIST,
        state: 'paid',
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  const ids = async (fields: object) => (await call('console/nft_orders', fields)).data.map(({ id }) => id);
  expect([await ids({ uid: ALICE }), await ids({ state: 'due' })]).toEqual([[2, 1], []]);
  expect(places(await call('console/nft_auctions'))).toEqual({
    current_page: 1,
    data: [
      {
        bidders: 0,
        bids: 0,
        code: 'SECOND',
        currency_name: 'USDT',
        end_ms: START + 2941 * MINUTE_MS,
        extensions: 0,
        id: 4,
        leader: null,
        margins: '0',
        name: 'Work 6',
        now_price: null,
        price: '70',
        seller: ARTIST,
        start_ms: START + 61 * MINUTE_MS,
        state: 'open',
      },
      {
        bidders: 2,
        bids: 2,
        code: 'AUCTION',
        currency_name: 'USDT',
        end_ms: START + 73 * HOUR_MS,
        extensions: 0,
        id: 3,
        leader: CHLOE,
        margins: '20',
        name: 'Work 5',
        now_price: '130',
        price: '100',
        seller: ARTIST,
        start_ms: START + HOUR_MS,
        state: 'open',
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 2,
  });
  expect(places(await call('console/nft_series'))).toEqual({
    current_page: 1,
    data: [
      {
        artist: 'Ada Quill',
        code: 'SERIES',
        contents: [
          { artwork_id: 4, count: 6, name: 'Work 7', odds: '75', rarity: 'N' },
          { artwork_id: 5, count: 2, name: 'Work 8', odds: '25', rarity: 'SR' },
        ],
        contents_hash: expect.any(String) as unknown,
        currency_name: 'USDT',
        end_ms: START + 1501 * MINUTE_MS,
        id: 1,
        name: 'Boxes',
        opened: 0,
        price: '12',
        revealed_ms: null,
        seed_hash: expect.any(String) as unknown,
        sold: 1,
        start_ms: START + 61 * MINUTE_MS,
        total: 8,
        uid: ARTIST,
        user_max: 3,
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 1,
  });
});

test('artists, artworks, collections and reports with their review', async () => {
  await database.db.run(sql`
    insert into nft_artists (user_id, name, bio, state, reason, note, created_at, decided_at, decided_by)
    values (${CHLOE}, 'Chloe', 'paints', 'rejected', 'quality', 'too small', to_timestamp(${START / 1_000}), to_timestamp(${START / 1_000 + 60}), 'risk'),
      (${BRUNO}, 'Bruno', 'draws', 'review', null, null, to_timestamp(${START / 1_000 + 120}), null, null)`);
  expect(await call('console/nft_artists', { state: 'rejected' })).toEqual({
    current_page: 1,
    data: [
      {
        bio: 'paints',
        created_ms: START,
        decided_by: 'risk',
        decided_ms: START + MINUTE_MS,
        name: 'Chloe',
        note: 'too small',
        reason: 'quality',
        state: 'rejected',
        uid: CHLOE,
        works: 0,
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 1,
  });
  expect(await call('console/nft_artists', { state: 'review' })).toEqual({
    current_page: 1,
    data: [
      {
        bio: 'draws',
        created_ms: START + 2 * MINUTE_MS,
        decided_by: null,
        decided_ms: null,
        name: 'Bruno',
        note: null,
        reason: null,
        state: 'review',
        uid: BRUNO,
        works: 0,
      },
    ],
    last_page: 1,
    per_page: 10,
    total: 1,
  });
  const works = await call('console/nft_artworks', { state: 'approved', uid: ARTIST, limit: '2' });
  expect({ ...works, data: works.data.map(({ sha256, ...work }) => work) }).toEqual({
    current_page: 1,
    data: [
      {
        artist: 'Ada Quill',
        bytes: 1,
        created_ms: START + 61 * MINUTE_MS,
        decided_by: 'test',
        decided_ms: START + 61 * MINUTE_MS,
        description: '',
        duration_ms: null,
        editions: 2,
        id: 5,
        image: {
          colour: '#102030',
          height: 100,
          large: '/files/c',
          medium: '/files/b',
          small: '/files/a',
          width: 100,
        },
        media: '/files/a',
        mime: 'image/webp',
        name: 'Work 8',
        note: null,
        rarity: 'SR',
        reason: null,
        royalty_percent: '5',
        state: 'approved',
        type: 1,
        uid: ARTIST,
      },
      {
        artist: 'Ada Quill',
        bytes: 1,
        created_ms: START + 61 * MINUTE_MS,
        decided_by: 'test',
        decided_ms: START + 61 * MINUTE_MS,
        description: '',
        duration_ms: null,
        editions: 6,
        id: 4,
        image: {
          colour: '#102030',
          height: 100,
          large: '/files/c',
          medium: '/files/b',
          small: '/files/a',
          width: 100,
        },
        media: '/files/a',
        mime: 'image/webp',
        name: 'Work 7',
        note: null,
        rarity: 'N',
        reason: null,
        royalty_percent: '5',
        state: 'approved',
        type: 1,
        uid: ARTIST,
      },
    ],
    last_page: 3,
    per_page: 2,
    total: 5,
  });
});
