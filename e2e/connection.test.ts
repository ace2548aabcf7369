import { expect, test } from './fixture.ts';

test('a user measures the lines and changes to another, which all calls and prices use', async ({
  phone,
  person: _,
}) => {
  const { page } = phone;
  await phone.open('/pages/SwitchLine/SwitchLine');
  await expect(page.getByText(/^[0-9]+ ms$/)).toHaveCount(2);
  const line = new URL(page.url().replace('127.0.0.1', 'localhost')).origin;
  const reads = page.waitForRequest(`${line}/api/user/info*`);
  const socket = page.waitForEvent('websocket', (opened) =>
    opened.url().startsWith(line.replace('http', 'ws')),
  );
  await page.getByRole('radio', { name: /Line 1/ }).check({ force: true });
  await Promise.all([reads, socket]);
  await expect(page.getByRole('radio', { name: /Line 1/ })).toBeChecked();
  const pictures = page.waitForResponse(
    (response) => response.url().startsWith(`${line}/logos/`) && response.ok(),
  );
  await phone.open('/pages/fund/assets');
  await expect(phone.main()).toContainText('USDT');
  await pictures;
});

test('the web view frames own documents, opens the app in place, and refuses sites that are not listed', async ({
  phone,
}) => {
  const { page } = phone;
  const view = (url: string): Promise<void> => phone.open('/pages/common/webView', { url });
  await view('/docs');
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'content' })).toBeVisible();
  await view('https://elsewhere.example/');
  await expect(page.getByText('The app cannot open this address.')).toBeVisible();
  await view('/#/pages/common/faq');
  await phone.expectAt('/pages/common/faq');
});

test('the region of the browser is suggested and kept', async ({ phone, person: _ }) => {
  const { page } = phone;
  await phone.open('/open-location');
  await expect(page.getByText('United States')).toBeVisible();
  await page.getByRole('button', { name: 'Use this region' }).click();
  await phone.expectToast('Saved');
  await phone.expectAt('/pages/setting/setting');
  await expect(page.getByRole('link', { name: /Region/ })).toContainText('United States');
});
