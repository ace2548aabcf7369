import { wireTime } from '@karat/contract';
import type { Contract, NftTile, Reply, UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import { ZERO, format, percentFromRate } from '@karat/money';
import { minimumBid, saleStatusAt } from '@karat/rules';
import type { Queries } from '@karat/platform/db';
import { marginKey, marginsOf } from './bid-store.ts';
import { SALE_RECEIPT_KIND, currenciesOf, maskedNames } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { newestListings, subjectsOf } from './tile-store.ts';
import type { Subject } from './tile-store.ts';
import type { Listing, Order } from './types.ts';

type Calls = Contract['nft'];
export type ListingView = Reply<Calls['bind_box/resellNFT']>;
export type OrderView = Reply<Calls['bind_box/order']>;

const S = 1_000;
const HOUR_MS = 3_600_000;
const STATUS = { ended: 0, started: 1, notStarted: 2 } as const;

/** Reply of a call that answers nothing else. */
export const DONE = 'ok' as const;
export const flagOf = (is: boolean): 0 | 1 => (is ? 1 : 0);
export const seconds = (ms: number): number => Math.floor(ms / S);

/** State of a sale on the wire: 2 not started, 1 started, 0 ended. */
export const statusAt = (listing: Listing, now: number): 0 | 1 | 2 =>
  listing.state === 'open' ? STATUS[saleStatusAt(listing, now)] : 0;

/** What is the same for all tiles of a reply. */
interface TileContext {
  readonly now: number;
  readonly avatars: ReadonlyMap<number, string | null>;
  readonly currencyName: (id: Listing['currency']) => string;
}

function tileOf(subject: Subject, listing: Listing | undefined, context: TileContext): NftTile {
  return {
    id: listing?.id ?? null,
    code: subject.code,
    name: subject.name,
    type: subject.type ?? null,
    rarity: subject.rarity ?? null,
    edition: subject.edition ?? null,
    editions: subject.editions ?? null,
    image: subject.pictures,
    artist: {
      uid: subject.artist,
      name: subject.artistName,
      avatar: context.avatars.get(subject.artist) ?? null,
    },
    collection: subject.collection ?? null,
    pay_type: listing?.payType ?? null,
    status: listing ? statusAt(listing, context.now) : null,
    state: listing?.state ?? null,
    price: listing ? format(listing.price) : null,
    now_price: listing?.bid === undefined ? null : format(listing.bid),
    bids: listing?.bids ?? 0,
    currency_id: listing?.currency ?? null,
    currency_name: listing ? context.currencyName(listing.currency) : null,
    start_time: listing ? seconds(listing.startMs) : null,
    end_time: listing ? seconds(listing.endMs) : null,
    likes: subject.likes,
    is_collect: flagOf(subject.isLiked),
    resell_nft_status: flagOf(listing?.isResale === true && listing.state === 'open'),
    rarity_status: flagOf(subject.isOpened),
    left: subject.left ?? null,
    total: subject.total ?? null,
  };
}

/** Tiles of works, series and boxes in the order of their codes; unknown ones are omitted. */
export async function tilesOf(
  deps: NftDeps,
  codes: readonly string[],
  viewer: UserId | undefined,
  db: Queries = deps.ctx.db,
): Promise<NftTile[]> {
  const { clock } = deps.ctx;
  const subjects = await subjectsOf(db, codes, viewer);
  const listings = await newestListings(db, codes);
  const artists = [...new Set([...subjects.values()].map(({ artist }) => artist))];
  const people = await deps.people(db, artists);
  const currencyOf = await currenciesOf(deps, db);
  const context = {
    now: clock.now(),
    avatars: new Map(people.map(({ id, headPortrait }) => [Number(id), headPortrait])),
    currencyName: (id: Listing['currency']) => currencyOf(id).code,
  };
  return codes.flatMap((code) => {
    const subject = subjects.get(code);
    return subject ? [tileOf(subject, listings.get(code), context)] : [];
  });
}

/** A sale as its viewer sees it. */
export async function listingView(
  deps: NftDeps,
  db: Queries,
  listing: Listing,
  viewer: UserId | undefined,
): Promise<ListingView> {
  const { ctx, ledger, policy } = deps;
  const now = ctx.clock.now();
  const currency = (await currenciesOf(deps, db))(listing.currency);
  const nameOf = await maskedNames(deps, db, [listing.seller, listing.leader]);
  const key = marginKey(listing.id, viewer ?? 0);
  const margins = await marginsOf(db, [listing.id], viewer === undefined ? [] : [viewer]);
  const own = margins.get(key);
  const isRunning = listing.state === 'open' && saleStatusAt(listing, now) === 'started';
  const { increment } = listing;
  const minBid =
    increment !== undefined && isRunning
      ? minimumBid({ startPrice: listing.price, increment, current: listing.bid })
      : undefined;
  const balance =
    viewer === undefined
      ? undefined
      : await ledger.balance(db, userAccount(viewer, 'change'), listing.currency);
  return {
    id: listing.id,
    pay_type: listing.payType,
    status: statusAt(listing, now),
    state: listing.state,
    seller: { uid: listing.seller, name: nameOf(listing.seller) },
    is_own: flagOf(listing.seller === viewer),
    resell: flagOf(listing.isResale),
    currency_id: listing.currency,
    currency_name: currency.code,
    decimals: listing.decimals,
    price: format(listing.price),
    now_price: listing.bid === undefined ? null : format(listing.bid),
    leader: listing.leader === undefined ? null : nameOf(listing.leader),
    is_leader: flagOf(listing.leader !== undefined && listing.leader === viewer),
    own_price: own === undefined ? null : format(own),
    min_bid: minBid === undefined ? null : format(minBid),
    per_increase: increment === undefined ? null : format(increment),
    margin: listing.margin === undefined ? null : format(listing.margin),
    is_margin: flagOf(margins.has(key)),
    bids: listing.bids,
    bidders: listing.bidders,
    extensions: listing.extensions,
    max_extensions: policy.maxExtensions,
    fee_percent: format(percentFromRate(listing.feeRate)),
    royalty_percent: format(percentFromRate(listing.royaltyRate)),
    pay_hours: policy.payMs / HOUR_MS,
    start_time: seconds(listing.startMs),
    end_time: seconds(listing.endMs),
    start_ms: listing.startMs,
    end_ms: listing.endMs,
    now_ms: now,
    available: balance ? format(balance.available) : null,
  };
}

/** Orders as their buyer or seller sees them. */
export async function orderViews(
  deps: NftDeps,
  db: Queries,
  orders: readonly Order[],
  viewer: UserId,
): Promise<OrderView[]> {
  const subjects = await subjectsOf(
    db,
    orders.map(({ code }) => code),
    viewer,
  );
  const currencyOf = await currenciesOf(deps, db);
  const ids = orders.map(({ id }) => String(id));
  const receipts = await deps.proofs.newest(db, viewer, SALE_RECEIPT_KIND, ids);
  return orders.flatMap((order) => {
    const subject = subjects.get(order.code);
    if (!subject) return [];
    const isBuyer = order.buyer === viewer;
    const paid = order.state === 'paid' && !isBuyer;
    return [
      {
        id: order.id,
        code: order.code,
        name: subject.name,
        image: subject.pictures,
        price: format(order.price),
        currency_id: order.currency,
        currency_name: currencyOf(order.currency).code,
        pay_type: order.payType,
        state: order.state,
        is_read: flagOf(order.isRead),
        is_pay: flagOf(order.state === 'paid'),
        is_expired: flagOf(order.state === 'forfeited'),
        overtime: order.dueMs === undefined ? 0 : seconds(order.dueMs),
        margin: order.margin === undefined ? null : format(order.margin),
        is_buyer: flagOf(isBuyer),
        received: paid ? format(order.received) : null,
        fee: isBuyer ? null : format(order.fee),
        royalty: isBuyer ? null : format(order.royalty ?? ZERO),
        created_at: wireTime(order.createdMs),
        created_ms: order.createdMs,
        paid_ms: order.paidMs ?? null,
        receipt: receipts.get(String(order.id)) ?? null,
      },
    ];
  });
}
