import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ARTIST, NftFixture, START } from './testing/fixture.ts';
import { galleryPage } from './tile-store.ts';
import type { GalleryFilter } from './tile-store.ts';

const NO_FILTER: GalleryFilter = {
  type: undefined,
  payType: undefined,
  status: undefined,
  rarity: undefined,
  artist: undefined,
  collection: undefined,
  currency: undefined,
  priceMin: undefined,
  priceMax: undefined,
  keyword: undefined,
  sort: 'price_up',
  now: START,
};
const MANY = 2_100;

let database: TestDatabase;
let nft: NftFixture;
/** Codes by price. */
const codes: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  nft = await new NftFixture(database.db).open();
  for (const price of ['10', '20', '30']) {
    const code = await nft.work();
    await nft.list(code, price);
    codes.push(code);
  }
  await database.db.run(sql`
    update nft_listings set search = (array['night swell ada quill', 'nightfall ada quill', 'tide clock ada quill'])[id]`);
});
afterAll(() => database.drop());

const find = (filter: Partial<GalleryFilter>, page = 1, limit = 2) =>
  galleryPage(database.db, { ...NO_FILTER, ...filter }, { page, limit });

test('a search finds the beginnings of all its words, in the order of the list and with their number', async () => {
  expect(await find({ keyword: 'Night' })).toEqual({ rows: [codes[0], codes[1]], total: 2 });
  expect(await find({ keyword: 'quil nig', sort: 'price_down' })).toEqual({
    rows: [codes[1], codes[0]],
    total: 2,
  });
  expect(await find({ keyword: 'quill' }, 2)).toEqual({ rows: [codes[2]], total: 3 });
  expect(await find({ keyword: 'quill', priceMin: amount('15'), priceMax: amount('25') })).toEqual({
    rows: [codes[1]],
    total: 1,
  });
  expect(await find({ keyword: 'swell tide' })).toEqual({ rows: [], total: 0 });
  // Without a word there is nothing to search for.
  expect((await find({ keyword: '?!' })).total).toBe(3);
});

test('a search that thousands of works match follows the order of the list', async () => {
  await database.db.run(sql`
    insert into nft_series (code, artist_id, name, description, pictures, contents, remaining, total, user_max, sealed_seed, seed_hash,
      contents_hash, end_at, created_at)
    select 'S' || lpad(n::text, 11, '0'), ${ARTIST}, 'Many', '', '{}', '1:1', '1:1', 1, 1, '', '', '', now(), now()
    from generate_series(1, ${MANY}::int) as n`);
  await database.db.run(sql`
    insert into nft_listings (series_id, code, pay_type, seller_id, artist_id, resell, currency_id, decimals, price, fee_rate,
      full_fee_rate, royalty_rate, start_at, end_at, created_at, search)
    select id, code, 3, ${ARTIST}, ${ARTIST}, false, 3, 6, 100 + id, 0, 0, 0, to_timestamp(${START / 1_000}),
      to_timestamp(${START / 1_000}) + interval '1 day', now(), 'many ada quill' from nft_series`);
  const first = await find({ keyword: 'quill' });
  expect(first.rows).toEqual([codes[0], codes[1]]);
  expect(first.total).toBe(1_000);
  const last = await find({ keyword: 'quill' }, 22, 100);
  expect(last).toMatchObject({ total: MANY + codes.length });
  expect(last.rows).toHaveLength(3);
  expect((await find({ keyword: 'night' })).total).toBe(2);
});

test('a sale is coming until its start, open until its end, and over from then on', async () => {
  await nft.list(await nft.work(), '9000', { startMs: START + DAY_MS, days: 2 });
  const at = async (now: number) => {
    const filter = { priceMin: amount('9000'), now };
    const [unended, coming, open, over] = await Promise.all(
      ([undefined, 2, 1, 0] as const).map(async (status) => (await find({ ...filter, status })).total),
    );
    return { unended, coming, open, over };
  };
  expect(await at(START + DAY_MS - 1)).toEqual({ unended: 1, coming: 1, open: 0, over: 0 });
  expect(await at(START + DAY_MS)).toEqual({ unended: 1, coming: 0, open: 1, over: 0 });
  expect(await at(START + 2 * DAY_MS - 1)).toEqual({ unended: 1, coming: 0, open: 1, over: 0 });
  expect(await at(START + 2 * DAY_MS)).toEqual({ unended: 0, coming: 0, open: 0, over: 1 });
});
