import { Refusal, pageReply, refuse, wireTime } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import { format } from '@karat/money';
import type { Requester } from '@karat/domains/outflow';
import type { Handlers } from '@karat/platform/http';
import type { Queries, Tx } from '@karat/platform/db';
import { findArtworks } from './artwork-store.ts';
import { hasMargin, ownBids } from './bid-store.ts';
import { placeBids } from './bid.ts';
import type { BidQueue } from './bid-queue.ts';
import { openBox, randomSeed } from './boxes.ts';
import { buy } from './buy.ts';
import { currenciesOf } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { itemCode } from './item-store.ts';
import { cancelSale, listItem } from './list.ts';
import { markRead, orderOfUser, ordersOfUser, unreadOrders, wonOrders } from './order-store.ts';
import { payOrder } from './pay.ts';
import { findSeries, ownBox, seedOf, writeSeed } from './series-store.ts';
import { ownPage, subjectsOf } from './tile-store.ts';
import type { Box, Found, Order, Page } from './types.ts';
import { DONE, flagOf, listingView, orderViews, seconds, statusAt, tilesOf } from './view.ts';

type Calls = Contract['nft'];
export type OrderPath =
  | 'bind_box/buyNFT'
  | 'bind_box/marginNFT'
  | 'bind_box/auctionNFT'
  | 'bind_box/payNFTOrder'
  | 'bind_box/getNeedPayNFTOrder'
  | 'bind_box/readNFTOrderMessage'
  | 'bind_box/readAllNFTOrderMessages'
  | 'bind_box/orders'
  | 'bind_box/order'
  | 'bind_box/getMyBindBoxQuotationLog'
  | 'bind_box/getMyNFTs'
  | 'bind_box/resellNFT'
  | 'bind_box/cancelNFT'
  | 'bind_box/openBlindBox'
  | 'bind_box/getDraw'
  | 'bind_box/getSeed'
  | 'bind_box/setSeed';

const SEED = /^[A-Za-z0-9_-]{8,64}$/;
const S = 1_000;

interface Confirmed {
  readonly pay_password?: string | undefined;
  readonly pay_code?: string | undefined;
}

/** The owner, with pay password and code; no API key makes these calls. */
const ownerOf = (input: Confirmed): Requester => ({
  kind: 'owner',
  confirmation: { payPassword: input.pay_password ?? '', code: input.pay_code },
});

/**
 * Confirms the margin of a first bid as a payment: its seller gets it if the winner does not pay, so that a stolen session could
 * send money by a bid. A user whose margin is held bids without.
 */
async function confirmMargin(
  deps: NftDeps,
  tx: Tx,
  user: UserId,
  { code, ...confirmed }: Confirmed & { readonly code: string },
): Promise<void> {
  if (!(await hasMargin(tx, user, code))) await deps.outflow.mayPay(tx, { user, by: ownerOf(confirmed) });
}

async function orderPage(
  deps: NftDeps,
  { rows, total }: Found<Order>,
  viewer: UserId,
  page: Page,
): Promise<Reply<Calls['bind_box/orders']>> {
  return pageReply(await orderViews(deps, deps.ctx.db, rows, viewer), total, page.page, page.limit);
}

async function oneOrder(deps: NftDeps, db: Queries, order: Order, viewer: UserId) {
  const [view] = await orderViews(deps, db, [order], viewer);
  return view ?? refuse('nft_order_unknown');
}

async function ownBidPage(
  deps: NftDeps,
  viewer: UserId,
  page: Page,
): Promise<Reply<Calls['bind_box/getMyBindBoxQuotationLog']>> {
  const { db, clock } = deps.ctx;
  const { rows, total } = await ownBids(db, viewer, page);
  const subjects = await subjectsOf(
    db,
    rows.map(({ listing }) => listing.code),
    viewer,
  );
  const currencyOf = await currenciesOf(deps, db);
  const views = rows.flatMap(({ listing, best, margin, isHeld, createdMs }) => {
    const subject = subjects.get(listing.code);
    if (!subject) return [];
    return [
      {
        code: listing.code,
        name: subject.name,
        image: subject.pictures,
        price: format(best),
        now_price: format(listing.bid ?? best),
        currency_name: currencyOf(listing.currency).code,
        margin: format(margin),
        is_margin: flagOf(isHeld),
        is_leader: flagOf(listing.leader === viewer),
        listing: listing.state,
        status: statusAt(listing, clock.now()),
        end_time: seconds(listing.endMs),
        end_ms: listing.endMs,
        created_at: wireTime(createdMs),
        created_ms: createdMs,
      },
    ];
  });
  return pageReply(views, total, page.page, page.limit);
}

/** The draw of a box; what it contains is shown once it is opened. */
async function drawView(deps: NftDeps, db: Queries, box: Box): Promise<Reply<Calls['bind_box/getDraw']>> {
  const series = (await findSeries(db, { id: box.seriesId })) ?? refuse('nft_unknown');
  const isOpened = box.openedMs !== undefined;
  const artwork = isOpened ? (await findArtworks(db, [box.artworkId])).get(box.artworkId) : undefined;
  const [work] = isOpened ? await tilesOf(deps, [await itemCode(db, box.itemId)], box.owner, db) : [];
  return {
    code: box.code,
    series: series.code,
    box: box.box,
    nonce: box.nonce,
    buyer_seed: box.buyerSeed,
    seed_hash: series.seedHash,
    contents_hash: series.contentsHash,
    opened: flagOf(isOpened),
    work: work ?? null,
    rarity: artwork?.rarity ?? null,
    server_seed: series.serverSeed ?? null,
    reveal_ms: series.revealedMs ?? series.endMs,
    receipt: box.receipt ?? null,
  };
}

