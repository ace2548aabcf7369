import { lockFor } from '@karat/platform/db';
import { createTestDatabase, overlap, png } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertCollection } from './artist-store.ts';
import { insertUpload } from './artwork-store.ts';
import { DEFAULT_POLICY } from './rules.ts';
import { saveCollection, uploadCover, uploadWork } from './studio.ts';
import { ARTIST, NftFixture, START } from './testing/fixture.ts';

let database: TestDatabase;
let nft: NftFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  nft = await new NftFixture(database.db, START, { policy: { ...DEFAULT_POLICY, maxUnused: 1 } }).open();
});
afterAll(() => database.drop());

const FULL = { hasWaited: true, reason: { code: 'nft_uploads_full' } };

test('of two collections that are saved at once as the last one is refused', async () => {
  const collection = { id: undefined, name: 'Tides', description: '' };
  const late = await overlap(
    database.db,
    async (tx) => {
      await lockFor(tx, 'nft collections', ARTIST);
      await insertCollection(tx, ARTIST, collection, START);
    },
    () => database.db.transact((tx) => saveCollection(nft.deps, tx, ARTIST, collection)),
  );
  expect(late).toMatchObject(FULL);
});

test('of two files that are uploaded at once as the last unused one is refused', async () => {
  const kept = { purpose: 'work', type: 1, url: '/files/kept', mime: 'image/png', bytes: 1 } as const;
  const upload = { ...kept, width: 8, height: 8, durationMs: undefined, pictures: undefined };
  const files = [
    () => uploadWork(nft.deps, ARTIST, png(64, 64)),
    () => uploadCover(nft.deps, ARTIST, png(64, 64)),
  ];
  for (const [index, send] of files.entries()) {
    const late = await overlap(
      database.db,
      async (tx) => {
        await lockFor(tx, 'nft uploads', ARTIST);
        if (index === 0) await insertUpload(tx, ARTIST, { ...upload, sha256: 'f'.repeat(64) }, START);
      },
      send,
    );
    expect(late).toMatchObject(FULL);
  }
});
