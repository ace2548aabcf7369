import { Refusal, userId } from '@karat/contract';
import { boxFormula } from '@karat/evidence';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBox } from './boxes.ts';
import { findSeries, ownBox } from './series-store.ts';
import { ALICE, ARTIST, BRUNO, DAY, NftFixture } from './testing/fixture.ts';

const MANY = Array.from({ length: 30 }, (_, index) => userId(100_100 + index));
let database: TestDatabase;
let nft: NftFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  nft = await new NftFixture(database.db).open();
  for (const user of [ALICE, BRUNO, ...MANY]) await nft.fund(user, '1000');
});
afterAll(() => database.drop());

const open = (user: typeof ALICE, code: string) =>
  nft.ctx.db.transact((tx) => openBox(nft.deps, tx, user, code));
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const outcome: unknown = await work.catch((error: unknown) => error);
  return outcome instanceof Refusal ? outcome.code : outcome instanceof Error ? String(outcome) : 'accepted';
};

test('parallel purchases sell each box once and none without content', async () => {
  const [common, rare] = [await nft.artwork(15), await nft.artwork(5, 'SR')];
  const series = await nft.series([
    [common.id, 15],
    [rare.id, 5],
  ]);
  const codes = await Promise.all(MANY.map((user) => codeOf(nft.buy(series.code, user))));
  expect(codes.filter((code) => code === 'accepted')).toHaveLength(20);
  expect(codes.filter((code) => code === 'nft_sold_out')).toHaveLength(10);
  const counts = await database.db.rows<{ artwork_id: number; count: number }>(sql`
    select artwork_id, count(distinct item_id) as count from nft_boxes where series_id = ${series.id} group by 1 order by 1`);
  expect(counts).toEqual([
    { artwork_id: common.id, count: 15 },
    { artwork_id: rare.id, count: 5 },
  ]);
});

test('a box opens once; the draw is proved after the reveal', async () => {
  const { id } = await nft.artwork(3);
  const other = await nft.artwork(2, 'R');
  const series = await nft.series([
    [id, 3],
    [other.id, 2],
  ]);
  const { box = '' } = await nft.buy(series.code, ALICE);
  const second = (await nft.buy(series.code, ALICE)).box ?? '';
  const third = (await nft.buy(series.code, BRUNO)).box ?? '';
  // The third box of the series is the first of its buyer.
  expect(await ownBox(database.db, ALICE, second)).toMatchObject({ box: 2, nonce: 2 });
  expect(await ownBox(database.db, BRUNO, third)).toMatchObject({ box: 3, nonce: 1 });
  expect(await codeOf(open(BRUNO, box))).toBe('nft_unknown');
  const opened = await Promise.all([codeOf(open(ALICE, box)), codeOf(open(ALICE, box))]);
  expect(opened.toSorted()).toEqual(['accepted', 'nft_box_opened']);
  const drawn = await ownBox(database.db, ALICE, box);
  const item = await database.db.one<{ code: string; owner_id: number }>(
    sql`select code, owner_id from nft_items where id = ${drawn?.itemId}`,
  );
  expect(item.owner_id).toBe(ALICE);
  expect(drawn?.receipt).toBeUndefined();
  expect((await findSeries(database.db, { id: series.id }))?.serverSeed).toBeUndefined();

  nft.clock.set(nft.clock.now() + DAY);
  await nft.worker.runDue();
  await open(ALICE, second);
  const revealed = await findSeries(database.db, { id: series.id });
  expect(revealed?.serverSeed).toMatch(/^[0-9a-f]{64}$/);
  for (const code of [box, second]) {
    const proved = await ownBox(database.db, ALICE, code);
    const { order, result } = await receipt(proved?.receipt ?? '');
    expect(boxFormula.result(order, [])).toEqual(result);
    expect(result['artwork']).toBe(String(proved?.artworkId));
  }
  const free = await database.db.one<{ count: number }>(
    sql`select count(*) as count from nft_items where artwork_id in (${id}, ${other.id}) and series_id is null and owner_id = ${ARTIST}`,
  );
  // Two boxes were not sold; the third is sold and still closed.
  expect(free.count).toBe(2);
  await open(BRUNO, third);
});

interface Receipt {
  order: Record<string, string>;
  result: Record<string, string>;
}
async function receipt(hash: string): Promise<Receipt> {
  const { body } = await database.db.one<{ body: string }>(
    sql`select body from proofs_receipts where hash = ${hash}`,
  );
  return JSON.parse(body) as Receipt;
}

test('editions in a series cannot be listed, and a series takes free editions only', async () => {
  const { id, codes } = await nft.artwork(2);
  await nft.list(codes[0] ?? '', '5');
  expect(await codeOf(nft.series([[id, 2]]))).toBe('nft_series_editions');
  await nft.series([[id, 1]]);
  expect(await codeOf(nft.list(codes[1] ?? '', '5'))).toBe('nft_listed');
});

test('a user buys no more boxes than the series allows', async () => {
  const { id } = await nft.artwork(3);
  const series = await nft.series([[id, 3]], '1', 1);
  await nft.buy(series.code, ALICE);
  expect(await codeOf(nft.buy(series.code, ALICE))).toBe('nft_user_limit');
  expect(await codeOf(nft.buy(series.code, ARTIST))).toBe('nft_own_listing');
});

test('the database keeps the past of ownership, draws and commitments', async () => {
  const attempts = [
    sql`update nft_steps set to_id = 1`,
    sql`delete from nft_steps`,
    sql`update nft_boxes set artwork_id = artwork_id + 1`,
    sql`update nft_series set seed_hash = 'x'`,
    sql`update nft_items set owner_id = ${BRUNO} where owner_id = ${ARTIST}`,
  ];
  for (const attempt of attempts)
    await expect(database.db.transact((tx) => tx.run(attempt))).rejects.toThrow();
});

test('books, margins, owners and boxes agree after all of it', async () => {
  expect(await nft.contradictions()).toEqual([]);
});
