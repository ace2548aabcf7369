import { expect, test } from './fixture.ts';

test('a user reads a project, applies after the worst case was named, cancels, and an operator sees the allotment', async ({
  phone,
  person,
  desk,
}) => {
  expect(person.token).not.toBe('');
  const { page } = phone;
  await phone.open('/pages/financial/index');
  await page
    .getByRole('navigation', { name: 'Products' })
    .getByRole('link', { name: 'Subscriptions' })
    .click();
  await phone.expectAt('/pages/ieo/ieo');
  await page.getByRole('tab', { name: 'Funds' }).click();
  await expect(page.getByText('Helios Grid')).toBeHidden();
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await page.getByRole('tab', { name: 'In progress' }).click();
  await page.getByRole('link', { name: /Helios Grid/ }).click();
  await phone.expectAt('/pages/ieo/subscribe');
  await expect(page.getByRole('progressbar', { name: 'Applied for' })).toBeVisible();
  await expect(page.getByText('Lock after the end')).toBeVisible();

  const tokens = page.getByRole('textbox', { name: 'Tokens' });
  await tokens.fill('50');
  await expect(page.getByText('At least 100 HELIO')).toBeVisible();
  await tokens.fill('5000');
  await expect(page.getByText(/Held now.*100\s?USDT/s)).toBeVisible();
  await expect(page.getByText(/Worst case: HELIO becomes worthless and you lose 100 USDT/)).toBeVisible();
  await page.getByRole('button', { name: 'Apply' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm application' });
  await expect(dialog).toContainText(/You apply for.*5,000\s?HELIO/s);
  await expect(dialog).toContainText('Until the listing the tokens cannot be sold.');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await phone.expectToast('Application received');
  await phone.expectAt('/pages/ieo/order');
  await page.getByRole('link', { name: /Helios Grid/ }).click();
  await expect(page.getByText('You can cancel free of charge until the end.')).toBeVisible();

  const risk = await desk('risk');
  await risk.go('Subscriptions');
  const row = risk.page.getByRole('row', { name: /HELIO/ });
  await expect(row).toContainText('in progress');
  await row.getByRole('button', { name: 'Allotment' }).click();
  await expect(risk.page.getByRole('dialog', { name: 'Allotment of HELIO' })).toContainText('USDT');

  await page.getByRole('button', { name: 'Cancel application' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel application' }).click();
  await phone.expectToast('Application cancelled');
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
});
