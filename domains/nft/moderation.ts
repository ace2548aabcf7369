import { refuse } from '@karat/contract';
import type { NftDecision, NftReviewReason, NoticesOf, NftReviewState, UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { lockArtist, writeArtistReview } from './artist-store.ts';
import type { Review } from './artist-store.ts';
import { lockArtwork, writeArtworkReview } from './artwork-store.ts';
import type { NftDeps } from './deps.ts';
import { closeListing, hideListings, lockFixedSales } from './listing-store.ts';
import { mintEditions } from './ownership.ts';
import { publishArtwork } from './publication.ts';
import { closeReport, lockReport } from './report-store.ts';

export interface Decision {
  readonly decision: NftDecision;
  readonly reason: NftReviewReason | undefined;
  readonly note: string | undefined;
  /** Login of the operator. */
  readonly by: string;
}

const STATES: Readonly<Record<NftDecision, { readonly from: NftReviewState; readonly to: NftReviewState }>> =
  {
    approve: { from: 'review', to: 'approved' },
    reject: { from: 'review', to: 'rejected' },
    hide: { from: 'approved', to: 'hidden' },
    show: { from: 'hidden', to: 'approved' },
  };

/** The review that a decision writes. Refuses `nft_decided` from another state, `reason_required` to reject or hide without one. */
function reviewOf(state: NftReviewState, decision: Decision, at: number): Review {
  const { from, to } = STATES[decision.decision];
  if (state !== from) refuse('nft_decided');
  const isAgainst = to === 'rejected' || to === 'hidden';
  if (isAgainst && decision.reason === undefined) refuse('reason_required');
  return {
    state: to,
    reason: isAgainst ? decision.reason : undefined,
    note: decision.note,
    by: decision.by,
    at,
  };
}

const ARTIST_NOTICES = {
  approve: 'nft:artist_approved',
  reject: 'nft:artist_rejected',
  hide: 'nft:artist_hidden',
  show: 'nft:artist_shown',
} as const satisfies Readonly<Record<NftDecision, NoticesOf<'nft'>>>;

/** Decides on an artist and notifies them. Refuses `nft_artist_unknown` and what `reviewOf` refuses. */
export async function decideArtist(deps: NftDeps, tx: Tx, user: UserId, decision: Decision): Promise<void> {
  const artist = (await lockArtist(tx, user)) ?? refuse('nft_artist_unknown');
  const review = reviewOf(artist.state, decision, deps.ctx.clock.now());
  await writeArtistReview(tx, user, review);
  await deps.messages.notify(tx, {
    user,
    kind: ARTIST_NOTICES[decision.decision],
    values: { note: decision.note ?? '' },
    key: `nft:artist:${user}:${review.at}`,
  });
}

/**
 * Decides on an artwork: approval publishes its files and mints its editions, hiding ends its fixed-price sales. Auctions with
 * bids run to their end. Refuses `nft_unknown` and what `reviewOf` refuses.
 */
export async function decideArtwork(deps: NftDeps, tx: Tx, id: number, decision: Decision): Promise<void> {
  const now = deps.ctx.clock.now();
  // Sales first, as purchases lock them before anything else.
  const sales = decision.decision === 'hide' ? await lockFixedSales(tx, id) : [];
  const artwork = (await lockArtwork(tx, id)) ?? refuse('nft_unknown');
  const review = reviewOf(artwork.state, decision, now);
  await writeArtworkReview(tx, id, review);
  for (const sale of sales) await closeListing(tx, sale.id, 'cancelled', now);
  if (decision.decision === 'hide' || decision.decision === 'show')
    await hideListings(tx, id, decision.decision === 'hide');
  if (decision.decision === 'approve') {
    await publishArtwork(deps, tx, artwork);
    await mintEditions(deps, tx, artwork);
  }
  await deps.messages.notify(tx, {
    user: artwork.artist,
    kind: review.state === 'approved' ? 'nft:artwork_approved' : 'nft:artwork_rejected',
    values: { name: artwork.name, note: decision.note ?? '' },
    key: `nft:artwork:${id}:${review.state}:${now}`,
  });
}

/** Closes a report with an answer; `hidden` hides the work with it. Refuses `nft_report_unknown`, `nft_report_closed`. */
export async function decideReport(
  deps: NftDeps,
  tx: Tx,
  id: number,
  closing: {
    readonly state: 'dismissed' | 'hidden' | 'corrected';
    readonly answer: string;
    readonly by: string;
  },
): Promise<void> {
  const report = (await lockReport(tx, id)) ?? refuse('nft_report_unknown');
  if (report.state !== 'open') refuse('nft_report_closed');
  if (closing.state === 'hidden') {
    const decision = { decision: 'hide', reason: 'other', note: closing.answer, by: closing.by } as const;
    await decideArtwork(deps, tx, report.artworkId ?? refuse('nft_unknown'), decision);
  }
  await closeReport(tx, id, closing, deps.ctx.clock.now());
  await deps.messages.notify(tx, {
    user: report.user,
    kind: 'nft:report_closed',
    values: { code: report.code, answer: closing.answer },
    key: `nft:report:${id}`,
  });
}
