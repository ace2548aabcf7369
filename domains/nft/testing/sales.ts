import { contract, userId } from '@karat/contract';
import { BTC, ETH } from '@karat/domains/ledger';
import { rate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { callHandler } from '@karat/platform/testing';
import { MINUTE_MS } from '@karat/rules';
import type { UserId } from '@karat/contract';
import { createNft } from '../index.ts';
import { toggleLike } from '../likes.ts';
import type { Order } from '../types.ts';
import { ALICE, ARTIST, BRUNO, CHLOE, DAY, START } from './fixture.ts';
import type { NftFixture } from './fixture.ts';

export const DEV = userId(100_005);
/** Collectors by their UIDs; all names differ when masked. */
export const NAMES = new Map<number, string>([
  [ARTIST, 'Adaq'],
  [ALICE, 'Alice'],
  [BRUNO, 'Bruno'],
  [CHLOE, 'Chloe'],
  [DEV, 'Devi'],
]);
/** Minutes after the start, with a part of a second. */
export const at = (minutes: number): number => START + minutes * MINUTE_MS + 250;

/** People with names and portraits of their own. */
export const people: NftFixture['deps']['people'] = (_, users) =>
  Promise.resolve(
    users.map((id) => ({ id, nickname: NAMES.get(id) ?? '', headPortrait: `/files/portrait-${id}` })),
  );

/** Codes, orders and numbers of the sales below. */
export interface Sales {
  readonly collection: number;
  readonly tide: { readonly id: number; readonly codes: readonly string[] };
  readonly swell: { readonly id: number; readonly code: string };
  /** Of the tide at fixed prices: by the artist, twice again in another currency, and its second edition. */
  readonly orders: readonly Order[];
}

/** Calls of the marketplace. */
export function callsOf(nft: NftFixture) {
  const { handlers } = createNft(nft.deps);
  return {
    as: <Path extends keyof typeof contract.nft>(path: Path, who?: UserId, fields = {}, tx?: Tx) =>
      callHandler(contract.nft, handlers, path, { who, fields, ...(tx === undefined ? {} : { tx }) }),
    console: <Path extends keyof typeof contract.nft>(path: Path, fields = {}) =>
      callHandler(contract.nft, handlers, path, { login: 'support', fields }),
  };
}

/**
 * A work of two editions: one is sold three times, the last time for ETH, the other one is auctioned by its second owner. Another
 * work is auctioned by its artist. Prices, fees, royalties, likes, bids and times all differ.
 */
export async function openSales(nft: NftFixture): Promise<Sales> {
  const { as } = callsOf(nft);
  const minute = (minutes: number) => nft.clock.set(at(minutes));
  for (const user of [ALICE, BRUNO, CHLOE, DEV]) await nft.fund(user, '1000');
  await nft.fund(CHLOE, '3', ETH);
  await nft.fund(CHLOE, '1', BTC);
  minute(1);
  const tides = { name: 'Tides', description: 'Of the sea' };
  const { id: collection } = await as('bind_box/saveCollection', ARTIST, tides);
  minute(2);
  const tide = await nft.artwork(2, 'R', {
    ...{
      name: 'Tide',
      description: 'Slow water',
      collectionId: collection,
      type: 3,
      mediaUrl: '/files/media',
    },
    ...{ mime: 'audio/mp4', bytes: 777, durationMs: 4_200 },
  });
  const [first = '', second = ''] = tide.codes;
  minute(3);
  const likes = [ALICE, DEV, CHLOE].map((user) => [user, first] as const);
  for (const [user, code] of [...likes, [BRUNO, second] as const])
    await nft.ctx.db.transact((tx) => toggleLike(tx, user, code, nft.clock.now()));
  const orders: Order[] = [];
  const sell = async (
    from: number,
    code: string,
    price: string,
    seller: UserId,
    buyer: UserId,
    currency?: typeof ETH,
  ) => {
    minute(from);
    await nft.list(code, price, { user: seller, ...(currency === undefined ? {} : { currency }) });
    minute(from + 1);
    orders.push((await nft.buy(code, buyer)).order);
  };
  await sell(4, first, '100', ARTIST, ALICE);
  nft.discounts.set(ALICE, rate('0.2'));
  await sell(6, first, '200', ALICE, BRUNO);
  await sell(8, first, '2', BRUNO, CHLOE, ETH);
  await sell(10, second, '20', ARTIST, DEV);
  minute(12);
  await nft.list(second, '50', { user: DEV, increment: '5', days: 2 });
  const bids = [
    [BRUNO, '50'],
    [CHLOE, '55'],
    [BRUNO, '60'],
    [CHLOE, '70'],
  ] as const;
  for (const [index, [user, price]] of bids.entries()) {
    minute(13 + index);
    await nft.bid(second, user, price);
  }
  minute(18);
  const swell = await nft.artwork(1, 'SR', { name: 'Swell', description: 'Fast water' });
  const code = swell.codes[0] ?? '';
  await nft.list(code, '30', { increment: '2', days: 1 });
  minute(19);
  await nft.bid(code, BRUNO, '33');
  minute(20);
  return { collection, tide, swell: { id: swell.id, code }, orders };
}

/** The swell is won by Bruno, who does not pay; the tide by Chloe, who still may. */
export async function endSales(nft: NftFixture): Promise<void> {
  nft.clock.set(at(18) + DAY);
  await nft.worker.runDue();
  nft.clock.set(at(18) + 2 * DAY);
  await nft.worker.runDue();
}
