/**
 * Measures the NFT marketplace on a durable database: bids a second on one auction through the queue of a process, the time of a
 * gallery page of 100,000 works, and the distribution of a million draws against their odds. Run: npm run bench -- nft [works] [draws]
 */
import { userId } from '@karat/contract';
import { drawBox } from '@karat/evidence';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { openBenchDatabase } from '@karat/testkit';
import { BidQueue } from '../bid-queue.ts';
import { NftFixture, START } from './fixture.ts';
import { galleryPage } from '../tile-store.ts';
import type { GalleryFilter } from '../tile-store.ts';
import { tilesOf } from '../view.ts';

const WORKS = Number(process.argv[2] ?? 100_000);
const DRAWS = Number(process.argv[3] ?? 1_000_000);
const BIDS = 20_000;
const BIDDERS = 200;
const PAGES = 400;

/** Bids of 200 users, each above the one before, as fast as the queue takes them. */
async function measureBids(nft: NftFixture): Promise<string> {
  const users = Array.from({ length: BIDDERS }, (_, index) => userId(200_001 + index));
  for (const user of users) await nft.fund(user, '1000');
  const code = await nft.work();
  await nft.list(code, '100', { increment: '0.01' });
  const queue = new BidQueue(nft.deps);
  const started = performance.now();
  const waiting: Promise<unknown>[] = [];
  for (let bid = 0; bid < BIDS; bid += 1) {
    const cents = amount(`${100 + Math.floor(bid / 100)}.${String(bid % 100).padStart(2, '0')}`);
    const user = users[bid % BIDDERS] ?? userId(200_001);
    waiting.push(queue.submit({ user, code, price: cents, key: `bench-${bid}` }));
    if (waiting.length % 2_000 === 0) await Promise.all(waiting.slice(-2_000));
  }
  await Promise.all(waiting);
  const seconds = (performance.now() - started) / 1_000;
  return `bids on one auction: ${Math.round(BIDS / seconds)} a second`;
}

/** Works with running sales, written in bulk. */
async function writeWorks(db: Database): Promise<void> {
  await db.transact(async (tx) => {
    const pictures = JSON.stringify({
      small: 'a',
      medium: 'b',
      large: 'c',
      width: 1,
      height: 1,
      colour: '#000000',
    });
    await tx.run(sql`
      insert into nft_artworks (artist_id, name, description, type, rarity, editions, royalty_rate, media_url, mime, bytes, sha256,
        pictures, state, created_at, decided_at)
      select 100001, 'Bench ' || n, '', 1 + n % 4, (array['N','R','SR'])[1 + n % 3], 1, 0, 'm', 'image/webp', 1,
        encode(sha256(('bench' || n)::bytea), 'hex'), ${pictures}::jsonb, 'approved', now(), now()
      from generate_series(1, ${WORKS}::int) as n`);
    await tx.run(sql`
      insert into nft_items (code, artwork_id, edition, owner_id, steps, head, created_at)
      select 'W' || lpad(id::text, 11, '0'), id, 1, 100001, 1, 'h', now() from nft_artworks where name like 'Bench %'`);
    await tx.run(sql`
      insert into nft_steps (item_id, step, cause, to_id, hash, at)
      select id, 1, 'mint', 100001, 'h', now() from nft_items where head = 'h'`);
    await tx.run(sql`
      insert into nft_listings (item_id, code, pay_type, seller_id, artist_id, resell, currency_id, decimals, price, fee_rate,
        full_fee_rate, royalty_rate, start_at, end_at, created_at, artwork_id, type, rarity, search, likes)
      select i.id, i.code, 1, 100001, 100001, false, 3, 6, 1 + (i.id * 7919) % 100000, 0, 0, 0, to_timestamp(${START / 1000}),
        to_timestamp(${START / 1000}) + make_interval(days => 1 + (i.id % 28)::int), now(), a.id, a.type, a.rarity, lower(a.name),
        (i.id * 31 % 1000)::int
      from nft_items i join nft_artworks a on a.id = i.artwork_id where i.head = 'h'`);
  });
  // As autovacuum does after a while: index-only scans need its visibility map.
  await db.run(sql`vacuum (analyze) nft_listings`);
  await db.run(sql`analyze`);
}

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
  sort: 'newest',
  now: START,
};
const FILTERS: readonly Partial<GalleryFilter>[] = [
  {},
  { sort: 'price_up' },
  { sort: 'price_down', type: 3 },
  { sort: 'ending', rarity: 'SR' },
  { sort: 'likes', status: 1 },
  { priceMin: amount('500'), priceMax: amount('600'), sort: 'price_up' },
  { keyword: 'bench 777' },
  { type: 2, rarity: 'R', payType: 1 },
  { keyword: 'absent' },
  { keyword: 'bench', sort: 'price_up' },
];
/** Mostly first pages, as the app reads them; one in ten is far down. */
const PAGE_NUMBERS = [1, 1, 1, 2, 1, 3, 1, 2, 5, 100, 1];

/** Pages with their tiles, one after another, in all combinations of filters and page numbers. */
async function measureGallery(nft: NftFixture): Promise<string> {
  const { db } = nft.ctx;
  const times: { readonly filter: number; readonly ms: number }[] = [];
  for (let at = 0; at < PAGES; at += 1) {
    const filter = at % FILTERS.length;
    const page = PAGE_NUMBERS[at % PAGE_NUMBERS.length] ?? 1;
    const started = performance.now();
    const { rows } = await galleryPage(db, { ...NO_FILTER, ...FILTERS[filter] }, { page, limit: 20 });
    await tilesOf(nft.deps, rows, undefined);
    times.push({ filter, ms: performance.now() - started });
  }
  const sorted = times.toSorted((a, b) => a.ms - b.ms);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)]?.ms ?? 0).toFixed(1);
  const slowest = sorted.slice(-5).map(({ filter, ms }) => `${filter}: ${ms.toFixed(0)} ms`);
  return `gallery of ${WORKS} works: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (slowest by filter: ${slowest.join(', ')})`;
}

/** Chi-square of first draws against the published odds; 16.27 is its 99.9 % quantile with three degrees of freedom. */
function measureDraws(): string {
  const contents = [
    { artwork: 1, count: 60 },
    { artwork: 2, count: 25 },
    { artwork: 3, count: 12 },
    { artwork: 4, count: 3 },
  ];
  const counts = new Map(contents.map(({ artwork }) => [artwork, 0]));
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const seeds = { serverSeed: 'c7'.repeat(32), buyerSeed: 'bench-buyer', box: 1, nonce: draw };
    const { artwork } = drawBox(seeds, contents);
    counts.set(artwork, (counts.get(artwork) ?? 0) + 1);
  }
  const chi = contents.reduce((sum, { artwork, count }) => {
    const expected = (DRAWS * count) / 100;
    return sum + ((counts.get(artwork) ?? 0) - expected) ** 2 / expected;
  }, 0);
  return `draws: chi-square ${chi.toFixed(2)} of ${DRAWS} (16.27 would be exceeded once in a thousand)`;
}

async function measureAll(db: Database): Promise<void> {
  const nft = await new NftFixture(db).open();
  process.stdout.write(`${await measureBids(nft)}\n`);
  await writeWorks(db);
  process.stdout.write(`${await measureGallery(nft)}\n`);
  process.stdout.write(`${measureDraws()}\n`);
}

await using bench = await openBenchDatabase();
await measureAll(bench.db);
