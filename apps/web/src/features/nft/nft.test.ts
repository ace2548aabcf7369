import { describe, expect, test } from 'vitest';
import { AUCTION, DETAIL, LISTING, SERIES, SERIES_DETAIL } from '../../testing/nft-fixtures.ts';
import { bidFigures, bidProblem, bidSteps } from './bid.ts';
import { clockText, timeLeft } from '../../lib/second.ts';
import { withSaleChange } from './live-sale.ts';
import { NO_FILTERS, countOf, inputOf } from './filters.ts';
import { durationsUpTo, payoutOf, saleTimes } from './resell.ts';
import { actionOf } from './sale.ts';
import { screenOf } from './tile.ts';
import type { Detail, Listing } from './tile.ts';

const withListing = (change: Partial<Listing>, detail: Partial<Detail> = {}): Detail => ({
  ...DETAIL,
  ...detail,
  listing: { ...LISTING, ...change },
});

describe('the action of a detail screen', () => {
  test.each<[string, Detail, ReturnType<typeof actionOf>]>([
    ['a fixed price', DETAIL, 'buy'],
    ['a running auction', withListing(AUCTION), 'bid'],
    ['a sale to come', withListing({ status: 2 }), 'coming'],
    ['a sale past its end', withListing({ status: 0 }), 'closing'],
    ['an own first sale', withListing({ is_own: 1 }), 'cancel'],
    ['an own first sale to come', withListing({ is_own: 1, status: 2 }), 'cancel'],
    ['an own first sale with bids', withListing({ ...AUCTION, is_own: 1 }), 'own'],
    ['an own resale', withListing({ is_own: 1, resell: 1 }), 'own'],
    ['a won auction', withListing({ ...AUCTION, state: 'due', is_leader: 1 }), 'pay'],
    ['an auction that another has won', withListing({ ...AUCTION, state: 'due' }), 'awaiting'],
    ['a sold work', withListing({ state: 'sold' }), 'none'],
    ['an own work', withListing({ state: 'sold' }, { is_owner: 1, can_sell: 1 }), 'sell'],
    ['an own work that was never listed', { ...DETAIL, listing: null, is_owner: 1, can_sell: 1 }, 'sell'],
    ['an own work that cannot be sold', withListing({ state: 'expired' }, { is_owner: 1 }), 'none'],
    ['a series', SERIES_DETAIL, 'buy_box'],
    ['a series without boxes', { ...SERIES_DETAIL, series: { ...SERIES, left: 0 } }, 'sold_out'],
    ['a series at its limit', { ...SERIES_DETAIL, series: { ...SERIES, bought: 5 } }, 'limit'],
  ])('of %s', (_, detail, action) => {
    expect(actionOf(detail)).toBe(action);
  });
});

describe('a bid', () => {
  test('at the minimum is valid, one unit below is not', () => {
    expect(bidProblem('410', AUCTION)).toBeNull();
    expect(bidProblem('409.999999', AUCTION)).toEqual({ type: 'below_min', limit: '410' });
  });

  test('needs the margin only, once', () => {
    expect(bidProblem('410', { ...AUCTION, available: '30' })).toBeNull();
    expect(bidProblem('410', { ...AUCTION, available: '29.999999' })).toEqual({ type: 'not_enough' });
    expect(bidProblem('410', { ...AUCTION, available: '0', is_margin: 1 })).toBeNull();
  });

  test('of a visitor has no balance after', () => {
    expect(bidFigures('410', { ...AUCTION, available: null })?.availableAfter).toBeNull();
  });

  test('below the margin leaves nothing to pay in addition', () => {
    expect(bidFigures('20', AUCTION)?.rest).toBe('0');
  });

  test('needs an amount, in the decimals of its currency', () => {
    for (const text of ['', 'x', '0', '-5']) {
      expect(bidProblem(text, AUCTION)).toEqual({ type: 'enter_amount' });
      expect(bidFigures(text, AUCTION)).toBeUndefined();
    }
    const { decimals } = AUCTION;
    expect(bidProblem(`410.${'1'.repeat(decimals)}`, AUCTION)).toBeNull();
    expect(bidProblem(`410.${'1'.repeat(decimals + 1)}`, AUCTION)).toEqual({ type: 'too_precise', decimals });
  });

  test('of a visitor without a known minimum is checked by the server', () => {
    expect(bidProblem('1', { ...AUCTION, min_bid: null, available: null })).toBeNull();
  });

  test('holds the margin and is paid within hours after the end', () => {
    expect(bidFigures('410', { ...AUCTION, available: '100' })).toMatchObject({
      ...{ margin: '30', holdNow: '30', rest: '380', availableAfter: '70' },
      payUntilMs: AUCTION.end_ms + AUCTION.pay_hours * 3_600_000,
    });
    expect(bidFigures('410', { ...AUCTION, available: '100', is_margin: 1 })?.availableAfter).toBe('100');
  });

  test('without an increment is offered at the minimum only', () => {
    expect(bidSteps({ ...AUCTION, per_increase: null })).toEqual(['410']);
  });

  test('is offered at the minimum and one, two and five increments above', () => {
    expect(bidSteps(AUCTION)).toEqual(['410', '420', '430', '460']);
    expect(bidSteps(LISTING)).toEqual([]);
  });
});

describe('a countdown', () => {
  test('counts a started second in full and ends at zero', () => {
    expect(clockText(timeLeft(10_001, 9_000))).toBe('00:00:02');
    expect(clockText(timeLeft(10_000, 9_000))).toBe('00:00:01');
    expect(clockText(timeLeft(9_000, 10_000))).toBe('00:00:00');
  });

  test('splits days from hours', () => {
    expect(timeLeft(90_000_000, 0)).toEqual({ days: 1, hours: 1, minutes: 0, seconds: 0 });
  });
});

