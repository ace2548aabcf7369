import { refuse, wireTime } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import { boxContentsText, readContents } from '@karat/evidence';
import { oddsPercent } from '@karat/rules';
import { format, percentFromRate } from '@karat/money';
import { findArtwork, findArtworks } from './artwork-store.ts';
import { maskedNames } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { itemByCode } from './item-store.ts';
import { royaltyRateOf } from './list.ts';
import { findListing, newestListing } from './listing-store.ts';
import { boughtBoxes, drawnCounts, findSeries, ownBox } from './series-store.ts';
import type { Series } from './types.ts';
import { flagOf, listingView, tilesOf } from './view.ts';

type Calls = Contract['nft'];
export type DetailView = Reply<Calls['bind_box/getBoxDetail']>;
type SeriesView = NonNullable<DetailView['series']>;

const RARITIES = ['SR', 'R', 'N'] as const;

/** Contents, odds and commitments of a series. */
export async function seriesView(
  { ctx }: Pick<NftDeps, 'ctx'>,
  series: Series,
  viewer: UserId | undefined,
): Promise<SeriesView> {
  const contents = readContents(series.contents);
  const artworks = await findArtworks(
    ctx.db,
    contents.map(({ artwork }) => artwork),
  );
  const drawn = await drawnCounts(ctx.db, series.id);
  const rows = contents.flatMap(({ artwork: id, count }) => {
    const artwork = artworks.get(id);
    return artwork ? [{ artwork, count }] : [];
  });
  const counts = RARITIES.map((rarity) => ({
    rarity,
    count: rows.reduce((sum, { artwork, count }) => sum + (artwork.rarity === rarity ? count : 0), 0),
  }));
  return {
    code: series.code,
    total: series.total,
    left: series.total - series.sold,
    opened: series.opened,
    user_max: series.userMax,
    bought: viewer === undefined ? 0 : await boughtBoxes(ctx.db, series.id, viewer),
    contents: rows.map(({ artwork, count }) => ({
      artwork_id: artwork.id,
      name: artwork.name,
      type: artwork.type,
      rarity: artwork.rarity,
      image: artwork.pictures,
      count,
      odds: format(oddsPercent(count, series.total)),
      drawn: drawn.get(artwork.id) ?? 0,
    })),
    odds_by_rarity: counts
      .filter(({ count }) => count > 0)
      .map(({ rarity, count }) => ({ rarity, count, odds: format(oddsPercent(count, series.total)) })),
    seed_hash: series.seedHash,
    contents_text: boxContentsText(series.code, series.seedHash, contents),
    contents_hash: series.contentsHash,
    server_seed: series.serverSeed ?? null,
    revealed_ms: series.revealedMs ?? null,
  };
}

/** Code of a work, box or series by the number of a listing or by itself. */
async function codeOf({ ctx }: NftDeps, id: number | undefined, code: string | undefined): Promise<string> {
  if (code !== undefined) return code;
  const listing = id === undefined ? undefined : await findListing(ctx.db, id);
  return listing?.code ?? refuse('nft_unknown');
}

type Facts = Pick<DetailView, 'description' | 'media' | 'royalty_percent' | 'series'> & {
  readonly owner: UserId;
  readonly createdMs: number;
  readonly canSell: boolean;
};

async function itemFacts({ ctx }: NftDeps, code: string, viewer: UserId | undefined): Promise<Facts> {
  const item = (await itemByCode(ctx.db, code)) ?? refuse('nft_unknown');
  const artwork = (await findArtwork(ctx.db, item.artworkId)) ?? refuse('nft_unknown');
  // The owner of a hidden work still sees it.
  if (item.isHidden && item.owner !== viewer) refuse('nft_unknown');
  return {
    description: artwork.description,
    media: {
      url: artwork.mediaUrl,
      mime: artwork.mime,
      bytes: artwork.bytes,
      duration_ms: artwork.durationMs ?? null,
      sha256: artwork.sha256,
    },
    royalty_percent: format(percentFromRate(royaltyRateOf(item))),
    series: null,
    owner: item.owner,
    createdMs: artwork.createdMs,
    canSell: item.owner === viewer && !item.isHidden && item.seriesId === undefined,
  };
}

async function seriesFacts(deps: NftDeps, code: string, viewer: UserId | undefined): Promise<Facts> {
  const { db } = deps.ctx;
  // A box is shown to its owner alone.
  const box = code.startsWith('B')
    ? ((viewer === undefined ? undefined : await ownBox(db, viewer, code)) ?? refuse('nft_unknown'))
    : undefined;
  const series = (await findSeries(db, box ? { id: box.seriesId } : { code })) ?? refuse('nft_unknown');
  return {
    description: series.description,
    media: null,
    royalty_percent: null,
    series: await seriesView(deps, series, viewer),
    owner: box?.owner ?? series.artist,
    createdMs: series.createdMs,
    canSell: false,
  };
}

/** A work, box or series with its newest listing. Refuses `nft_unknown`. */
export async function detailOf(
  deps: NftDeps,
  by: { readonly id?: number | undefined; readonly code?: string | undefined },
  viewer: UserId | undefined,
): Promise<DetailView> {
  const { db } = deps.ctx;
  const code = await codeOf(deps, by.id, by.code);
  const facts = code.startsWith('W')
    ? await itemFacts(deps, code, viewer)
    : await seriesFacts(deps, code, viewer);
  const [tile] = await tilesOf(deps, [code], viewer);
  const listing = await newestListing(db, code);
  const nameOf = await maskedNames(deps, db, [facts.owner]);
  const isActive = listing?.state === 'open' || listing?.state === 'due';
  return {
    tile: tile ?? refuse('nft_unknown'),
    description: facts.description,
    media: facts.media,
    owner: nameOf(facts.owner),
    is_owner: flagOf(facts.owner === viewer),
    can_sell: flagOf(facts.canSell && !isActive),
    royalty_percent: facts.royalty_percent,
    listing: listing ? await listingView(deps, db, listing, viewer) : null,
    series: facts.series,
    created_at: wireTime(facts.createdMs),
    created_ms: facts.createdMs,
  };
}
