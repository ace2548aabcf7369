import { expect, test } from './fixture.ts';

test('a user subscribes from the Finance tab, sees the worst case, redeems early and verifies the receipt', async ({
  phone,
  person: _,
  desk,
}) => {
  const { page } = phone;
  await phone.open('/pages/financial/index');
  await expect(page.getByText('Total in Earn')).toBeVisible();
  await page.getByRole('navigation', { name: 'Products' }).getByRole('link', { name: 'Earn' }).click();
  await phone.expectAt('/pages/lockming/lockming');
  await page.getByRole('tab', { name: 'Locked' }).click();
  await page.getByRole('link', { name: /USDT.*Locked.*90 days/s }).click();
  await phone.expectAt('/pages/lockming/buy');

  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('50');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText(/^At least 100/)).toBeVisible();
  await amount.fill('1000');
  await expect(page.getByText(/1,021\.6\s?USDT/)).toBeVisible();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm subscription' });
  // 0.04 % for each of 90 days.
  await expect(confirmation).toContainText('Worst case: you redeem right away. The penalty is then 36 USDT');
  await confirmation.getByRole('button', { name: 'Subscribe' }).click();
  await phone.expectAt('/pages/lockming/detail');
  await expect(page.getByText('The first yield comes 24 hours after the subscription.')).toBeVisible();

  await page.getByRole('button', { name: 'Redeem early' }).click();
  const sheet = page.getByRole('dialog', { name: 'Redeem early' });
  await expect(sheet).toContainText(/You receive now.*964\s?USDT/s);
  await sheet.getByRole('button', { name: 'Redeem early' }).click();
  await phone.expectToast('964 USDT received');
  await expect(page.getByText('Redeemed', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Check the receipt' }).click();
  await phone.expectAt('/pages/proofs/verify');
  await expect(page.getByText('The rule gives this result')).toBeVisible();
  await expect(page.locator('[data-state=failed]')).toHaveCount(0);

  await phone.open('/pages/lockming/order');
  await expect(page.getByText('You have no Earn orders yet.')).toBeVisible();
  await page.getByRole('tab', { name: 'Ended' }).click();
  await expect(page.getByRole('link', { name: /1,000\s?USDT/ })).toBeVisible();

  const support = await desk('support');
  await support.go('Earn');
  await expect(support.row(/USDT.*90 days.*open/).first()).toBeVisible();
  await expect(support.row(/^USDT.*yes/).first()).toBeVisible();
  await support.page.getByText('ended', { exact: true }).last().click();
  await expect(support.row(/lockup, 90 days.*redeemed/).first()).toBeVisible();
});
