import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ReplyOf } from '../../lib/calls.ts';
import { go } from '../../lib/navigation.ts';
import {
  factOf,
  fillIn,
  findFact,
  here,
  openApp,
  push,
  server,
  statusText,
  tap,
  toastText,
} from '../../testing/app.tsx';
import { SECURITY, USER, emptyPage } from '../../testing/fixtures.ts';
import {
  AUCTION,
  AUCTION_DETAIL,
  DETAIL,
  DRAW,
  LISTING,
  ORDER,
  SERIES_DETAIL,
  TILE,
} from '../../testing/nft-fixtures.ts';

type Detail = ReplyOf<'bind_box/getBoxDetail'>;

/** Answers what the screens around a purchase read. */
function answer(detail: Detail): void {
  server
    .reply('bind_box/getBoxDetail', detail)
    .reply('safe/state', SECURITY)
    .reply('user/info', USER)
    .reply('bind_box/getBindBoxQuotationLog', emptyPage())
    .reply('bind_box/getMyNFTs', emptyPage());
}

async function openPurchase(detail: Detail): Promise<UserEvent> {
  answer(detail);
  return openApp(`/pages/nft/purchase?code=${detail.tile.code}`);
}

const main = (): HTMLElement => screen.getByRole('main');

async function confirm(user: UserEvent, sheet: HTMLElement, password = 'secret-77'): Promise<void> {
  await user.type(await within(sheet).findByLabelText('Pay password'), password);
  await user.click(within(sheet).getByRole('button', { name: 'Confirm' }));
}

async function openBid(detail: Detail): Promise<{ user: UserEvent; sheet: HTMLElement }> {
  answer(detail);
  const user = await openApp(`/pages/nft/artworkDetail?code=${detail.tile.code}`);
  await tap(user, /^(Place bid|Raise bid|Bid again)$/);
  return { user, sheet: await screen.findByRole('dialog', { name: 'Place bid' }) };
}

test('a purchase shows price and balance, asks for the pay password, and sends the price that was shown', async () => {
  const user = await openPurchase(DETAIL);
  server.reply('bind_box/buyNFT', { order: { ...ORDER, state: 'paid', is_pay: 1 }, box: null });
  await screen.findByRole('button', { name: 'Pay 250 USDT' });
  expect(factOf(main(), 'You pay')).toBe('250USDT');
  expect(factOf(main(), 'Available after')).toBe('984.5USDT');
  await tap(user, 'Pay 250 USDT');
  const sheet = await screen.findByRole('dialog', { name: 'Buy now' });
  expect(await findFact(sheet, 'You pay')).toBe('250 USDT');
  await confirm(user, sheet);
  await waitFor(() => expect(here()).toBe('/pages/nft/mine'));
  expect(server.sent('bind_box/buyNFT')).toEqual([
    { code: TILE.code, price: '250', pay_password: 'secret-77' },
  ]);
});

test('a purchase without an answer may have been made: its question reads the work again when it is closed', async () => {
  const user = await openPurchase(DETAIL);
  server.loseAnswer('bind_box/buyNFT');
  await tap(user, 'Pay 250 USDT');
  const sheet = await screen.findByRole('dialog', { name: 'Buy now' });
  await confirm(user, sheet);
  await within(sheet).findByText(/^No connection/u);
  const before = server.sent('bind_box/getBoxDetail').length;
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(server.sent('bind_box/getBoxDetail')).toHaveLength(before + 1));
});

test('who has left the screen while a purchase is paid stays where they are', async () => {
  const user = await openPurchase(DETAIL);
  server.reply('bind_box/buyNFT', { order: { ...ORDER, state: 'paid', is_pay: 1 }, box: null });
  const { release } = server.hold('bind_box/buyNFT');
  await tap(user, 'Pay 250 USDT');
  await confirm(user, await screen.findByRole('dialog', { name: 'Buy now' }));
  await waitFor(() => expect(server.sent('bind_box/buyNFT')).toHaveLength(1));
  go.replace('/pages/nft/artworkDetail', { code: DETAIL.tile.code });
  release();
  await waitFor(() => expect(toastText()).not.toBe(''));
  expect(here()).toBe(`/pages/nft/artworkDetail?code=${DETAIL.tile.code}`);
});

