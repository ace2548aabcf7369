import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import { amount, negate, plus, rate, times } from '@karat/money';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { findArtist } from './artist-store.ts';
import { findArtwork } from './artwork-store.ts';
import { placeBids } from './bid.ts';
import { buy } from './buy.ts';
import { ARTISTS, COLLECTIONS, WORKS, startGalleryThread } from './demo/art/index.ts';
import type { ArtistKey, DemoWork, WorkMedia } from './demo/art/index.ts';
import type { NftDeps } from './deps.ts';
import { itemByCode } from './item-store.ts';
import { listItem } from './list.ts';
import { decideArtwork } from './moderation.ts';
import { openSeries } from './series.ts';
import { createArtwork, saveCollection, uploadCover, uploadWork } from './studio.ts';

/** Opens the house account of an artist or a collector at the first call. Money of a demo user moves by that user alone. */
export type HouseUserOf = (tx: Tx, name: string) => Promise<UserId>;

/** House accounts that bid and buy. */
const COLLECTORS = ['nft-collector-a', 'nft-collector-b', 'nft-collector-c'] as const;
/** Funds of each, far above what the gallery costs. */
const COLLECTOR_FUNDS = amount('100000');

/** Editions of the works that go into the series of boxes. */
const BOX_EDITIONS = { N: 12, R: 6, SR: 2 } as const;
const BOX_WORKS = 4;
const BY = 'demo';

const OWNER = { kind: 'owner', confirmation: { payPassword: '', code: undefined } } as const;
/** Demo purchases are made by this server: nobody has to confirm them. */
const unconfirmed = (deps: NftDeps): NftDeps => ({ ...deps, outflow: { mayPay: () => Promise.resolve() } });

async function openArtists(deps: NftDeps, houseUserOf: HouseUserOf): Promise<ReadonlyMap<ArtistKey, UserId>> {
  const { ctx } = deps;
  const artists = new Map<ArtistKey, UserId>();
  for (const { key, name, biography } of ARTISTS)
    await ctx.db.transact(async (tx) => {
      const user = await houseUserOf(tx, `nft-${key}`);
      artists.set(key, user);
      if (await findArtist(tx, user)) return;
      const at = ctx.clock.now();
      await tx.run(sql`
        insert into nft_artists (user_id, name, bio, state, created_at, decided_at, decided_by)
        values (${user}, ${name}, ${biography}, 'approved', to_timestamp(${at} / 1000.0), to_timestamp(${at} / 1000.0), ${BY})`);
      for (const collection of COLLECTIONS.filter(({ artist }) => artist === key))
        await saveCollection(deps, tx, user, { ...collection, id: undefined });
    });
  return artists;
}

/** Opens the collectors and funds each once from the external account. */
const openCollectors = (deps: NftDeps, houseUserOf: HouseUserOf): Promise<readonly UserId[]> =>
  deps.ctx.db.transact(async (tx) => {
    const collectors: UserId[] = [];
    for (const name of COLLECTORS) {
      const user = await houseUserOf(tx, name);
      await deps.ledger.post(tx, {
        key: `genesis:${name}`,
        kind: 'genesis',
        reference: name,
        at: deps.ctx.clock.now(),
        entries: [
          { account: houseAccount('external'), currency: USDT, available: negate(COLLECTOR_FUNDS) },
          { account: userAccount(user, 'change'), currency: USDT, available: COLLECTOR_FUNDS },
        ],
      });
      collectors.push(user);
    }
    return collectors;
  });

const isMade = async ({ ctx }: NftDeps, artist: UserId, name: string): Promise<boolean> =>
  (await ctx.db.maybe(sql`select 1 from nft_artworks where artist_id = ${artist} and name = ${name}`)) !==
  undefined;

const isForBoxes = (at: number): boolean => at < BOX_WORKS;

/** Uploads a rendered work as its artist would, and approves it. Returns its number. */
async function makeWork(
  deps: NftDeps,
  artist: UserId,
  work: DemoWork,
  { media: { file, poster }, at }: { readonly media: WorkMedia; readonly at: number },
): Promise<number> {
  const upload = await uploadWork(deps, artist, file.bytes);
  const cover = poster ? await uploadCover(deps, artist, poster.bytes) : undefined;
  return deps.ctx.db.transact(async (tx) => {
    const collection = await tx.one<{ id: number }>(
      sql`select id from nft_collections where artist_id = ${artist} and name = ${work.collection}`,
    );
    const { id } = await createArtwork(deps, tx, artist, {
      upload: upload.id,
      cover: cover?.id,
      name: work.name,
      description: work.description,
      rarity: work.rarity,
      editions: isForBoxes(at) ? BOX_EDITIONS[work.rarity] : 1,
      royaltyRate: rate('0.05'),
      collectionId: collection.id,
    });
    await decideArtwork(deps, tx, id, { decision: 'approve', reason: undefined, note: undefined, by: BY });
    return id;
  });
}

