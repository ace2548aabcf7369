import { expect, test } from './fixture.ts';

/** One red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

test('nickname and signature are stored, and an invalid one is not sent', async ({
  phone,
  settings,
  person: _,
}) => {
  await phone.open('/pages/setting/userInfo');
  await settings.nickname().fill('x');
  await settings.save();
  await expect(phone.page.getByRole('alert')).toContainText('2 to 10 letters and digits');
  await settings.nickname().fill('Amélie7');
  await settings.signature().fill('Slow and steady');
  await settings.save();
  await phone.expectToast('Saved');
  await phone.page.reload();
  await expect(settings.nickname()).toHaveValue('Amélie7');
  await expect(settings.signature()).toHaveValue('Slow and steady');
});

test('a picture becomes the avatar; a drawing that may contain code is refused', async ({
  phone,
  settings,
  person: _,
}) => {
  await phone.open('/pages/setting/userInfo');
  await settings.upload('me.svg', 'image/svg+xml', SVG);
  await phone.expectToast(/image|picture/i);
  await expect(settings.avatar()).toHaveCount(0);
  await settings.upload('me.png', 'image/png', PNG);
  await phone.expectToast('Saved');
  await expect(settings.avatar()).toHaveJSProperty('complete', true);
  await expect(settings.avatar()).not.toHaveJSProperty('naturalWidth', 0);
});

test('theme and up/down colours follow the settings', async ({ phone, settings }) => {
  const root = phone.page.locator('html');
  const colour = (): Promise<string> =>
    phone.page
      .getByRole('group', { name: 'Preview' })
      .getByText('+2.40')
      .evaluate((element) => getComputedStyle(element).color);
  await phone.open('/pages/setting/appearance');
  await settings.choose('Light');
  const light = await root.evaluate((element) => getComputedStyle(element).backgroundColor);
  await settings.choose('Dark');
  await expect(root).not.toHaveCSS('background-color', light);
  const green = await colour();
  await phone.page.getByRole('switch', { name: /Red rises/ }).click();
  await expect.poll(colour).not.toBe(green);
  const red = await colour();
  await phone.page.reload();
  await expect(settings.choice('Dark')).toBeChecked();
  await expect.poll(colour).toBe(red);
});

test('totals are in the selected currency, also at the next visit', async ({ phone, settings, reader }) => {
  await phone.loginAs(reader);
  await phone.open('/pages/setting/fiat');
  await settings.choose(/EUR/);
  await expect(settings.choice(/EUR/)).toBeChecked();
  await phone.open('/pages/fund/assets');
  await expect(phone.page.getByText(/€[0-9]/)).toBeVisible();
  await phone.page.reload();
  await expect(phone.page.getByText(/€[0-9]/)).toBeVisible();
});
