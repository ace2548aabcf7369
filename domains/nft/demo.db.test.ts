import { userId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ARTISTS } from './demo/art/index.ts';
import { seedDemoGallery } from './demo.ts';
import { ALICE, BRUNO, CHLOE, NftFixture } from './testing/fixture.ts';

const USERS = [ALICE, BRUNO, CHLOE];
let database: TestDatabase;
let nft: NftFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  nft = new NftFixture(database.db);
  for (const user of USERS) await nft.fund(user, '5000');
});
afterAll(() => database.drop());

/** Makes works up to a count. */
async function makeUpTo(count: number): Promise<void> {
  let asked = 0;
  const artistOf = (_: unknown, name: string) =>
    Promise.resolve(userId(100_800 + ARTISTS.findIndex(({ key }) => name === `nft-${key}`)));
  await seedDemoGallery(nft.deps, { artistOf, users: USERS }, () => asked++ >= count);
}

test('an interrupted demonstration continues, with a series of boxes, auctions with bids and a sale', async () => {
  await makeUpTo(5);
  await makeUpTo(8);
  const found = await database.db.one(sql`
    select (select count(*) from nft_artists) as artists, (select count(*) from nft_artworks) as artworks,
      (select count(*) from nft_series) as series, (select count(*) from nft_listings where bids = 3) as auctions,
      (select count(*) from nft_orders where state = 'paid') as sold`);
  expect(found).toEqual({ artists: 3, artworks: 8, series: 1, auctions: 2, sold: 1 });
  expect(await nft.contradictions()).toEqual([]);
}, 60_000);
