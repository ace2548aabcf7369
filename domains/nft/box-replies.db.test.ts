import { pageAt } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, ARTIST, BRUNO, DAY, NftFixture, PICTURES, START, USDT } from './testing/fixture.ts';
import { at, callsOf, people } from './testing/sales.ts';
import type { Series } from './types.ts';

const END = START + DAY;
const artist = { uid: ARTIST, name: 'Ada Quill', avatar: `/files/portrait-${ARTIST}` };
const usdt = { currency_id: USDT, currency_name: 'USDT' };
const SALE = { start_time: START / 1_000, end_time: END / 1_000 };

let database: TestDatabase;
let nft: NftFixture;
let calls: ReturnType<typeof callsOf>;
let series: Series;
/** Artworks: three editions of the foam, one of the pearl. */
let [foam, pearl] = [0, 0];
/** Codes of two boxes of Alice, of which she opens the second, and of one of Bruno. */
let [first, second, brunos] = ['', '', ''];

const buy = async (who: typeof ALICE, minute: number) => {
  nft.clock.set(at(minute));
  return nft.ctx.db.transact((tx) => calls.as('bind_box/buyNFT', who, { code: series.code }, tx));
};

beforeAll(async () => {
  database = await createTestDatabase();
  nft = await new NftFixture(database.db, undefined, { people }).open();
  calls = callsOf(nft);
  for (const user of [ALICE, BRUNO]) await nft.fund(user, '100');
  ({ id: foam } = await nft.artwork(3, 'N', { name: 'Foam', type: 2 }));
  ({ id: pearl } = await nft.artwork(1, 'SR', { name: 'Pearl', type: 4 }));
  series = await nft.series(
    [
      [foam, 3],
      [pearl, 1],
    ],
    '10',
    3,
  );
  await calls.as('bind_box/setSeed', ALICE, { seed: 'seed-of-alice' });
  await calls.as('bind_box/setSeed', BRUNO, { seed: 'seed-of-bruno' });
});
afterAll(() => database.drop());

test('a bought box is replied with its order', async () => {
  const bought = await buy(ALICE, 1);
  first = bought.box ?? '';
  expect(bought).toEqual({
    box: expect.stringMatching(/^B/) as string,
    order: {
      ...{ id: expect.any(Number) as number, code: series.code, name: 'Boxes', image: PICTURES, price: '10' },
      ...{ ...usdt, pay_type: 3, state: 'paid', is_read: 1, is_pay: 1, is_expired: 0, overtime: 0 },
      ...{ margin: null, is_buyer: 1, received: null, fee: null, royalty: null, receipt: null },
      ...{ created_at: '2026-11-22 12:01:00', created_ms: at(1), paid_ms: at(1) },
    },
  });
  second = (await buy(ALICE, 2)).box ?? '';
  brunos = (await buy(BRUNO, 3)).box ?? '';
});

const drawOf = (code: string, box: number, nonce: number, buyer_seed: string) => ({
  ...{ code, series: series.code, box, nonce, buyer_seed, seed_hash: series.seedHash },
  ...{ contents_hash: series.contentsHash, opened: 0, work: null, rarity: null, server_seed: null },
  ...{ reveal_ms: END, receipt: null },
});

test('a closed box says nothing of its content, an opened one has the work', async () => {
  const closed = drawOf(first, 1, 1, 'seed-of-alice');
  expect(await calls.as('bind_box/getDraw', ALICE, { code: first })).toEqual(closed);
  expect(await calls.as('bind_box/getDraw', BRUNO, { code: brunos })).toEqual(
    drawOf(brunos, 3, 1, 'seed-of-bruno'),
  );
  nft.clock.set(at(4));
  const opened = await nft.ctx.db.transact((tx) =>
    calls.as('bind_box/openBlindBox', ALICE, { code: second }, tx),
  );
  const rare = opened.rarity === 'SR';
  const work = {
    ...{ id: null, code: expect.stringMatching(/^W/) as string, name: rare ? 'Pearl' : 'Foam' },
    ...{ type: rare ? 4 : 2, rarity: opened.rarity, edition: expect.any(Number) as number },
    ...{ editions: rare ? 1 : 3, image: PICTURES, artist, collection: null, pay_type: null, status: null },
    ...{ state: null, price: null, now_price: null, bids: 0, currency_id: null, currency_name: null },
    ...{ start_time: null, end_time: null, likes: 0, is_collect: 0, resell_nft_status: 0 },
    ...{ rarity_status: 1, left: null, total: null },
  };
  expect(opened).toEqual({
    ...{ ...drawOf(second, 2, 2, 'seed-of-alice'), opened: 1, work, rarity: rare ? 'SR' : 'N' },
  });
  const row = {
    ...{ box: 2, buyer_seed: 'seed-of-alice', nonce: 2, artwork_id: rare ? pearl : foam, name: work.name },
    ...{ rarity: opened.rarity, type: work.type, receipt: null },
  };
  expect(await calls.as('bind_box/getSeriesDraws', undefined, { code: series.code })).toEqual(
    pageAt({ page: 1, limit: 10, total: 1 }, [row]),
  );
});

