import { refuse, userId } from '@karat/contract';
import { readContents } from '@karat/evidence';
import type { ApprovalKinds, Payload } from '@karat/domains/operators';
import { amount, isMultipleOf, rate, smallestUnit } from '@karat/money';
import { contentsTotal } from '@karat/rules';
import type { BoxContent } from '@karat/rules';
import type { Queries, Tx } from '@karat/platform/db';
import { artistNames, findArtist } from './artist-store.ts';
import { findArtwork } from './artwork-store.ts';
import { addSeries } from './boxes.ts';
import { feeTermsOf } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { insertListing } from './listing-store.ts';
import { presentSeries } from './presentation.ts';
import { areTimesValid, searchText } from './rules.ts';
import { freeEditions } from './series-store.ts';
import type { Series, SeriesTerms } from './types.ts';

export const SERIES = 'nft series';
const BOXES_MAX = 10_000;

const textAt = (payload: Payload, field: string): string => String(payload[field] ?? '');

function contentsAt(text: string): BoxContent[] {
  try {
    return readContents(text).toSorted((a, b) => a.artwork - b.artwork);
  } catch {
    return refuse('value_invalid', { field: 'contents' });
  }
}

export const seriesTermsOf = (payload: Payload): SeriesTerms => ({
  artist: Number(payload['uid']),
  name: textAt(payload, 'name'),
  description: textAt(payload, 'description'),
  currency: Number(payload['currency_id']),
  price: textAt(payload, 'price'),
  userMax: Number(payload['user_max']),
  startMs: Number(payload['start_ms']),
  endMs: Number(payload['end_ms']),
  contents: contentsAt(textAt(payload, 'contents')),
});

async function currencyOfTerms(deps: NftDeps, db: Queries, terms: SeriesTerms) {
  const id = deps.policy.currencies.find((each) => Number(each) === terms.currency) ?? refuse('nft_currency');
  const currency = await deps.ledger.currency(db, id);
  if (!currency.enabled) refuse('nft_currency');
  if (!isMultipleOf(amount(terms.price), smallestUnit(currency.decimals)))
    refuse('amount_too_precise', { decimals: currency.decimals });
  return currency;
}

/** Refuses terms that could not be carried out now. */
export async function checkSeries(deps: NftDeps, db: Queries, terms: SeriesTerms): Promise<void> {
  const { ctx, policy } = deps;
  await currencyOfTerms(deps, db, terms);
  const artist = await findArtist(db, userId(terms.artist));
  if (artist?.state !== 'approved') refuse('nft_artist_unknown');
  if (!areTimesValid(terms.startMs, terms.endMs, ctx.clock.now(), policy.maxDays))
    refuse('nft_time_invalid', { days: policy.maxDays });
  const total = contentsTotal(terms.contents);
  if (total > BOXES_MAX || terms.contents.some(({ count }) => count < 1))
    refuse('value_invalid', { field: 'contents' });
  if (terms.userMax > total) refuse('value_invalid', { field: 'user_max' });
  for (const { artwork, count } of terms.contents) {
    const left = await freeEditions(db, userId(terms.artist), artwork);
    if (left < count) refuse('nft_series_editions', { artwork, left });
  }
}

/** Adds a series with its sale, after two operators have approved it. Commits to a new server seed and to the contents. */
export async function openSeries(deps: NftDeps, tx: Tx, terms: SeriesTerms): Promise<Series> {
  await checkSeries(deps, tx, terms);
  const currency = await currencyOfTerms(deps, tx, terms);
  const artist = userId(terms.artist);
  const cover = await findArtwork(tx, terms.contents[0]?.artwork ?? 0);
  const now = deps.ctx.clock.now();
  const { name, description, contents, userMax, endMs } = terms;
  const pictures = cover?.pictures ?? refuse('nft_unknown');
  const series = await addSeries(deps, tx, { artist, name, description, pictures, userMax, endMs, contents });
  const [artistName] = (await artistNames(tx, [artist])).values();
  await insertListing(
    tx,
    {
      itemId: undefined,
      seriesId: series.id,
      code: series.code,
      payType: 3,
      seller: artist,
      artist,
      isResale: false,
      currency: currency.id,
      decimals: currency.decimals,
      price: amount(terms.price),
      increment: undefined,
      margin: undefined,
      ...feeTermsOf(deps, artist),
      royaltyRate: rate(0n),
      startMs: Math.max(now, terms.startMs),
      endMs,
      artworkId: undefined,
      type: undefined,
      rarity: undefined,
      collectionId: undefined,
      search: searchText(name, artistName),
      likes: 0,
    },
    now,
  );
  return series;
}

/** What two operators decide: series of boxes. */
export const nftApprovals = (deps: NftDeps): ApprovalKinds => ({
  [SERIES]: {
    present: presentSeries(deps, seriesTermsOf),
    execute: async (tx, payload) => void (await openSeries(deps, tx, seriesTermsOf(payload))),
  },
});