const PRICES = { N: '40', R: '120', SR: '450' } as const;

/** Bids of the collectors in turn, each one increment above the one before. */
async function bid(
  deps: NftDeps,
  tx: Tx,
  code: string,
  start: string,
  users: readonly UserId[],
): Promise<void> {
  const increment = amount('10');
  await placeBids(
    deps,
    tx,
    users.map((user, turn) => ({
      user,
      code,
      price: plus(amount(start), times(increment, turn)),
      key: undefined,
    })),
  );
}

/** Puts a work on the market: every fifth one is a running auction, one an auction that ends soon, one is sold, two are for sale. */
async function market(
  deps: NftDeps,
  tx: Tx,
  artwork: number,
  at: number,
  users: readonly UserId[],
): Promise<void> {
  const { code } = await tx.one<{ code: string }>(
    sql`select code from nft_items where artwork_id = ${artwork} order by edition limit 1`,
  );
  const item = (await itemByCode(tx, code)) ?? refuse('nft_unknown');
  const { rarity } = (await findArtwork(tx, artwork)) ?? refuse('nft_unknown');
  const now = deps.ctx.clock.now();
  const price = PRICES[rarity];
  const kind = at % 5;
  const isAuction = kind < 2;
  await listItem(deps, tx, {
    user: item.owner,
    code,
    price: amount(price),
    currency: USDT,
    startMs: undefined,
    endMs: kind === 1 ? now + 6 * MINUTE_MS : now + (2 + (at % 20)) * DAY_MS,
    increment: isAuction ? amount('10') : undefined,
  });
  const turns = users
    .map((_, turn) => users[(turn + at) % users.length])
    .filter((user) => user !== undefined);
  if (isAuction) await bid(deps, tx, code, price, turns);
  const [buyer] = turns;
  if (kind === 2 && buyer !== undefined)
    await buy(unconfirmed(deps), tx, { user: buyer, by: OWNER, code, price: undefined });
}

async function boxes(deps: NftDeps, artist: UserId, artworks: readonly number[]): Promise<void> {
  await deps.ctx.db.transact(async (tx) => {
    if (await tx.maybe(sql`select 1 from nft_series`)) return;
    const contents = [];
    for (const id of artworks) {
      const artwork = await findArtwork(tx, id);
      if (artwork) contents.push({ artwork: id, count: artwork.editions });
    }
    const now = deps.ctx.clock.now();
    await openSeries(deps, tx, {
      artist,
      name: 'Field Notes',
      description: 'One edition from four works, drawn when you buy and revealed when you open.',
      currency: Number(USDT),
      price: '25',
      userMax: 10,
      startMs: now,
      endMs: now + 14 * DAY_MS,
      contents: contents.toSorted((a, b) => a.artwork - b.artwork),
    });
  });
}

/**
 * Makes the demonstration's artists, works, sales and a series of boxes, work by work, until `isStopped`; a repeated run continues
 * with what is missing. The works are drawn and played by this program. Demonstrations only.
 */
export async function seedDemoGallery(
  deps: NftDeps,
  houseUserOf: HouseUserOf,
  isStopped: () => boolean,
): Promise<void> {
  const artists = await openArtists(deps, houseUserOf);
  const collectors = await openCollectors(deps, houseUserOf);
  const forBoxes: number[] = [];
  const thread = startGalleryThread();
  try {
    for (const [at, work] of WORKS.entries()) {
      if (isStopped()) return;
      const artist = artists.get(work.artist);
      if (artist === undefined || (await isMade(deps, artist, work.name))) continue;
      const artwork = await makeWork(deps, artist, work, { media: await thread.render(work), at });
      if (isForBoxes(at)) forBoxes.push(artwork);
      else await deps.ctx.db.transact((tx) => market(deps, tx, artwork, at, collectors));
      if (forBoxes.length === BOX_WORKS && at === BOX_WORKS - 1) await boxes(deps, artist, forBoxes);
    }
  } finally {
    await thread.close();
  }
}
