import { expect, test } from './fixture.ts';

test('a user creates a plan from the trade screen, skips a date, pauses, resumes and ends it; operators see it', async ({
  phone,
  person: _,
  desk,
}) => {
  const { page } = phone;
  await phone.open('/pages/transaction/index', { id: 1 });
  await page.getByRole('link', { name: 'Recurring buy' }).click();
  await phone.expectAt('/pages/recurring/create');

  const amount = page.getByRole('textbox', { name: 'Amount per purchase' });
  await amount.fill('4');
  await expect(page.getByText('At least 5 USDT')).toBeVisible();
  await amount.fill('50');
  await page.getByRole('tab', { name: 'Monthly' }).click();
  await page.getByRole('button', { name: /Day of the month/ }).click();
  await page.getByRole('dialog', { name: 'Day of the month' }).getByText('31', { exact: true }).click();
  await expect(page.getByText(/Months without day 31/)).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Create plan' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Buy BTC regularly' });
  await expect(confirmation).toContainText(/50\s?USDT/);
  await expect(confirmation).toContainText('Every month on day 31, 09:00');
  await confirmation.getByRole('button', { name: 'Create plan' }).click();
  await phone.expectToast('Plan created');
  await phone.expectAt('/pages/recurring/detail');
  await expect(page.getByText('No purchases yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Skip next' }).click();
  const skip = page.getByRole('dialog', { name: 'Skip next' });
  await skip.getByRole('button', { name: 'Skip next' }).click();
  await expect(page.getByText('Skipped by you')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await phone.expectToast('Plan resumed');

  await phone.open('/pages/financial/index');
  const position = page.getByRole('region', { name: 'My positions' }).getByRole('link', { name: /BTC/ });
  await expect(position).toContainText(/Recurring buy.*50\s?USDT.*Buys/s);
  await position.click();
  await page.getByRole('button', { name: 'End plan' }).click();
  await page.getByRole('dialog', { name: 'End plan' }).getByRole('button', { name: 'End plan' }).click();
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();

  const support = await desk('support');
  await support.go('Recurring buy');
  await support.page.getByText('ended', { exact: true }).click();
  await expect(support.row(/monthly on 31/).first()).toContainText('skipped');
});
