import { userId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemoGallery } from './demo.ts';
import { NftFixture } from './testing/fixture.ts';

let database: TestDatabase;
let nft: NftFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  nft = new NftFixture(database.db);
});
afterAll(() => database.drop());

const names = new Set<string>();
/** Makes works up to a count. */
async function makeUpTo(count: number): Promise<void> {
  let asked = 0;
  const houseUserOf = (_: unknown, name: string) => {
    names.add(name);
    return Promise.resolve(userId(90_800 + [...names].indexOf(name)));
  };
  await seedDemoGallery(nft.deps, houseUserOf, () => asked++ >= count);
}

test('an interrupted demonstration continues, with a series of boxes, auctions with bids and a sale', async () => {
  await makeUpTo(5);
  await makeUpTo(8);
  const found = await database.db.one(sql`
    select (select count(*) from nft_artists) as artists, (select count(*) from nft_artworks) as artworks,
      (select count(*) from nft_series) as series, (select count(*) from nft_listings where bids = 3) as auctions,
      (select count(*) from nft_orders where state = 'paid') as sold`);
  expect(found).toEqual({ artists: 3, artworks: 8, series: 1, auctions: 2, sold: 1 });
  const paid = await database.db.one<{ users: number }>(
    sql`select count(*)::int as users from ledger_accounts where user_id > 100000`,
  );
  expect([paid.users, names.size]).toEqual([0, 6]);
  expect(await nft.contradictions()).toEqual([]);
}, 60_000);
