import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';

const PAY_PASSWORD = '274951';
const HOUR_S = 3_600;
/** How long the auction runs that a test wins: its bid follows the listing at once, and no bid extends it there. */
const AUCTION_S = 10;

interface Tile {
  readonly code: string;
  readonly name: string;
  readonly end_time: number;
}

/** The first work of a sale type that runs for an hour more. The demo gallery is made while the server runs. */
async function workOnSale(payType: number): Promise<Tile> {
  let found: Tile | undefined;
  await expect
    .poll(
      async () => {
        const { data } = await call<{ data: readonly Tile[] }>(
          'bind_box/getBoxList',
          { pay_type: payType, status: 1, sort: 'price_up', page: 1, limit: 20 },
          { method: 'GET' },
        );
        found = data.find(({ end_time }) => end_time > Date.now() / 1_000 + HOUR_S);
        return found?.code ?? '';
      },
      { timeout: 40_000 },
    )
    .not.toBe('');
  if (found === undefined) throw new Error('no work is on sale');
  return found;
}

const tokenOf = (name: string): Promise<string> =>
  call('user/login', { user_string: `${name}@demo.karat.example`, password: `karat-${name}` });

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });

/** Pays on the screen of a purchase. */
async function pay(page: Page): Promise<void> {
  await button(page, /^Pay [0-9]/).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Pay password').fill(PAY_PASSWORD);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
}

test('a collector buys a work, sells it again after the royalty was shown, and finds the order', async ({
  phone,
}) => {
  await phone.loginAs({ token: await tokenOf('dana') });
  const { page } = phone;
  const { code, name } = await workOnSale(1);
  await phone.open('/pages/nft/components/search', { q: name });
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('img', { name }).first()).toBeVisible();
  await button(page, 'Buy now').click();
  await pay(page);
  await phone.expectToast('It’s yours');
  await phone.expectAt('/pages/nft/mine');
  // The heading of the market counts orders with the same call that this list reads by pages.
  await page.getByRole('tab', { name: 'Orders' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Paid');

  await phone.open('/pages/nft/artworkDetail', { code });
  await page.getByRole('link', { name: 'Sell', exact: true }).click();
  await page.getByRole('textbox', { name: 'Price' }).fill('200');
  await expect(page.getByRole('main')).toContainText(/Royalty to the artist\s*10\s*USDT/);
  await expect(page.getByRole('main')).toContainText(/You receive\s*185\s*USDT/);
  await button(page, 'Sell').click();
  await button(page, 'List now').click();
  await phone.expectToast('Listed for sale');
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(/200\s*USDT/);
});

/** Buys a work, lists it as an auction that ends soon, and lets the bidder lead it. Returns the work. */
async function auctionLedBy(bidder: string, seller: string): Promise<Tile> {
  const work = await workOnSale(1);
  const { code } = work;
  await call('bind_box/buyNFT', { code, pay_password: PAY_PASSWORD }, { token: seller });
  const end = Math.floor(Date.now() / 1_000) + AUCTION_S;
  const terms = { code, price: 100, per_increase: 5, end_time: end };
  await call('bind_box/resellNFT', terms, { token: seller });
  await call('bind_box/auctionNFT', { code, price: 100, pay_password: PAY_PASSWORD }, { token: bidder });
  return work;
}

test('a bidder is outbid and bids again, wins an auction and pays for it', async ({ phone }) => {
  const [bidder, rival] = await Promise.all([tokenOf('dana'), tokenOf('alice')]);
  await phone.loginAs({ token: bidder });
  const { page } = phone;
  const won = await auctionLedBy(bidder, rival);
  const { code } = await workOnSale(2);
  const bid = async (open: string, isFirst = false): Promise<void> => {
    await button(page, open).click();
    const sheet = page.getByRole('dialog', { name: 'Place bid' });
    await expect(sheet.getByText('Lost if you win and do not pay')).toBeVisible();
    await sheet.getByRole('button', { name: 'Place bid' }).click();
    if (isFirst) {
      await page.getByLabel('Pay password').fill(PAY_PASSWORD);
      await button(page, 'Confirm').click();
    }
    await expect(page.getByText('Yours is the highest bid.')).toBeVisible();
  };
  await phone.open('/pages/nft/artworkDetail', { code });
  await bid('Place bid', true);
  const { listing } = await call<{ listing: { min_bid: string } }>(
    'bind_box/getBoxDetail',
    { code },
    { method: 'GET' },
  );
  const outbidding = { code, price: listing.min_bid, pay_password: PAY_PASSWORD };
  await call('bind_box/auctionNFT', outbidding, { token: rival });
  await expect(page.getByText('You have been outbid.')).toBeVisible();
  await bid('Bid again');

  // The list is read again when the auction ends.
  await phone.open('/pages/nft/mine', { tab: 'orders' });
  const order = page.getByRole('listitem').filter({ hasText: won.name }).filter({ hasText: 'To pay' });
  await expect(order).toBeVisible({ timeout: 20_000 });
  await order.click();
  await expect(page.getByRole('main')).toContainText(/Left to pay\s*90\s*USDT/);
  await pay(page);
  await phone.expectToast('It’s yours');
  await expect(page.getByRole('main')).toContainText('Paid');
  await page.getByRole('link', { name: 'See artwork' }).click();
  await expect(page.getByText('Owned by you')).toBeVisible();
});

test('a box opens with its proof', async ({ phone }) => {
  await phone.loginAs({ token: await tokenOf('dana') });
  const { page } = phone;
  const series = await workOnSale(3);
  await phone.open('/pages/nft/artworkDetail', { code: series.code });
  await expect(page.getByRole('tab', { name: 'Contents and odds' })).toBeVisible();
  await button(page, 'Buy a box').click();
  await pay(page);
  await phone.expectToast('The box is yours');
  await phone.expectAt('/pages/nft/myNft');
  await button(page, 'Open box').click();
  await expect(page.getByRole('link', { name: 'See artwork' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Provably fair draw' })).toBeVisible();
  await page.getByRole('link', { name: 'See artwork' }).click();
  await expect(page.getByRole('link', { name: 'Sell', exact: true })).toBeVisible();
});