test('a series with its contents, odds and what is drawn, for a buyer and for operators', async () => {
  const { rarity } = await calls.as('bind_box/getDraw', ALICE, { code: second });
  const tile = {
    ...{ id: (await nft.listing(series.code)).id, code: series.code, name: 'Boxes', type: null },
    ...{ rarity: null, edition: null, editions: null, image: PICTURES, artist, collection: null },
    ...{ pay_type: 3, status: 1, state: 'open', price: '10', now_price: null, bids: 0, ...usdt, ...SALE },
    ...{ likes: 0, is_collect: 0, resell_nft_status: 0, rarity_status: 1, left: 1, total: 4 },
  };
  const { listing, ...detail } = await calls.as('bind_box/getBoxDetail', ALICE, { code: series.code });
  expect(listing).toMatchObject({ id: tile.id, pay_type: 3, price: '10', available: '80', is_own: 0 });
  expect(detail).toEqual({
    ...{
      tile,
      description: '',
      media: null,
      owner: 'A***q',
      is_owner: 0,
      can_sell: 0,
      royalty_percent: null,
    },
    ...{ created_at: '2026-11-22 12:00:00', created_ms: START },
    series: {
      ...{ code: series.code, total: 4, left: 1, opened: 1, user_max: 3, bought: 2 },
      contents: [
        {
          ...{ artwork_id: foam, name: 'Foam', type: 2, rarity: 'N', image: PICTURES, count: 3, odds: '75' },
          drawn: rarity === 'N' ? 1 : 0,
        },
        {
          ...{
            artwork_id: pearl,
            name: 'Pearl',
            type: 4,
            rarity: 'SR',
            image: PICTURES,
            count: 1,
            odds: '25',
          },
          drawn: rarity === 'SR' ? 1 : 0,
        },
      ],
      odds_by_rarity: [
        { rarity: 'SR', count: 1, odds: '25' },
        { rarity: 'N', count: 3, odds: '75' },
      ],
      ...{ seed_hash: series.seedHash, contents_hash: series.contentsHash },
      contents_text: expect.stringContaining(`${foam}:3`) as string,
      ...{ server_seed: null, revealed_ms: null },
    },
  });
  expect(await calls.console('console/nft_series')).toEqual(
    pageAt({ page: 1, limit: 10, total: 1 }, [
      {
        ...{ id: series.id, code: series.code, name: 'Boxes', uid: ARTIST, artist: 'Ada Quill', price: '10' },
        ...{ currency_name: 'USDT', total: 4, sold: 3, opened: 1, user_max: 3, start_ms: START, end_ms: END },
        ...{ seed_hash: series.seedHash, contents_hash: series.contentsHash, revealed_ms: null },
        contents: [
          { artwork_id: foam, name: 'Foam', rarity: 'N', count: 3, odds: '75' },
          { artwork_id: pearl, name: 'Pearl', rarity: 'SR', count: 1, odds: '25' },
        ],
      },
    ]),
  );
});

test('after the end of a series its seed is shown, and all draws are', async () => {
  nft.clock.set(END + 1_000);
  await nft.worker.runDue();
  const draw = await calls.as('bind_box/getDraw', ALICE, { code: second });
  const seed = draw.server_seed;
  expect(draw).toMatchObject({
    ...{ opened: 1, server_seed: expect.stringMatching(/^[0-9a-f]{64}$/) as string, reveal_ms: END + 1_000 },
    receipt: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  expect(await calls.as('bind_box/getDraw', ALICE, { code: first })).toEqual({
    ...{ ...drawOf(first, 1, 1, 'seed-of-alice'), server_seed: seed, reveal_ms: END + 1_000 },
  });
  const list = (page: number) =>
    calls.as('bind_box/getSeriesDraws', undefined, { code: series.code, page, limit: 2 });
  const [one, two] = [await list(1), await list(2)];
  expect([one.total, two.total]).toEqual([3, 3]);
  expect([...one.data, ...two.data].map(({ box, nonce, receipt }) => [box, nonce, receipt])).toEqual([
    ...[
      [1, 1, null],
      [2, 2, draw.receipt],
    ],
    [3, 1, null],
  ]);
  const { series: shown } = await calls.as('bind_box/getBoxDetail', undefined, { code: series.code });
  expect(shown).toMatchObject({ server_seed: seed, revealed_ms: END + 1_000, bought: 0 });
});
