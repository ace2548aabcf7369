import { pageReply, refuse } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { readContents } from '@karat/evidence';
import { requestApproval } from '@karat/domains/operators';
import type { Payload } from '@karat/domains/operators';
import { ZERO, format, percentFromRate } from '@karat/money';
import { oddsPercent } from '@karat/rules';
import type { Handlers } from '@karat/platform/http';
import {
  artistNames,
  artistsForReview,
  collectionList,
  findCollection,
  hideCollection,
} from './artist-store.ts';
import { artworkList, findArtworks } from './artwork-store.ts';
import { auctionList, readOverview } from './console-store.ts';
import { currenciesOf } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { decideArtist, decideArtwork, decideReport } from './moderation.ts';
import { allOrders } from './order-store.ts';
import { presentSeries } from './presentation.ts';
import { reportList } from './report-store.ts';
import { SERIES, checkSeries, seriesTermsOf } from './series.ts';
import { allSeries } from './series-store.ts';
import { newestListings, subjectsOf } from './tile-store.ts';
import type { Artist, Artwork, Series } from './types.ts';
import { DONE } from './view.ts';

type Calls = Contract['nft'];
export type ConsolePath = Extract<keyof Calls, `console/${string}`>;

const reviewOf = (row: Artist | Artwork) => ({
  state: row.state,
  reason: row.reason ?? null,
  note: row.note ?? null,
  created_ms: row.createdMs,
  decided_ms: row.decidedMs ?? null,
  decided_by: row.decidedBy ?? null,
});

function moderation(deps: NftDeps) {
  const { ctx } = deps;
  const decisionOf = (
    input: Pick<
      Parameters<Handlers<Calls>['console/nft_artist']>[0]['input'],
      'decision' | 'reason' | 'note'
    >,
    by: string,
  ) => ({ decision: input.decision, reason: input.reason, note: input.note, by });
  return {
    'console/nft_artist': async ({ input, caller }) => {
      await ctx.db.transact((tx) => decideArtist(deps, tx, input.uid, decisionOf(input, caller.login)));
      return DONE;
    },
    'console/nft_artwork': async ({ input, caller }) => {
      await ctx.db.transact((tx) => decideArtwork(deps, tx, input.id, decisionOf(input, caller.login)));
      return DONE;
    },
    'console/nft_collection': async ({ input }) => {
      const changed = await ctx.db.transact(async (tx) => {
        if (!(await findCollection(tx, input.id))) refuse('nft_collection_unknown');
        return hideCollection(tx, input.id, input.hidden, input.note);
      });
      if (changed === 0) refuse('no_change');
      return DONE;
    },
    'console/nft_report': async ({ input, caller }) => {
      const closing = { state: input.state, answer: input.answer, by: caller.login };
      await ctx.db.transact((tx) => decideReport(deps, tx, input.id, closing));
      return DONE;
    },
    'console/nft_new_series': ({ input, caller }) => {
      const { reason, ...values } = input;
      const payload: Payload = { ...values, price: format(input.price) };
      const terms = seriesTermsOf(payload);
      const present = presentSeries(deps, seriesTermsOf);
      return ctx.db.transact(async (tx) => {
        await checkSeries(deps, tx, terms);
        return requestApproval(ctx, tx, caller, {
          kind: SERIES,
          subject: input.name,
          payload,
          reason,
          present,
        });
      });
    },
  } satisfies Partial<Handlers<Calls>>;
}

function reviews(deps: NftDeps) {
  const { ctx } = deps;
  return {
    'console/nft_artists': async ({ input }) => {
      const { rows, total } = await artistsForReview(ctx.db, input.state, input);
      const views = rows.map((artist) => ({
        uid: artist.user,
        name: artist.name,
        bio: artist.bio,
        works: artist.works,
        ...reviewOf(artist),
      }));
      return pageReply(views, total, input.page, input.limit);
    },
    'console/nft_artworks': async ({ input }) => {
      const { rows, total } = await artworkList(ctx.db, { state: input.state, artist: input.uid }, input);
      const names = await artistNames(
        ctx.db,
        rows.map(({ artist }) => artist),
      );
      const views = rows.map((artwork) => ({
        id: artwork.id,
        uid: artwork.artist,
        artist: names.get(artwork.artist) ?? '',
        name: artwork.name,
        description: artwork.description,
        type: artwork.type,
        rarity: artwork.rarity,
        editions: artwork.editions,
        royalty_percent: format(percentFromRate(artwork.royaltyRate)),
        image: artwork.pictures,
        media: artwork.mediaUrl,
        mime: artwork.mime,
        bytes: artwork.bytes,
        duration_ms: artwork.durationMs ?? null,
        sha256: artwork.sha256,
        ...reviewOf(artwork),
      }));
      return pageReply(views, total, input.page, input.limit);
    },
    'console/nft_collections': async ({ input }) => {
      const filter = { artist: input.uid, withHidden: true };
      const { rows, total } = await collectionList(ctx.db, filter, input);
      const names = await artistNames(
        ctx.db,
        rows.map(({ artist }) => artist),
      );
      const views = rows.map((row) => ({
        id: row.id,
        uid: row.artist,
        artist: names.get(row.artist) ?? '',
        name: row.name,
        description: row.description,
        works: row.works,
        hidden: row.isHidden,
        created_ms: row.createdMs,
      }));
      return pageReply(views, total, input.page, input.limit);
    },
  } satisfies Partial<Handlers<Calls>>;
}

