import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import {
  boxContentsText,
  boxFacts,
  boxFormula,
  drawBox,
  readContents,
  seedHashOf,
  sha256Hex,
} from '@karat/evidence';
import { contentsTotal, withoutOne } from '@karat/rules';
import type { BoxContent } from '@karat/rules';
import type { NewReceipt } from '@karat/domains/proofs';
import { createSeal, sealedRows } from '@karat/platform/crypto';
import type { KeyRing, KeyedRows, Seal } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import type { Random } from '@karat/platform/random';
import { notifySold, orderAt } from './order.ts';
import { RECEIPT_KIND } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { lockItem } from './item-store.ts';
import { closeListing } from './listing-store.ts';
import { insertOrder, orderOfUser } from './order-store.ts';
import { postSale } from './sale-receipts.ts';
import { transferItem } from './ownership.ts';
import { newCode } from './codes.ts';
import {
  boughtBoxes,
  countOpened,
  countSold,
  insertBox,
  insertSeries,
  lockOwnBox,
  lockSeries,
  markOpened,
  seedOf,
  takeEditions,
  undrawnItem,
  writeReceipts,
} from './series-store.ts';
import type { NewSeries } from './series-store.ts';
import type { Box, Listing, Order, Series } from './types.ts';

const SEED_BYTES = 32;
const BUYER_SEED_BYTES = 12;

/** Contents as the text of a commitment, artworks in rising order. */
export const contentsText = (contents: readonly BoxContent[]): string =>
  contents.map(({ artwork, count }) => `${artwork}:${count}`).join(',');

/** Seals server seeds until they are revealed. */
export const createSeedSeal = (keys: KeyRing, random: Random): Seal => createSeal(keys, 'nft-seeds', random);

/** Where the sealed seed of a series belongs: it cannot be opened in another row. */
const seedPlace = (code: string): string => `nft-series:${code}`;
export const openSeed = ({ seal }: Pick<NftDeps, 'seal'>, series: Series): string =>
  seal.open(series.sealedSeed, seedPlace(series.code));

/** A random seed for a user without one. */
export const randomSeed = ({ ctx }: Pick<NftDeps, 'ctx'>): string =>
  Buffer.from(ctx.random.bytes(BUYER_SEED_BYTES)).toString('hex');

/**
 * Adds a series: draws a server seed, commits to it and to the contents, and puts the editions into it. Refuses
 * `nft_series_editions` where an artwork has too few free editions.
 */
export async function addSeries(
  deps: NftDeps,
  tx: Tx,
  terms: Pick<NewSeries, 'artist' | 'name' | 'description' | 'pictures' | 'userMax' | 'endMs'> & {
    readonly contents: readonly BoxContent[];
  },
): Promise<Series> {
  const { contents, ...rest } = terms;
  const code = newCode('S', deps.ctx.random);
  const seed = Buffer.from(deps.ctx.random.bytes(SEED_BYTES)).toString('hex');
  const seedHash = seedHashOf(seed);
  const series = await insertSeries(tx, {
    ...rest,
    code,
    contents: contentsText(contents),
    total: contentsTotal(contents),
    sealedSeed: deps.seal.seal(seed, seedPlace(code)),
    seedHash,
    contentsHash: sha256Hex(boxContentsText(code, seedHash, contents)),
    createdMs: deps.ctx.clock.now(),
  });
  for (const { artwork, count } of contents) {
    const taken = await takeEditions(tx, series.id, artwork, count);
    if (taken < count) refuse('nft_series_editions', { artwork, left: taken });
  }
  return series;
}

/**
 * Sells one box of a series whose listing is locked. The draw is made here, on the editions that no earlier box has drawn, and
 * stays hidden until the box is opened: a box without content cannot be sold. Refuses `nft_sold_out`, `nft_user_limit`.
 */
