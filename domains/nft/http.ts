import { pageReply, refuse, wireTime } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import { format, percentFromRate } from '@karat/money';
import { MINUTE_MS, HOUR_MS } from '@karat/rules';
import type { Handlers } from '@karat/platform/http';
import {
  artistList,
  artistNames,
  artistTotals,
  collectionList,
  findCollection,
  turnovers,
} from './artist-store.ts';
import type { ArtistTotals, Collection } from './artist-store.ts';
import { findArtworks } from './artwork-store.ts';
import { bidsOf } from './bid-store.ts';
import { currenciesOf, feeTermsOf, maskedNames } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { detailOf } from './detail.ts';
import { itemByCode, stepsOf } from './item-store.ts';
import { newestListing } from './listing-store.ts';
import { toggleLike } from './likes.ts';
import { exportProvenance } from './provenance.ts';
import { drawsOf, findSeries } from './series-store.ts';
import { galleryPage } from './tile-store.ts';
import type { Page } from './types.ts';
import { flagOf, tilesOf } from './view.ts';

type Calls = Contract['nft'];
export type ReadPath =
  | 'bind_box/getBoxList'
  | 'bind_box/getBoxDetail'
  | 'bind_box/getProvenance'
  | 'bind_box/exportProvenance'
  | 'bind_box/getArtist'
  | 'bind_box/getArtistDetail'
  | 'bind_box/getCollection'
  | 'bind_box/getCollectionDetail'
  | 'bind_box/getNftCurrency'
  | 'bind_box/getBindBoxQuotationLog'
  | 'bind_box/getSeriesDraws'
  | 'bind_box/collect';

const FIRST: Page = { page: 1, limit: 100 };

async function artistViews(deps: NftDeps, artists: readonly ArtistTotals[]) {
  const { db } = deps.ctx;
  const ids = artists.map(({ user }) => user);
  const portraits = new Map((await deps.people(db, ids)).map(({ id, headPortrait }) => [id, headPortrait]));
  const sums = await turnovers(db, ids);
  const currencyOf = await currenciesOf(deps, db);
  const codes = new Map(
    (await deps.ledger.currencies(db)).map(({ id }) => [Number(id), currencyOf(id).code]),
  );
  return artists.map(({ user, name, bio, works, sales, likes }) => ({
    uid: user,
    name,
    avatar: portraits.get(user) ?? null,
    bio,
    works,
    sales,
    likes,
    turnover: sums
      .filter(({ artist }) => artist === user)
      .map((row) => ({ currency_name: codes.get(row.currency) ?? '', amount: format(row.amount) })),
  }));
}

/** Collections with their artists. */
export async function collectionViews(
  deps: NftDeps,
  collections: readonly Collection[],
): Promise<Reply<Calls['bind_box/saveCollection']>[]> {
  const { db } = deps.ctx;
  const ids = [...new Set(collections.map(({ artist }) => artist))];
  const names = await artistNames(db, ids);
  const portraits = new Map((await deps.people(db, ids)).map(({ id, headPortrait }) => [id, headPortrait]));
  return collections.map(({ id, name, description, artist, works, pictures }) => ({
    id,
    name,
    description,
    artist: { uid: artist, name: names.get(artist) ?? '', avatar: portraits.get(artist) ?? null },
    works,
    image: pictures ?? null,
  }));
}

async function provenance(
  deps: NftDeps,
  { code, ...page }: { readonly code: string } & Page,
): Promise<Reply<Calls['bind_box/getProvenance']>> {
  const { db } = deps.ctx;
  const item = (await itemByCode(db, code)) ?? refuse('nft_unknown');
  const { rows, total } = await stepsOf(db, item.id, page);
  const nameOf = await maskedNames(
    deps,
    db,
    rows.flatMap(({ from, to }) => [from, to]),
  );
  const currencyOf = await currenciesOf(deps, db);
  const views = rows.map((step) => ({
    step: step.step,
    cause: step.cause,
    from: step.from === undefined ? null : nameOf(step.from),
    to: nameOf(step.to),
    price: step.price === undefined ? null : format(step.price),
    currency_name: step.currency === undefined ? null : currencyOf(step.currency).code,
    hash: step.hash,
    created_at: wireTime(step.at),
    created_ms: step.at,
  }));
  return pageReply(views, total, page.page, page.limit);
}

async function bidPage(
  deps: NftDeps,
  { code, ...page }: { readonly code: string } & Page,
  viewer: UserId | undefined,
): Promise<Reply<Calls['bind_box/getBindBoxQuotationLog']>> {
  const { db } = deps.ctx;
  const listing = (await newestListing(db, code)) ?? refuse('nft_unknown');
  const { rows, total } = await bidsOf(db, listing.id, page);
  const nameOf = await maskedNames(
    deps,
    db,
    rows.map(({ user }) => user),
  );
  const views = rows.map(({ id, user, price, at }) => ({
    id,
    name: nameOf(user),
    price: format(price),
    is_leader: flagOf(id === listing.leaderBid),
    is_own: flagOf(user === viewer),
    created_at: wireTime(at),
    created_ms: at,
  }));
  return pageReply(views, total, page.page, page.limit);
}

