import { expect, test } from './fixture.ts';

test('a user compares both outcomes, buys shares after the worst case was named, and finds the order', async ({
  phone,
  person,
  desk,
}) => {
  expect(person.token).not.toBe('');
  const { page } = phone;
  await phone.open('/pages/financial/index');
  await page
    .getByRole('navigation', { name: 'Products' })
    .getByRole('link', { name: 'Dual investment' })
    .click();
  await phone.expectAt('/pages/invest/invest');
  await page.getByRole('tab', { name: 'Buy low BTC' }).click();
  await page
    .getByRole('link', { name: /Buy low BTC/ })
    .first()
    .click();
  await phone.expectAt('/pages/invest/purchase');

  const shares = page.getByRole('textbox', { name: 'Shares' });
  await shares.fill('1.5');
  await expect(page.getByText('Enter a whole number of shares')).toBeVisible();
  await shares.fill('2');
  await expect(page.getByText(/You pay.*200\s?USDT/)).toBeVisible();
  await expect(page.getByText(/Worst case: BTC falls/)).toBeVisible();
  await expect(page.getByRole('img', { name: /value of the payout/ })).toBeVisible();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm subscription' });
  await expect(dialog).toContainText(/You pay.*200\s?USDT/s);
  await expect(dialog).toContainText('It cannot be cancelled or redeemed before maturity.');
  await dialog.getByRole('button', { name: 'Subscribe' }).click();
  await phone.expectToast('Subscribed');
  await phone.expectAt('/pages/invest/mine');
  const order = page.getByRole('listitem').filter({ hasText: 'Buy low BTC' });
  await expect(order).toContainText(/In progress/);
  await expect(order).toContainText(/Principal.*200\s?USDT/s);
  await page.getByRole('tab', { name: 'Settled' }).click();
  await expect(page.getByText('No orders here yet.')).toBeVisible();
  await phone.open('/pages/invest/help');
  await expect(page.getByRole('heading', { name: 'What can I lose?' })).toBeVisible();

  const support = await desk('support');
  await support.go('Dual investment');
  await expect(support.row(/BTC\/USDT.*put/).first()).toBeVisible();
  for (const part of ['Coverage of the house account', 'Exposure', 'Settlements', 'Orders'])
    await expect(support.page.getByText(part, { exact: true }).first()).toBeVisible();
});
