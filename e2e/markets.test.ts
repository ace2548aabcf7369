import { expect, test } from './fixture.ts';

test('markets are in tabs: coins, stocks, favourites', async ({ phone, market }) => {
  await phone.open('/pages/market/market');
  await expect(market.rows()).toHaveCount(9);
  await market.tab('Stocks').click();
  await expect(market.rows()).toHaveCount(6);
  await expect(market.row('AAPL')).toContainText('Apple');
  await market.tab('Favourites').click();
  await expect(phone.page.getByText('Log in to keep favourites.')).toBeVisible();
});

test('a favourite is stored with the account and can be removed', async ({ phone, market, person }) => {
  await phone.open('/pages/market/market');
  await market.star('SOL').click();
  await expect(market.star('SOL')).toHaveAttribute('aria-pressed', 'true');
  await market.tab('Favourites').click();
  await expect(market.rows()).toHaveCount(1);
  await phone.page.reload();
  await market.tab('Favourites').click();
  await expect(market.row('SOL')).toBeVisible();
  await market.star('SOL').click();
  await expect(phone.page.getByText('Tap the star of a market to add it here.')).toBeVisible();
  await phone.page.reload();
  await market.tab('Favourites').click();
  await expect(phone.page.getByText('Tap the star of a market to add it here.')).toBeVisible();
  expect(person.token).not.toBe('');
});

test('a search finds markets by name; an opened market is among the recent and the popular ones', async ({
  phone,
  market,
}) => {
  await phone.open('/pages/market/search');
  await market.searchField().fill('ethe');
  await expect(market.rows()).toHaveCount(1);
  await market.searchField().fill('nothing of that name');
  await expect(phone.page.getByText('No results for “nothing of that name”')).toBeVisible();
  await market.searchField().fill('ada');
  await market.row('ADA').getByRole('link').click();
  await phone.expectAt('/pages/transaction/index');
  // The address changes at the tap, the screen after it has loaded.
  await expect(market.searchField()).toHaveCount(0);
  await phone.visit('/pages/market/search');
  await expect(market.section('Recently viewed').getByText('Cardano')).toBeVisible();
  // Views are counted in batches, every few seconds.
  await expect(async () => {
    await phone.page.reload();
    await expect(market.section('Top searches, 24 h').getByText('Cardano')).toBeVisible({
      timeout: 1_000,
    });
  }).toPass({ timeout: 30_000 });
  await phone.page.getByRole('button', { name: 'Clear recently viewed' }).click();
  await expect(market.section('Recently viewed')).toHaveCount(0);
});

test('a tap on a column sorts by it, a second one reverses the order', async ({ phone, market }) => {
  await phone.open('/pages/market/market');
  await expect(market.rows()).toHaveCount(9);
  await phone.page.getByRole('button', { name: 'Sort by Name' }).click();
  const ascending = (await market.names()).toSorted((a, b) => a.localeCompare(b));
  await expect.poll(market.names).toEqual(ascending);
  await phone.page.getByRole('button', { name: 'Sort by Name' }).click();
  await expect.poll(market.names).toEqual(ascending.toReversed());
});