test('without a verified identity a purchase and a bid lead to the verification instead', async () => {
  answer(DETAIL);
  server.reply('user/info', { ...USER, real_state: 0 });
  const user = await openApp(`/pages/nft/purchase?code=${TILE.code}`);
  const notice = 'Verify your identity first: level 1 opens buying, bidding and selling.';
  expect(await screen.findByText(notice)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Verify identity' });
  expect(link.getAttribute('href')).toContain('/pages/setting/real');
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();

  server.reply('bind_box/getBoxDetail', AUCTION_DETAIL);
  go.replace('/pages/nft/artworkDetail', { code: AUCTION_DETAIL.tile.code });
  await tap(user, 'Place bid');
  const sheet = await screen.findByRole('dialog', { name: 'Place bid' });
  expect(within(sheet).getByText(notice)).toBeTruthy();
  expect(within(sheet).queryByRole('button', { name: 'Place bid' })).toBeNull();
});

test('a box that was bought is opened next', async () => {
  const user = await openPurchase(SERIES_DETAIL);
  server
    .reply('bind_box/buyNFT', { order: { ...ORDER, pay_type: 3, state: 'paid' }, box: DRAW.code })
    .reply('bind_box/getDraw', DRAW);
  await tap(user, 'Pay 20 USDT');
  await confirm(user, await screen.findByRole('dialog', { name: 'Buy a box' }));
  await waitFor(() => expect(here()).toBe(`/pages/nft/myNft?code=${DRAW.code}`));
  expect(await screen.findByRole('button', { name: 'Open box' })).toBeTruthy();
});

test('what the balance does not cover cannot be paid', async () => {
  await openPurchase({ ...DETAIL, listing: { ...LISTING, available: '249.999999' } });
  expect(await screen.findByRole('button', { name: 'Pay 250 USDT' })).toHaveProperty('disabled', true);
  expect(factOf(main(), 'Available after')).toBe('Insufficient balance');
});

test('a work that was sold meanwhile offers no payment', async () => {
  await openPurchase({ ...DETAIL, listing: { ...LISTING, state: 'sold', status: 0 } });
  expect(await screen.findByText('This item is not on sale or the sale has ended.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

test('a changed price is reported in the sheet and leaves nothing to confirm', async () => {
  const user = await openPurchase(DETAIL);
  server.refuse('bind_box/buyNFT', 'nft_price_changed', 'The price has changed.');
  await tap(user, 'Pay 250 USDT');
  const sheet = await screen.findByRole('dialog', { name: 'Buy now' });
  await confirm(user, sheet);
  expect(await within(sheet).findByText('The price has changed.')).toBeTruthy();
  expect(within(sheet).getByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', true);
});

test('the bid sheet states the whole obligation before the first bid', async () => {
  const { sheet } = await openBid(AUCTION_DETAIL);
  expect(within(sheet).getByLabelText('Your bid')).toHaveProperty('value', '410');
  expect(factOf(sheet, 'Your total bid')).toBe('410USDT');
  expect(factOf(sheet, 'Margin held now')).toBe('30USDT');
  expect(factOf(sheet, 'Due if you win, on top of the margin')).toBe('380USDT');
  expect(factOf(sheet, 'Lost if you win and do not pay')).toBe('30USDT');
  expect(factOf(sheet, 'Available after')).toBe('1,204.5USDT');
  expect(factOf(sheet, 'Pay by')).toContain('2027');
});

test('a later bid holds nothing more', async () => {
  const { sheet } = await openBid({
    ...AUCTION_DETAIL,
    listing: { ...AUCTION, is_margin: 1, own_price: '350', available: '5' },
  });
  expect(factOf(sheet, 'Margin held now')).toBe('30 USDT already held');
  expect(factOf(sheet, 'Available after')).toBe('5USDT');
});

test.each([
  ['409.999999', 'At least 410 USDT'],
  ['410.1234567', 'At most 6 decimals'],
  ['0', 'Enter an amount'],
])('a bid of %s is not sent', async (price, error) => {
  const { user, sheet } = await openBid(AUCTION_DETAIL);
  await fillIn(user, 'Your bid', price);
  await user.click(within(sheet).getByRole('button', { name: 'Place bid' }));
  expect(within(sheet).getByRole('alert').textContent).toBe(error);
  expect(server.sent('bind_box/auctionNFT')).toEqual([]);
});

test('a margin that the balance does not cover is refused before it is sent', async () => {
  const { user, sheet } = await openBid({ ...AUCTION_DETAIL, listing: { ...AUCTION, available: '29.99' } });
  await user.click(within(sheet).getByRole('button', { name: 'Place bid' }));
  expect(within(sheet).getByRole('alert').textContent).toBe('Insufficient balance');
  expect(server.sent('bind_box/auctionNFT')).toEqual([]);
});

test('the first bid holds the margin and is confirmed with the pay password', async () => {
  const { user, sheet } = await openBid(AUCTION_DETAIL);
  server.reply('bind_box/auctionNFT', { ...AUCTION, now_price: '410', is_leader: 1, own_price: '410' });
  await user.click(within(sheet).getByRole('button', { name: 'Place bid' }));
  const question = await screen.findByRole('dialog', { name: 'Place bid · 410 USDT' });
  expect(await findFact(question, 'Margin held now')).toBe('30 USDT');
  expect(server.sent('bind_box/auctionNFT')).toEqual([]);
  await confirm(user, question);
  await waitFor(() => expect(statusText()).toBe('Yours is the highest bid'));
  expect(server.sent('bind_box/auctionNFT')).toEqual([
    { code: TILE.code, price: '410', pay_password: 'secret-77' },
  ]);
});

/** An auction on which the own margin is held. */
const HELD_DETAIL: Detail = { ...AUCTION_DETAIL, listing: { ...AUCTION, is_margin: 1 } };

test('a quick bid is one tap, a double tap bids once, and the lead is said', async () => {
  const { user, sheet } = await openBid(HELD_DETAIL);
  server.reply('bind_box/auctionNFT', { ...AUCTION, now_price: '430', is_leader: 1, own_price: '430' });
  const { release } = server.hold('bind_box/auctionNFT');
  await user.click(within(sheet).getByRole('button', { name: '430' }));
  await user.dblClick(within(sheet).getByRole('button', { name: 'Place bid' }));
  release();
  await waitFor(() => expect(statusText()).toBe('Yours is the highest bid'));
  expect(server.sent('bind_box/auctionNFT')).toEqual([{ code: TILE.code, price: '430' }]);
});

test('a pushed bid of another takes the lead at once and raises the minimum of the open sheet', async () => {
  // The app keeps pushed sales; no other test shows this work.
  const code = 'W0000000LED1';
  const led = { ...AUCTION, id: 97, is_margin: 1, is_leader: 1, own_price: '400' } as const;
  const { sheet } = await openBid({ ...AUCTION_DETAIL, tile: { ...TILE, code }, listing: led });
  expect(await screen.findByText(/Yours is the highest bid/)).toBeTruthy();
  const change = { id: 97, code, state: 'open', now_price: '450', bids: 6, bidders: 3, extensions: 0 };
  await push('nft', [{ ...change, end_ms: led.end_ms }]);
  expect(await screen.findByText(/You have been outbid/)).toBeTruthy();
  expect(within(sheet).getByRole('button', { name: '460' })).toBeTruthy();
  expect(within(sheet).getByRole('alert').textContent).toBe('At least 460 USDT');
});

test('a bid that came too late reads the new minimum and says so at the field', async () => {
  const { user, sheet } = await openBid(HELD_DETAIL);
  server
    .refuse('bind_box/auctionNFT', 'nft_bid_low', 'The bid must be at least 460.')
    .reply('bind_box/getBoxDetail', {
      ...AUCTION_DETAIL,
      listing: { ...AUCTION, is_margin: 1, now_price: '450', min_bid: '460' },
    });
  await user.click(within(sheet).getByRole('button', { name: 'Place bid' }));
  await waitFor(() => expect(within(sheet).getByRole('button', { name: '460' })).toBeTruthy());
  expect(within(sheet).getByRole('alert').textContent).toBe('At least 460 USDT');
});

test('a won auction is paid less the margin', async () => {
  answer(DETAIL);
  server.reply('bind_box/order', ORDER).reply('bind_box/payNFTOrder', { ...ORDER, state: 'paid', is_pay: 1 });
  const user = await openApp('/pages/nft/purchase_one?id=77');
  await screen.findByRole('button', { name: 'Pay 380 USDT' });
  expect(factOf(main(), 'Left to pay')).toBe('380USDT');
  await tap(user, 'Pay 380 USDT');
  const sheet = await screen.findByRole('dialog', { name: 'Pay for the auction' });
  expect(await findFact(sheet, 'Price')).toBe('410 USDT');
  expect(factOf(sheet, 'Margin')).toBe('30 USDT');
  server.reply('bind_box/order', { ...ORDER, state: 'paid', is_pay: 1, paid_ms: 1 });
  await confirm(user, sheet);
  await waitFor(() => expect(statusText()).toBe('It’s yours'));
  expect(server.sent('bind_box/payNFTOrder')).toEqual([{ id: '77', pay_password: 'secret-77' }]);
  expect(await screen.findByRole('link', { name: 'See artwork' })).toBeTruthy();
});

test('a sale leads to its receipt once it is paid', async () => {
  answer(DETAIL);
  const sold = { ...ORDER, is_buyer: 0, state: 'paid', is_pay: 1, paid_ms: 1, received: '400' } as const;
  server.reply('bind_box/order', { ...sold, receipt: 'ab'.repeat(32) });
  await openApp('/pages/nft/purchase_one?id=77');
  const link = await screen.findByRole('link', { name: 'Check the receipt' });
  expect(link.getAttribute('href')).toContain('kind=nft-sale&subject=77');
});

test('an expired order names what was lost and offers no payment', async () => {
  answer(DETAIL);
  server.reply('bind_box/order', { ...ORDER, state: 'forfeited', is_expired: 1 });
  await openApp('/pages/nft/purchase_one?id=77');
  await screen.findByText(/did not arrive in time/);
  expect(factOf(main(), 'Margin forfeited')).toBe('30USDT');
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

test('an opened box shows its work and the figures of the draw', async () => {
  answer(SERIES_DETAIL);
  server
    .reply('bind_box/getDraw', DRAW)
    .reply('bind_box/openBlindBox', { ...DRAW, opened: 1, work: TILE, rarity: 'R' });
  const user = await openApp(`/pages/nft/myNft?code=${DRAW.code}`);
  await tap(user, 'Open box');
  await tap(user, 'Skip');
  expect(await screen.findByText('Humboldt')).toBeTruthy();
  expect(screen.getByText('my-seed-1:38:2')).toBeTruthy();
  expect(screen.getByText(/The server seed is revealed by/)).toBeTruthy();
});