export async function buyBox(
  deps: NftDeps,
  tx: Tx,
  listing: Listing,
  user: UserId,
): Promise<{ readonly order: Order; readonly box: string }> {
  const series = (await lockSeries(tx, listing.seriesId ?? 0)) ?? refuse('nft_unknown');
  if (series.sold >= series.total) refuse('nft_sold_out');
  const bought = await boughtBoxes(tx, series.id, user);
  if (bought >= series.userMax) refuse('nft_user_limit', { max: series.userMax });
  const now = deps.ctx.clock.now();
  const remaining = readContents(series.remaining);
  const seeds = {
    serverSeed: openSeed(deps, series),
    buyerSeed: await seedOf(tx, user, randomSeed(deps)),
    box: series.sold + 1,
    nonce: bought + 1,
  };
  const { artwork } = drawBox(seeds, remaining);
  const itemId = await undrawnItem(tx, series.id, artwork);
  if (itemId === undefined) throw new Error(`series ${series.id} has no edition of artwork ${artwork} left`);
  const order = await insertOrder(tx, orderAt(listing, user, listing.price, now));
  const code = newCode('B', deps.ctx.random);
  await insertBox(
    tx,
    {
      code,
      seriesId: series.id,
      box: seeds.box,
      nonce: seeds.nonce,
      buyerSeed: seeds.buyerSeed,
      owner: user,
      orderId: order.id,
      artworkId: artwork,
      itemId,
      remaining: series.remaining,
    },
    now,
  );
  await countSold(tx, series.id, contentsText(withoutOne(remaining, artwork)));
  if (seeds.box === series.total) await closeListing(tx, listing.id, 'sold', now);
  await postSale(deps, tx, order, listing);
  await notifySold(deps, tx, order);
  return { order, box: code };
}

/**
 * Opens an own box: the item that it drew at its sale changes hands now. A box of a revealed series gets its receipt at once.
 * Refuses `nft_unknown`, `nft_box_opened`.
 */
export async function openBox(deps: NftDeps, tx: Tx, user: UserId, code: string): Promise<Box> {
  const box = (await lockOwnBox(tx, user, code)) ?? refuse('nft_unknown');
  if (box.openedMs !== undefined) refuse('nft_box_opened');
  const now = deps.ctx.clock.now();
  const series = (await lockSeries(tx, box.seriesId)) ?? refuse('nft_unknown');
  const item = (await lockItem(tx, { id: box.itemId })) ?? refuse('nft_unknown');
  const order = (await orderOfUser(tx, user, box.orderId)) ?? refuse('nft_order_unknown');
  await markOpened(tx, box.id, now);
  await countOpened(tx, series.id);
  await transferItem(deps, tx, item, order, 'box');
  const opened = { ...box, openedMs: now };
  if (series.serverSeed === undefined) return opened;
  const [receipt] = await leaveReceipts(deps, tx, [{ box: opened, series }]);
  return receipt === undefined ? opened : { ...opened, receipt };
}

interface Drawn {
  readonly box: Box;
  readonly series: Series;
}

function receiptOf({ box, series }: Drawn): NewReceipt {
  const order = boxFacts({
    series: series.code,
    contents: readContents(series.contents),
    remaining: readContents(box.remaining),
    serverSeed: series.serverSeed ?? '',
    buyerSeed: box.buyerSeed,
    box: box.box,
    nonce: box.nonce,
  });
  return {
    kind: RECEIPT_KIND,
    subject: box.code,
    owner: box.owner,
    order,
    ticks: [],
    formula: boxFormula.id,
    result: boxFormula.result(order, []),
  };
}

/** Leaves receipts of opened boxes of revealed series; returns their numbers in order. */
export async function leaveReceipts(deps: NftDeps, tx: Tx, drawn: readonly Drawn[]): Promise<string[]> {
  const receipts = await deps.proofs.leave(tx, drawn.map(receiptOf));
  const hashes = receipts.map(({ hash }) => hash);
  await writeReceipts(
    tx,
    drawn.map(({ box }, index) => ({ box: box.id, hash: hashes[index] ?? '' })),
  );
  return hashes;
}

/** Server seeds, which are sealed with a hash key. */
export const seedKeyedRows = (ring: KeyRing, random: Random): KeyedRows =>
  sealedRows(ring, {
    name: 'server seeds of NFT series',
    table: sql`nft_series`,
    id: sql`id`,
    sealed: sql`sealed_seed`,
    owner: sql`code`,
    seal: createSeedSeal(ring, random),
    place: seedPlace,
  });