function reports(deps: NftDeps) {
  const { ctx } = deps;
  return {
    'console/nft_reports': async ({ input }) => {
      const { rows, total } = await reportList(ctx.db, { state: input.state }, input);
      const subjects = await subjectsOf(
        ctx.db,
        rows.map(({ code }) => code),
        undefined,
      );
      const views = rows.map((report) => ({
        id: report.id,
        uid: report.user,
        code: report.code,
        name: subjects.get(report.code)?.name ?? '',
        artwork_id: report.artworkId ?? null,
        order: report.orderId ?? null,
        reason: report.reason,
        text: report.text,
        state: report.state,
        answer: report.answer ?? null,
        created_ms: report.createdMs,
        decided_ms: report.decidedMs ?? null,
        decided_by: report.decidedBy ?? null,
      }));
      return pageReply(views, total, input.page, input.limit);
    },
  } satisfies Partial<Handlers<Calls>>;
}

async function seriesRows(deps: NftDeps, series: readonly Series[]) {
  const { db } = deps.ctx;
  const names = await artistNames(
    db,
    series.map(({ artist }) => artist),
  );
  const listings = await newestListings(
    db,
    series.map(({ code }) => code),
  );
  const contents = new Map(series.map(({ id, contents: text }) => [id, readContents(text)]));
  const ids = [...contents.values()].flatMap((rows) => rows.map(({ artwork }) => artwork));
  const artworks = await findArtworks(db, ids);
  const currencyOf = await currenciesOf(deps, db);
  return series.flatMap((each) => {
    const listing = listings.get(each.code);
    if (!listing) return [];
    return [
      {
        id: each.id,
        code: each.code,
        name: each.name,
        uid: each.artist,
        artist: names.get(each.artist) ?? '',
        price: format(listing.price),
        currency_name: currencyOf(listing.currency).code,
        total: each.total,
        sold: each.sold,
        opened: each.opened,
        user_max: each.userMax,
        start_ms: listing.startMs,
        end_ms: each.endMs,
        seed_hash: each.seedHash,
        contents_hash: each.contentsHash,
        revealed_ms: each.revealedMs ?? null,
        contents: (contents.get(each.id) ?? []).flatMap(({ artwork: id, count }) => {
          const artwork = artworks.get(id);
          return artwork
            ? [
                {
                  artwork_id: id,
                  name: artwork.name,
                  rarity: artwork.rarity,
                  count,
                  odds: format(oddsPercent(count, each.total)),
                },
              ]
            : [];
        }),
      },
    ];
  });
}

function supervision(deps: NftDeps) {
  const { ctx } = deps;
  return {
    'console/nft': () => readOverview(deps),
    'console/nft_series': async ({ input }) => {
      const { rows, total } = await allSeries(ctx.db, input);
      return pageReply(await seriesRows(deps, rows), total, input.page, input.limit);
    },
    'console/nft_auctions': async ({ input }) => {
      const { rows, total } = await auctionList(ctx.db, input.state ?? 'open', input);
      const codes = rows.map(({ listing }) => listing.code);
      const subjects = await subjectsOf(ctx.db, codes, undefined);
      const currencyOf = await currenciesOf(deps, ctx.db);
      const views = rows.map(({ listing, margins }) => ({
        id: listing.id,
        code: listing.code,
        name: subjects.get(listing.code)?.name ?? '',
        seller: listing.seller,
        state: listing.state,
        price: format(listing.price),
        now_price: listing.bid === undefined ? null : format(listing.bid),
        leader: listing.leader ?? null,
        bids: listing.bids,
        bidders: listing.bidders,
        margins: format(margins ?? ZERO),
        currency_name: currencyOf(listing.currency).code,
        extensions: listing.extensions,
        start_ms: listing.startMs,
        end_ms: listing.endMs,
      }));
      return pageReply(views, total, input.page, input.limit);
    },
    'console/nft_orders': async ({ input }) => {
      const { rows, total } = await allOrders(ctx.db, { state: input.state, user: input.uid }, input);
      const subjects = await subjectsOf(
        ctx.db,
        rows.map(({ code }) => code),
        undefined,
      );
      const currencyOf = await currenciesOf(deps, ctx.db);
      const views = rows.map((order) => ({
        id: order.id,
        code: order.code,
        name: subjects.get(order.code)?.name ?? '',
        pay_type: order.payType,
        buyer: order.buyer,
        seller: order.seller,
        price: format(order.price),
        fee: format(order.fee),
        royalty: format(order.royalty),
        currency_name: currencyOf(order.currency).code,
        state: order.state,
        created_ms: order.createdMs,
        due_ms: order.dueMs ?? null,
        paid_ms: order.paidMs ?? null,
      }));
      return pageReply(views, total, input.page, input.limit);
    },
  } satisfies Partial<Handlers<Calls>>;
}

/** The console's calls. Nothing here reaches a draw, a bid or an owner. */
export const consoleHandlers = (deps: NftDeps): Pick<Handlers<Calls>, ConsolePath> => ({
  ...moderation(deps),
  ...reviews(deps),
  ...reports(deps),
  ...supervision(deps),
});
