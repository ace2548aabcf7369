import { expect, test } from './fixture.ts';

test('a visitor sees an invitation, products, and markets with live prices', async ({ phone, market }) => {
  await phone.open('/');
  await phone.closeNotice();
  await expect(phone.page.getByRole('heading', { name: 'Trade what you can check' })).toBeVisible();
  await expect(phone.page.getByText('Demo money', { exact: true })).toBeVisible();
  await expect(phone.page.getByRole('navigation', { name: 'Services' })).toBeVisible();
  await phone.tab('Market');
  await phone.expectAt('/pages/market/market');
  await expect(market.rows()).toHaveCount(9);
  await expect(market.row('BTC')).toContainText('Bitcoin');
  await market.expectToMove();
});

test('a protected screen requires a login and opens after it', async ({ phone, auth, reader }) => {
  await phone.open('/pages/market/market');
  const asked = Date.now();
  await phone.tab('Assets');
  await phone.expectToast('Please login first');
  await phone.expectAt('/pages/market/market');
  await phone.expectAt('/pages/common/login');
  expect(Date.now() - asked, 'ms between the tap and the login page').toBeGreaterThanOrEqual(1_150);
  await auth.login(reader.email, reader.password);
  await phone.expectToast('Login succeeded');
  await phone.expectAt('/pages/fund/assets');
  await expect(phone.page.getByText('Total assets')).toBeVisible();
});

test('the address of a protected screen leads through login to that screen', async ({
  phone,
  auth,
  reader,
}) => {
  await phone.open('/pages/fund/transfer', { to: 'micro' });
  await phone.expectToast('Please login first');
  await phone.expectAt('/pages/common/login');
  await auth.login(reader.email, reader.password);
  await phone.expectAt('/pages/fund/transfer');
  await expect(phone.page).toHaveURL(/to=micro/);
});

test('an unknown address says so and links home', async ({ phone }) => {
  await phone.open('/pages/nowhere');
  await expect(phone.page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  await phone.page.getByRole('button', { name: 'Go to home' }).click();
  await phone.expectAt('/');
});