describe('a pushed change of a sale', () => {
  const led = withListing({
    ...AUCTION,
    ...{ now_price: '110', own_price: '110', is_leader: 1, bids: 2, leader: 'me', per_increase: '10' },
  });
  const pushed = {
    id: LISTING.id,
    code: DETAIL.tile.code,
    state: 'open',
    now_price: '130',
    bids: 3,
    bidders: 2,
    extensions: 1,
    end_ms: LISTING.end_ms + 300_000,
  } as const;

  test('of another bidder takes the lead, raises the minimum and moves the end', () => {
    expect(withSaleChange(led, pushed).listing).toMatchObject({
      ...{ now_price: '130', min_bid: '140', is_leader: 0, leader: null, bids: 3, extensions: 1 },
      end_ms: pushed.end_ms,
      end_time: Math.floor(pushed.end_ms / 1_000),
      status: led.listing?.status,
    });
  });

  test('with the first bid has a minimum above it, and without one the start price', () => {
    const fresh = withListing({ ...AUCTION, price: '100', now_price: null, bids: 0, per_increase: '10' });
    expect(withSaleChange(fresh, { ...pushed, now_price: '100', bids: 1 }).listing?.min_bid).toBe('110');
    expect(withSaleChange(fresh, { ...pushed, now_price: null, bids: 1 }).listing?.min_bid).toBe('100');
    const coming = withListing({ ...AUCTION, status: 2, bids: 0 });
    expect(withSaleChange(coming, pushed).listing?.min_bid).toBeNull();
  });

  test('of a fixed price has no minimum and no leader', () => {
    const sold = withSaleChange(DETAIL, { ...pushed, state: 'sold', bids: 0, now_price: null });
    expect(sold.listing).toMatchObject({ state: 'sold', status: 0, min_bid: null, is_leader: 0 });
    expect(withSaleChange(DETAIL, undefined)).toBe(DETAIL);
    expect(withSaleChange({ ...DETAIL, listing: null }, pushed).listing).toBeNull();
  });

  test('with the own highest bid at the end is won', () => {
    const won = withSaleChange(led, { ...pushed, state: 'due', now_price: '110', bids: 2 });
    expect(won.listing).toMatchObject({ state: 'due', status: 0, is_leader: 1, min_bid: null });
    expect(actionOf(won)).toBe('pay');
  });

  test('that is older than the read, or of another listing, changes nothing', () => {
    expect(withSaleChange(led, { ...pushed, bids: 2 })).toEqual(led);
    expect(withSaleChange(led, { ...pushed, id: LISTING.id + 1 })).toEqual(led);
    const paid = withListing({ ...AUCTION, state: 'sold' });
    expect(withSaleChange(paid, { ...pushed, state: 'due', bids: 0 })).toEqual(paid);
  });
});

describe('filters', () => {
  test('send only what is set', () => {
    expect(inputOf(NO_FILTERS)).toEqual({ sort: 'newest' });
    expect(inputOf({ ...NO_FILTERS, type: '3', rarity: 'SR', payType: '2', status: '0' })).toEqual({
      sort: 'newest',
      type: '3',
      pay_type: '2',
      status: '0',
      rarity: 'SR',
    });
  });

  test('send a price only with its currency', () => {
    expect(inputOf({ ...NO_FILTERS, priceMin: '5', priceMax: '9' })).toEqual({ sort: 'newest' });
    expect(inputOf({ ...NO_FILTERS, priceMin: '5', currency: '3' })).toEqual({
      sort: 'newest',
      currency_id: 3,
      price_min: '5',
    });
  });

  test('count those of the sheet', () => {
    expect(countOf({ ...NO_FILTERS, payType: '2', sort: 'likes' })).toBe(0);
    expect(countOf({ ...NO_FILTERS, type: '1', rarity: 'N' })).toBe(2);
  });
});

describe('a sale', () => {
  test('that starts at once has no start, and ends after its duration', () => {
    expect(saleTimes({ startIn: '0', hours: '24' }, 1_000_500)).toEqual({ start: undefined, end: 87_400 });
    expect(saleTimes({ startIn: '6', hours: '1' }, 1_000_500)).toEqual({ start: 22_600, end: 26_200 });
  });

  test('lasts at most as long as allowed', () => {
    expect(durationsUpTo(7)).toEqual(['1', '6', '24', '72', '168']);
  });

  test('splits the price between seller, artist and house', () => {
    expect(payoutOf('200', { fee: '2.5', royalty: '5', decimals: 6 })).toEqual({
      seller: '185',
      artist: '10',
      house: '5',
    });
    expect(payoutOf('', { fee: '2.5', royalty: '5', decimals: 6 })).toBeUndefined();
  });
});

test('works that are played, closed boxes and pictures have screens of their own', () => {
  expect(screenOf({ code: 'W1', type: 4, rarity_status: 1 }).to).toBe('/pages/nft/artworkDetail_video');
  expect(screenOf({ code: 'W1', type: 2, rarity_status: 1 }).to).toBe('/pages/nft/artworkDetail');
  expect(screenOf({ code: 'B1', type: null, rarity_status: 0 }).to).toBe('/pages/nft/myNft');
  expect(screenOf({ code: 'S1', type: null, rarity_status: 0 }).to).toBe('/pages/nft/artworkDetail');
});