async function drawPage(
  { ctx }: NftDeps,
  { code, ...page }: { readonly code: string } & Page,
): Promise<Reply<Calls['bind_box/getSeriesDraws']>> {
  const series = (await findSeries(ctx.db, { code })) ?? refuse('nft_unknown');
  const { rows, total } = await drawsOf(ctx.db, series.id, series.revealedMs !== undefined, page);
  const artworks = await findArtworks(
    ctx.db,
    rows.map(({ artworkId }) => artworkId),
  );
  const views = rows.flatMap((box) => {
    const artwork = artworks.get(box.artworkId);
    if (!artwork) return [];
    const { name, rarity, type } = artwork;
    const { box: number, buyerSeed, nonce, receipt } = box;
    return [
      {
        box: number,
        buyer_seed: buyerSeed,
        nonce,
        artwork_id: artwork.id,
        name,
        rarity,
        type,
        receipt: receipt ?? null,
      },
    ];
  });
  return pageReply(views, total, page.page, page.limit);
}

async function terms(
  deps: NftDeps,
  seller: UserId | undefined,
): Promise<Reply<Calls['bind_box/getNftCurrency']>> {
  const { ctx, policy } = deps;
  const currencyOf = await currenciesOf(deps, ctx.db);
  const enabled = policy.currencies.map(currencyOf).filter((currency) => currency.enabled);
  return {
    currencies: enabled.map(({ id, code, decimals }) => ({ id, name: code, decimals })),
    fee_percent: format(percentFromRate(feeTermsOf(deps, seller).feeRate)),
    margin_percent: format(percentFromRate(policy.marginRate)),
    max_royalty_percent: format(percentFromRate(policy.maxRoyalty)),
    pay_hours: policy.payMs / HOUR_MS,
    extension_minutes: policy.windowMs / MINUTE_MS,
    max_extensions: policy.maxExtensions,
    max_days: policy.maxDays,
  };
}

/** Calls that visitors may make, and likes. */
export const readHandlers = (deps: NftDeps): Pick<Handlers<Calls>, ReadPath> => {
  const { ctx } = deps;
  return {
    'bind_box/getBoxList': async ({ input, caller }) => {
      const filter = {
        type: input.type,
        payType: input.pay_type,
        status: input.status,
        rarity: input.rarity,
        artist: input.uid,
        collection: input.collection_id,
        currency: input.currency_id,
        priceMin: input.price_min,
        priceMax: input.price_max,
        keyword: input.keyword,
        sort: input.sort ?? 'newest',
        now: ctx.clock.now(),
      };
      const { rows, total } = await galleryPage(ctx.db, filter, input);
      return pageReply(await tilesOf(deps, rows, caller?.userId), total, input.page, input.limit);
    },
    'bind_box/getBoxDetail': ({ input, caller }) => detailOf(deps, input, caller?.userId),
    'bind_box/getProvenance': ({ input }) => provenance(deps, input),
    'bind_box/exportProvenance': ({ input }) => exportProvenance(deps, input.code),
    'bind_box/getArtist': async ({ input }) => {
      const { rows, total } = await artistList(ctx.db, input.keyword, input);
      return pageReply(await artistViews(deps, rows), total, input.page, input.limit);
    },
    'bind_box/getArtistDetail': async ({ input }) => {
      const artist = (await artistTotals(ctx.db, input.uid)) ?? refuse('nft_artist_unknown');
      const [view] = await artistViews(deps, [artist]);
      const { rows } = await collectionList(ctx.db, { artist: artist.user }, FIRST);
      return { ...(view ?? refuse('nft_artist_unknown')), collections: await collectionViews(deps, rows) };
    },
    'bind_box/getCollection': async ({ input }) => {
      const filter = { artist: input.uid, keyword: input.keyword };
      const { rows, total } = await collectionList(ctx.db, filter, input);
      return pageReply(await collectionViews(deps, rows), total, input.page, input.limit);
    },
    'bind_box/getCollectionDetail': async ({ input }) => {
      const collection = await findCollection(ctx.db, input.id);
      if (!collection || collection.isHidden) return refuse('nft_collection_unknown');
      const [view] = await collectionViews(deps, [collection]);
      const { createdMs } = collection;
      return {
        ...(view ?? refuse('nft_collection_unknown')),
        created_at: wireTime(createdMs),
        created_ms: createdMs,
      };
    },
    'bind_box/getNftCurrency': ({ caller }) => terms(deps, caller?.userId),
    'bind_box/getBindBoxQuotationLog': ({ input, caller }) => bidPage(deps, input, caller?.userId),
    'bind_box/getSeriesDraws': ({ input }) => drawPage(deps, input),
    'bind_box/collect': async ({ input, caller }) => {
      const { isLiked, likes } = await ctx.db.transact((tx) =>
        toggleLike(tx, caller.userId, input.code, ctx.clock.now()),
      );
      return { is_collect: flagOf(isLiked), likes };
    },
  };
};
