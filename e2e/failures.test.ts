import { expect, test } from './fixture.ts';

const FAILED = 'Could not be loaded';

test('a failed read shows an error with a retry, not an empty list', async ({ phone, reader }) => {
  const { page } = phone;
  await phone.loginAs(reader);
  const retry = page.getByRole('button', { name: 'Try again' }).first();

  await phone.refuse('menu', 'internal_error', 'Not now');
  await phone.keep({ notice_seen: 1 });
  await phone.open('/');
  await expect(page.getByText(FAILED)).toBeVisible();
  await phone.pass('menu');
  await retry.click();
  await expect(page.getByRole('navigation', { name: 'Services' })).toBeVisible();

  await phone.refuse('microtrade/lists', 'internal_error', 'Not now');
  await phone.visit('/pages/transaction/seconds_order');
  await page.getByRole('tab', { name: 'Open' }).click();
  await expect(page.getByText(FAILED)).toBeVisible();

  await phone.refuse('optional/list', 'internal_error', 'Not now');
  await phone.visit('/pages/market/market', { tab: 'favourites' });
  await expect(page.getByText(FAILED)).toBeVisible();
  await phone.pass('optional/list');
  await retry.click();
  await expect(page.getByRole('button', { name: 'See all coins' })).toBeVisible();

  await phone.refuse('wallet/detail', 'internal_error', 'Not now');
  await phone.visit('/pages/fund/assets_record', { currency: 3, type: 2 });
  await expect(page.getByText(FAILED)).toBeVisible();
});

test('a failed next page is reported below the loaded rows', async ({ phone, reader }) => {
  const { page } = phone;
  await phone.loginAs(reader);
  await page.route('**/api/wallet/bills?*', async (route) => {
    if (new URL(route.request().url()).searchParams.has('cursor')) {
      const body = JSON.stringify({
        type: 'error',
        code: 0,
        message: 'No more now',
        error: 'internal_error',
      });
      return route.fulfill({ contentType: 'application/json', body });
    }
    const response = await route.fetch();
    const reply = (await response.json()) as { message: object };
    return route.fulfill({ json: { ...reply, message: { ...reply.message, next: '1' } } });
  });
  await phone.open('/pages/setting/bill', { view: 'entries' });
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('alert')).toHaveText('No more now');
  await expect(phone.main().getByRole('listitem')).toHaveCount(3);
});

test('a download without a session leads to the login and back', async ({ phone, reader }) => {
  const { page } = phone;
  await phone.loginAs(reader);
  await phone.open('/pages/setting/bill');
  await page.getByRole('button', { name: 'Export' }).click();
  await phone.refuse('wallet/bills_export', 'not_logged_in', 'Please login first', '999');
  await page.getByRole('dialog').getByRole('button', { name: /^CSV/ }).click();
  await phone.expectAt('/pages/common/login');
  await expect(page).toHaveURL(/[?&]to=%2Fpages%2Fsetting%2Fbill/);
});
