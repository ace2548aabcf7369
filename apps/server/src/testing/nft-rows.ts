import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';

const HASH = 'ab'.repeat(32);
const PICTURES = JSON.stringify({
  small: '/files/a',
  medium: '/files/b',
  large: '/files/c',
  width: 9,
  height: 9,
  colour: '#102030',
});
const ITEM = 'WTESTROWS001';
/** An artist who is neither of them sells the box. */
const SELLER = 999_999;
const BOX = 'BTESTROWS001';
const SERIES = 'STESTROWS001';

/** Ids of an owner's rows of the NFT marketplace, by kind. */
export interface NftRows {
  readonly 'nft order': number;
  readonly 'nft collection': number;
  readonly 'nft upload': number;
  readonly 'nft box': string;
  readonly 'nft work': string;
}

/** Adds an artist, and to an owner a row of every kind: a collection, an upload, a work, a won auction and a box. */
export async function addNftRows(db: Database, owner: number, artist: number): Promise<NftRows> {
  return db.transact(async (tx) => {
    for (const [user, name] of [
      [artist, 'Tester'],
      [owner, 'Owner'],
      [SELLER, 'Seller'],
    ] as const)
      await tx.run(sql`
        insert into nft_artists (user_id, name, bio, state, created_at, decided_at) values (${user}, ${name}, '', 'approved', now(), now())`);
    const collection = await tx.one<{ id: number }>(sql`
      insert into nft_collections (artist_id, name, description, created_at) values (${owner}, 'Own', '', now()) returning id`);
    const upload = await tx.one<{ id: number }>(sql`
      insert into nft_uploads (user_id, purpose, type, url, mime, bytes, sha256, created_at)
      values (${owner}, 'work', 1, '/files/a', 'image/webp', 1, ${HASH}, now()) returning id`);
    const artwork = await tx.one<{ id: number }>(sql`
      insert into nft_artworks (artist_id, name, description, type, rarity, editions, royalty_rate, media_url, mime, bytes, sha256,
        pictures, state, created_at, decided_at)
      values (${owner}, 'Own work', '', 1, 'N', 2, 0, '/files/a', 'image/webp', 1, ${HASH}, ${PICTURES}::jsonb, 'approved', now(), now())
      returning id`);
    const item = await tx.one<{ id: number }>(sql`
      insert into nft_items (code, artwork_id, edition, owner_id, steps, head, created_at)
      values (${ITEM}, ${artwork.id}, 1, ${owner}, 1, ${HASH}, now()) returning id`);
    await tx.run(sql`
      insert into nft_steps (item_id, step, cause, to_id, hash, at) values (${item.id}, 1, 'mint', ${owner}, ${HASH}, now())`);
    const series = await tx.one<{ id: number }>(sql`
      insert into nft_series (code, artist_id, name, description, pictures, contents, remaining, total, sold, user_max, sealed_seed,
        seed_hash, contents_hash, end_at, created_at)
      values (${SERIES}, ${SELLER}, 'Boxes', '', ${PICTURES}::jsonb, '1:2', '1:1', 2, 1, 2, ''::bytea, ${HASH}, ${HASH},
        now() + interval '1 year', now()) returning id`);
    const listing = await tx.one<{ id: number }>(sql`
      insert into nft_listings (series_id, code, pay_type, seller_id, artist_id, resell, currency_id, decimals, price, fee_rate,
        full_fee_rate, royalty_rate, start_at, end_at, created_at, search)
      values (${series.id}, ${SERIES}, 3, ${SELLER}, ${SELLER}, false, 3, 6, 1, 0, 0, 0, now(), now() + interval '1 year', now(), 'boxes')
      returning id`);
    const order = await tx.one<{ id: number }>(sql`
      insert into nft_orders (listing_id, pay_type, code, buyer_id, seller_id, artist_id, currency_id, price, received, royalty, fee,
        state, created_at, paid_at)
      values (${listing.id}, 3, ${SERIES}, ${owner}, ${SELLER}, ${SELLER}, 3, 1, 1, 0, 0, 'paid', now(), now()) returning id`);
    await tx.run(sql`
      insert into nft_boxes (code, series_id, box, nonce, buyer_seed, owner_id, order_id, artwork_id, item_id, remaining, created_at)
      values (${BOX}, ${series.id}, 1, 1, 'buyer-seed', ${owner}, ${order.id}, ${artwork.id}, ${item.id}, '1:2', now())`);
    return {
      'nft order': order.id,
      'nft collection': collection.id,
      'nft upload': upload.id,
      'nft box': BOX,
      'nft work': ITEM,
    };
  });
}
