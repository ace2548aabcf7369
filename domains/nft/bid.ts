import { Refusal, refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import type { Batch, Currency } from '@karat/domains/ledger';
import { format, isMultipleOf, max, smallestUnit } from '@karat/money';
import type { Amount } from '@karat/money';
import { extendedEnd, minimumBid, saleStatusAt } from '@karat/rules';
import type { Tx } from '@karat/platform/db';
import { earlierBids, insertBids, marginKey, marginsOf, nextBidIds, writeMargins } from './bid-store.ts';
import type { EarlierBid, MarginChange, NewBid } from './bid-store.ts';
import { currenciesOf } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { checkClock } from './list.ts';
import { lockListings, writeAuctions } from './listing-store.ts';
import { holdJournal } from './money.ts';
import { subjectsOf, workValues } from './tile-store.ts';
import { publishSales } from './topics.ts';
import type { Listing } from './types.ts';

/** A bid, or with `price` undefined the margin alone. */
export interface BidRequest {
  readonly user: UserId;
  readonly code: string;
  readonly price: Amount | undefined;
  /** Names the request, so that repeating it bids once. */
  readonly key: string | undefined;
}
export type BidOutcome = Listing | Refusal;

/** Auctions of one batch in memory; what `place` changes is written at its end. */
class BidBook {
  readonly #listings: Map<string, Listing>;
  readonly #best: Map<string, Amount | undefined>;
  readonly #earlier: Map<string, EarlierBid>;
  readonly #changed = new Set<string>();
  readonly bids: NewBid[] = [];
  readonly margins = new Map<string, MarginChange>();
  /** Leaders that were overtaken, by listing and user, with the bid that they lost with. */
  readonly outbid = new Map<string, { listing: Listing; user: UserId; bid: number }>();

  readonly #deps: NftDeps;
  readonly #batch: Batch;
  readonly #currencyOf: (id: Listing['currency']) => Currency;
  readonly #ids: number[];

  constructor(
    deps: NftDeps,
    batch: Batch,
    currencyOf: (id: Listing['currency']) => Currency,
    state: {
      readonly listings: readonly Listing[];
      readonly best: ReadonlyMap<string, Amount | undefined>;
      readonly earlier: readonly EarlierBid[];
      readonly ids: number[];
    },
  ) {
    this.#deps = deps;
    this.#batch = batch;
    this.#currencyOf = currencyOf;
    this.#listings = new Map(state.listings.map((listing) => [listing.code, listing]));
    this.#best = new Map(state.best);
    this.#earlier = new Map(state.earlier.map((bid) => [`${bid.user}/${bid.key}`, bid]));
    this.#ids = state.ids;
  }

  get changed(): Listing[] {
    return [...this.#changed].flatMap((code) => this.#listings.get(code) ?? []);
  }

  /** Decides one bid on what the bids before it have left. Throws the refusal; nothing has changed then. */
  place(request: BidRequest, now: number): Listing {
    const listing = this.#listings.get(request.code) ?? refuse('nft_unknown');
    if (this.#isRepeated(request, listing)) return listing;
    if (listing.seller === request.user) refuse('nft_own_listing');
    const isRunning = listing.state === 'open' && saleStatusAt(listing, now) === 'started';
    if (listing.payType !== 2 || !isRunning) refuse('nft_not_on_sale');
    const currency = this.#currencyOf(listing.currency);
    if (!currency.enabled) refuse('currency_disabled', { currency: currency.code });
    if (request.price !== undefined) this.#checkPrice(listing, request.price, currency);
    this.#hold(listing, request, currency, now);
    return request.price === undefined ? listing : this.#lead(listing, request, request.price, now);
  }

  #isRepeated({ user, key, price }: BidRequest, listing: Listing): boolean {
    const earlier = key === undefined ? undefined : this.#earlier.get(`${user}/${key}`);
    if (!earlier) return false;
    return (earlier.listingId === listing.id && earlier.price === price) || refuse('idempotency_conflict');
  }

  #checkPrice(listing: Listing, price: Amount, currency: Currency): void {
    if (!isMultipleOf(price, smallestUnit(currency.decimals)))
      refuse('amount_too_precise', { decimals: currency.decimals });
    const { increment = price } = listing;
    const min = minimumBid({ startPrice: listing.price, increment, current: listing.bid });
    if (price < min) refuse('nft_bid_low', { min: format(min), currency: currency.code });
  }

  /** Holds the margin of a user's first bid. */
  #hold(listing: Listing, { user, price }: BidRequest, currency: Currency, now: number): void {
    const key = marginKey(listing.id, user);
    const { margin: number } = listing;
    if (number === undefined) throw new Error(`auction ${listing.id} has no margin`);
    const margin = { listingId: listing.id, user, currency: listing.currency, amount: number };
    if (!this.#best.has(key)) {
      if (this.#batch.available(userAccount(user, 'change'), currency.id) < number)
        refuse('insufficient_balance', { currency: currency.code });
      this.#batch.post(holdJournal(margin, now));
      this.#best.set(key, undefined);
      this.margins.set(key, { ...margin, best: undefined });
    }
    if (price !== undefined) this.margins.set(key, { ...margin, best: price });
  }

  #lead(listing: Listing, { user, key }: BidRequest, price: Amount, now: number): Listing {
    const id = this.#ids.pop();
    if (id === undefined) throw new Error('a batch of bids has too few numbers');
    const mine = marginKey(listing.id, user);
    if (listing.leader !== undefined && listing.leader !== user && listing.leaderBid !== undefined)
      this.outbid.set(marginKey(listing.id, listing.leader), {
        listing,
        user: listing.leader,
        bid: listing.leaderBid,
      });
    this.outbid.delete(mine);
    const next: Listing = {
      ...listing,
      ...extendedEnd(listing, now, this.#deps.policy),
      bid: price,
      leader: user,
      leaderBid: id,
      bids: listing.bids + 1,
      bidders: listing.bidders + (this.#best.get(mine) === undefined ? 1 : 0),
    };
    this.#best.set(mine, max(price, this.#best.get(mine) ?? price));
    this.bids.push({ id, listingId: listing.id, user, price, key, at: now });
    if (key !== undefined) this.#earlier.set(`${user}/${key}`, { user, key, listingId: listing.id, price });
    this.#listings.set(listing.code, next);
    this.#changed.add(listing.code);
    return next;
  }
}

async function openBook(deps: NftDeps, tx: Tx, requests: readonly BidRequest[]) {
  const listings = await lockListings(tx, [...new Set(requests.map(({ code }) => code))]);
  const users = [...new Set(requests.map(({ user }) => user))];
  const earlier = await earlierBids(tx, requests);
  const best = await marginsOf(
    tx,
    listings.map(({ id }) => id),
    users,
  );
  const ids = (await nextBidIds(tx, requests.length)).reverse();
  const currencyOf = await currenciesOf(deps, tx);
  const byCode = new Map(listings.map((listing) => [listing.code, listing]));
  // Only a first bid moves money.
  const unheld = requests.flatMap(({ user, code }) => {
    const listing = byCode.get(code);
    return listing && listing.seller !== user && !best.has(marginKey(listing.id, user))
      ? [{ account: userAccount(user, 'change'), currency: listing.currency }]
      : [];
  });
  const batch = await deps.ledger.openBatch(tx, unheld);
  return { book: new BidBook(deps, batch, currencyOf, { listings, best, earlier, ids }), batch, currencyOf };
}

/**
 * Decides bids in order, as one transaction: locks their auctions, then the balances of first bidders. Each gets the auction
 * after its bid or a refusal; see the contract of `auctionNFT`. Users who lost the lead are notified once.
 */
export async function placeBids(
  deps: NftDeps,
  tx: Tx,
  requests: readonly BidRequest[],
): Promise<BidOutcome[]> {
  checkClock(deps);
  const { book, batch, currencyOf } = await openBook(deps, tx, requests);
  const now = deps.ctx.clock.now();
  const outcomes = requests.map((request): BidOutcome => {
    try {
      return book.place(request, now);
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  });
  await batch.close();
  await writeMargins(tx, [...book.margins.values()], now);
  if (book.bids.length === 0) return outcomes;
  await insertBids(tx, book.bids);
  await writeAuctions(tx, book.changed);
  publishSales(
    deps,
    tx,
    book.changed.map(({ code }) => code),
  );
  const latest = new Map(book.changed.map((listing) => [listing.id, listing]));
  const outbid = [...book.outbid.values()];
  if (outbid.length === 0) return outcomes;
  const subjects = await subjectsOf(
    tx,
    outbid.map(({ listing }) => listing.code),
    undefined,
  );
  await deps.messages.notifyAll(
    tx,
    outbid.map(({ listing, user, bid }) => ({
      user,
      kind: 'nft:outbid',
      values: {
        ...workValues(subjects, listing.code),
        price: format(latest.get(listing.id)?.bid ?? listing.price),
        currency: currencyOf(listing.currency).code,
      },
      key: `nft:bid:${bid}:outbid`,
    })),
  );
  return outcomes;
}