/** Buying, bidding and selling. */
function sales(deps: NftDeps, queue: BidQueue) {
  const { ctx } = deps;
  return {
    'bind_box/buyNFT': async ({ input, caller, tx }) => {
      const { userId: user } = caller;
      const by = ownerOf(input);
      const { order, box } = await buy(deps, tx, { user, by, code: input.code, price: input.price });
      return { order: await oneOrder(deps, tx, order, user), box: box ?? null };
    },
    'bind_box/marginNFT': async ({ input, caller, tx }) => {
      await confirmMargin(deps, tx, caller.userId, input);
      const request = { user: caller.userId, code: input.code, price: undefined, key: undefined };
      const [outcome] = await placeBids(deps, tx, [request]);
      if (outcome === undefined || outcome instanceof Refusal) throw outcome ?? new Refusal('nft_unknown');
      return listingView(deps, tx, outcome, caller.userId);
    },
    'bind_box/auctionNFT': async ({ input, caller, request }) => {
      const key = request.idempotencyKey;
      await ctx.db.transact((tx) => confirmMargin(deps, tx, caller.userId, input));
      const listing = await queue.submit({ user: caller.userId, code: input.code, price: input.price, key });
      return listingView(deps, ctx.db, listing, caller.userId);
    },
    'bind_box/payNFTOrder': async ({ input, caller, tx }) => {
      const order = await payOrder(deps, tx, { user: caller.userId, by: ownerOf(input), id: input.id });
      return oneOrder(deps, tx, order, caller.userId);
    },
    'bind_box/resellNFT': async ({ input, caller, tx }) => {
      const listing = await listItem(deps, tx, {
        user: caller.userId,
        code: input.code,
        price: input.price,
        currency: input.currency_id,
        startMs: input.start_time === undefined ? undefined : input.start_time * S,
        endMs: input.end_time * S,
        increment: input.per_increase,
      });
      return listingView(deps, tx, listing, caller.userId);
    },
    'bind_box/cancelNFT': async ({ input, caller, tx }) =>
      listingView(deps, tx, await cancelSale(deps, tx, caller.userId, input.code), caller.userId),
  } satisfies Partial<Handlers<Calls>>;
}

function boxes(deps: NftDeps) {
  const { ctx } = deps;
  return {
    'bind_box/openBlindBox': async ({ input, caller, tx }) =>
      drawView(deps, tx, await openBox(deps, tx, caller.userId, input.code)),
    'bind_box/getDraw': async ({ input, caller }) =>
      drawView(deps, ctx.db, (await ownBox(ctx.db, caller.userId, input.code)) ?? refuse('nft_unknown')),
    'bind_box/getSeed': async ({ caller }) => ({
      seed: await seedOf(ctx.db, caller.userId, randomSeed(deps)),
    }),
    'bind_box/setSeed': async ({ input, caller }) => {
      if (!SEED.test(input.seed)) refuse('nft_seed_invalid');
      await writeSeed(ctx.db, caller.userId, input.seed);
      return { seed: input.seed };
    },
  } satisfies Partial<Handlers<Calls>>;
}

/** Own orders, bids and works. */
function own(deps: NftDeps) {
  const { ctx } = deps;
  return {
    'bind_box/getNeedPayNFTOrder': async ({ input, caller }) => {
      const page = await orderPage(deps, await wonOrders(ctx.db, caller.userId, input), caller.userId, input);
      return { ...page, unread: await unreadOrders(ctx.db, caller.userId) };
    },
    'bind_box/readNFTOrderMessage': async ({ input, caller }) => {
      if ((await markRead(ctx.db, caller.userId, input.id)) === 0) refuse('nft_order_unknown');
      return DONE;
    },
    'bind_box/readAllNFTOrderMessages': async ({ caller }) => {
      await markRead(ctx.db, caller.userId, undefined);
      return DONE;
    },
    'bind_box/orders': async ({ input, caller }) =>
      orderPage(deps, await ordersOfUser(ctx.db, caller.userId, input.side, input), caller.userId, input),
    'bind_box/order': async ({ input, caller }) => {
      const order = (await orderOfUser(ctx.db, caller.userId, input.id)) ?? refuse('nft_order_unknown');
      return oneOrder(deps, ctx.db, order, caller.userId);
    },
    'bind_box/getMyBindBoxQuotationLog': ({ input, caller }) => ownBidPage(deps, caller.userId, input),
    'bind_box/getMyNFTs': async ({ input, caller }) => {
      const { rows, total } = await ownPage(ctx.db, input.list ?? 'owned', caller.userId, input);
      return pageReply(await tilesOf(deps, rows, caller.userId), total, input.page, input.limit);
    },
  } satisfies Partial<Handlers<Calls>>;
}

/** Calls of users about their sales, bids, orders and boxes. */
export const orderHandlers = (deps: NftDeps, queue: BidQueue): Pick<Handlers<Calls>, OrderPath> => ({
  ...sales(deps, queue),
  ...boxes(deps),
  ...own(deps),
});
